"""Our side of the search bench: positions from the middle of games between bots."""

from collections.abc import Callable
from functools import partial

import schwarm
from bench.worker import serve
from schwarm.bots import knowledge, player
from schwarm.game import Game
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.evaluator import Evaluator
from schwarm.search.mcts import Tree

PLIES = (0, 6, 12, 18, 24)


def positions(name: str) -> list[Game]:
    """Positions of one game, some plies apart."""
    found: list[Game] = []
    game = schwarm.new_game(name, seed=1)
    bot = player(name, "5")
    while not game.finished() and game.turn <= PLIES[-1]:
        if game.turn in PLIES:
            found.append(game.view())
        game.play(bot.choose(game, 60_000))
    return found


def count_nodes(name: str) -> int:
    total = 0
    searcher = AlphaBeta(knowledge(name).evaluator(), 1 << 19)
    for game in positions_of[name]:
        total += searcher.search(game, nodes=60_000).nodes
    return total


def rollouts(name: str) -> int:
    tree = Tree(Evaluator(), 1 << 18, rollout_plies=10_000)
    tree.search(positions_of[name][0], simulations=2000)
    return tree.simulations


positions_of = {name: positions(name) for name in schwarm.list_games()}
tasks: dict[str, Callable[[], int]] = {}
for _name in schwarm.list_games():
    tasks[f"nodes_{_name}"] = partial(count_nodes, _name)
    tasks[f"rollouts_{_name}"] = partial(rollouts, _name)

if __name__ == "__main__":
    serve(tasks, 0.5)
