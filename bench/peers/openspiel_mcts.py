"""OpenSpiel's C++ MCTS with random rollouts, from the start of a game."""

from functools import partial

import pyspiel

from bench.worker import serve

SIMULATIONS = {"hive": 20, "lines_of_action": 200}


def simulations(name: str) -> int:
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS[name], 1000, True, 7, False)
    bot.step(game.new_initial_state())
    return SIMULATIONS[name]


if __name__ == "__main__":
    serve({name: partial(simulations, name) for name in SIMULATIONS}, 0.5)
