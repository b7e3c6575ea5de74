"""Where the keyboard's focus is on a board, what is to be seen of it, and what keys do after a click."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from schwarm.teaching.puzzles import shipped
from tests.web.shared.records import judged
from tests.web.shared.site import Site

# Where each kind of board is met, each kind of page once.
PAGES = {
    "lesson": "/learn/piranhas",
    "puzzle": f"/puzzles/mississippi_queen/{shipped('mississippi_queen')[0].name}",
    "position": "/position/hive",
    "protista": "/position/protista",
}
# The focused cell: whether a frame in pixels lies around it, and how the ring that shows it fits the cell.
SEEN = """() => {
  const cell = document.activeElement.closest("[data-cell]"), ring = document.querySelector(".layer.focus");
  const [a, b] = [cell, ring].map((one) => one.getBoundingClientRect());
  return { outline: getComputedStyle(cell).outlineStyle, ring: getComputedStyle(ring).visibility,
    off: Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2),
    wide: b.width / a.width };
}"""


def seen(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(SEEN)
    return found


@pytest.mark.parametrize("name", PAGES)
def test_the_focus_is_a_ring_around_one_cell(page: Page, site: Site, name: str) -> None:
    page.goto(site.url + PAGES[name])
    page.wait_for_selector('.cell[tabindex="0"]')
    for press in ("ArrowDown", "ArrowUp", "Escape"):
        page.locator('.cell[tabindex="0"]').focus()
        page.keyboard.press(press)
        found = seen(page)
        assert found["outline"] == "none", f"{press}: a frame as thick as cells"
        assert found["ring"] == "visible", press
        assert found["off"] < 3, press
        assert 0.8 < found["wide"] < 1.3, press
    page.locator("h1").first.click(force=True)
    expect(page.locator(".layer.focus")).to_have_css("visibility", "hidden")


def test_keys_still_step_through_a_game_after_a_click_on_its_board(
    page: Page, site: Site, tmp_path: Path
) -> None:
    judged(page, site, tmp_path, 6)
    note = page.locator("#replay-note")
    page.keyboard.press("Home")
    page.click("[data-cell=E5]")
    page.keyboard.press("ArrowRight")
    expect(note).to_have_text("Move 1 of 12")
    page.keyboard.press("ArrowLeft")
    expect(note).to_have_text("Move 0 of 12")
    page.keyboard.press("N")
    expect(note).not_to_have_text("Move 0 of 12")
    # Who came to the board by keys walks on it by keys; letters step from there, too.
    page.locator("#more").focus()
    page.evaluate("document.querySelector('square-board').moveFocus('E5', true)")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.cell") == "F5"
    page.keyboard.press("Home")
    expect(note).to_have_text("Move 0 of 12")
