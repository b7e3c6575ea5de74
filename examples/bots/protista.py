"""Protista: targets reached, and pieces."""

import time

from schwarm.contest.program import ContestBot
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.python_evaluator import PythonEvaluator

WEIGHTS = {"targets": 2000, "material": 30}


def facts(game, side):
    """What counts for a side, in the order of the weights."""
    return game.standing()[side][1:]


class Judge(PythonEvaluator):
    def judge(self, game):
        first, second = (facts(game, side) for side in game.standing())
        return sum(weight * (a - b) for weight, a, b in zip(WEIGHTS.values(), first, second, strict=True))


class MyBot(ContestBot):
    game = "protista"
    search = AlphaBeta(Judge())

    def choose(self, game, budget_ms):
        deadline = time.monotonic() + 0.7 * budget_ms / 1000
        return self.search.search(game, depth=3, deadline=deadline).move


if __name__ == "__main__":
    raise SystemExit(MyBot().main())
