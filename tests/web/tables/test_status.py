"""What the page tells, where one looks and for the one who reads it: results, rules, the past, the line."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from schwarm import list_games, new_game
from schwarm.game import IllegalMove
from schwarm.web import boards
from schwarm.web.env import env_of
from schwarm.web.shared.texts import LANGUAGES, catalogue
from tests.web.shared.access import findings
from tests.web.shared.player import READY, choose_side, expect_turn, pick, play, start
from tests.web.shared.requests import bearer, begin
from tests.web.shared.site import Site

UNDECIDED = {"agreed", "equal swarms", "equally free queens", "equal points", "both queens surrounded"}


# --- results ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_told_to_winners_losers_and_others(language: str) -> None:
    told = catalogue(language)["ui"]
    assert set(told["results"]) == set(told["reasons"])
    for reason, ways in told["results"].items():
        assert set(ways) == ({"seen"} if reason in UNDECIDED else {"won", "lost", "seen"}), reason
        assert len(set(ways.values())) == len(ways), reason


def test_who_resigns_reads_so_and_sees_the_numbers_of_the_strip(page: Page, site: Site) -> None:
    start(page, site.url, "piranhas", side="red")
    play(page, 3)
    expect_turn(page)
    swarm = page.locator("#player-bottom .fact.swarm b").text_content()
    expect(page.locator("#player-bottom .fact")).to_have_count(1)  # three numbers in one picture
    page.click("#resign")
    page.click("#really-resign")
    expect(page.locator("#result h2")).to_have_text(
        re.compile(r"^You have lost: you resigned · \d+\s:\s\d+ heaviest swarm$")
    )
    expect(page.locator("#result tbody tr").first.locator("td").last).to_have_text(str(swarm))


def test_you_is_said_only_where_it_is_one_person(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/?game=piranhas")
    page.wait_for_selector(READY)
    page.check("input[name=opponent][value=here]", force=True)
    page.click("#play")
    page.wait_for_selector("body[data-status=running] .cell")
    assert page.locator(".player .name").all_text_contents() == ["At this screen", "At this screen"]
    page.click("#resign")
    page.click("#really-resign")
    expect(page.locator("#result h2")).to_have_text(re.compile("^Blue has won: Red resigned · "))


def test_the_api_tells_the_same_numbers_after_resigning(client: TestClient) -> None:
    seat = begin(client, "piranhas", opponent="here", side="red")
    table = env_of(client.app).tables.tables[seat["id"]]
    move = str(table.course.shown.legal_moves()[0])
    client.post(f"/api/tables/{seat['id']}/moves", json={"move": move, "side": "red"}, headers=bearer(seat))
    client.post(f"/api/tables/{seat['id']}/resign", json={"side": "red"}, headers=bearer(seat))
    end = client.get(f"/api/tables/{seat['id']}").json()["end"]
    standing = table.course.shown.standing()
    assert end["scores"]["red"] == [0, *standing["red"][1:]]
    assert end["scores"]["blue"] == [2, *standing["blue"][1:]]
    assert standing["red"][1] > 0


# --- status -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)])
def test_messages_cover_no_clock_and_go_with_the_next_move(
    browser: Browser, site: Site, size: tuple[int, int]
) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, locale="en-GB", reduced_motion="reduce"
    )
    page = context.new_page()
    start(page, site.url, "piranhas", side="red")
    expect_turn(page)
    page.click("[data-cell=A4]")
    page.click("[data-cell=B7]")
    expect(page.locator(".toast")).to_contain_text("M2")
    toast = page.locator(".toast").bounding_box()
    assert toast
    for clock in page.locator(".clock").all():
        box = clock.bounding_box()
        assert box
        beside = toast["x"] + toast["width"] <= box["x"] or box["x"] + box["width"] <= toast["x"]
        above = toast["y"] + toast["height"] <= box["y"] or box["y"] + box["height"] <= toast["y"]
        assert beside or above
    play(page, 1)
    expect(page.locator(".toast")).to_have_count(0)
    context.close()


@pytest.mark.long  # daily: people/test_people.py loses one
def test_a_lost_connection_is_seen_and_the_game_goes_on_within_three_seconds_of_the_servers_return(
    page: Page, tmp_path: Path, picture: Callable[[str], str]
) -> None:
    """By the page's own clock, which runs only as far as it is let: a busy machine changes nothing."""
    with Site(tmp_path / "page.db") as site:
        start(page, site.url, "piranhas", side="red")
        expect_turn(page)
        page.clock.install()
        site.stop()
        expect(page.locator("#connection")).to_be_visible()
        assert "grayscale" in page.evaluate("getComputedStyle(document.querySelector('#board')).filter")
        page.screenshot(path=picture("offline"))
        for _ in range(5):
            page.clock.run_for(2000)  # it goes on trying in vain
        site.start()
        page.clock.run_for(2999)
        expect(page.locator("body")).not_to_have_class("gamepage offline")
        expect(page.locator("#connection")).to_be_empty()
        page.clock.resume()
        play(page, 1)


