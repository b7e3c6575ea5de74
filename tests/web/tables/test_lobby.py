"""The lobby: open games, challenges, clocks, draws, moves taken back by consent, lines in two languages."""

from __future__ import annotations

import asyncio
import json
import re
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from schwarm.web.env import env_of
from schwarm.web.people.lobby import LINGER_S
from schwarm.web.shared.texts import LANGUAGES, catalogue
from schwarm.web.tables.talk import LINES
from tests.waiting import wait
from tests.web.people.named import auth, name, start
from tests.web.shared.access import findings
from tests.web.shared.live import LiveSocket
from tests.web.shared.player import READY, legal, move
from tests.web.shared.site import PATIENCE_MS, Site, in_memory


@contextmanager
def entered(client: TestClient, person: dict[str, Any] | None = None) -> Iterator[WebSocketTestSession]:
    """Somebody in the lobby."""
    with client.websocket_connect("/api/people/socket") as socket:
        socket.send_json({"type": "hello", **({"token": person["token"]} if person else {})})
        assert socket.receive_json()["type"] == "welcome"
        yield socket


def two(client: TestClient, **more: Any) -> tuple[dict[str, Any], dict[str, Any], str]:
    """Ada, red, and Bob in a game by challenge."""
    ada, bob = name(client, "Ada"), name(client, "Bob")
    with entered(client, ada):
        seat = start(client, ada, opponent="person", person=bob["id"], **more)
        taken = client.post(f"/api/tables/{seat['id']}/accept", json={}, headers=auth(bob))
    assert taken.json()["tokens"] == {"blue": bob["token"]}
    return ada, bob, seat["id"]


def play(client: TestClient, table: str, person: dict[str, Any]) -> None:
    state = client.get(f"/api/tables/{table}", headers=auth(person)).json()
    form = {"move": state["moves"][0]["move"]}
    assert client.post(f"/api/tables/{table}/moves", json=form, headers=auth(person)).is_success


def offer(client: TestClient, table: str, person: dict[str, Any], what: str, say: str = "offer") -> str:
    form = {"what": what, "say": say}
    answer = client.post(f"/api/tables/{table}/offers", json=form, headers=auth(person))
    return "" if answer.is_success else str(answer.json()["error"]["code"])


def state_of(client: TestClient, table: str) -> dict[str, Any]:
    return dict(client.get(f"/api/tables/{table}").json())


# --- who is here, and open games ---------------------------------------------------------------------------
def test_the_lobby_tells_who_is_here_and_which_games_are_open(client: TestClient) -> None:
    ada, bob = name(client, "Ada"), name(client, "Bob")
    with entered(client, ada) as socket, entered(client):
        assert {socket.receive_json()["type"] for _ in range(2)} == {"lobby", "mine"}
        opened = start(client, ada, opponent="lobby", bank_seconds=180, increment_seconds=2)
        lobby = client.get("/api/lobby").json()
        assert [(one["name"], one["free"]) for one in lobby["people"]] == [("Ada", True)]
        assert lobby["guests"] == 1
        assert "testclient" not in json.dumps(lobby), "nobody's address is told"
        (game,) = lobby["games"]
        assert (game["id"], game["side"], game["rated"]) == (opened["id"], "blue", True)
        assert game["clock"] == {"move_ms": None, "bank_ms": 180_000, "increment_ms": 2_000}
        own = client.post(f"/api/tables/{opened['id']}/accept", json={}, headers=auth(ada))
        assert own.json()["error"]["code"] == "own_game"
        joined = client.post(f"/api/tables/{opened['id']}/accept", json={}, headers=auth(bob))
        assert joined.is_success
        late = client.post(f"/api/tables/{opened['id']}/accept", json={})
        assert late.json()["error"]["code"] == "invitation_used"
        assert client.get("/api/lobby").json()["games"] == []
        while True:
            told = socket.receive_json()
            if told["type"] == "mine" and told["games"] and told["games"][0]["status"] == "running":
                break


def test_nobodys_clock_runs_before_they_know_it(client: TestClient) -> None:
    """A game with a clock is open only while whoever opened it is here."""
    ada, bob = name(client, "Ada"), name(client, "Bob")
    seat = start(client, ada, opponent="lobby", bank_seconds=60)
    assert len(client.get("/api/lobby").json()["games"]) == 1, "whoever opens a game is on the way to it"
    env_of(client.app).tables.tables[seat["id"]].touched -= LINGER_S
    assert client.get("/api/lobby").json()["games"] == []
    away = client.post(f"/api/tables/{seat['id']}/accept", json={}, headers=auth(bob))
    assert away.json()["error"]["code"] == "away"
    start(client, ada, opponent="lobby")
    assert len(client.get("/api/lobby").json()["games"]) == 1, "without a clock there is no hurry"


