"""A net of policy and value as a player: tree search whose leaves it judges. learn_ppo.py uses it."""

import numpy as np
import torch

from schwarm import bots, new_game
from schwarm.environments import action_paths, legal_mask, observe
from schwarm.search.batch import BatchEvaluator, Evaluation
from schwarm.search.forest import mcts
from schwarm.search.mcts import Tree


class NetEvaluator(BatchEvaluator):
    """Values and priors from a net that sees positions from the view of the side to move."""

    def __init__(self, net, device):
        super().__init__()
        self.net, self.device = net, device

    def evaluate_batch(self, games):
        """One call of the net for all games."""
        seen, mask = (
            torch.tensor(np.stack([look(game) for game in games]), device=self.device)
            for look in (observe, legal_mask)
        )
        with torch.no_grad():
            logits, values = self.net(seen, mask)
        found = []
        for game, share, value in zip(games, logits.softmax(-1).tolist(), values.tolist(), strict=True):
            priors = {move: share[path[0]] for move, path in action_paths(game).items()}
            found.append(Evaluation(value if game.side == 0 else -value, priors))
        return found


def choose(net, game, device, simulations):
    """The move that the search visits most."""
    tree = Tree(NetEvaluator(net, device), 1 << 14, batch_size=8)
    return mcts(game.view(), [tree], simulations=simulations).move


def score(net, name, options, opponent, count, device, simulations):
    """Share of points against a bot, sides taken in turn."""
    points = 0
    for k in range(count):
        game = new_game(name, seed=10**6 + k // 2, **options)
        player = bots.player(name, opponent, seed=k)
        while game.outcome() is None:
            if game.side == k % 2:
                game.play(choose(net, game, device, simulations))
            else:
                game.play(player.choose(game.view(seed=k), budget_ms=1000))
        points += game.outcome().scores[game.setup.book.sides[k % 2]][0]
    return points / (2 * count)