def test_no_attempt_to_connect_again_waits_longer_than_two_seconds(page: Page, site: Site) -> None:
    page.goto(site.url)
    waits = page.evaluate(
        """async () => {
          const { Line } = await import("/static/modules/shared/server.js");
          const line = new Line("/api/tables/none/socket", {}, () => {});
          line.closed = true;
          const waits = [];
          line.again = (wait) => waits.push(wait);
          for (let i = 0; i < 12; i++) line.socket.onclose({ code: 1006 });
          return waits;
        }"""
    )
    assert max(waits) <= 2000


def test_a_server_that_goes_while_it_answers_is_offline_and_a_form_waits_until_it_is_back(
    page: Page, site: Site
) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(site.url)
    page.clock.install()
    code = page.evaluate(
        """async () => {
          const answers = ["", "{", JSON.stringify({ levels: { hive: ["1"] }, elo: {} })];
          window.fetch = async () => new Response(answers.length > 1 ? answers.shift() : answers[0]);
          const { ask } = await import("/static/modules/shared/server.js");
          const { body } = await ask("/api/class").catch((error) => error);
          document.body.append(Object.assign(document.createElement("form"), { id: "test" }));
          const { testForm } = await import("/static/modules/classroom/tests.js");
          void testForm("hive", false, [], async () => null);
          return body.code;
        }"""
    )
    assert code == "offline"
    page.clock.run_for(2500)
    expect(page.locator("#test [name=against]")).to_be_attached()
    assert errors == []


def test_the_tab_says_whose_turn_it_is(page: Page, site: Site) -> None:
    start(page, site.url, "hive", side="red")
    expect_turn(page)
    assert "Your turn" in page.title()
    page.click("#resign")
    page.click("#really-resign")
    expect(page).to_have_title(re.compile("Game over.*Hive"))


def test_the_past_looks_like_the_past_and_a_click_brings_the_present(page: Page, site: Site) -> None:
    start(page, site.url, "piranhas", side="red")
    play(page, 2)
    expect_turn(page)
    page.click("#back")
    expect(page.locator("#status")).to_contain_text("Looking back: 3 of 4")
    inside = "() => present.getBoundingClientRect().right <= status.getBoundingClientRect().right"
    assert page.evaluate(inside.replace("status", "document.querySelector('#status')"))
    assert findings(page) == []
    page.click("[data-cell=E5]")
    expect_turn(page)
    page.keyboard.press("Home")
    page.click("#present")
    expect_turn(page)


