"""What a forfeit is worth, in the one place that says so."""

from __future__ import annotations

from collections.abc import Mapping

from schwarm.game.errors import GameError
from schwarm.game.game import Game
from schwarm.game.record import End
from schwarm.referee.errors import SeatError, irregular

WIN, LOSS = 2, 0  # victory points


def forfeit(game: Game, faults: Mapping[str, SeatError | GameError], *, begun: bool = True) -> End:
    """The end of a game that these faults, by side, broke off.

    Offenders lose and all their numbers are zero. The other side wins, and its own numbers are those of
    the position. A game that never began (`begun` is False) has victory points alone: there are no other
    numbers that could count in anybody's average.
    """
    scores = {
        side: _scores(numbers if begun else numbers[:1], offender=side in faults)
        for side, numbers in game.standing().items()
    }
    winner = next((side for side in scores if side not in faults), None)
    return End(winner, irregular(next(iter(faults.values()))), scores)


def _scores(numbers: tuple[int, ...], *, offender: bool) -> tuple[int, ...]:
    return (LOSS,) * len(numbers) if offender else (WIN, *numbers[1:])
