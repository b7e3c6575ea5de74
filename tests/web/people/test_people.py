"""Two people by invite link, reloading in mid-game, spectators, rematch, restart of the server."""

import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.shared.player import READY, choose_side, expect_turn, legal, move, play, start, start_by_form
from tests.web.shared.site import Site


def invite(page: Page, site: Site, game: str = "piranhas") -> str:
    page.goto(f"{site.url}/?game={game}")
    page.wait_for_selector(READY)
    page.check("input[name=opponent][value=link]", force=True)
    choose_side(page, "red")
    page.click("#play")
    return page.input_value("#invite-link")


@pytest.mark.long  # daily: by the lobby in tables/test_lobby.py
def test_two_browsers_play_by_link_and_one_reloads_in_mid_game(browser: Browser, site: Site) -> None:
    first, second = (browser.new_context(locale="en-GB", reduced_motion="reduce") for _ in range(2))
    red, blue = first.new_page(), second.new_page()
    link = invite(red, site)
    blue.goto(link)
    blue.fill("#name", "Ada")
    blue.click("#join button")
    expect(red.locator("#player-top .name")).to_have_text("Ada")
    start_cell, goal = legal(red)
    move(red, start_cell, goal)
    expect(blue.locator("body")).to_have_attribute("data-ply", "1")
    blue.reload()
    start_cell, goal = legal(blue)
    move(blue, start_cell, goal)
    expect(red.locator("body")).to_have_attribute("data-ply", "2")
    expect(red.locator(".piece.blue.fish")).to_have_count(blue.locator(".piece.blue.fish").count())
    # a second tab of the same person plays too
    tab = first.new_page()
    tab.goto(red.url)
    start_cell, goal = legal(tab)
    move(tab, start_cell, goal)
    expect(red.locator("body")).to_have_attribute("data-ply", "3")
    # somebody else only watches: no legal targets, no way to resign
    third = browser.new_context(locale="en-GB").new_page()
    third.goto(red.url)
    expect(third.locator("body")).to_have_attribute("data-ply", "3")
    expect(third.locator(".cell.can")).to_have_count(0)
    expect(third.locator("#resign")).to_be_hidden()
    # the invitation is used up
    third.goto(link)
    expect(third.locator("h1")).to_have_text("Nothing here")
    blue.click("#resign")
    blue.click("#really-resign")
    expect(red.locator("#result")).to_contain_text("You have won")
    red.click("#rematch")
    expect(red.locator("#player-bottom .side-name")).to_have_text("Blue")
    expect(blue.locator("#rematch")).to_have_text("To the rematch")
    blue.click("#rematch")
    start_cell, goal = legal(blue)
    move(blue, start_cell, goal)
    expect(red.locator("body")).to_have_attribute("data-ply", "1")
    for context in (first, second):
        context.close()


def test_a_guest_finds_the_running_game_again(page: Page, site: Site) -> None:
    """Without a name nothing but the browser knows whose game it is; leaving the table must not lose it."""
    start_by_form(page, site.url, "hive", side="red")
    address = page.url
    page.goto(site.url)
    page.wait_for_selector(READY)
    mine = page.locator("#mine .my-game")
    expect(mine).to_contain_text("your turn")
    mine.locator("a").click()
    expect_turn(page)
    assert page.url == address
    link = invite(page, site)
    page.goto(f"{site.url}/lobby")
    expect(mine).to_have_count(2)
    page.click("#mine button:text('Withdraw')")
    expect(mine).to_have_count(1)
    page.goto(link)
    expect(page.locator("h1")).to_have_text("Nothing here")


def test_a_game_goes_on_after_the_server_was_killed(page: Page, tmp_path: Path) -> None:
    with Site(tmp_path / "page.db") as site:
        start(page, site.url, "piranhas", side="red")
        play(page, 3)
        expect_turn(page)
        before = page.locator("#moves li").all_text_contents()
        assert len(before) == 6
        site.stop(signal.SIGKILL)
        expect(page.locator("#connection")).not_to_be_empty()
        site.start()
        expect(page.locator("#connection")).to_be_empty()
        assert page.locator("#moves li").all_text_contents() == before
        play(page, 1)
        expect(page.locator("#moves li")).to_have_count(8)


def test_running_games_can_be_found_and_watched(page: Page, browser: Browser, site: Site) -> None:
    start(page, site.url, "piranhas")
    other = browser.new_context(locale="en-GB").new_page()
    other.goto(f"{site.url}/watch")
    name = page.url.rsplit("/", 1)[1]
    entry = other.locator(f"[data-id='{name}']")
    expect(entry).to_contain_text(re.compile("Piranhas"))
    play(page, 1)
    expect(entry).to_contain_text("Move 2")
    entry.locator("a").click()
    expect(other.locator("body")).to_have_attribute("data-ply", "2")
    play(page, 1)
    expect(other.locator("body")).to_have_attribute("data-ply", "4")
    other.context.close()
