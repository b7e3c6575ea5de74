"""The game page: nothing jumps, nothing covers a control, and there is little on it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from schwarm import list_games
from tests.web.shared.access import CONTROLS
from tests.web.shared.player import play, start
from tests.web.shared.site import Site

SIZES = ((1366, 625), (390, 844))
MORE_SIZES = ((1280, 720), (1536, 730), (1920, 1080), (844, 390), (667, 375), (320, 568), (683, 312))
COVERED = f"""() => {{
  const covered = (one) => {{
    one.scrollIntoView({{ block: "center", inline: "center", behavior: "instant" }});
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const there = document.elementFromPoint(x, y);
    return !one.contains(there);
  }};
  const open = document.querySelector(":popover-open");
  const found = {CONTROLS}.filter((one) => !open || open.contains(one)).filter(covered);
  scrollTo(0, 0);
  return found.map((one) => one.id || one.className + " " + one.textContent);
}}"""
PARTS = ("#board", "#player-top", "#player-bottom", "#status", ".controls", ".slot", ".history", "#back")
DRAWN = ".stage svg.board"
BOXES = """(parts) => Object.fromEntries(parts.map((part) => {
  const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
  return [part, [x + scrollX, y + scrollY, width, height]];
}))"""
OVERFLOW = "[document.querySelector('#guide')].map((one) => one.scrollHeight - one.clientHeight)[0]"
WORDS = r"document.querySelector('main').innerText.split(/\s+/).filter((one) => /\p{L}/u.test(one)).length"


def opened(browser: Browser, site: Site, game: str, language: str, size: tuple[int, int]) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=language, reduced_motion="reduce"
    )
    page = context.new_page()
    start(page, site.url, game)
    return page


def covered(page: Page) -> list[str]:
    """What is covered, in the page and in its two menus."""
    found: list[str] = page.evaluate(COVERED)
    for menu in ("#more", "#menu"):
        page.locator(menu).evaluate("one => one.click()")
        found += page.evaluate(COVERED)
        page.evaluate("document.querySelector(':popover-open').hidePopover()")
    return found


def look(page: Page, sizes: tuple[tuple[int, int], ...], when: str) -> list[tuple[Any, ...]]:
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        if names := covered(page):
            found.append((when, width, height, names))
    return found


def check_covered(browser: Browser, site: Site, game: str, language: str, sizes: Any) -> None:
    page = opened(browser, site, game, language, sizes[0])
    found = look(page, sizes, "start")
    page.set_viewport_size({"width": 1366, "height": 625})
    play(page, 4)
    found += look(page, sizes, "middle")
    page.evaluate("document.querySelector('#resign').click()")
    page.click("#really-resign")
    page.wait_for_selector("#result:not([hidden])")
    found += look(page, sizes, "end")
    assert found == []
    page.context.close()


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize("game", list_games())
def test_no_control_lies_under_anything(browser: Browser, site: Site, game: str, language: str) -> None:
    check_covered(browser, site, game, language, SIZES)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize("game", list_games())
def test_no_control_lies_under_anything_in_windows_of_all_sizes(
    browser: Browser, site: Site, game: str, language: str
) -> None:
    check_covered(browser, site, game, language, MORE_SIZES)


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize(("size", "language"), [(SIZES[0], "de-DE"), (SIZES[1], "en-GB")])
def test_nothing_jumps_while_one_plays(
    browser: Browser, site: Site, game: str, size: tuple[int, int], language: str
) -> None:
    page = opened(browser, site, game, language, size)
    places: dict[str, list[list[float]]] = {part: [] for part in (*PARTS, DRAWN)}
    for ply in range(11):
        for part, box in page.evaluate(BOXES, list(places)).items():
            places[part].append(box)
        assert page.evaluate(OVERFLOW) <= 0, page.inner_text("#guide")
        if ply < 10 and play(page, 1, seed=ply)["status"] != "running":
            break
    if page.get_attribute("body", "data-status") == "running":
        page.evaluate("document.querySelector('#resign').click()")
        page.click("#really-resign")
    page.wait_for_selector("#result:not([hidden])")
    drawn = page.evaluate(BOXES, [DRAWN])[DRAWN]
    assert all(abs(one - other) <= 1 for one, other in zip(drawn[:2], places.pop(DRAWN)[0], strict=False))
    moved = {
        part: boxes
        for part, boxes in places.items()
        if any(max(one) - min(one) > 1 for one in zip(*boxes, strict=True))
    }
    assert moved == {}
    page.context.close()


def test_boards_are_large_and_game_pages_have_few_words_and_controls(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1366, "height": 625})
    counted: dict[str, tuple[int, int]] = {}
    for game in list_games():
        start(page, site.url, game)
        counted[game] = (page.evaluate(f"{CONTROLS}.length"), page.evaluate(WORDS))
        drawn = page.evaluate(BOXES, [DRAWN])[DRAWN]
        assert drawn[3] >= (400 if page.locator("#composer button").count() else 500), (game, drawn)
    assert counted["blokus"][0] <= 35, counted
    assert all(words <= 150 for _, words in counted.values()), counted
