"""Our side of the Protista bench."""

import random
from itertools import count

import schwarm
from bench.peers.protista_positions import POSITIONS
from bench.worker import serve

seeds = count()
chooser = random.Random(1)
games = [schwarm.new_game("protista", position=text) for text in POSITIONS]


def legal_lists() -> int:
    for _ in range(20):
        for game in games:
            game.legal_moves()
    return 20 * len(games)


def python_plies() -> int:
    """A random game, its start included, cut like the peer's."""
    game = schwarm.new_game("protista", seed=next(seeds))
    plies = 0
    while plies < 60 and (moves := game.legal_moves()):
        game.play(chooser.choice(moves))
        plies += 1
    return plies


def core_plies() -> int:
    start = schwarm.new_game("protista", seed=next(seeds))
    return schwarm.playouts(start, 50, seed=chooser.getrandbits(64), limit=60).plies


if __name__ == "__main__":
    serve({task.__name__: task for task in (legal_lists, python_plies, core_plies)}, 0.3)
