"""Orders that come while a player is being asked: none is lost, none leaves anything behind."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from typing import TypeVarTuple

from schwarm.game.record import Irregular
from schwarm.referee import UNLIMITED, Answer, Asked, Event, Left, Referee, Request
from tests.referee.seats import ScriptSeat, first_move, never, run, settle, small_game

Ts = TypeVarTuple("Ts")


class CountingLoop(asyncio.SelectorEventLoop):
    """An event loop that counts what it is given to do."""

    calls = 0

    def call_soon(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        self.calls += 1
        return super().call_soon(callback, *args, context=context)


def test_a_player_who_is_to_blame_in_the_moment_of_an_answer_ends_the_game_before_it() -> None:
    async def leave_and_answer(request: Request) -> Answer:
        referee.blame("blue", Left("LOST_CONNECTION"))
        return await first_move(request)

    seats = {"red": ScriptSeat(leave_and_answer), "blue": ScriptSeat(first_move)}
    referee = Referee(small_game(), seats)
    record = run(referee)
    assert record.plies == ()
    assert record.end is not None
    assert (record.end.winner, record.end.reason) == ("red", Irregular.LEFT)


def test_a_choice_nobody_waits_for_has_ended_before_its_seat_is_closed() -> None:
    happened: list[str] = []

    class Noting(ScriptSeat):
        async def close(self) -> None:
            happened.append("closed")

    async def think(request: Request) -> Answer:
        try:
            return await never(request)
        finally:
            await asyncio.sleep(0)
            happened.append("stopped thinking")

    async def play() -> None:
        seats = {"red": Noting(think), "blue": ScriptSeat(first_move)}
        referee = Referee(small_game(), seats, limits=UNLIMITED)
        game = asyncio.create_task(referee.run())
        await settle()
        referee.cancel()
        await game

    asyncio.run(play())
    assert happened == ["stopped thinking", "closed"]


def test_an_order_to_go_on_while_a_player_thinks_keeps_nobody_busy() -> None:
    async def play() -> int:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, CountingLoop)
        seats = {"red": ScriptSeat(never), "blue": ScriptSeat(first_move)}
        referee = Referee(small_game(), seats, limits=UNLIMITED)
        game = asyncio.create_task(referee.run())
        await settle()
        assert referee.asking == "red"
        referee.unpause()
        await settle()
        before = loop.calls
        await settle()
        calls = loop.calls - before
        referee.cancel()
        await game
        return calls

    with asyncio.Runner(loop_factory=CountingLoop) as runner:
        assert runner.run(play()) < 150  # settling alone takes a hundred


def test_a_step_that_was_overtaken_by_another_pause_lets_nothing_through() -> None:
    async def play() -> None:
        heard: list[Event] = []
        seats = {"red": ScriptSeat(first_move), "blue": ScriptSeat(first_move)}
        referee = Referee(small_game(), seats, listeners=[heard.append], paused=True)
        game = asyncio.create_task(referee.run())
        await settle()
        assert referee.step() is True
        referee.unpause()
        referee.pause()
        await settle()
        assert not any(isinstance(event, Asked) for event in heard)
        referee.unpause()
        assert referee.step() is False
        await game

    asyncio.run(play())
