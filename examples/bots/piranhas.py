"""Piranhas: the heaviest swarm, fish that are close together, fish that are left."""

import time

from schwarm.contest.program import ContestBot
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.python_evaluator import PythonEvaluator

WEIGHTS = {"swarm": 20, "spread": -5, "fish": 60}


def facts(game, side):
    """What counts for a side, in the order of the weights."""
    sizes = "123" if side == "red" else "456"
    rows = game.position().split()[0].split("/")
    fish = [(x, y) for y, row in enumerate(rows) for x, size in enumerate(row) if size in sizes]
    middle_x = sum(x for x, _ in fish) / len(fish)
    middle_y = sum(y for _, y in fish) / len(fish)
    spread = sum(max(abs(x - middle_x), abs(y - middle_y)) for x, y in fish)
    return game.standing()[side][1], spread, len(fish)


class Judge(PythonEvaluator):
    def judge(self, game):
        first, second = (facts(game, side) for side in game.standing())
        return sum(weight * (a - b) for weight, a, b in zip(WEIGHTS.values(), first, second, strict=True))


class MyBot(ContestBot):
    game = "piranhas"
    search = AlphaBeta(Judge())

    def choose(self, game, budget_ms):
        deadline = time.monotonic() + 0.7 * budget_ms / 1000
        return self.search.search(game, depth=3, deadline=deadline).move


if __name__ == "__main__":
    raise SystemExit(MyBot().main())
