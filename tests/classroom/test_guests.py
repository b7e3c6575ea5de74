"""Teams without a program of ours: people who play at the page's tables, clients that come to its port."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from schwarm.contest.client import Client, SeatRequest
from schwarm.referee import NeverCame
from schwarm.web.classroom import returning as returning_clients
from schwarm.web.classroom.returning import WAIT_S, Returning
from tests.classroom.classes import Class, in_class
from tests.waiting import wait

pytestmark = pytest.mark.compiled_only  # about seats, not about rules


def live_of(room: Class, team: int) -> str:
    """The table of a team's game, whether it is ready or not."""
    return str(wait(lambda: next((game["table"] for game in room.team(team)["live"] if game["table"]), "")))


def ready(room: Class, team: int, table: str) -> None:
    """Say that the team is ready; a game that has begun, or is over, asks no more."""
    room.client.post(f"/api/class/tables/{table}/ready", headers=room.own(team))


def table_of(room: Class, team: int) -> str:
    """Where a team's game waits for its move; the team is ready."""

    def look() -> Any:
        for game in room.team(team)["live"]:
            ready(room, team, game["table"])
            answer = room.client.get(f"/api/tables/{game['table']}", headers=room.own(team))
            if answer.status_code != 200:
                continue  # after a restart tables open one by one
            state = answer.json()
            mine = [side for side, seat in state["seats"].items() if seat["name"] == "Ada"]
            if state["to_move"] in mine and state["moves"]:
                return game["table"]
        return None

    return str(wait(look))


def move(room: Class, team: int, table: str) -> int:
    state = room.client.get(f"/api/tables/{table}", headers=room.own(team)).json()
    if not state["moves"]:
        return 409  # its time was up in the meantime, or the game is over
    form = {"move": state["moves"][0]["move"], "ply": state["ply"]}
    answer = room.client.post(f"/api/tables/{table}/moves", json=form, headers=room.own(team))
    return int(answer.status_code)


def finish(room: Class, team: int, event: int, games: int) -> None:
    """Play by hand until so many games of the team have been played."""
    while room.show(event)["played"] < games:
        table = wait(lambda: room.show(event)["played"] >= games or playable(room, team))
        if isinstance(table, str):
            move(room, team, table)


