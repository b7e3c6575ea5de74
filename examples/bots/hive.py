"""Hive: free fields of the queen, pieces and beetles beside the enemy's queen, pieces that may move."""

import time

from schwarm.contest.program import ContestBot
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.python_evaluator import PythonEvaluator

WEIGHTS = {"free": 100, "beside": 30, "beetles": 60, "loose": 15}
NEAR = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # a field and its neighbours
WORTH = {"A": 3, "B": 3, "G": 2, "Q": 2, "S": 1}  # of a piece that has room to move


def facts(game, side):
    """What counts for a side, in the order of the weights."""
    stacks, enemy_queen = game.stacks(), "q" if side == "red" else "Q"
    beside = beetles = loose = 0
    for (x, y), stack in stacks.items():
        if stack[-1].isupper() == (side == "red"):  # the letters of red are upper case
            around = [stacks[x + i, y + j] for i, j in NEAR if (x + i, y + j) in stacks]
            near_queen = any(enemy_queen in each for each in around)
            beside += near_queen
            beetles += near_queen and stack[-1] in "Bb"
            if len(stack) > 1 or len(around) < 4:
                loose += WORTH[stack[-1].upper()]
    return game.standing()[side][1], beside, beetles, loose


class Judge(PythonEvaluator):
    def judge(self, game):
        first, second = (facts(game, side) for side in game.standing())
        return sum(weight * (a - b) for weight, a, b in zip(WEIGHTS.values(), first, second, strict=True))


class MyBot(ContestBot):
    game = "hive"
    search = AlphaBeta(Judge())

    def choose(self, game, budget_ms):
        deadline = time.monotonic() + 0.7 * budget_ms / 1000
        return self.search.search(game, depth=4, deadline=deadline).move


if __name__ == "__main__":
    raise SystemExit(MyBot().main())
