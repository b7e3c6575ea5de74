"""A page to test: in memory for the API, as a real process for the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from starlette.testclient import TestClient

from tests import ROOT
from tests.web.shared.german import english_words
from tests.web.shared.site import CHROMIUM, FLAGS, PATIENCE_MS, Site, in_memory

expect.set_options(timeout=PATIENCE_MS)
ARTEFACTS = ROOT / "test-artefacts"
thrown: list[str] = []  # what went wrong in the scripts of a test's pages


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The page is no rule book: running it once, compiled, says enough."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.compiled_only)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with in_memory(tmp_path, bot_budget_ms=200) as made:
        yield made


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("site") / "page.db") as made:
        yield made


@pytest.fixture(scope="session")
def english() -> set[str]:
    """Words that no German page shows."""
    return english_words()


# --- the browser: Debian's --------------------------------------------------------------------------------
@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    if not CHROMIUM:
        pytest.skip("the browser tests need Debian's chromium-headless-shell or chromium")
    return {"executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """The browser, whose every page is waited for patiently."""
    plain = browser.new_context

    def patient(**more: Any) -> BrowserContext:
        context = plain(**more)
        context.set_default_timeout(PATIENCE_MS)
        context.on("weberror", lambda error: thrown.append(f"{error.error}\n{error.error.stack}"))
        return context

    browser.new_context = patient  # type: ignore[method-assign]
    return browser


@pytest.fixture(autouse=True)
def no_script_fails() -> Iterator[None]:
    """Whatever a test looks at: no script of a page throws what nobody catches."""
    thrown.clear()
    yield
    assert not thrown, "\n".join(thrown)


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, object]:
    return {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce"}


@pytest.fixture
def picture() -> Callable[[str], str]:
    ARTEFACTS.mkdir(exist_ok=True)
    return lambda name: str(ARTEFACTS / f"{name}.png")