def test_a_paused_tournament_begins_no_game_until_it_is_resumed_also_after_a_restart(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made, team = room.begun(hand_s=600)
        finish(room, team, made["id"], 1)
        table = table_of(room, team)  # the other one has begun
        room.did(made["id"], "pause", reason="lunch")
        assert room.act(made["id"], "pause").status_code == 409
        tokens = room.tokens
    with in_class(tmp_path) as room:
        room.tokens = tokens
        assert live_of(room, team) == table
        match = {"stage": 0, "group": 0, "day": 0, "match": 0}
        room.did(made["id"], "repeat", match=match, reason="again")
        # Its games are handed out, and begin no more; a moment after that they are planned anew.
        shown = wait(lambda: one if not (one := room.show(made["id"]))["live"] and not one["played"] else {})
        assert shown["state"] == "paused"
        assert [line["reason"] for line in shown["journal"] if line["what"] == "paused"] == ["lunch"]
        room.did(made["id"], "resume")
        finish(room, team, made["id"], 2)
        assert room.finished(made["id"])["played"] == 2


def test_a_team_plays_by_hand_and_its_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made, team = room.begun(hand_s=600)
        table = table_of(room, team)
        first = room.client.get(f"/api/class/events/{made['id']}/boards").json()
        assert [board["table"] for board in first] == [table]
        assert move(room, team, table) == 200
        for forbidden in ("take-back", "hint"):
            address = f"/api/tables/{table}/{forbidden}"
            assert room.client.post(address, json={}, headers=room.own(team)).status_code == 409
        tokens = room.tokens
    with in_class(tmp_path) as room:
        room.tokens = tokens
        assert table_of(room, team) == table  # the same game
        assert len(room.client.get(f"/api/tables/{table}/moves").json()) >= 1
        finish(room, team, made["id"], 2)
        room.finished(made["id"])
        games = room.team(team)["games"]
        assert len(games) == 2
        assert {game["reason"] for game in games} & {"left the game", "time up"} == set()
        kept = room.client.get(f"/record/{games[-1]['record']}", follow_redirects=False)
        assert kept.headers["location"] == f"/game/{table}"


def playable(room: Class, team: int) -> str | None:
    for game in room.team(team)["live"]:
        if game["table"]:
            ready(room, team, game["table"])
            state = room.client.get(f"/api/tables/{game['table']}", headers=room.own(team)).json()
            side = next(side for side, seat in state["seats"].items() if seat["name"] == "Ada")
            if state["to_move"] == side and state["moves"]:
                return str(game["table"])
    return None


def test_repeating_a_match_breaks_off_its_game_at_the_table(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made, team = room.begun(hand_s=600)
        table = table_of(room, team)
        match = {"stage": 0, "group": 0, "day": 0, "match": 0}
        room.did(made["id"], "repeat", match=match, reason="wrong place")
        wait(lambda: playable(room, team) not in (None, table))
        assert room.client.get(f"/api/tables/{table}").json()["end"]["reason"] == "cancelled"
        room.did(made["id"], "disqualify", team=team, reason="not there")
        assert room.finished(made["id"])["played"] == 0


def test_after_a_restart_a_game_waits_once_for_a_client_that_was_connected_and_the_operator_may_skip_that(
    tmp_path: Path,
) -> None:
    with in_class(tmp_path, contest_port=0) as room:
        made = room.create()
        teams = [room.ask(made, name, "remote").json() for name in ("Ada", "Bob")]
        room.did(made["id"], "start")
        wait(lambda: room.show(made["id"])["live"])
        assert room.show(made["id"])["absent"] == []  # nobody is missed before anything was interrupted
    with in_class(tmp_path, contest_port=0) as room:
        for team in teams:
            room.tokens[team["id"]] = team["token"]

        def absent() -> dict[str, int | None]:
            return {one["name"]: one["seconds"] for one in room.show(made["id"])["absent"]}

        wait(lambda: None not in absent().values())
        assert all(60 < (seconds or 0) <= WAIT_S for seconds in absent().values())
        assert sorted(room.show(made["id"])["live"][0]["missing"]) == ["Ada", "Bob"]
        ada, bob = (team["id"] for team in teams)
        room.did(made["id"], "skip", team=bob)
        wait(lambda: absent()["Bob"] is None)
        assert absent()["Ada"] is not None
        assert room.show(made["id"])["played"] == 0  # the other one is waited for
        came = threading.Thread(target=come, args=(room.team(ada)["reservation"],))
        came.start()
        wait(lambda: "Ada" not in absent())
        came.join()
        wait(lambda: room.show(made["id"])["played"])
        (game,) = (game for game in room.team(bob)["games"] if game["record"])
        assert game["fault"]["code"] == "never_came"
        assert "was not waited for" in str(game["fault"])
        room.did(made["id"], "disqualify", team=bob, reason="gone")
        assert absent() == {}
        assert "skipped" in [line["what"] for line in room.show(made["id"])["journal"]]


def test_a_client_that_did_not_come_back_is_told_how_long_it_was_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work() -> list[str]:
        returning, said = Returning(asyncio.get_running_loop()), []
        returning.add([1])
        for arrive_s in (60.0, 0.25):  # it is waited for longer once
            with pytest.raises(NeverCame) as error:
                await returning.arrival(1, asyncio.Event(), arrive_s)
            said.append(str(error.value.fault.values["detail"]))
        returning.add([2])
        asyncio.get_running_loop().call_soon(returning.skip, 2)
        monkeypatch.setattr(returning_clients, "WAIT_S", 600.0)
        with pytest.raises(NeverCame) as error:
            await returning.arrival(2, asyncio.Event(), 600.0)
        return [*said, str(error.value.fault.values["detail"])]

    monkeypatch.setattr(returning_clients, "WAIT_S", 0.125)
    assert asyncio.run(work()) == [
        "did not connect within 0.125 s",
        "did not connect within 0.25 s",
        "was not there and was not waited for",
    ]


def come(place: dict[str, Any]) -> None:
    """Take the reserved seat, as a program does that was started again, and go when the game is over."""
    with suppress(Exception), Client("piranhas", place["host"], place["port"]) as client:
        client.play(SeatRequest(reservation=place["code"]), lambda game, budget_ms: game.legal_moves()[0])


def test_a_client_from_elsewhere_comes_with_its_reservation(tmp_path: Path) -> None:
    with in_class(tmp_path, contest_port=0) as room:
        made = room.create()
        answer = room.ask(made, "Ada", "remote").json()
        room.tokens[answer["id"]] = answer["token"]
        room.join(made, "Bob")
        place = answer["reservation"]
        assert room.team(answer["id"])["reservation"] == place
        room.did(made["id"], "start")
        stop = threading.Event()

        def play() -> None:
            while not stop.is_set():
                try:
                    with Client("piranhas", place["host"], place["port"]) as client:
                        seat = SeatRequest(reservation=place["code"])
                        client.play(seat, lambda game, budget_ms: game.legal_moves()[0])
                except Exception:  # before its game is set up a client is refused, and tries again
                    stop.wait(0.1)

        thread = threading.Thread(target=play)
        thread.start()
        try:
            room.finished(made["id"])
        finally:
            stop.set()
            thread.join()
        games = room.team(answer["id"])["games"]
        assert [(game["opponent"], game["fault"]) for game in games] == [("Bob", None)] * 2
