"""Steps of PettingZoo's connect four, its fastest classic game, and of OpenSpiel's; in the peers' environment."""

import random

import numpy as np
import pyspiel
from open_spiel.python import games as _python_games  # noqa: F401 (registers them)
from pettingzoo.classic import connect_four_v3

from bench.worker import serve

chooser = random.Random(1)
env = connect_four_v3.raw_env()
env.reset(seed=1)
game = pyspiel.load_game("connect_four")
python_game = pyspiel.load_game("python_tic_tac_toe")


def pettingzoo_steps() -> int:
    """One game with masks and observations, without the slow wrappers."""
    env.reset()
    steps = 0
    while True:
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            return steps
        env.step(chooser.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        steps += 1


def open_spiel_steps() -> int:
    """One game of OpenSpiel's C++ connect four in a Python loop, with masks and observations."""
    return play(game)


def open_spiel_python_steps() -> int:
    """One game of OpenSpiel's tic-tac-toe in Python."""
    return play(python_game)


def play(kind: pyspiel.Game) -> int:
    state = kind.new_initial_state()
    steps = 0
    while not state.is_terminal():
        state.legal_actions_mask()
        state.observation_tensor()
        state.apply_action(chooser.choice(state.legal_actions()))
        steps += 1
    return steps


if __name__ == "__main__":
    serve(
        {
            "pettingzoo": pettingzoo_steps,
            "open_spiel": open_spiel_steps,
            "open_spiel_python": open_spiel_python_steps,
        },
        seconds=0.4,
    )
