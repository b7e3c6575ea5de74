"""A bot that thinks where the referee runs: its time is that on the wall, and its failures are its own."""

from __future__ import annotations

import asyncio
import sys
import time
from functools import partial

import pytest

from schwarm.game.game import Game
from schwarm.game.record import Irregular
from schwarm.referee import (
    UNLIMITED,
    Answer,
    DirectSeat,
    Left,
    Limits,
    ProcessSeat,
    RandomSeat,
    Referee,
    Request,
    Seat,
    Think,
    ThreadSeat,
)
from tests.referee.seats import run, small_game


def ask(think: Think, limits: Limits = UNLIMITED) -> Answer:
    seat = DirectSeat("bot", think)
    return asyncio.run(seat.choose(Request(small_game(), "red", limits)))


def test_it_plays_what_it_thinks_of_the_position_within_the_soft_limit() -> None:
    def think(game: Game, budget_ms: float | None) -> str:
        assert (game.position(), budget_ms) == (small_game().position(), 1500)
        return game.legal_moves()[1]

    assert ask(think, Limits(1500, 60_000)).move == small_game().legal_moves()[1]


TICK_MS = 16 if sys.platform == "win32" else 0  # of the clock by which a thread is measured


def work(game: Game, budget_ms: float | None) -> str:
    end = time.thread_time() + 0.02
    while time.thread_time() < end:
        pass
    return game.legal_moves()[0]


def nap(game: Game, budget_ms: float | None) -> str:
    time.sleep(0.05)
    return game.legal_moves()[0]


async def asked(seat: Seat) -> Answer:
    await seat.join(small_game(), "red", lambda fault: None)
    try:
        return await seat.choose(Request(small_game(), "red", UNLIMITED))
    finally:
        await seat.close()


@pytest.mark.parametrize("kind", ["direct", "thread", "process"])
def test_every_seat_is_charged_the_wall_and_tells_the_processor(kind: str) -> None:
    """What a bot worked is in both times, what it waited, for whatever, only in the one it is charged."""
    for think in (work, nap):
        if kind == "process":
            seat: Seat = ProcessSeat("bot", partial(partial, think))
        else:
            seat = (DirectSeat if kind == "direct" else ThreadSeat)("bot", think)
        answer = asyncio.run(asked(seat))
        assert answer.processor_ms is not None
        assert answer.arrived_ms - answer.left_ms >= (49 if think is nap else 19)
        if think is work:
            assert answer.processor_ms >= 19 - TICK_MS
        else:
            assert answer.processor_ms < 19


def test_no_wait_for_a_processor_is_taken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([100.0, 1_900.0])
    monkeypatch.setattr("schwarm.referee.bot_seats.now_ms", lambda: next(times))
    monkeypatch.setattr("schwarm.programs.processes.scheduled_ms", lambda pid="self": (0.0, 1e6))
    answer = ask(lambda game, budget_ms: "A4-C4")
    assert answer.arrived_ms - answer.left_ms == 1_800


def test_if_it_raises_it_has_left_and_the_other_side_wins() -> None:
    def fail(game: Game, budget_ms: float | None) -> str:
        raise KeyError("queen")

    with pytest.raises(Left, match=r"crashed \(KeyError: 'queen'\)"):
        ask(fail)
    end = run(Referee(small_game(), {"red": DirectSeat("bad", fail), "blue": RandomSeat()})).end
    assert end is not None
    assert (end.winner, end.reason) == ("blue", Irregular.LEFT)
