"""Our side of the Hive bench."""

import random
from itertools import count

import schwarm
from bench.worker import serve

seeds = count()
chooser = random.Random(1)
# The open board with the first piece in its middle is what the peer plays; `start` is the contest's game.
centre = schwarm.new_game("hive", berries=0, first_piece="centre")


def python_plies() -> int:
    """A random game of the contest, its start included."""
    game = schwarm.new_game("hive", seed=next(seeds))
    plies = 0
    while moves := game.legal_moves():
        game.play(chooser.choice(moves))
        plies += 1
    return plies


def python_plies_from_centre() -> int:
    game = schwarm.new_game("hive", berries=0, first_piece="centre")
    plies = 0
    while moves := game.legal_moves():
        game.play(chooser.choice(moves))
        plies += 1
    return plies


def core_plies() -> int:
    """Random games of the contest: many starts, 60 plies at most by its rules."""
    start = schwarm.new_game("hive", seed=next(seeds))
    return schwarm.playouts(start, 200, seed=chooser.getrandbits(64), limit=60).plies


def core_plies_from_centre() -> int:
    return schwarm.playouts(centre, 200, seed=chooser.getrandbits(64), limit=60).plies


def perft_5() -> int:
    return schwarm.perft(centre, 5)


if __name__ == "__main__":
    tasks = (python_plies, python_plies_from_centre, core_plies, core_plies_from_centre, perft_5)
    serve({task.__name__: task for task in tasks}, 0.3)
