"""What was once seen to overlap, to be cut or to say something old stays mended."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from schwarm import list_games, new_game
from schwarm.bots import RandomBot
from schwarm.game.vector import shapes
from schwarm.teaching.lessons import lessons
from schwarm.web.shared.texts import LANGUAGES, catalogue
from schwarm.web.words import words_of
from tests.web.shared.player import expect_turn, play, start
from tests.web.shared.site import Site
from tests.web.shots.boards import stacked

# How far each of some elements sticks out of another one.
OUT = """([inner, outer]) => {
  const box = document.querySelector(outer).getBoundingClientRect();
  const boxes = [...document.querySelectorAll(inner)].map((one) => one.getBoundingClientRect());
  return Math.max(...boxes.flatMap((one) =>
    [box.left - one.left, box.top - one.top, one.right - box.right, one.bottom - box.bottom]));
}"""
# Cells of which a sheet hides the middle.
HIDDEN = """([sheet, ids]) => {
  const box = document.querySelector(sheet).getBoundingClientRect();
  return ids.filter((id) => {
    const cell = document.querySelector(`[data-cell="${id}"]`).getBoundingClientRect();
    const [x, y] = [cell.x + cell.width / 2, cell.y + cell.height / 2];
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
  });
}"""
# Do any of some elements lie on any of others?
OVERLAPS = """([these, those]) => {
  const boxes = (name) => [...document.querySelectorAll(name)].map((one) => one.getBoundingClientRect());
  return boxes(these).some((a) => boxes(those).some((b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
}"""


@pytest.mark.parametrize("game", list_games())
def test_every_piece_has_a_shape_of_its_own_in_small_pictures(game: str) -> None:
    position, bot = new_game(game, seed=3), RandomBot(3)
    while not position.finished() and position.turn < 12:
        position.play(bot.choose(position))
    board = position.board()
    kinds = {piece.kind for piece in board.pieces} | {held.kind for held in board.hands}
    assert kinds <= set(shapes()["pieces"])


@pytest.mark.parametrize("game", list_games())
def test_a_course_says_what_it_is_about(game: str) -> None:
    for language in LANGUAGES:
        told = catalogue(language)["learn"]["minutes"][game]
        assert told.startswith(str(len(lessons(game))))


def test_hands_beside_a_small_hive_stay_on_its_board(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{site.url}/learn/hive")
    page.wait_for_selector("body[data-ready] hex-board.beside .cell.hand")
    assert page.evaluate(OUT, [".cell.hand .shape", "svg.board"]) < 1
    expect(page.locator(".hive-near")).to_have_count(0)  # there is nothing to look at more closely


def test_hands_lie_clear_of_the_fields_when_one_looks_at_the_hive_alone(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(site.url + stacked()[0])
    page.click(".hive-near")
    page.wait_for_selector("hex-board.near.beside .cell.hand")
    assert not page.evaluate(OVERLAPS, [".cell.hand .shape", ".cell:not(.hand) .shape"])


def test_looking_back_moves_nothing_and_messages_leave_the_steps_free(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    start(page, site.url, "piranhas")
    play(page, 2)
    expect_turn(page)
    before = page.locator("#back").bounding_box()
    page.click("#back")
    page.wait_for_selector("#present")
    assert page.locator("#back").bounding_box() == before  # still under the pointer
    page.evaluate(
        "async () => "
        "(await import('/static/modules/shared/dom.js')).toast('A message of some length. '.repeat(6))"
    )
    page.wait_for_selector(".toast")
    assert not page.evaluate(OVERLAPS, [".toast", ".history .steps button"])


def test_a_narrow_window_leaves_most_of_its_room_to_the_board(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1000, "height": 760})
    page.goto(f"{site.url}/position/blokus")
    page.wait_for_selector("blokus-board .rack .tile")
    box = page.locator("blokus-board svg.board").bounding_box()
    assert box
    assert box["width"] > 400


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_a_laid_piece_name_the_square_that_its_notation_names(language: str) -> None:
    position = new_game("blokus", start="5X")
    for move in position.legal_moves():
        if move != "SKIP":
            assert f" {str(move).split('@')[1]}," in words_of(position, str(move))[language]


def test_a_tray_names_the_colour_to_move(page: Page, site: Site) -> None:
    start(page, site.url, "blokus", side="one")
    play(page, 2)
    expect(page.locator(".lay-note")).to_have_text("Blue: drag a piece onto the board, or choose one.")
    expect(page.locator("#status")).to_contain_text("Your turn · Blue")
    expect(page.locator("[data-lay=lay]")).to_have_css("opacity", "1")  # pale, but read


def test_what_a_field_costs_hides_neither_the_ship_nor_the_fields_around(page: Page, site: Site) -> None:
    start(page, site.url, "mississippi_queen", side="red")
    page.wait_for_selector("[data-step=S3]:not([disabled])")
    page.click("[data-step=S3]")
    page.wait_for_selector(".speeds .on[data-step=S3]")
    board = "document.querySelector('river-board')"
    for cell in page.evaluate(f"Object.keys({board}.draft.cell_costs)"):
        page.evaluate(f"(cell) => {board}.tell(cell)", cell)
        ids = page.evaluate(f"[{board}.draft.ship.cell, ...Object.keys({board}.draft.cells)]")
        assert page.evaluate(HIDDEN, [".cost-tip", ids]) == []


def test_clocks_lie_within_their_strips_on_a_telephone_held_across(browser: Browser, site: Site) -> None:
    context = browser.new_context(
        viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    page = context.new_page()
    start(page, site.url, "hive", side="red")
    assert page.evaluate(OUT, ["#player-top .clock", "#player-top"]) <= 0
    context.close()


def test_cells_of_a_side_grow_together(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/position/protista")
    page.wait_for_selector(".stage .joint")
    links = page.evaluate("document.querySelector('hex-board').scene.board.links.length")
    assert links > 0
    expect(page.locator(".joint.edge")).to_have_count(links)
