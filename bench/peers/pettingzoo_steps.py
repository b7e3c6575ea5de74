"""Steps of PettingZoo's quickest classic games and of OpenSpiel; runs in the peers' environment."""

import random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import games as _python_games  # noqa: F401 (registers them)
from pettingzoo.classic import connect_four_v3, tictactoe_v3

from bench.worker import Task, serve

chooser = random.Random(1)


def pettingzoo_steps(env: Any) -> Task:
    """Games with masks and observations, without the slow wrappers."""

    def work() -> int:
        env.reset()
        steps = 0
        while True:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return steps
            env.step(chooser.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            steps += 1

    return work


def open_spiel_steps(name: str) -> Task:
    """Games driven by a Python loop, with masks and observations."""
    kind = pyspiel.load_game(name)

    def work() -> int:
        state = kind.new_initial_state()
        steps = 0
        while not state.is_terminal():
            state.legal_actions_mask()
            state.observation_tensor()
            state.apply_action(chooser.choice(state.legal_actions()))
            steps += 1
        return steps

    return work


if __name__ == "__main__":
    serve(
        {
            "pettingzoo_connect_four": pettingzoo_steps(connect_four_v3.raw_env()),
            "pettingzoo_tictactoe": pettingzoo_steps(tictactoe_v3.raw_env()),
            "open_spiel_connect_four": open_spiel_steps("connect_four"),
            "open_spiel_python_tic_tac_toe": open_spiel_steps("python_tic_tac_toe"),
        },
        seconds=0.4,
    )
