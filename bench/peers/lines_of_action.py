"""OpenSpiel's lines_of_action: C++, a kindred game on 8x8."""

import pyspiel

from bench.peers import open_spiel
from bench.worker import serve

game = pyspiel.load_game("lines_of_action")


def legal_lists() -> int:
    # A fresh state each time: an unchanging one might remember its list.
    for _ in range(20):
        game.new_initial_state().legal_actions()
    return 20


def python_plies() -> int:
    return open_spiel.python_plies(game)


def core_plies() -> int:
    return open_spiel.core_plies(game)


if __name__ == "__main__":
    serve({task.__name__: task for task in (legal_lists, python_plies, core_plies)}, 0.3)
