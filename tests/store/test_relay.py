"""What a table tells reaches those who watch it over another page: once, by PostgreSQL or by Redis."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from schwarm.store import open_store
from schwarm.store.errors import BadUrl, StoreError, Unreachable
from schwarm.store.letters import LONGEST, box_of
from schwarm.web import Settings, create_app
from schwarm.web.env import env_of
from schwarm.web.shared.inner import RESTART
from tests.store import redis
from tests.store.test_pages import die, page
from tests.waiting import wait
from tests.web.shared.live import LiveSocket
from tests.web.shared.requests import bearer, begin, state


@pytest.fixture(params=["postgresql", "redis"])
def pages(request: pytest.FixtureRequest, postgres_url: str) -> Iterator[tuple[TestClient, TestClient]]:
    relay = request.getfixturevalue("own_redis").url if request.param == "redis" else ""
    with page(postgres_url, relay=relay) as one, page(postgres_url, relay=relay) as other:
        yield one, other


@pytest.fixture
def own_redis() -> Iterator[redis.Redis]:
    program = redis.program()
    if program is None:
        pytest.skip("Redis is not installed (tests/system-packages.txt lists Debian's packages)")
    made = redis.Redis(program)
    made.start()
    try:
        yield made
    finally:
        made.stop()


def play(client: TestClient, seat: dict[str, Any], plies: int = 1) -> int:
    """Make some moves; how many there are now."""
    path = f"/api/tables/{seat['id']}/moves"
    for _ in range(plies):
        shown = state(client, seat, **bearer(seat))
        form = {"move": shown["moves"][0]["move"], "ply": shown["ply"]}
        assert client.post(path, json=form, headers=bearer(seat)).status_code == 200
    return int(shown["ply"]) + 1


def reached(live: LiveSocket, ply: int) -> dict[str, Any]:
    while (told := live.until("state"))["state"]["ply"] != ply:
        pass
    return told


def come(socket: WebSocketTestSession, **hello: str) -> LiveSocket:
    live = LiveSocket(socket)
    live.say(type="hello", **hello)
    assert live.hear()["type"] == "welcome"
    return live


def watched(client: TestClient, path: str, ply: int) -> dict[str, Any]:
    """What a browser sees: it comes again while its page cannot say yet who goes on with the game."""
    while True:
        try:
            with client.websocket_connect(path) as socket:
                return reached(come(socket), ply)
        except WebSocketDisconnect as closed:
            if closed.code != RESTART:
                raise


def test_those_who_watch_over_another_page_are_one_watcher_and_see_everything(
    pages: tuple[TestClient, TestClient],
) -> None:
    one, other = pages
    seat = begin(one, side="red", opponent="here")
    path = f"/api/tables/{seat['id']}/socket"
    table = env_of(one.app).tables.tables[seat["id"]]
    with one.websocket_connect(path) as near, other.websocket_connect(path) as a:
        here, far = come(near), [come(a)]
        assert play(other, seat, 2) == 2
        with other.websocket_connect(path) as b, other.websocket_connect(path) as c:
            far += [come(b), come(c)]
            wait(lambda: table.watchers.spectators() == 4)
            assert len(table.watchers) == 2, "one of them is a page"
            assert play(one, seat) == 3
            wanted = reached(here, 3)
            assert [reached(live, 3) for live in far] == [wanted] * 3
            far[1].say(type="ping", id=5)
            assert far[1].until("pong")["id"] == 5
            far[1].say(type="move", move="A1-B1")  # what only the page of the table can answer
            assert far[1].until("error")["error"]["code"]
        wait(lambda: table.watchers.spectators() == 2)
    wait(lambda: not table.watchers)
    assert not env_of(other.app).far.tables


def test_a_player_talks_with_the_page_of_the_table(pages: tuple[TestClient, TestClient]) -> None:
    one, other = pages
    seat = begin(one, side="red", opponent="here")
    with other.websocket_connect(f"/api/tables/{seat['id']}/socket") as socket:
        live = come(socket, token=bearer(seat)["authorization"].partition(" ")[2])
        move = live.until("moves")["moves"][0]["move"]
        live.say(type="move", move=move, ply=0)
        reached(live, 1)


def test_a_table_that_nobody_has_any_more_is_watched_on(pages: tuple[TestClient, TestClient]) -> None:
    one, other = pages
    seat = begin(one, side="red", opponent="here")
    path = f"/api/tables/{seat['id']}/socket"
    with other.websocket_connect(path) as socket:
        reached(come(socket), 0)
        die(one)
        wait(lambda: seat["id"] in env_of(other.app).tables.tables)
        for task in env_of(one.app).far._tasks:  # its machine is gone
            task.cancel()
        assert play(other, seat) == 1
    assert watched(other, path, 1)


def test_watchers_stay_connected_when_a_third_page_goes_on_with_the_game(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with page(postgres_url) as watching, page(postgres_url) as heir, ExitStack() as owner:
        seat = begin(owner.enter_context(page(postgres_url)), side="red", opponent="here")
        monkeypatch.setattr(env_of(watching.app).tables, "take_over", lambda: None)
        with watching.websocket_connect(f"/api/tables/{seat['id']}/socket") as socket:
            live = come(socket)
            reached(live, 0)
            owner.close()
            wait(lambda: seat["id"] in env_of(heir.app).tables.tables)
            assert play(heir, seat) == 1
            reached(live, 1)


def test_a_relay_that_dies_costs_watchers_a_moment_and_games_nothing(
    postgres_url: str, own_redis: redis.Redis
) -> None:
    with page(postgres_url, relay=own_redis.url) as one, page(postgres_url, relay=own_redis.url) as other:
        seat = begin(one, side="red", opponent="here")
        with other.websocket_connect(f"/api/tables/{seat['id']}/socket") as socket:
            live = come(socket)
            reached(live, 0)
            own_redis.stop()
            assert play(one, seat, 2) == 2
            reached(live, 2)  # now and then it is looked at even so
            own_redis.start()
            assert play(one, seat, 2) == 4
            reached(live, 4)
            assert play(other, seat) == 5
            reached(live, 5)


def test_a_relay_that_is_not_there_is_told_in_one_line(postgres_url: str, tmp_path: Path) -> None:
    def start(store: str, relay: str) -> StoreError:
        with pytest.raises(StoreError) as told, TestClient(create_app(Settings(store=store, relay=relay))):
            pass
        return told.value

    nowhere = start(postgres_url, "redis://:secret@127.0.0.1:1/0")
    assert isinstance(nowhere, Unreachable)
    assert "redis://127.0.0.1:1/0 cannot be reached" in str(nowhere)
    assert "\n" not in str(nowhere)
    for store, relay in (
        (postgres_url, "http://127.0.0.1"),
        (str(tmp_path / "page.db"), "redis://127.0.0.1"),
    ):
        assert isinstance(start(store, relay), BadUrl)


def test_letters_come_in_their_order_and_as_long_as_they_may_be(postgres_url: str) -> None:
    heard: list[str] = []
    with open_store(postgres_url) as one, open_store(postgres_url) as other:
        other.letters.hear = heard.extend
        assert other._ear is not None
        other._ear.ready.wait()
        sent = [f"{number} {'ü' * ((LONGEST - 8) // 2)}" for number in range(50)]
        for letter in sent:
            one.letters.send(box_of(other.number), letter)
        wait(lambda: len(heard) == len(sent))
    assert heard == sent


def test_both_ends_are_told_when_letters_may_be_lost(postgres_url: str) -> None:
    import psycopg

    told: list[str] = []
    with open_store(postgres_url) as one, open_store(postgres_url) as other:
        one.letters.send(box_of(other.number), "first")
        assert other._ear is not None
        other._ear.ready.wait()
        one.letters.missed = lambda: told.append("one")
        other.letters.missed = lambda: told.append("other")
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                " AND datname = 'postgres'"
            )
        one.letters.send(box_of(other.number), json.dumps("lost"))
        wait(lambda: {"one", "other"} <= set(told))
