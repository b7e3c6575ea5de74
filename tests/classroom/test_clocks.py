"""Games by hand: a clock runs from the moment somebody is ready, and stands still while nobody may move."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from schwarm.game import new_game
from schwarm.referee import NeverCame, TimeUp
from schwarm.referee.clock import UNLIMITED
from schwarm.referee.events import Asked
from schwarm.referee.seat import Request
from schwarm.web.classroom.seats import HandSeat
from tests.classroom.classes import Class, bearer, in_class
from tests.classroom.test_guests import finish, live_of, move, ready, table_of
from tests.waiting import wait

pytestmark = pytest.mark.compiled_only  # about clocks, not about rules
LIMIT_MS = 60.0
LONGER_S = 0.25  # than the limit


def seat(*, held: bool = False) -> HandSeat:
    return HandSeat("Ada", LIMIT_MS, LIMIT_MS, held=held, came=lambda: None, asked=lambda: None)


def running(work: Callable[[HandSeat], Awaitable[None]], *, held: bool = False) -> None:
    async def run() -> None:
        await work(seat(held=held))

    asyncio.run(run())


def joining(made: HandSeat) -> asyncio.Future[None]:
    game = new_game("piranhas", seed=1)
    return asyncio.ensure_future(made.join(game, "red", lambda fault: None))


def choosing(made: HandSeat) -> asyncio.Future[Any]:
    game = new_game("piranhas", seed=1)
    made.tell(Asked("red", UNLIMITED))
    return asyncio.ensure_future(made.choose(Request(game, "red", UNLIMITED)))


async def held_while_thinking(made: HandSeat) -> asyncio.Future[Any]:
    """A player is there and has been asked for a move, in a pause that lasts longer than its time."""
    made.come()
    await joining(made)
    made.hold(True)
    thinking = choosing(made)
    await asyncio.sleep(LONGER_S)
    return thinking


def test_whoever_is_not_ready_in_time_never_came() -> None:
    async def work(made: HandSeat) -> None:
        with pytest.raises(NeverCame):
            await joining(made)

    running(work)


def test_time_to_get_ready_does_not_run_in_a_pause() -> None:
    async def work(made: HandSeat) -> None:
        coming = joining(made)
        await asyncio.sleep(LONGER_S)
        assert not coming.done()
        made.come()
        await coming

    running(work, held=True)


def test_a_clock_stands_still_in_a_pause_and_runs_out_afterwards() -> None:
    async def work(made: HandSeat) -> None:
        thinking = await held_while_thinking(made)
        assert not thinking.done()
        assert (made.thought_ms or 0.0) < LIMIT_MS
        made.hold(False)
        with pytest.raises(TimeUp):
            await thinking

    running(work)


def test_what_a_pause_lasted_is_not_thinking_time() -> None:
    async def work(made: HandSeat) -> None:
        thinking = await held_while_thinking(made)
        assert made.offer("A4-C4")
        answer = await thinking
        assert answer.arrived_ms - answer.left_ms < LIMIT_MS

    running(work)


def state_of(room: Class, team: int, table: str) -> dict[str, Any]:
    shown: dict[str, Any] = room.client.get(f"/api/tables/{table}", headers=room.own(team)).json()
    return shown


def test_no_clock_runs_before_a_team_has_said_that_it_is_ready(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made, team = room.begun(hand_s=5)
        table = live_of(room, team)
        time.sleep(6)  # longer than a move may take
        shown = room.show(made["id"])
        assert shown["played"] == 0
        assert [game["missing"] for game in shown["live"]] == [["Ada"]]
        state = state_of(room, team, table)
        assert (state["hand"]["ready"], state["clock"]["running"]) == ({"red": False}, None)
        form = {"move": "A1-A2", "ply": 0}
        early = room.client.post(f"/api/tables/{table}/moves", json=form, headers=room.own(team))
        assert (early.status_code, early.json()["error"]["code"]) == (409, "not_ready")
        stranger = room.client.post(f"/api/class/tables/{table}/ready", headers=bearer("x" * 24))
        assert stranger.status_code == 403
        ready(room, team, table)
        wait(lambda: state_of(room, team, table)["clock"]["running"] == "red")
        assert room.show(made["id"])["live"][0]["missing"] == []


def test_a_team_that_never_gets_ready_loses_its_game(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made, team = room.begun(ready_s=5)
        done = room.finished(made["id"])
        assert done["played"] == 2
        games = room.team(team)["games"]
        assert [(game["result"], game["fault"]["code"]) for game in games] == [("lost", "never_came")] * 2


def test_a_pause_stops_the_clocks_of_games_by_hand_also_over_a_restart(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made, team = room.begun(hand_s=5)
        table = table_of(room, team)
        room.did(made["id"], "pause", reason="lunch")
        wait(lambda: state_of(room, team, table)["hand"]["paused"])
        stands = state_of(room, team, table)["clock"]
        assert stands["running"] is None
        assert move(room, team, table) == 409
        time.sleep(6)  # longer than a move may take
        assert room.show(made["id"])["played"] == 0
        assert state_of(room, team, table)["clock"]["left_ms"] == stands["left_ms"]
        tokens = room.tokens
    with in_class(tmp_path) as room:
        room.tokens = tokens
        assert live_of(room, team) == table  # it is there, and waits
        assert move(room, team, table) == 409
        room.did(made["id"], "resume")
        wait(lambda: move(room, team, table) == 200)
        finish(room, team, made["id"], 2)
        assert room.finished(made["id"])["played"] == 2