def test_offers_are_bounded_and_need_a_name(client: TestClient) -> None:
    ada = name(client, "Ada")
    guest = client.post("/api/tables", json={"game": "piranhas", "opponent": "lobby"})
    assert guest.json()["error"]["code"] == "no_name"
    for _ in range(5):
        start(client, ada, opponent="lobby")
    form = {"game": "piranhas", "opponent": "lobby"}
    assert client.post("/api/tables", json=form, headers=auth(ada)).status_code == 429
    for person in ("nobody", ada["id"]):
        form = {"game": "piranhas", "opponent": "person", "person": person}
        assert client.post("/api/tables", json=form, headers=auth(ada)).status_code in (404, 409)


def test_a_challenge_is_declined_or_withdrawn(client: TestClient) -> None:
    ada, bob, eve = (name(client, wish) for wish in ("Ada", "Bob", "Eve"))
    for who in (bob, ada):
        seat = start(client, ada, opponent="person", person=bob["id"])
        path = f"/api/tables/{seat['id']}"
        assert client.post(f"{path}/accept", json={}, headers=auth(eve)).status_code == 409
        assert client.post(f"{path}/withdraw", headers=auth(eve)).status_code == 409
        assert client.post(f"{path}/withdraw", headers=auth(who)).is_success
        assert client.get(path).status_code == 404


