"""The column beside the board: giving a turn away is asked about; rounds and scores are told in all games."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from schwarm import list_games, new_game
from schwarm.web import boards
from tests.web.shared.access import findings
from tests.web.shared.player import expect_turn, pick, play, reach, start
from tests.web.shared.requests import bearer, begin
from tests.web.shared.site import Site


def test_a_turn_is_given_away_last_and_not_unasked(page: Page, site: Site) -> None:
    start(page, site.url, "blokus", side="one")
    play(page, 2)  # the first pieces must be laid
    expect_turn(page)
    page.wait_for_selector("#skip button", state="attached")
    expect(page.locator("#choices button")).to_have_count(0)
    reach(page, "#skip")
    last = "[...document.querySelectorAll('#game-menu button')].pop()"
    assert page.evaluate(f"{last}.closest('#skip') !== null")
    page.click("#skip button")
    expect(page.locator("#skip-dialog")).to_contain_text("give this turn away")
    page.keyboard.press("Enter")  # what is focused keeps the turn
    expect(page.locator("#skip-dialog")).to_have_count(0)
    ply = page.get_attribute("body", "data-ply")
    expect_turn(page)
    pick(page, "#skip button")
    page.click("#skip-confirm")
    page.wait_for_function(f"() => Number(document.body.dataset.ply) > {ply}")


def test_a_skip_that_is_the_only_move_is_not_asked_about(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/robots.txt")
    page.set_content("<div id=choices></div><div id=skip></div>")
    offered = """async (moves) => {
      const { offerLoose } = await import("/static/modules/boards/loose-moves.js");
      const places = [document.querySelector("#choices"), document.querySelector("#skip")];
      const found = moves.map((move) => ({ move, path: move === "SKIP" ? [] : ["A1"] }));
      offerLoose(...places, { scene: { moves: found } }, "blokus", found.filter(({ path }) => !path.length));
      return places.map((place) => place.querySelectorAll("button").length);
    }"""
    assert page.evaluate(offered, ["SKIP"]) == [1, 0]
    assert page.evaluate(offered, ["SKIP", "1@A1"]) == [0, 1]


@pytest.mark.parametrize("game", list_games())
def test_the_first_turns_of_both_sides_are_the_first_round(game: str) -> None:
    position = new_game(game, seed=3)
    counted = []
    while position.turn < 24 and not position.finished():
        counted.append((position.to_move, boards.of(position).board(position)["round"]))
        position.play(next(move for move in position.legal_moves() if move != "SKIP"))
    seen: dict[int, set[str]] = {}
    for side, number in counted:
        seen.setdefault(number, set()).add(side)
    assert counted[0][1] == 1
    rounds = sorted(seen)
    assert rounds == list(range(1, len(rounds) + 1))
    assert len(rounds) > 2
    assert all(len(seen[number]) == 2 for number in rounds[:-1])


def test_protista_counts_half_as_many_rounds_as_turns() -> None:
    position = new_game("protista", seed=3)
    assert boards.of(position).board(position)["rounds"] == int(position.options["turn_limit"]) // 2


@pytest.mark.parametrize("game", list_games())
def test_the_headline_of_the_end_tells_the_score(page: Page, site: Site, game: str) -> None:
    start(page, site.url, game)
    page.evaluate("document.querySelector('#resign').click()")
    page.click("#really-resign")
    headline = page.locator("#result h2")
    expect(headline).to_contain_text("You have lost: you resigned ·")
    state: dict[str, Any] = page.request.get(page.url.replace("/game/", "/api/tables/")).json()
    own, other = (state["end"]["scores"][side][1] for side in state["sides"])
    expect(headline).to_contain_text(f"{own} : {other} {state['end']['score_names'][1]}")


def test_numbers_that_a_narrow_strip_hides_are_reached_by_keys(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    start(page, site.url, "piranhas", side="red")
    page.evaluate(
        """async () => {
          const { drawStrip } = await import("/static/modules/tables/players.js");
          const taken = [1, 2, 3].map((size) => ({ kind: "fish", size, side: "red", count: 3 }));
          const facts = ["swarm", "swarms", "weight"].map((key) => ({ key, value: 10 }));
          const board = { sides: { blue: { facts, taken } } };
          drawStrip(document.querySelector("#player-top"), "blue", board, "", "You");
        }"""
    )
    expect(page.locator("#player-top .facts")).to_have_attribute("tabindex", "0")
    assert findings(page, "scrollable-region-focusable") == []


@pytest.mark.parametrize("game", list_games())
def test_a_picture_for_lists_has_few_elements(client: TestClient, game: str) -> None:
    seat = begin(client, game, opponent="here")
    for _ in range(8):
        moves = client.get(f"/api/tables/{seat['id']}?moves=1").json().get("moves") or []
        if not moves:
            break
        client.post(f"/api/tables/{seat['id']}/moves", json={"move": moves[-1]["move"]}, headers=bearer(seat))
    picture = client.get(f"/api/tables/{seat['id']}/picture").text
    assert picture.count("<") - picture.count("</") < 1000


def test_visitors_read_no_commands_and_see_no_empty_tab(client: TestClient) -> None:
    for path in ("/events", "/lab", "/", "/more"):
        assert "<code>schwarm" not in client.get(path).text, path
    assert 'href="/events"' not in client.get("/").text
    assert "/operate" in client.get("/more").text


def test_a_place_that_the_lot_decided_says_so(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/robots.txt")
    told = """async (stages) => {
      const { places } = await import("/static/modules/classroom/places.js");
      return places({ stages }).map(({ name, lot }) => [name, lot]);
    }"""

    def row(rank: int, name: str, *values: float) -> dict[str, Any]:
        return {"rank": rank, "name": name, "matches": [0, 0, 0], "games": [0, 0, 0], "values": values}

    table = [row(1, "A", 9, 2), row(2, "B", 6, 3), row(3, "C", 6, 1), row(4, "D", 0, 4)]
    group = {"number": 0, "criteria": ["match points", "lot"], "rows": table, "days": []}
    stage = {"name": "All", "trial": False, "groups": [group]}
    assert page.evaluate(told, [stage]) == [["A", False], ["B", True], ["C", True], ["D", False]]
    final = {"home": "A", "away": "B", "winner": "A", "decided_by": "lot", "title": "final"}
    bracket = {
        "number": 0,
        "criteria": [],
        "rows": [row(1, "A"), row(2, "B"), row(3, "C")],
        "days": [[final]],
    }
    assert page.evaluate(told, [stage | {"groups": [bracket]}]) == [["A", True], ["B", True], ["C", False]]


def test_a_hint_that_comes_after_the_move_is_not_shown(page: Page, site: Site) -> None:
    held: list[Any] = []
    start(page, site.url, "piranhas")
    expect_turn(page)
    page.route("**/hint", lambda answer: held.append(answer))
    page.click("#hint")
    play(page, 1)
    expect_turn(page)
    for answer in held:
        answer.continue_()
    expect(page.locator("#hint")).to_be_enabled()
    expect(page.locator("#guide-suggestion, .toast, .hinted")).to_have_count(0)
