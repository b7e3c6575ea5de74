"""Bots against bots: one game conducted live, and series that say who is the stronger."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pydantic import TypeAdapter
from starlette.testclient import TestClient

from schwarm.game.errors import GameError
from schwarm.web.env import env_of
from schwarm.web.shared.forms import Machine
from schwarm.web.shared.programs import OfferedProgram, read_offer
from schwarm.web.shared.texts import catalogue
from schwarm.web.tables.machines import machine
from schwarm.web.tables.series_messages import Series
from tests.waiting import wait
from tests.web.shared.access import findings
from tests.web.shared.live import LiveSocket
from tests.web.shared.site import Site, in_memory

SHORT = {"game": "piranhas", "options": {"rounds": 2}}
RANDOM = {"first": {"bot": "random"}, "second": {"bot": "random"}}


def token_of(begun: dict[str, Any]) -> dict[str, str]:
    return {"authorization": f"Bearer {begun['token']}"}


def begin(client: TestClient, **said: Any) -> dict[str, Any]:
    answer = client.post("/api/duels", json={**SHORT, **RANDOM, "pace_ms": 0, **said})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def state_until(socket: LiveSocket, reached: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first state that is so."""
    while not reached(state := socket.until("state")["state"]):
        pass
    found: dict[str, Any] = state
    return found


# --- one game, live ------------------------------------------------------------------------------------
def test_a_game_of_bots_plays_while_somebody_watches(client: TestClient) -> None:
    begun = begin(client)
    table = env_of(client.app).tables.tables[begun["id"]]
    time.sleep(0.3)
    assert table.course.plies == []  # nobody is there
    with client.websocket_connect(f"/api/tables/{begun['id']}/socket") as line:
        socket = LiveSocket(line)
        socket.say(type="hello")
        ended = state_until(socket, lambda state: state["status"] == "ended")
    assert ended["ply"] == 4
    assert {seat["kind"] for seat in ended["seats"].values()} == {"bot"}
    following = client.post(f"/api/duels/{begun['id']}/again", json={}, headers=token_of(begun)).json()
    assert following["id"] != begun["id"]
    assert client.get(f"/api/tables/{following['id']}").json()["duel"]["pace_ms"] == 0


def test_pause_step_and_pace_are_for_whoever_started_it(client: TestClient) -> None:
    begun = begin(client, playing=False, options={"rounds": 10})
    conduct, own = f"/api/duels/{begun['id']}/conduct", token_of(begun)
    assert client.post(conduct, json={"playing": True}).status_code == 401
    stranger = {"authorization": "Bearer somebody-else"}
    assert client.post(conduct, json={"step": True}, headers=stranger).status_code == 403
    with client.websocket_connect(f"/api/tables/{begun['id']}/socket") as line:
        socket = LiveSocket(line)
        socket.say(type="hello")
        assert state_until(socket, lambda state: True)["duel"] == {"playing": False, "pace_ms": 0}
        for ply in (1, 2):
            client.post(conduct, json={"step": True}, headers=own)
            assert state_until(socket, lambda state: state["ply"] > 0)["ply"] == ply
        client.post(conduct, json={"pace_ms": 60_000, "playing": True}, headers=own)
        told = state_until(socket, lambda state: state["duel"]["playing"])
        assert (told["ply"], told["duel"]["pace_ms"]) == (2, 60_000)
        client.post(conduct, json={"pace_ms": 0}, headers=own)
        state_until(socket, lambda state: state["ply"] >= 5)
        client.post(f"/api/duels/{begun['id']}/stop", headers=own)
        ended = state_until(socket, lambda state: state["status"] == "ended")
    assert ended["end"]["reason"] == "cancelled"
    assert client.post(conduct, json={"step": True}, headers=own).json()["error"]["code"] == "ended"


