"""A bank for all moves together, with an increment: what is left, who runs out, what bots make of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

import schwarm
from schwarm.bots.clock import share_of_bank
from schwarm.game.errors import BadOption
from schwarm.game.record import Irregular
from schwarm.referee import (
    CONTEST,
    Answer,
    Asked,
    Event,
    Limits,
    RandomSeat,
    Referee,
    Request,
    TimeUp,
    read_limits,
)

BANK = Limits(bank_ms=1_000, increment_ms=100)


class Measured(RandomSeat):
    """Takes so many milliseconds of an invented clock for each move, and notes what it was given."""

    def __init__(self, name: str, think_ms: float) -> None:
        super().__init__(name, seed=1)
        self.think_ms = think_ms
        self.given: list[Limits] = []

    async def choose(self, request: Request) -> Answer:
        self.given.append(request.limits)
        made = await super().choose(request)
        return replace(made, arrived_ms=made.left_ms + self.think_ms)


def game() -> schwarm.Game:
    return schwarm.new_game("piranhas", seed=7, rounds=4)


def test_a_bank_goes_down_by_each_move_and_up_by_the_increment() -> None:
    red, blue = Measured("red", 150), Measured("blue", 20)
    asked: list[Limits] = []

    def listen(event: Event) -> None:
        if isinstance(event, Asked) and event.side == "red":
            asked.append(event.limits)

    referee = Referee(game(), {"red": red, "blue": blue}, limits=BANK, listeners=[listen])
    record = asyncio.run(referee.run())
    assert record.end is not None
    assert record.end.reason not in list(Irregular)
    assert [limits.bank_ms for limits in red.given] == pytest.approx([1000, 950, 900, 850])
    assert [limits.bank_ms for limits in blue.given] == pytest.approx([1000, 1080, 1160, 1240])
    assert asked == red.given


def test_whoever_runs_out_of_time_has_lost() -> None:
    seats = {"red": Measured("red", 400), "blue": Measured("blue", 20)}
    referee = Referee(game(), seats, limits=BANK)
    record = asyncio.run(referee.run())
    assert record.end is not None
    assert (record.end.winner, record.end.reason) == ("blue", Irregular.TIME_UP)
    fault = referee.faults["red"]
    assert isinstance(fault, TimeUp)
    assert str(fault) == "expected an answer within the 100 ms left on its clock, it came later"


def test_a_game_that_goes_on_has_the_clocks_it_had() -> None:
    """As after a crash; plies that nobody timed, such as those of an opening, are free."""
    seats = {"red": Measured("red", 150), "blue": Measured("blue", 20)}
    whole = asyncio.run(Referee(game(), seats, limits=BANK).run())
    again = game()
    for ply in whole.plies[:4]:
        again.play(ply.move)
    plies = (replace(whole.plies[0], think_ms=None), *whole.plies[1:4])
    seats = {"red": Measured("red", 0), "blue": Measured("blue", 0)}
    asyncio.run(Referee(again, seats, plies=plies, limits=BANK).run())
    assert seats["red"].given[0].bank_ms == pytest.approx(950)
    assert seats["blue"].given[0].bank_ms == pytest.approx(1160)


def test_a_bot_gets_a_part_of_its_bank_and_never_uses_it_up() -> None:
    assert Request(game(), "red", CONTEST).budget_ms == 2_000
    assert Request(game(), "red", Limits(None, None)).budget_ms is None
    for bank_ms, increment_ms in ((60_000.0, 500.0), (10_000.0, 0.0), (200.0, 50.0)):
        left_ms = bank_ms
        for plies in range(0, 400, 2):
            used_ms = share_of_bank(left_ms, increment_ms, plies)
            assert 0 < used_ms <= 0.4 * left_ms
            left_ms += increment_ms - used_ms
        assert left_ms > 0
    used = 0.0
    for plies in range(0, 60, 2):
        used += share_of_bank(60_000 - used, 0, plies)
    assert used > 0.85 * 60_000  # a game of the usual length uses what it has


@pytest.mark.parametrize("text", ["", "0", "-5", "3+", "+3", "1000+-2", "1e5", "2000 ms", "99999999999"])
def test_a_time_that_is_none_is_told(text: str) -> None:
    with pytest.raises(BadOption, match="expected a time as MS a move or BANK"):
        read_limits(text)


def test_times_are_read_and_written_alike() -> None:
    assert str(read_limits("500")) == "500"
    assert read_limits("500") == Limits(500, 2_500)
    assert str(read_limits("60000+0.5")) == "60000+0.5"
    assert read_limits("60000+500").each_move == CONTEST
