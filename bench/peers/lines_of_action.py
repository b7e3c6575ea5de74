"""OpenSpiel's lines_of_action: C++, a kindred game on 8x8."""

import random

import pyspiel

from bench.worker import serve

game = pyspiel.load_game("lines_of_action")
chooser = random.Random(1)


def legal_lists() -> int:
    # A fresh state each time: an unchanging one might remember its list.
    for _ in range(20):
        game.new_initial_state().legal_actions()
    return 20


def python_plies() -> int:
    state = game.new_initial_state()
    plies = 0
    while not state.is_terminal() and plies < 60:
        state.apply_action(chooser.choice(state.legal_actions()))
        plies += 1
    return plies


def core_plies() -> int:
    """A random game by two bots inside the C++ core."""
    state = game.new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(side, chooser.getrandbits(30)) for side in range(2)]
    pyspiel.evaluate_bots(state, bots, chooser.getrandbits(30))
    return int(state.move_number())


if __name__ == "__main__":
    serve({task.__name__: task for task in (legal_lists, python_plies, core_plies)}, 0.3)
