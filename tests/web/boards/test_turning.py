"""The board seen from either side, and the best line drawn on it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from schwarm import list_games, rule_book
from tests.sampling import sampled
from tests.waiting import wait
from tests.web.shared.access import findings
from tests.web.shared.player import expect_turn, pick, play, start
from tests.web.shared.site import Site

PLACES = """() => Object.fromEntries([...document.querySelectorAll('#board [data-cell]')].map((cell) => {
  const box = cell.getBoundingClientRect();
  return [cell.dataset.cell, [box.x + box.width / 2, box.y + box.height / 2]];
}))"""


def places(page: Page) -> dict[str, list[float]]:
    found: dict[str, list[float]] = page.evaluate(PLACES)
    return found


@pytest.mark.parametrize("game", sampled(list_games(), "hive"))
def test_turning_moves_every_cell_and_is_remembered(
    page: Page, site: Site, game: str, picture: Callable[[str], str]
) -> None:
    start(page, site.url, game, side=rule_book(game).sides[0])
    before = places(page)
    expect(page.locator("#turn")).to_have_attribute("aria-pressed", "false")
    pick(page, "#turn")
    expect(page.locator("#turn")).to_have_attribute("aria-pressed", "true")
    left = min(before, key=lambda cell: before[cell][0])

    def is_right() -> bool:
        after = places(page)
        xs = sorted(x for x, _ in after.values())  # a camera may have moved meanwhile
        return after[left][0] > xs[len(xs) // 2]

    wait(is_right)  # the board may be on its way
    assert findings(page) == []
    page.screenshot(path=picture(f"turned-{game}"))
    play(page, 1)  # clicks hit what they are meant for
    page.reload()
    page.wait_for_selector("body[data-status=running] .cell")
    expect(page.locator("#turn")).to_have_attribute("aria-pressed", "true")
    pick(page, "#turn")
    expect(page.locator("#turn")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("game", sampled(["hive", "protista"], "protista"))
def test_the_second_side_has_its_own_half_below(
    page: Page, site: Site, game: str, picture: Callable[[str], str]
) -> None:
    first, second = rule_book(game).sides
    if game == "hive":  # on wide windows its hands lie beside the hive
        page.set_viewport_size({"width": 390, "height": 844})
    start(page, site.url, game, side=second)
    expect(page.locator("#turn")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#player-bottom")).to_have_class(re.compile(second))
    heights = "pieces => pieces.map(piece => piece.getBoundingClientRect().y)"
    below, above = (
        page.locator(f"#board .layer.pieces .{side}").evaluate_all(heights) for side in (second, first)
    )
    assert sum(below) / len(below) > sum(above) / len(above)
    page.screenshot(path=picture(f"second-{game}"))


def test_arrow_keys_go_where_they_point_on_a_turned_board(page: Page, site: Site) -> None:
    start(page, site.url, "piranhas", side="red")
    pick(page, "#turn")
    page.focus("[data-cell=E5]")
    page.evaluate("document.querySelector('square-board').moveFocus('E5', true)")
    before = places(page)
    page.keyboard.press("ArrowRight")
    reached = page.evaluate("document.activeElement.dataset.cell")
    assert reached == "D5"
    assert before[reached][0] > before["E5"][0]


NUMBERED = """() => {
  const numbers = [...document.querySelectorAll(".to-come .number")].map((one) => one.textContent);
  const right = numbers.every((one, place) => one === String(place + 1));
  return numbers.length > 0 && numbers.length <= 3 && right;
}"""


def test_the_best_line_is_drawn_with_numbers(page: Page, site: Site, picture: Callable[[str], str]) -> None:
    start(page, site.url, "piranhas", side="red")
    play(page, 3)
    expect_turn(page)
    page.click("#resign")
    page.click("#really-resign")
    page.click("#analyse")
    page.wait_for_selector(".verdict")
    page.keyboard.press("Home")
    page.wait_for_function(NUMBERED)  # with fewer moves where the machine is busy
    page.screenshot(path=picture("best-line"))
    pick(page, "#turn")
    page.wait_for_function(NUMBERED)
