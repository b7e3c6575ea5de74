"""Our side of the Piranhas bench."""

import random

import schwarm
from bench.peers.piranhas_start import START
from bench.worker import serve

game = schwarm.new_game("piranhas", position=START)
chooser = random.Random(1)


def legal_lists() -> int:
    for _ in range(100):
        game.legal_moves()
    return 100


def python_plies() -> int:
    playing = schwarm.new_game("piranhas", position=START)
    plies = 0
    while moves := playing.legal_moves():
        playing.play(chooser.choice(moves))
        plies += 1
    return plies


def random_games() -> int:
    return schwarm.playouts(game, 200, seed=chooser.getrandbits(64)).games


def perft_4() -> int:
    return schwarm.perft(game, 4)


if __name__ == "__main__":
    serve({task.__name__: task for task in (legal_lists, python_plies, random_games, perft_4)}, 0.3)
