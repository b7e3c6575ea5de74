"""OpenSpiel's hive: C++, the base game without expansions, on its own board of the same kind."""

import pyspiel

from bench.peers import open_spiel
from bench.worker import serve

game = pyspiel.load_game("hive(uses_mosquito=False,uses_ladybug=False,uses_pillbug=False)")


def python_plies() -> int:
    return open_spiel.python_plies(game)


def core_plies() -> int:
    return open_spiel.core_plies(game)


def leaves(state: pyspiel.State, depth: int) -> int:
    if state.is_terminal():
        return 0
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(leaves(state.child(action), depth - 1) for action in actions)


def perft_3() -> int:
    return leaves(game.new_initial_state(), 3)


if __name__ == "__main__":
    serve({task.__name__: task for task in (python_plies, core_plies, perft_3)}, 0.3)
