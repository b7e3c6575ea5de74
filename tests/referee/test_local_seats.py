"""Bots of this program think in threads and processes of their own, never on the event loop."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable

import pytest

from schwarm.game.game import Game
from schwarm.game.record import Irregular
from schwarm.referee import (
    UNLIMITED,
    Left,
    Limits,
    NeverCame,
    ProcessSeat,
    RandomSeat,
    Referee,
    Request,
    Seat,
    Think,
    ThreadSeat,
    now_ms,
)
from tests.referee.seats import run, small_game
from tests.waiting import PATIENCE_S

START_MS, BUDGET_MS = 1_000, 200_000


def first(game: Game, budget_ms: float | None) -> str:
    return game.legal_moves()[0]


def crash(game: Game, budget_ms: float | None) -> str:
    raise KeyError("queen")


def make_slowly() -> Think:
    time.sleep(START_MS / 1000)
    return first


def make_crash() -> Think:
    return crash


def make_exit() -> Think:
    def leave(game: Game, budget_ms: float | None) -> str:
        os._exit(3)

    return leave


def make_sleeper() -> Think:
    def sleep(game: Game, budget_ms: float | None) -> str:
        time.sleep(600)
        return ""

    return sleep


def make_budget_check() -> Think:
    def check(game: Game, budget_ms: float | None) -> str:
        assert budget_ms == BUDGET_MS
        return game.legal_moves()[-1]

    return check


def make_failure() -> Think:
    raise ImportError("no such bot")


def test_the_same_seed_gives_the_same_random_game() -> None:
    games = [
        run(Referee(small_game(30), {"red": RandomSeat(seed=1), "blue": RandomSeat(seed=2)}))
        for _ in range(2)
    ]
    assert [ply.move for ply in games[0].plies] == [ply.move for ply in games[1].plies]


def test_a_bot_thinks_in_its_own_thread_while_the_loop_goes_on() -> None:
    threads: set[int] = set()
    loop_went_on = threading.Event()

    def slow(game: Game, budget_ms: float | None) -> str:
        threads.add(threading.get_ident())
        assert loop_went_on.wait(PATIENCE_S)
        time.sleep(0.05)
        return game.legal_moves()[0]

    async def play() -> None:
        seats = {"red": ThreadSeat("slow", slow), "blue": ThreadSeat("first", first)}
        game = asyncio.create_task(Referee(small_game(1), seats, limits=UNLIMITED).run())
        while not threads:
            await asyncio.sleep(0.001)
        loop_went_on.set()
        record = await game
        assert record.plies[0].think_ms is not None
        assert record.plies[0].think_ms >= 50

    asyncio.run(play())
    assert threading.get_ident() not in threads


def test_a_bot_that_raises_has_left_the_game() -> None:
    referee = Referee(small_game(), {"red": ThreadSeat("bad", crash), "blue": RandomSeat()})
    record = run(referee)
    assert record.end is not None
    assert (record.end.winner, record.end.reason) == ("blue", Irregular.LEFT)
    assert referee.ended is not None
    assert "crashed (KeyError" in str(referee.ended.faults["red"])


def test_a_bot_that_hangs_is_abandoned_at_the_hard_limit() -> None:
    hung = threading.Event()
    seats: dict[str, Seat] = {
        "red": ThreadSeat("hangs", lambda game, budget: str(hung.wait())),
        "blue": RandomSeat(),
    }
    record = run(Referee(small_game(), seats, limits=Limits(20, 50)))
    hung.set()
    assert record.end is not None
    assert (record.end.winner, record.end.reason) == ("blue", Irregular.TIME_UP)


def test_a_bot_in_a_process_plays_and_starting_it_is_not_thinking() -> None:
    seats = {"red": ProcessSeat("first", make_slowly), "blue": ProcessSeat("last", make_budget_check)}
    began_ms = now_ms()
    record = run(Referee(small_game(2), seats, limits=Limits(BUDGET_MS, 250_000)))
    took_ms = now_ms() - began_ms
    assert record.end is not None
    assert record.end.reason not in list(Irregular)
    assert sum(ply.think_ms or 0.0 for ply in record.plies) <= took_ms - START_MS


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (make_crash, "KeyError: 'queen'"),
        (make_exit, "its process ended"),
        (make_failure, "ImportError: no such bot"),
    ],
)
def test_a_process_that_fails_has_left_the_game(
    make: Callable[[], Think], why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    async def ask() -> None:
        seat = ProcessSeat("bad", make)
        try:
            await seat.join(small_game(), "red", lambda fault: None)
            await seat.choose(Request(small_game(), "red", UNLIMITED))
        finally:
            await seat.close()

    with pytest.raises(Left, match=why):
        asyncio.run(ask())


def test_a_process_in_mid_thought_ends_with_the_game() -> None:
    sleeper = ProcessSeat("sleeper", make_sleeper)
    record = run(Referee(small_game(), {"red": sleeper, "blue": RandomSeat()}, limits=Limits(200, 1500)))
    assert record.end is not None
    assert record.end.reason == Irregular.TIME_UP
    assert sleeper._process is not None
    assert not sleeper._process.is_alive()


def test_a_process_still_starting_ends_with_the_game() -> None:
    async def play() -> ProcessSeat:
        seat = ProcessSeat("slow", make_slowly)
        joining = asyncio.create_task(seat.join(small_game(), "red", lambda fault: None))
        await asyncio.sleep(0)
        await seat.close()  # before the process is there to be seen
        with pytest.raises(NeverCame, match="its process did not start"):
            await joining
        return seat

    seat = asyncio.run(play())
    assert seat._process is not None
    seat._process.join(PATIENCE_S)
    assert not seat._process.is_alive()