def test_a_paused_game_is_paused_after_a_restart(tmp_path: Path) -> None:
    with in_memory(tmp_path) as client:
        begun = begin(client, playing=False, pace_ms=250, options={"rounds": 10})
        with client.websocket_connect(f"/api/tables/{begun['id']}/socket") as line:
            socket = LiveSocket(line)
            socket.say(type="hello")
            client.post(f"/api/duels/{begun['id']}/conduct", json={"step": True}, headers=token_of(begun))
            state_until(socket, lambda state: state["ply"] == 1)
    with in_memory(tmp_path) as client:
        told = client.get(f"/api/tables/{begun['id']}").json()
        assert (told["ply"], told["status"]) == (1, "running")
        assert told["duel"] == {"playing": False, "pace_ms": 250}
        with client.websocket_connect(f"/api/tables/{begun['id']}/socket") as line:
            socket = LiveSocket(line)
            socket.say(type="hello")
            client.post(f"/api/duels/{begun['id']}/conduct", json={"step": True}, headers=token_of(begun))
            state_until(socket, lambda state: state["ply"] == 2)


def test_only_what_the_operator_allows_may_play(client: TestClient, tmp_path: Path) -> None:
    programs = env_of(client.app).tables.programs
    for line in ("5", "best", "best@200", "mcts#50", "rollouts#5", "random"):
        assert machine(Machine(bot=line, program=""), "hive", programs).level == line
    for line in ("os:system", "./program", "python -c pass", "team.zip", "remote", "11"):
        with pytest.raises(GameError):
            machine(Machine(bot=line, program=""), "hive", programs)
    refused = client.post("/api/duels", json=SHORT | RANDOM | {"first": {"program": "mine"}})
    assert refused.status_code == 422
    assert "no program" in refused.text
    both = client.post("/api/duels", json=SHORT | RANDOM | {"first": {"program": "mine", "bot": "5"}})
    assert both.status_code == 422
    name, offer = read_offer("hive/mine=tests.tournament.bots:first")
    other = tmp_path / "other"
    other.mkdir()
    with in_memory(other, programs={name: offer}) as open_to_it:
        asked = {"game": "hive", "first": {"program": "mine"}, "second": {"bot": "random"}}
        assert open_to_it.post("/api/duels", json=asked).status_code == 201
        assert open_to_it.post("/api/duels", json=asked | SHORT).status_code == 422  # it plays Hive alone


# --- series --------------------------------------------------------------------------------------------
def start_series(client: TestClient, **said: Any) -> dict[str, Any]:
    answer = client.post("/api/series", json={**SHORT, **RANDOM, "games": 6, **said})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_series_is_played_counted_and_kept_as_an_event(client: TestClient) -> None:
    begun = start_series(client, first={"bot": "best#200"})
    address = f"/api/series/{begun['id']}"
    wait(lambda: client.get(address).json()["state"] == "finished")
    found = client.get(address)
    TypeAdapter(Series).validate_json(found.text, strict=True)
    assert (found.json()["played"], found.json()["now"]) == (6, [])
    [line] = client.get("/api/events").json()
    assert (line["id"], line["finished"], line["games"]) == (int(begun["id"]), True, 6)
    event = client.get(f"/api/events/{begun['id']}").json()
    assert event["name"] == "Bot best#200 against Bot random"
    [stage] = event["stages"]
    assert stage["kind"] == "pair"
    first, second = ("Bot best#200", "Bot random")
    [match] = stage["groups"][0]["days"][0]
    assert [game["first"] for game in match["games"]] == [first, second] * 3  # sides are swapped
    number = match["games"][0]["game"]
    assert client.get(f"/record/{number}", follow_redirects=False).status_code == 303
    page = client.get(begun["address"], headers={"accept-language": "de"})
    assert 'id="series"' in page.text


def test_a_series_stops_goes_on_and_survives_a_restart(tmp_path: Path) -> None:
    with in_memory(tmp_path) as client:
        begun = start_series(client, games=400)
        address, own = f"/api/series/{begun['id']}", token_of(begun)
        wait(lambda: client.get(address).json()["played"] > 0)
        assert client.post(f"{address}/stop").status_code == 401
        stopped = client.post(f"{address}/stop", headers=own).json()
        assert stopped["state"] == "stopped"
        assert client.get(address).json()["played"] == stopped["played"] < 400
        assert client.post(f"{address}/go-on", headers=own).json()["state"] == "running"
        rest = start_series(client, games=400)
        client.post(f"/api/series/{rest['id']}/stop", headers=token_of(rest))
    with in_memory(tmp_path) as client:
        assert client.get(address).json()["state"] == "running"
        wait(lambda: client.get(address).json()["played"] > stopped["played"])
        assert client.get(f"/api/series/{rest['id']}").json()["state"] == "stopped"


