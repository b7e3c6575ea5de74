"""A bot that thinks where the referee runs: its time is its own thinking, and its failures are its own."""

from __future__ import annotations

import asyncio
import time

import pytest

from schwarm.game.game import Game
from schwarm.game.record import Irregular
from schwarm.referee import UNLIMITED, Answer, DirectSeat, Left, Limits, RandomSeat, Referee, Request, Think
from schwarm.referee.bot_seats import queued_ms
from tests.referee.seats import run, small_game


def ask(think: Think, limits: Limits = UNLIMITED) -> Answer:
    seat = DirectSeat("bot", think)
    return asyncio.run(seat.choose(Request(small_game(), "red", limits)))


def test_it_plays_what_it_thinks_of_the_position_within_the_soft_limit() -> None:
    def think(game: Game, budget_ms: float | None) -> str:
        assert (game.position(), budget_ms) == (small_game().position(), 1500)
        return game.legal_moves()[1]

    assert ask(think, Limits(1500, 60_000)).move == small_game().legal_moves()[1]


def test_its_time_is_at_least_what_it_worked_and_never_negative() -> None:
    def work(game: Game, budget_ms: float | None) -> str:
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            pass
        return "A4-C4"

    times_ms = [answer.arrived_ms - answer.left_ms for answer in (ask(work) for _ in range(5))]
    assert min(times_ms) >= 0
    # A wait for a core just around the first or the last look at the clock may hide some work, once.
    assert max(times_ms) >= 19
    at_once = ask(lambda game, budget_ms: "A4-C4")
    assert at_once.arrived_ms >= at_once.left_ms


def test_waiting_for_a_core_only_grows() -> None:
    before = queued_ms()
    time.sleep(0.001)
    assert 0 <= before <= queued_ms()


def test_if_it_raises_it_has_left_and_the_other_side_wins() -> None:
    def fail(game: Game, budget_ms: float | None) -> str:
        raise KeyError("queen")

    with pytest.raises(Left, match="crashed: KeyError: 'queen'"):
        ask(fail)
    end = run(Referee(small_game(), {"red": DirectSeat("bad", fail), "blue": RandomSeat()})).end
    assert end is not None
    assert (end.winner, end.reason) == ("blue", Irregular.LEFT)
