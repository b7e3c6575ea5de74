"""Mississippi Queen: points, passengers, coal, and not too fast."""

import time

from schwarm.contest.program import ContestBot
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.python_evaluator import PythonEvaluator

WEIGHTS = {"points": 10, "passengers": 100, "coal": 80, "fast": -15}


def facts(game, side):
    """What counts for a side, in the order of the weights."""
    board = game.board()
    fast = max(0, board.fact("speed", side) - 2)
    return *game.standing()[side][1:], board.fact("coal", side), fast * fast


class Judge(PythonEvaluator):
    def judge(self, game):
        first, second = (facts(game, side) for side in game.standing())
        return sum(weight * (a - b) for weight, a, b in zip(WEIGHTS.values(), first, second, strict=True))


class MyBot(ContestBot):
    game = "mississippi_queen"
    search = AlphaBeta(Judge())

    def choose(self, game, budget_ms):
        deadline = time.monotonic() + 0.7 * budget_ms / 1000
        return self.search.search(game, depth=2, deadline=deadline).move


if __name__ == "__main__":
    raise SystemExit(MyBot().main())
