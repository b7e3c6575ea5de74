"""Whole games of all five by mouse, by finger and by keyboard: real input alone, as hints say."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.boards.test_touch import UPRIGHT, telephone
from tests.web.shared.player import BEGIN
from tests.web.shared.site import Site

SHORT: dict[str, dict[str, Any]] = {
    "piranhas": {"options": {"rounds": 6}},
    "hive": {"options": {"rounds": 6}},
    "mississippi_queen": {"options": {"rounds": 5}},
    "protista": {"options": {"turn_limit": 14}},
    "blokus": {"profile": "duo", "options": {"size": 8, "start_at": "corner", "rounds": 6}},
}
HINTED = "document.querySelector('.board').parentElement.state.hint"
MY_TURN = "() => document.title.startsWith('●') || document.body.dataset.status === 'ended'"
# Where the keyboard is on the board, and where a cell lies from there.
WAY = """(goal) => {
  const at = (id) => {
    const box = document.querySelector(`[data-cell="${id}"]`).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const here = document.activeElement.dataset.cell;
  const [[x, y], [a, b]] = [at(here), at(goal)];
  return { here, dx: a - x, dy: b - y };
}"""


class Hand(Protocol):
    """One way to touch the page."""

    def press(self, page: Page, name: str) -> None:
        """Press a button."""

    def cell(self, page: Page, name: str) -> None:
        """Press a cell of the board."""


class Mouse:
    def press(self, page: Page, name: str) -> None:
        page.locator(name).first.click()

    def cell(self, page: Page, name: str) -> None:
        page.locator(f'[data-cell="{name}"]').click()


class Finger:
    def press(self, page: Page, name: str) -> None:
        page.locator(name).first.tap()

    def cell(self, page: Page, name: str) -> None:
        page.locator(f'[data-cell="{name}"]').tap()


class Keys:
    """Tab to what is pressed; on the board arrows, towards the cell as far as they lead there."""

    def press(self, page: Page, name: str) -> None:
        self._tab(page, f"document.activeElement === document.querySelector({name!r})")
        page.keyboard.press("Enter")

    def cell(self, page: Page, name: str) -> None:
        self._tab(page, "document.activeElement.matches('.board [data-cell]')")
        tried: set[tuple[str, str]] = set()
        while (way := page.evaluate(WAY, name))["here"] != name:
            ahead = {
                "ArrowRight": way["dx"],
                "ArrowLeft": -way["dx"],
                "ArrowDown": way["dy"],
                "ArrowUp": -way["dy"],
            }
            keys = [
                key for key in sorted(ahead, key=lambda key: -ahead[key]) if (way["here"], key) not in tried
            ]
            tried.add((way["here"], keys[0]))
            page.keyboard.press(keys[0])
        page.keyboard.press("Enter")

    def _tab(self, page: Page, there: str) -> None:
        for _ in range(120):
            if page.evaluate(there):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to where {there}")


HANDS: dict[str, Hand] = {"mouse": Mouse(), "finger": Finger(), "keyboard": Keys()}


@pytest.fixture(params=HANDS)
def hand(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[Hand, Page]]:
    finger = request.param == "finger"
    page = (
        telephone(browser, UPRIGHT)
        if finger
        else browser.new_context(
            viewport={"width": 1366, "height": 625}, locale="en-GB", reduced_motion="reduce"
        ).new_page()
    )
    yield HANDS[request.param], page
    page.context.close()


COMPOSED = """() => [document.body.dataset.ply, document.querySelector("#composer").innerHTML].join()"""


def compose(page: Page, hand: Hand, choose: Random) -> None:
    """Sail somewhere: a field if one is offered, else a speed or a turn, until the move is whole."""
    ply = page.get_attribute("body", "data-ply")
    while page.get_attribute("body", "data-ply") == ply:
        before = page.evaluate(COMPOSED)
        fields = page.locator(".cell.may").evaluate_all("all => all.map((one) => one.dataset.cell)")
        offered = page.locator("[data-step]:not([disabled])").evaluate_all(
            "all => all.map((one) => one.dataset.step)"
        )
        steps = [step for step in offered if step not in ("clear", "undo")]
        if "confirm" in steps:
            hand.press(page, "[data-step=confirm]")
        elif fields and choose.random() < 0.7:
            hand.cell(page, choose.choice(fields))
        else:
            step = choose.choice(steps) if steps and choose.random() < 0.8 else "clear"
            if step not in offered:
                continue
            hand.press(page, f'[data-step="{step}"]')
        page.wait_for_function(f"(before) => ({COMPOSED})() !== before", arg=before)


def move_as_hinted(page: Page, hand: Hand) -> None:
    hand.press(page, "#hint")
    page.wait_for_selector("#guide-suggestion")
    if page.locator("[data-lay=lay]").count():
        hand.press(page, "[data-lay=lay]")
        return
    if page.locator("#choices button").count():
        hand.press(page, "#choices button")
        return
    for cell in page.evaluate(HINTED):
        hand.cell(page, cell)
    if page.locator(".chooser .choice").count():
        hand.press(page, ".chooser .choice")


@pytest.mark.long  # daily: a first minute, and a whole game by clicks
@pytest.mark.parametrize("game", SHORT)
def test_a_whole_game_is_played_by_mouse_by_finger_and_by_keyboard(
    hand: tuple[Hand, Page], site: Site, game: str
) -> None:
    (how, page), choose = hand, Random(7)
    page.goto(f"{site.url}/robots.txt")
    form = {"game": game, "level": "random", "seed": "7", **SHORT[game]}
    page.goto(site.url + page.evaluate(BEGIN, form))
    page.wait_for_selector("body[data-status=running] .cell")
    while True:
        page.wait_for_function(MY_TURN)
        if page.get_attribute("body", "data-status") == "ended":
            break
        ply = page.get_attribute("body", "data-ply")
        if game == "mississippi_queen":
            compose(page, how, choose)
        else:
            move_as_hinted(page, how)
        page.wait_for_function(f"() => Number(document.body.dataset.ply) > {ply}")
    expect(page.locator("#result h2")).to_be_visible()
