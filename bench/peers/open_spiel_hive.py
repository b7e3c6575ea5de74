"""OpenSpiel's hive: C++, the base game without expansions, on its own board of the same kind."""

import random

import pyspiel

from bench.worker import serve

game = pyspiel.load_game("hive(uses_mosquito=False,uses_ladybug=False,uses_pillbug=False)")
chooser = random.Random(1)


def python_plies() -> int:
    state = game.new_initial_state()
    plies = 0
    while not state.is_terminal() and plies < 60:
        state.apply_action(chooser.choice(state.legal_actions()))
        plies += 1
    return plies


def core_plies() -> int:
    """A random game by two bots inside the C++ core; it cannot be cut, so it is played to its end."""
    state = game.new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(side, chooser.getrandbits(30)) for side in range(2)]
    pyspiel.evaluate_bots(state, bots, chooser.getrandbits(30))
    return int(state.move_number())


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