def until(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while (message := dict(socket.receive_json()))["type"] != kind:
        pass
    return message


def test_what_is_not_understood_ends_a_lobby_connection(client: TestClient) -> None:
    with entered(client) as socket:
        socket.send_json({"type": "ping"})
        until(socket, "pong")
        socket.send_json({"type": "shout", "text": "x"})
        with pytest.raises(WebSocketDisconnect):
            until(socket, "nothing")


# --- at the table ------------------------------------------------------------------------------------------
def test_a_draw_needs_both(client: TestClient) -> None:
    ada, bob, table = two(client)
    assert offer(client, table, ada, "draw", "accept") == "no_offer"
    play(client, table, ada)
    assert offer(client, table, ada, "draw") == ""
    assert state_of(client, table)["offers"] == {"draw": "red"}
    assert offer(client, table, ada, "draw", "accept") == "no_offer", "nobody agrees with themselves"
    play(client, table, bob)
    assert state_of(client, table)["offers"] == {}, "a move is an answer"
    assert offer(client, table, ada, "draw") == "offered", "not again at once"
    assert offer(client, table, bob, "draw") == ""
    assert offer(client, table, ada, "draw") == "", "offering what is offered accepts it"
    end = state_of(client, table)["end"]
    assert (end["winner"], end["reason"]) == (None, "agreed")
    assert [numbers[0] for numbers in end["scores"].values()] == [1, 1]
    record = client.get(f"/api/tables/{table}/record").json()
    assert record["end"]["reason"] == "agreed"
    assert client.get(f"/api/tables/{table}/replay").is_success


def test_moves_against_people_are_taken_back_by_consent(client: TestClient) -> None:
    ada, bob, table = two(client)
    assert offer(client, table, ada, "take_back") == "no_take_back"
    play(client, table, ada)
    assert client.post(f"/api/tables/{table}/take-back", json={}, headers=auth(ada)).status_code == 409
    assert offer(client, table, ada, "take_back") == ""
    assert offer(client, table, bob, "take_back", "decline") == ""
    assert state_of(client, table)["ply"] == 1
    play(client, table, bob)
    play(client, table, ada)
    play(client, table, bob)
    play(client, table, ada)
    assert state_of(client, table)["rated"]
    assert offer(client, table, ada, "take_back") == ""
    assert offer(client, table, bob, "take_back", "accept") == ""
    state = state_of(client, table)
    assert (state["ply"], state["to_move"], state["rated"]) == (4, "red", False)


def test_a_rematch_begins_when_both_want_it(client: TestClient) -> None:
    ada, bob, table = two(client, bank_seconds=60, increment_seconds=1)
    client.post(f"/api/tables/{table}/resign", json={}, headers=auth(bob))
    again = client.post(f"/api/tables/{table}/rematch", headers=auth(ada)).json()
    assert again["tokens"] == {"blue": ada["token"]}
    state = state_of(client, again["id"])
    assert (state["status"], state["seats"]["red"]["name"], state["bank_ms"]) == ("waiting", "Bob", 60_000)
    same = client.post(f"/api/tables/{table}/rematch", headers=auth(bob)).json()
    assert same["id"] == again["id"]
    assert state_of(client, again["id"])["status"] == "running"


def test_a_rematch_that_both_ask_for_in_the_same_moment_is_one_game(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob, table = two(client)
    tables = env_of(client.app).tables
    seat_down = tables.seat_down

    async def slowly(*given: Any) -> Any:
        await asyncio.sleep(0.5)
        return await seat_down(*given)

    monkeypatch.setattr(tables, "seat_down", slowly)
    client.post(f"/api/tables/{table}/resign", json={}, headers=auth(bob))
    with ThreadPoolExecutor(2) as both:
        asked = [
            both.submit(client.post, f"/api/tables/{table}/rematch", headers=auth(who)) for who in (ada, bob)
        ]
    one, other = (answer.result().json()["id"] for answer in asked)
    assert one == other
    assert state_of(client, one)["status"] == "running"


def test_who_is_to_move_hears_the_moves_again_when_the_other_one_comes(client: TestClient) -> None:
    """The page shows a state once it has its moves, and until then nothing that was told after it."""
    ada, bob, table = two(client)
    path = f"/api/tables/{table}/socket"
    with client.websocket_connect(path) as first:
        here = LiveSocket(first)
        here.say(type="hello", token=ada["token"])
        assert not here.until("moves")["state"]["seats"]["blue"]["here"]
        with client.websocket_connect(path) as second:
            second.send_json({"type": "hello", "token": bob["token"]})
            # The first one's own coming may be told with moves, too, and later than the answer to its hello.
            assert any(here.until("moves")["state"]["seats"]["blue"]["here"] for _ in range(2))


def test_a_bank_runs_down_and_gets_its_increment(client: TestClient) -> None:
    ada, bob, table = two(client, bank_seconds=5, increment_seconds=3)
    play(client, table, ada)
    clock = state_of(client, table)["clock"]
    assert 3_000 < clock["left_ms"]["red"] <= 8_000, "five seconds, less what the move took, and three more"
    assert clock["left_ms"]["blue"] == 5_000
    assert clock["running"] == "blue"
    wait(lambda: state_of(client, table)["status"] == "ended")
    state = state_of(client, table)
    assert (state["end"]["winner"], state["end"]["reason"]) == ("red", "time up")
    assert bob["token"] not in json.dumps(state)


def test_banks_survive_the_end_of_the_program(tmp_path: Path) -> None:
    with in_memory(tmp_path) as client:
        ada, bob, table = two(client, bank_seconds=1_000, increment_seconds=10)
        play(client, table, ada)
        play(client, table, bob)
        before = state_of(client, table)["clock"]["left_ms"]
    with in_memory(tmp_path) as client:
        after = state_of(client, table)
        assert after["clock"]["left_ms"] == before
        assert all(left > 1_000_000 for left in before.values())
        play(client, table, ada)


@pytest.mark.parametrize("free", [False, True])
def test_only_ready_made_lines_are_said_unless_the_operator_allows_more(tmp_path: Path, free: bool) -> None:
    with in_memory(tmp_path, chat=free) as client:
        ada, _, table = two(client)
        with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
            socket.send_json({"type": "hello", "token": ada["token"]})
            socket.send_json({"type": "chat", "line": "hello"})
            assert until(socket, "said")["said"][0]["line"] == "hello"
            socket.send_json({"type": "chat", "line": "you fool"})
            assert until(socket, "error")["error"]["code"] == "bad_request"
            socket.send_json({"type": "chat", "text": "how\u202e are\nyou?"})
            if free:
                assert until(socket, "said")["said"][0]["text"] == "how are you?"
            else:
                assert until(socket, "error")["error"]["code"] == "no_chat"
        with client.websocket_connect(f"/api/tables/{table}/socket") as watcher:
            watcher.send_json({"type": "hello"})
            watcher.send_json({"type": "chat", "line": "hello"})
            assert until(watcher, "error")["error"]["code"] == "no_seat"


def test_every_line_is_said_in_every_language() -> None:
    for language in LANGUAGES:
        assert tuple(catalogue(language)["people"]["chat"]["lines"]) == LINES


def test_only_addresses_of_this_page_become_pictures(client: TestClient) -> None:
    shown = client.get("/api/qr", params={"text": "http://testserver/join/abc"})
    assert shown.headers["content-type"].startswith("image/svg+xml")
    assert shown.text.startswith("<svg")
    for text in (
        "http://elsewhere.example/",
        "javascript:alert(1)",
        "http://testserver@evil.example/",
        "x" * 301,
    ):
        assert client.get("/api/qr", params={"text": text}).status_code == 422, text


# --- two browsers ------------------------------------------------------------------------------------------
def visitor(browser: Browser, site: Site, wish: str, locale: str) -> Page:
    """Somebody in the lobby who took a name."""
    page = browser.new_context(locale=locale, reduced_motion="reduce").new_page()
    page.goto(f"{site.url}/lobby")
    page.wait_for_selector(READY)
    page.fill("#name", wish)
    page.press("#name", "Tab")
    expect(page.locator("#people")).to_contain_text(wish)
    return page


def running(page: Page) -> None:
    page.wait_for_selector("body[data-status=running] .cell")


def test_two_people_meet_in_the_lobby_and_play_with_clocks(browser: Browser, site: Site) -> None:
    ada, bob = visitor(browser, site, "Ada L.", "en-GB"), visitor(browser, site, "Bob B.", "de-DE")
    assert findings(ada) == []
    # a challenge, answered from the first page
    ada.goto(site.url)
    bob.locator("#people li", has_text="Ada L.").locator("button").click()
    bob.select_option("#challenge [name=game]", "piranhas")
    bob.select_option("#challenge [name=clock]", "180+2")
    bob.select_option("#challenge [name=side]", "blue")
    bob.click("#challenge .primary")
    expect(ada.locator("#mine .asked")).to_contain_text("Bob B. wants to play · 3 min + 2 s · rated")
    ada.click("#mine .primary")
    running(ada)
    running(bob)
    expect(bob.locator("#player-top .clock")).to_have_text(re.compile(r"2:\d\d"))  # it runs at both
    expect(ada.locator("#player-bottom .clock")).to_have_text(re.compile(r"2:\d\d"))
    # a line, read in the other one's language
    bob.click(".say summary")
    bob.click("[data-line=good_luck]")
    expect(ada.locator(".said")).to_contain_text("Bob B. Good luck!")
    expect(bob.locator(".said")).to_contain_text("Du Viel Glück!")
    # a move taken back by consent
    start_cell, goal = legal(ada)
    move(ada, start_cell, goal)
    expect(bob.locator("body")).to_have_attribute("data-ply", "1")
    ada.click("#ask-back")
    bob.click("#offers [data-answer=accept]")
    expect(ada.locator("body")).to_have_attribute("data-ply", "0")
    # reloading goes on from the first page
    ada.goto(site.url)
    ada.click("#mine .my-game .button")
    running(ada)
    start_cell, goal = legal(ada)
    move(ada, start_cell, goal)
    expect(bob.locator("body")).to_have_attribute("data-ply", "1")
    # a draw (a move that arrived later would decline the offer), and a rematch with the sides changed
    bob.click("#draw")
    expect(ada.locator("#offers")).to_contain_text("Bob B. offers a draw.")
    assert findings(ada) == []
    ada.click("#offers [data-answer=accept]")
    expect(bob.locator("#result")).to_contain_text("Unentschieden")
    bob.click("#rematch")
    expect(bob.locator("#invite")).to_contain_text("Warten auf Ada L.")
    expect(ada.locator("#rematch")).to_have_text("To the rematch")
    ada.click("#rematch")
    running(bob)
    running(ada)
    expect(ada.locator("#player-bottom .side-name")).to_have_text("Blue")
    ada.context.close()
    bob.context.close()


@pytest.mark.long  # daily: people/test_people.py kills a page, too
def test_a_clock_runs_out_and_the_server_may_be_killed(browser: Browser, tmp_path: Path) -> None:
    with Site(tmp_path / "page.db") as site:
        ada, bob = visitor(browser, site, "Ada", "en-GB"), visitor(browser, site, "Bob", "en-GB")
        bob.fill("#name", "ada")  # somebody has it, and another one is proposed
        bob.press("#name", "Tab")
        bob.click("#name-note .proposal")
        expect(bob.locator("#people")).to_contain_text("ada 2")
        ada.check("#open-what [value=piranhas]")
        ada.evaluate("document.querySelector('#open-clock option').value = '4+0'")
        ada.select_option("#open-clock", "4+0")
        ada.click("#open-game button")
        expect(ada.locator("#invite")).to_contain_text("Only this computer can open this link")
        bob.locator("#games li", has_text="Piranhas").locator("button").click()
        running(ada)
        running(bob)
        site.stop(signal.SIGKILL)
        expect(ada.locator("#connection")).not_to_be_empty()
        site.start()
        expect(ada.locator("#result")).to_contain_text("time", timeout=PATIENCE_MS)
        expect(bob.locator("#result")).to_contain_text("time")
        ada.goto(f"{site.url}/lobby")
        expect(ada.locator("#finished li")).to_have_count(1)
        ada.click("#forget")
        ada.click("#forget-yes")
        expect(ada.locator("#finished-part")).to_be_hidden()
        ada.context.close()
        bob.context.close()