def test_series_are_bounded_by_visitor_and_by_the_operator(tmp_path: Path) -> None:
    with in_memory(tmp_path, series_of_visitor=1) as client:
        start_series(client, games=400)
        refused = client.post("/api/series", json=SHORT | RANDOM)
        assert refused.status_code == 429
        assert refused.json()["error"]["code"] in catalogue("de")["duels"]["errors"]
        assert client.post("/api/series", json=SHORT | RANDOM | {"games": 402}).status_code == 422
        assert client.post("/api/series", json=SHORT | RANDOM | {"games": 3}).status_code == 422
    with in_memory(tmp_path, series_workers=0) as client:
        assert client.post("/api/series", json=SHORT | RANDOM).json()["error"]["code"] == "no_series"
        assert client.get("/api/series/1").json()["state"] == "stopped"  # it waits for better times
        assert 'value="series" disabled' in client.get("/duel").text


def test_a_series_waits_while_its_program_is_not_offered(tmp_path: Path) -> None:
    name, offer = read_offer("mine=tests.tournament.bots:first")
    assert isinstance(offer, OfferedProgram)
    with in_memory(tmp_path, programs={name: offer}) as client:
        begun = start_series(client, first={"program": "mine"}, games=400)
        wait(lambda: client.get(f"/api/series/{begun['id']}").json()["played"] > 0)
    with in_memory(tmp_path) as client:
        assert client.get(f"/api/series/{begun['id']}").json()["state"] == "stopped"
        answer = client.post(f"/api/series/{begun['id']}/go-on", headers=token_of(begun))
        assert answer.json()["error"]["code"] == "not_offered"


# --- in the browser ------------------------------------------------------------------------------------
def test_two_bots_are_chosen_conducted_and_compared(browser: Browser, site: Site) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site.url}/more")
    page.click("[href='/duel']")
    page.wait_for_selector("body[data-ready]")
    page.click("[data-game=piranhas]")
    page.select_option("[name=first]", "random")
    page.select_option("[name=second]", "greedy")
    page.check("[name=paused]")
    page.click("summary")
    page.fill("[name='option:rounds']", "4")
    assert findings(page) == []
    page.click("#start")
    page.wait_for_selector("body[data-duel=paused] .cell")
    expect(page.locator("#status")).to_contain_text("Paused")
    page.keyboard.press(".")
    page.wait_for_selector("body[data-ply='1']")
    assert findings(page) == []
    watcher = context.new_page()
    watcher.goto(page.url)
    watcher.evaluate("localStorage.clear()")
    watcher.reload()
    expect(watcher.locator("#duel")).to_contain_text("has paused it")
    for _ in range(3):
        page.keyboard.press("+")
    expect(page.locator("#duel-pace")).to_have_value("0")
    page.keyboard.press("Space")
    watcher.wait_for_selector("body[data-status=ended]")
    expect(page.locator("#duel-again")).to_be_visible()
    series_in_the_browser(page, site)
    context.close()


def series_in_the_browser(page: Page, site: Site) -> None:
    """The clear of the watcher took the memory with it: everything is chosen anew."""
    page.goto(f"{site.url}/duel?game=piranhas")
    page.wait_for_selector("body[data-ready]")
    page.select_option("[name=first]", "random")
    page.select_option("[name=second]", "line:")
    page.fill("[name=second-line]", "best#2000")
    page.check("[name=how][value=series]", force=True)
    page.select_option("[name=games]", "400")
    page.click("#start")
    expect(page.locator("#series")).to_contain_text("Running")
    replay = page.locator("#event .match-games a").first
    replay.wait_for()  # the page looks again by itself
    assert findings(page) == []
    page.click("#stop")
    expect(page.locator("#series")).to_contain_text("Stopped")
    expect(page.locator("#go-on")).to_be_visible()
    replay.click()
    page.wait_for_selector("body[data-status=ended]")
