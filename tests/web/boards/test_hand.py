"""Boards that answer the hand: lines count themselves, words are arrows, and the room is used for tiles."""

import re
from urllib.parse import quote

from playwright.sync_api import Page, expect

from schwarm import new_game
from tests.web.shared.site import Site

UNIT = "document.querySelector('hex-board svg.board').getScreenCTM().a"
STACKED = 40.4  # pixels of a tile at 1280 x 720 with the hands above and below the board


def test_a_line_counts_itself_and_words_show_their_move(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{site.url}/position/piranhas")
    page.locator(".cell.can").first.click()
    page.locator(".cell.may").first.hover()
    count = page.locator(".line-count .count-text")
    expect(count).to_have_text(re.compile(r"(\d+) fish, \1 squares|1 fish, 1 square"))
    expect(page.locator(".lit-line.aimed")).to_have_count(1)
    page.keyboard.press("Escape")
    page.click("#hint")
    word = page.locator("#verdict .move-word")
    word.hover()
    expect(page.locator(".to-come.touched")).to_have_count(1)
    page.mouse.move(2, 2)
    expect(page.locator(".to-come.touched")).to_have_count(0)
    word.focus()
    expect(page.locator(".to-come.touched")).to_have_count(1)


def test_hands_lie_beside_the_hive_where_there_is_room(page: Page, site: Site) -> None:
    start = new_game("hive", seed=7)
    for _ in range(4):
        start.play(start.legal_moves()[0])
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{site.url}/position/hive?p={quote(start.public_position())}")
    page.wait_for_function(f"() => {UNIT} >= {1.25 * STACKED}")
    board = page.locator("#board").bounding_box()
    page.click(".hive-near")
    page.wait_for_function(f"() => {UNIT} > {1.6 * STACKED}")
    assert page.locator("#board").bounding_box() == board
    page.click(".hive-near")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("() => !document.querySelector('hex-board').classList.contains('beside')")
