"""The eye can follow: own pieces arrive first, bots take their time, ways are real, captured pieces go."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from schwarm import list_games, new_game
from schwarm.web import boards
from tests.sampling import sampled
from tests.web.shared.player import pick, play, start
from tests.web.shared.site import Site

# Notes every position shown with its time, and every animation of a piece with the time it ends.
WATCH = """() => {
  window.shown = [];
  const board = document.querySelector("#board > *");
  const show = board.show.bind(board);
  board.show = (scene, how) => {
    const took = show(scene, how);
    const moving = document.getAnimations().length;
    window.shown.push({ at: performance.now(), took, moving, side: scene.last?.side, path: scene.last?.path,
      going: document.querySelectorAll("[data-going]").length, captured: scene.last?.captured.length,
      marks: [...document.querySelectorAll("[data-latest]")].map((mark) => mark.dataset.latest) });
    return took;
  };
}"""


@pytest.fixture
def lively(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", reduced_motion="no-preference")
    yield context.new_page()
    context.close()


def watched(page: Page, moves: int) -> list[dict[str, Any]]:
    page.evaluate(WATCH)
    play(page, moves)
    page.wait_for_function(f"() => window.shown.length >= {2 * moves}")
    found: list[dict[str, Any]] = page.evaluate("window.shown")
    return found


@pytest.mark.parametrize("game", sampled(["hive", "piranhas"], "hive"))
def test_a_bot_s_piece_sets_out_half_a_second_after_one_s_own_has_arrived(
    lively: Page, site: Site, game: str
) -> None:
    start(lively, site.url, game, side="red")
    lively.evaluate("localStorage.removeItem('pace')")
    shown = watched(lively, 2)
    assert [one["side"] for one in shown] == ["red", "blue"] * 2
    moved = [one for one in shown if one["path"]]  # a bot of Hive may have to pass
    assert moved
    assert all(one["took"] > 0 and one["moving"] > 0 for one in moved)
    for own, bot in zip(shown[::2], shown[1::2], strict=True):
        assert bot["at"] - own["at"] >= own["took"] + 500 - 5
    assert all(one["marks"] == [one["path"][-1]] for one in moved)


def test_captured_pieces_are_seen_to_go(lively: Page, site: Site) -> None:
    start(lively, site.url, "piranhas", side="red")
    lively.evaluate(WATCH)
    shown: list[dict[str, Any]] = []
    for part in range(6):  # the bot moves at random: now and then a few moves pass without a capture
        play(lively, 6, seed=part + 1)
        shown = lively.evaluate("window.shown")
        if any(one["captured"] for one in shown):
            break
    assert any(one["captured"] for one in shown)
    assert all(one["going"] == one["captured"] for one in shown)
    lively.wait_for_function("() => !document.querySelector('[data-going]')")


def test_without_motion_nothing_moves_but_the_marks_are_there(page: Page, site: Site) -> None:
    start(page, site.url, "piranhas", side="red")
    shown = watched(page, 2)
    assert all(one["took"] == one["moving"] == one["going"] == 0 for one in shown)
    assert all(one["marks"] for one in shown)
    expect(page.locator(".latest circle")).to_have_count(1)


def test_motion_can_be_switched_off_in_the_settings(lively: Page, site: Site) -> None:
    start(lively, site.url, "piranhas", side="red")
    pick(lively, "#settings")
    lively.select_option("#setting-motion", "off")
    lively.keyboard.press("Escape")
    assert all(one["took"] == 0 for one in watched(lively, 1))


@pytest.mark.parametrize("game", list_games())
def test_the_last_move_tells_everything_that_is_drawn(game: str) -> None:
    """Ways end where pieces lie, ships point where their poses say, captured pieces stood on the board."""
    drawn = boards.module(game)
    for seed in range(4):
        position, choose = new_game(game, seed=seed), Random(seed)
        for _ in range(30):
            if position.finished():
                break
            before = {piece["cell"] for piece in drawn.board(position.view())["pieces"]}
            position.play(choose.choice(position.legal_moves()))
            view = position.view()
            board, last = drawn.board(view), drawn.last(view)
            assert last is not None
            pieces = {piece["cell"]: piece for piece in board["pieces"]}
            assert {piece["cell"] for piece in last["captured"]} <= before
            if last["path"] and last["kind"] != "skip":
                assert last["path"][-1] in pieces
            if last.get("poses"):
                assert last["poses"][-1]["rot"] % 6 == pieces[last["path"][-1]]["rot"]
                assert last["poses"][-1]["cell"] == last["path"][-1]


def test_news_come_in_order_and_who_has_fallen_behind_catches_up(page: Page, site: Site) -> None:
    page.goto(site.url)
    waits = page.evaluate(
        """async () => {
          const { Pace } = await import("/static/modules/tables/pace.js");
          const heard = [];
          const pace = new Pace((message) => heard.push(message.n), (message) => message.due);
          pace.push({ n: 1, due: 0 });
          pace.push({ n: 2, due: performance.now() + 300 });
          pace.push({ n: 3, due: 0 });
          const early = [...heard];
          await new Promise((done) => setTimeout(done, 500));
          for (let n = 4; n < 12; n++) pace.push({ n, due: performance.now() + 60_000 });
          return { early, late: heard.slice(0, 3), caught: heard.length };
        }"""
    )
    assert waits["early"] == [1]
    assert waits["late"] == [1, 2, 3]
    assert waits["caught"] >= 6


@pytest.mark.parametrize("game", sampled(list_games(), "mississippi_queen"))
def test_a_board_that_nobody_touches_comes_to_rest(lively: Page, site: Site, game: str) -> None:
    start(lively, site.url, game)
    play(lively, 1)
    ends = "document.getAnimations().map((one) => one.effect.getComputedTiming().endTime)"
    assert all(0 <= end <= 15_000 for end in lively.evaluate(ends))
    assert lively.evaluate(f"{ends}.length") > 0 or game != "mississippi_queen"
