"""Two pages on one PostgreSQL: what comes to one is answered by whoever has it, and the living go on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient

from schwarm.web import Settings, create_app
from schwarm.web.env import env_of
from schwarm.web.shared.security import fingerprint
from schwarm.web.tables.plans import Plan, Plans
from tests.classroom.classes import OPERATOR, Class
from tests.waiting import PATIENCE_S, wait
from tests.web.shared.requests import bearer, begin, error, state


@contextmanager
def page(url: str, relay: str = "") -> Iterator[TestClient]:
    settings = Settings(
        store=url, relay=relay, hosts=("testserver",), bot_workers=1, class_workers=1, warm_up=False,
        operator_key=fingerprint(OPERATOR),
    )  # fmt: skip
    with TestClient(create_app(settings)) as made:
        env_of(made.app).store.signed_off = lambda: None  # a real one ends its process
        yield made


@pytest.fixture
def pages(postgres_url: str) -> Iterator[tuple[TestClient, TestClient]]:
    with page(postgres_url) as one, page(postgres_url) as other:
        yield one, other


def die(page: TestClient) -> None:
    """As if the machine of a page were gone."""
    store = env_of(page.app).store
    assert store._ear is not None
    store._ear.close()
    store._ear = None


def tables(page: TestClient, boards: str) -> list[str | None]:
    """The tables of a tournament's boards; a board is listed a moment before it has one."""
    return [board["table"] for board in page.get(boards).json()]


def test_a_game_is_played_wherever_one_comes_in(pages: tuple[TestClient, TestClient]) -> None:
    one, other = pages
    seat = begin(one, side="red", opponent="here")
    path = f"/api/tables/{seat['id']}"
    with one.websocket_connect(f"{path}/socket") as near, other.websocket_connect(f"{path}/socket") as far:
        for socket in (near, far):
            socket.send_json({"type": "hello"})
            assert socket.receive_json()["type"] == "welcome"
        for ply in range(4):
            client = pages[ply % 2]
            move = state(client, seat, **bearer(seat))["moves"][0]["move"]
            made = client.post(f"{path}/moves", json={"move": move, "ply": ply}, headers=bearer(seat))
            assert made.json() == {"ply": ply + 1}
        heard: list[list[object]] = [[], []]
        for socket, all_changes in zip((near, far), heard, strict=True):
            while len(all_changes) < 4:
                if (told := socket.receive_json())["type"] == "change":
                    all_changes.append(told)
        assert heard[0] == heard[1]
    refused = other.post(f"{path}/moves", json={"move": "A4-B4"}, headers=bearer(seat))
    assert (refused.status_code, error(refused)["code"]) == (422, "illegal_move")
    assert refused.headers["cache-control"] == "no-store"
    assert other.get(f"/game/{seat['id']}").status_code == 200


def test_all_pages_show_the_same_lists_and_the_same_lobby(pages: tuple[TestClient, TestClient]) -> None:
    one, other = pages
    seat = begin(one, side="red", opponent="here", listed=True)
    wait(lambda: [game["id"] for game in other.get("/api/tables").json()["running"]] == [seat["id"]])
    ada = one.post("/api/people", json={"name": "Ada"}).json()
    mine = {"authorization": f"Bearer {ada['token']}"}
    with other.websocket_connect("/api/people/socket") as lobby:
        lobby.send_json({"type": "hello", "token": ada["token"]})
        wait(lambda: [person["name"] for person in one.get("/api/lobby").json()["people"]] == ["Ada"])
        opened = one.post(
            "/api/tables", json={"game": "piranhas", "opponent": "lobby", "listed": False}, headers=mine
        ).json()
        wait(lambda: [game["id"] for game in other.get("/api/lobby").json()["games"]] == [opened["id"]])
        assert other.post("/api/people/me", json={"name": "Bea"}, headers=mine).status_code == 200
        wait(lambda: [person["name"] for person in one.get("/api/lobby").json()["people"]] == ["Bea"])
        assert [game["id"] for game in other.get("/api/people/me/games", headers=mine).json()["running"]]
        assert other.delete("/api/people/me", headers=mine).status_code == 204
        assert opened["id"] not in env_of(one.app).tables.tables, "what waited for somebody is withdrawn"
        wait(lambda: one.get("/api/lobby").json()["guests"] == 1)


def test_an_invitation_is_good_at_every_page(pages: tuple[TestClient, TestClient]) -> None:
    one, other = pages
    seat = begin(one, side="red", opponent="link")
    wait(lambda: any(env_of(other.app).tables.afar.elsewhere()))
    assert other.get(f"/join/{seat['invite']}").status_code == 200
    joined = other.post("/api/join", json={"invite": seat["invite"]})
    assert joined.status_code == 200
    assert joined.json()["id"] == seat["id"]
    assert error(other.post("/api/join", json={"invite": "nonsense"}))["code"] == "not_found"


