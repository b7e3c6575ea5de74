"""Games of other packages on the page: one with a face of its own, one of which the rules alone are known."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.example import install
from tests.web.shared.access import findings
from tests.web.shared.player import play, start
from tests.web.shared.site import Site


@pytest.fixture(scope="module")
def bigger_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("bigger")
    made = Site(folder / "page.db")
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = install(folder)
    also = folder / "installed"
    shutil.copy(Path(__file__).with_name("schwarm_threes.py"), also)
    (also / "schwarm_threes-1.0.dist-info").mkdir()
    (also / "schwarm_threes-1.0.dist-info" / "METADATA").write_text("Name: schwarm-threes\nVersion: 1.0\n")
    (also / "schwarm_threes-1.0.dist-info" / "entry_points.txt").write_text(
        "[schwarm.games]\nthrees = schwarm_threes:BOOK\n"
    )
    try:
        made.start()
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
    yield made
    made.stop()


@pytest.mark.long  # daily: one with its rules alone, below
def test_a_game_that_brings_its_page_along_is_played_by_clicks(
    page: Page, bigger_site: Site, picture: Callable[[str], str]
) -> None:
    failed: list[str] = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    start(page, bigger_site.url, "breakthrough", level="1", side="white")
    assert page.locator("#board .piece.white").count() == 12
    play(page, 3)
    expect(page.locator("#moves")).to_contain_text("-")
    assert findings(page) == []
    page.screenshot(path=picture("third-party"))
    expect(page.locator("html")).to_have_attribute("data-breakthrough", "here")  # its module
    lawn = page.locator("#board .cell .shape").first.evaluate("shape => getComputedStyle(shape).fill")
    assert lawn == "rgb(127, 166, 90)"  # its sheet
    expect(page.locator("#moves")).to_contain_text("Pawn from")  # its words
    for path in ("/", "/rules", "/rules/breakthrough"):
        page.goto(bigger_site.url + path)
        assert "Breakthrough" in page.content()
    page.screenshot(path=picture("third-party-rules"))
    assert failed == []


def test_a_game_on_hexagons_with_its_rules_alone_is_played_by_clicks(
    page: Page, bigger_site: Site, picture: Callable[[str], str]
) -> None:
    start(page, bigger_site.url, "threes", level="1", side="cross")
    assert page.locator("#board .cell polygon.shape").count() == 25
    play(page, 2)
    expect(page.locator("#board .piece.cross.white")).to_have_count(2)  # no colour's name: one by its place
    expect(page.locator("#board .piece.nought.black")).to_have_count(2)
    assert "guide/" not in page.inner_text("body"), "a text of the guide is missing"
    assert findings(page) == []
    page.screenshot(path=picture("third-party-hexagons"))
