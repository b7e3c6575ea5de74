"""A page to test: in memory for the API, as a real process for the browser."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from starlette.testclient import TestClient

from schwarm.referee import Limits
from schwarm.web import Settings, create_app
from tests.ports import free_port
from tests.waiting import PATIENCE_S
from tests.web.slow_line import SlowLine

PATIENCE_MS = 90_000  # other tests may keep the machine busy
expect.set_options(timeout=PATIENCE_MS)
# SCHWARM_TEST_DELAY_MS=80: all browser tests over a slow line. A hunt for races, no part of `make test`.
DELAY_MS = int(os.environ.get("SCHWARM_TEST_DELAY_MS", "0"))
ARTEFACTS = Path(__file__).parents[2] / "test-artefacts"
CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The page is no rule book: running it once, compiled, says enough."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.compiled_only)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with in_memory(tmp_path, bot_budget_ms=200) as made:
        yield made


PATIENT = Limits(100_000, 200_000)  # no program is late on a busy machine


def in_memory(folder: Path, **more: Any) -> TestClient:
    """The page in memory; use it in a `with` statement."""
    store = str(folder / "page.db")
    more.setdefault("program_limits", PATIENT)
    return TestClient(
        create_app(Settings(store=store, hosts=("testserver",), bot_workers=1, warm_up=False, **more))
    )


class Site:
    """The page as `schwarm up` runs it."""

    def __init__(self, store: Path, *more: str) -> None:
        self.more = more
        self.store = store
        self.port, self.contest = free_port(), free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.behind = self.port  # where the page itself listens
        if DELAY_MS:
            self.behind = free_port()
            SlowLine(self.port, self.behind, DELAY_MS)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "schwarm.cli",
            "up",
            "--port",
            str(self.behind),
            "--store",
            str(self.store),
        ]
        self.process = subprocess.Popen(
            [*command, "--workers", "2", "--bot-seed", "7", "--contest", str(self.contest), *self.more],
            stdout=subprocess.DEVNULL,
        )
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/robots.txt", timeout=5):
                    return
            except OSError:
                if time.monotonic() > until or self.process.poll() is not None:
                    raise
                time.sleep(0.05)

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            os.kill(self.process.pid, how)
            self.process.wait(20)
            self.process = None


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    made = Site(tmp_path_factory.mktemp("site") / "page.db")
    made.start()
    yield made
    made.stop()


# --- the browser: Debian's --------------------------------------------------------------------------------
@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    if not Path(CHROMIUM).exists():
        pytest.skip("the browser tests need Debian's chromium")
    return {"executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """The browser, whose every page is waited for patiently."""
    plain = browser.new_context

    def patient(**more: Any) -> BrowserContext:
        context = plain(**more)
        context.set_default_timeout(PATIENCE_MS)
        return context

    browser.new_context = patient  # type: ignore[method-assign]
    return browser


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, object]:
    return {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce"}


@pytest.fixture
def picture() -> Callable[[str], str]:
    ARTEFACTS.mkdir(exist_ok=True)
    return lambda name: str(ARTEFACTS / f"{name}.png")