def ended_between_two(page: TestClient) -> tuple[str, list[dict[str, str]]]:
    """A game of two people that has ended: its table, and what each says to be known."""
    seat = begin(page, side="red", opponent="link")
    joined = page.post("/api/join", json={"invite": seat["invite"]}).json()
    table = f"/api/tables/{seat['id']}"
    page.post(f"{table}/resign", json={}, headers=bearer(seat))
    wait(lambda: page.get(table).json()["status"] == "ended")
    return seat["id"], [bearer(seat), bearer(joined)]


def forget(page: TestClient, table: str) -> None:
    """As after a restart, or once many other games have ended: no page has it."""
    tables = env_of(page.app).tables
    tables.release(tables.tables[table])
    wait(lambda: (saved := tables.plans.find(table)) is not None and saved.owner is None)


def test_an_ended_game_that_no_page_has_gets_one_rematch_wherever_it_is_asked_for(
    pages: tuple[TestClient, TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, players = ended_between_two(pages[0])
    path = f"/api/tables/{table}/rematch"
    forget(pages[0], table)
    claim, both = Plans.claim, threading.Barrier(2)

    def together(plans: Plans, plan: Plan) -> bool:
        both.wait(PATIENCE_S)
        return claim(plans, plan)

    with monkeypatch.context() as patch, ThreadPoolExecutor(2) as pool:
        patch.setattr(Plans, "claim", together)
        asked = [pool.submit(page.post, path, headers=own) for page, own in zip(pages, players, strict=True)]
    one, other = (answer.result().json()["id"] for answer in asked)
    assert one == other
    assert state(pages[1], {"id": one})["status"] == "running"
    # The ended game is forgotten once more: its rematch goes on at one of the pages.
    owner = next(page for page in pages if table in env_of(page.app).tables.tables)
    forget(owner, table)
    again = [page.post(path, headers=own) for page, own in zip(pages, players, strict=True)]
    assert {answer.json()["id"] for answer in again} == {one}


def test_the_games_of_a_dead_page_go_on(pages: tuple[TestClient, TestClient]) -> None:
    one, other = pages
    seats = [begin(one, side="red", opponent="here") for _ in range(3)]
    for seat in seats:
        move = state(one, seat, **bearer(seat))["moves"][0]["move"]
        path = f"/api/tables/{seat['id']}"
        assert one.post(f"{path}/moves", json={"move": move}, headers=bearer(seat)).json() == {"ply": 1}
    die(one)
    wait(lambda: len(env_of(other.app).tables.tables) == 3)
    for seat in seats:
        shown = state(other, seat, **bearer(seat))
        assert len(shown["history"]) == 1
        path, move = f"/api/tables/{seat['id']}", shown["moves"][0]["move"]
        assert other.post(f"{path}/moves", json={"move": move}, headers=bearer(seat)).json() == {"ply": 2}
        late = one.post(f"{path}/moves", json={"move": move}, headers=bearer(seat))
        assert late.status_code == 503, "who was signed off announces nothing"
        assert len(state(other, seat)["history"]) == 2


def test_a_class_tournament_is_run_from_every_page_and_outlives_its_own(
    pages: tuple[TestClient, TestClient],
) -> None:
    made, _ = Class(pages[0]).begun()
    number = made["id"]
    boards = f"/api/class/events/{number}/boards"
    (name,) = wait(lambda: found if all(found := tables(pages[0], boards)) else [])
    wait(lambda: tables(pages[1], boards) == [name])
    table = f"/api/tables/{name}"
    for page, what in ((pages[0], "pause"), (pages[1], "resume"), (pages[1], "pause")):
        Class(page).did(number, what)
        for other in pages:
            assert Class(other).show(number)["state"] == ("paused" if what == "pause" else "running")
            wait(lambda: other.get(table).json()["hand"]["paused"] == (what == "pause"))  # noqa: B023
    owner, heir = sorted(pages, key=lambda page: env_of(page.app).classroom.room.host.run_of(number) is None)
    die(owner)
    wait(lambda: env_of(heir.app).classroom.room.host.run_of(number))
    wait(lambda: tables(heir, boards) == [name])
    assert heir.get(table).json()["hand"]["paused"]
    Class(heir).did(number, "resume")
    wait(lambda: not heir.get(table).json()["hand"]["paused"])


@pytest.mark.long
def test_real_pages_are_killed_and_nothing_that_was_told_is_lost() -> None:
    from bench.page_kills import measure

    wrong, ended, *_ = measure(kills=4, pages=2, games=6)
    assert (wrong.ours, ended.ratio) == (0, 1)
