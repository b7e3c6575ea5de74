"""What bots know of Breakthrough: pawns count, and the further a pawn is the more it is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from schwarm.bots.evaluation import Evaluation
from schwarm.game.game import Game
from schwarm.search.python_evaluator import PythonEvaluator
from schwarm_breakthrough.rules import BLACK, EMPTY, Breakthrough


class Pawns(PythonEvaluator):
    """A pawn is worth 100 points, and 10 more for each step it has made."""

    def judge(self, game: Game) -> int:
        """What a position is worth to white."""
        pawns = cast(Breakthrough, game)
        total = 0
        for square, owner in enumerate(pawns.squares[: pawns.size * pawns.size]):
            if owner != EMPTY:
                row = square // pawns.size
                total += 100 + 10 * row if owner != BLACK else -100 - 10 * (pawns.size - 1 - row)
        return total


def evaluator(weights: Mapping[str, Sequence[int]], settings: Mapping[str, int]) -> Pawns:
    """A new one; there are no weights to tune."""
    return Pawns()


EVALUATION = Evaluation(evaluator)