@pytest.mark.parametrize("game", ["hive", "piranhas"])
def test_a_piece_that_cannot_move_is_refused_by_a_rule(game: str) -> None:
    drawn, asked = boards.module(game), 0
    for seed in range(6):
        position, choose = new_game(game, seed=seed), Random(seed)
        for _ in range(20):
            if position.finished():
                break
            movable = {choice["path"][0] for choice in drawn.choices(position) if choice["path"]}
            for piece in drawn.board(position)["pieces"]:
                if piece.get("side") == position.to_move and piece["cell"] not in movable:
                    with pytest.raises(IllegalMove) as refused:
                        position.code_of(drawn.text(position, [piece["cell"]]))
                    assert refused.value.rule not in drawn.OUT_OF_REACH
                    asked += 1
            position.play(choose.choice(position.legal_moves()))
    assert asked > 5


def test_a_piece_that_cannot_move_says_why_with_a_link(page: Page, site: Site) -> None:
    start(page, site.url, "hive", side="red")
    expect_turn(page)
    page.click('[data-cell="red:A"]')
    page.locator(".cell.may").first.click()
    page.wait_for_function("() => Number(document.body.dataset.ply) >= 2")
    expect_turn(page)
    own = page.evaluate(
        "document.querySelector('#board > *').scene.board.pieces.find("
        "(piece) => piece.side === 'red' && !piece.cell.includes(':')).cell"
    )
    page.click(f'[data-cell="{own}"]')
    expect(page.locator(".toast")).to_contain_text(
        "This piece cannot move now. Pieces move only once your queen is on the board."
    )
    expect(page.locator(".toast a")).to_have_attribute("href", "/rules/hive#M1")


# --- rules and links --------------------------------------------------------------------------------------
def test_the_table_tells_its_rules_and_links_keep_them(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/?game=piranhas&profile=official&o.rounds=10")
    page.wait_for_selector(READY)
    page.click("#play")
    page.wait_for_selector("body[data-status=running] .cell")
    card = page.locator("#rule-card")
    for text in ("Piranhas", "one swarm", "As on the contest server", "10", "Seed"):
        expect(card).to_contain_text(text)
    expect(card.locator("a")).to_have_attribute("href", "/rules/piranhas")
    pick(page, "#share")
    link = page.get_attribute(".toast a", "href") or ""
    page.goto(link)
    expect(page.locator("#rule-card dd").last).to_have_text("10")
    page.click("#begin")
    page.wait_for_selector("body[data-status=running] .cell")
    expect(page.locator("#status")).to_contain_text("of 10")


@pytest.mark.parametrize("game", list_games())
def test_a_seed_is_told_unless_something_hidden_hangs_on_it(client: TestClient, game: str) -> None:
    seat = begin(client, game, opponent="here", seed=7)
    state = client.get(f"/api/tables/{seat['id']}").json()
    assert state["seed"] == (None if boards.module(game).HIDDEN else "7")
    client.post(f"/api/tables/{seat['id']}/resign", json={}, headers=bearer(seat))
    assert client.get(f"/api/tables/{seat['id']}").json()["seed"] == "7"


# --- settings ---------------------------------------------------------------------------------------------
def test_wishes_are_remembered(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/?game=piranhas")
    page.wait_for_selector(READY)
    page.check("input[name=opponent][value=link]", force=True)
    choose_side(page, "blue")
    page.fill("input[name=name]", "Hedy")
    pick(page, "#settings")
    assert findings(page) == []
    for name, value in (
        ("coordinates", "on"),
        ("theme", "dark"),
        ("sound", "off"),
        ("motion", "off"),
        ("pace", "1000"),
    ):
        page.select_option(f"#setting-{name}", value)
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector(READY)
    assert page.is_checked("input[name=opponent][value=link]")
    assert page.is_checked("input[name=side][value=blue]")
    assert page.input_value("input[name=name]") == "Hedy"
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-motion", "off")
    page.check("input[name=opponent][value=bot]", force=True)
    page.click("#play")
    page.wait_for_selector("body[data-status=running] .cell")
    expect(page.locator(".coord").first).to_be_visible()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("localStorage.getItem('pace')") == "1000"
