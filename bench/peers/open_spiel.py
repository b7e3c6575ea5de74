"""Random games of any OpenSpiel game, as its benches need them; runs in the peers' environment."""

import random

import pyspiel

chooser = random.Random(1)


def python_plies(game: pyspiel.Game) -> int:
    """A random game driven from Python, cut at 60 plies."""
    state = game.new_initial_state()
    plies = 0
    while not state.is_terminal() and plies < 60:
        state.apply_action(chooser.choice(state.legal_actions()))
        plies += 1
    return plies


def core_plies(game: pyspiel.Game) -> int:
    """A random game by two bots inside the C++ core; it cannot be cut, so it is played to its end."""
    state = game.new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(side, chooser.getrandbits(30)) for side in range(2)]
    pyspiel.evaluate_bots(state, bots, chooser.getrandbits(30))
    return int(state.move_number())
