"""Our side of the Blokus bench."""

import random

import schwarm
from bench.worker import serve

chooser = random.Random(1)
start = schwarm.new_game("blokus", start="5L")


def legal_lists() -> int:
    for _ in range(100):
        start.legal_moves()
    return 100


def python_plies() -> int:
    """A random game without skips, as socha's lists have none."""
    playing = start.copy()
    plies = 0
    while moves := playing.legal_moves():
        move = chooser.choice(moves)
        playing.play(move if move != "SKIP" else moves[0])
        plies += 1
    return plies


def core_plies() -> int:
    return schwarm.playouts(start, 200, seed=chooser.getrandbits(64)).plies


if __name__ == "__main__":
    serve({task.__name__: task for task in (legal_lists, python_plies, core_plies)}, 0.3)
