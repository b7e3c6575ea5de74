"""The times that a record tells of its plies."""

from __future__ import annotations

from schwarm.game.record import Ply
from schwarm.referee import Answer, Referee, Request
from tests.referee.seats import ScriptSeat, first_move, run, small_game


def test_times_are_told_in_thousandths_of_a_millisecond() -> None:
    async def answer(request: Request) -> Answer:
        had_ms = 0.123456 if request.side == "red" else None
        return Answer(request.game.legal_moves()[0], 1.234567, 3.456789, processor_ms=had_ms)

    seats = {"red": ScriptSeat(answer), "blue": ScriptSeat(answer)}
    first, second = run(Referee(small_game(1), seats, clock=lambda: 0.0)).plies
    assert (first.think_ms, first.server_ms) == (2.222, 1.235)
    assert (second.think_ms, second.server_ms) == (2.222, 0.0)  # it left before the last answer came
    assert (first.processor_ms, second.processor_ms) == (0.123, None)


def test_a_game_that_goes_on_keeps_the_times_of_its_earlier_plies() -> None:
    game = small_game(2)
    earlier = [Ply(str(game.play(game.legal_moves()[0])), 12.5, 0.25) for _ in range(2)]
    seats = {"red": ScriptSeat(first_move), "blue": ScriptSeat(first_move)}
    record = run(Referee(game, seats, plies=earlier))
    assert list(record.plies[:2]) == earlier
    assert len(record.plies) == 4


def test_a_game_that_goes_on_without_its_times_has_none_for_its_earlier_plies() -> None:
    game = small_game(2)
    move = str(game.play(game.legal_moves()[0]))
    seats = {"red": ScriptSeat(first_move), "blue": ScriptSeat(first_move)}
    assert run(Referee(game, seats)).plies[0] == Ply(move)
