"""A net of policy and value as a player that looks one ply ahead: how learn_ppo.py measures learning."""

import numpy as np
import torch

from schwarm import bots, new_game
from schwarm.environments import action_paths, legal_mask, observe

LIKED = 3.0  # how much less likely (as a logarithm) than the likeliest a move may be that is still looked at
LIKING = 0.03  # what the policy's logarithm adds to a value between -1 and 1


def choose(net, games, device):
    """A move for each game: of those the policy likes, the one after which the value is best."""
    paths = [action_paths(game) for game in games]
    with torch.no_grad():
        likes = net(rows(games, observe, device), rows(games, legal_mask, device))[0].log_softmax(-1).cpu()
    moves = [(k, move, likes[k, path[0]]) for k in range(len(games)) for move, path in paths[k].items()]
    moves = [(k, move, like) for k, move, like in moves if like > likes[k].max() - LIKED]
    after = [games[k].copy() for k, _, _ in moves]
    for child, (_, move, _) in zip(after, moves, strict=True):
        child.play(move)
    with torch.no_grad():
        values = net(rows(after, observe, device), torch.ones(1, device=device))[1].tolist()
    best = {}
    for child, value, (k, move, like) in zip(after, values, moves, strict=True):
        worth = value if child.side == games[k].side else -value
        if child.outcome() is not None:
            worth = points(child, games[k].side) - 1
        best[k] = max(best.get(k, (-9.0, move)), (worth + LIKING * float(like), move))
    return [best[k][1] for k in range(len(games))]


def rows(games, function, device):
    """One row for each game."""
    return torch.tensor(np.stack([function(game) for game in games]), device=device)


def points(game, side):
    """What an ended game brought a side: 2, 1 or 0."""
    return game.outcome().scores[game.setup.book.sides[side]][0]


def score(net, game, options, opponent, count, device):
    """Share of points against a bot, sides taken in turn."""
    tables = [new_game(game, seed=10**6 + k // 2, **options) for k in range(count)]
    players = [bots.player(game, opponent, seed=k) for k in range(count)]
    while going := [k for k in range(count) if tables[k].outcome() is None]:
        ours = [k for k in going if tables[k].side == k % 2]
        for k in set(going) - set(ours):
            tables[k].play(players[k].choose(tables[k].view(seed=k), budget_ms=1000))
        for k, move in zip(ours, choose(net, [tables[k] for k in ours], device) if ours else [], strict=True):
            tables[k].play(move)
    return sum(points(tables[k], k % 2) for k in range(count)) / (2 * count)
