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
    tree = Tree(NetEvaluator(net, device), 1 << 14, batch_size=16, explore=0.7)
    return mcts(game.view(), [tree], simulations=simulations).move


def score(net, name, options, opponent, count, device, simulations):
    """The share of the points against a bot, both sides of `count` / 2 starts, with its 95 % interval."""
    points = np.zeros((count // 2, 2))
    for start, side in np.ndindex(points.shape):
        game = new_game(name, seed=10**6 + start, **options)
        player = bots.player(name, opponent, seed=2 * start + side)
        while game.outcome() is None:
            if game.side == side:
                game.play(choose(net, game, device, simulations))
            else:
                game.play(player.choose(game.view(seed=start), budget_ms=1000))
        points[start, side] = game.outcome().scores[game.setup.book.sides[side]][0] / 2
    pairs = points.mean(axis=1)  # two games from one start are not independent
    error = 1.96 * pairs.std(ddof=1) / len(pairs) ** 0.5
    return f"{pairs.mean():.0%} ({max(pairs.mean() - error, 0):.0%} to {min(pairs.mean() + error, 1):.0%})"
