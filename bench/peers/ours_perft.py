"""Counts of moves in each game, for builds and systems to be compared."""

from functools import partial

import schwarm
from bench.worker import serve

DEPTHS = {"blokus": 3, "hive": 5, "mississippi_queen": 2, "piranhas": 4, "protista": 4}


def count(game: str, depth: int) -> int:
    return schwarm.perft(schwarm.new_game(game, seed=7), depth)


if __name__ == "__main__":
    serve({game: partial(count, game, depth) for game, depth in DEPTHS.items()}, 1.0)
