"""How many points of the strongest player make odds of e to 1: `python -m bench.chance_scale GAME`.

It plays against itself from random openings. Every few plies a longer search scores the position; the scale
makes the results of the games likeliest. It is the `chance_scale` of data/bots.json, by
which scores become chances.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise

import numpy as np

from schwarm import new_game
from schwarm.bots import RandomBot, SearchBot, knowledge
from schwarm.bots.comparison import chance_of
from schwarm.learning.dataset import fit_scale

OPENING_PLIES = 4
PLAYED_NODES, JUDGED_NODES = 3_000, 20_000
EVERY = 4  # plies between two positions that are judged
PATIENCE_MS = 60_000
EDGES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01)


def scores_of_game(game_name: str, seed: int) -> tuple[list[int], float]:
    """Scores for the first side and its result, -1 to 1, of one game."""
    game = new_game(game_name, seed=seed)
    opening, known = RandomBot(seed), knowledge(game_name)
    player, judge = SearchBot("player", known, seed=seed), SearchBot("judge", known, seed=seed)
    scores = []
    while not game.finished():
        if game.turn < OPENING_PLIES:
            game.play(opening.choose(game))
            continue
        if game.turn % EVERY == 0:
            sign = 1 if game.to_move == game.setup.book.sides[0] else -1
            scores.append(sign * judge.analyse(game, PATIENCE_MS, nodes=JUDGED_NODES).score)
        game.play(player.analyse(game, PATIENCE_MS, nodes=PLAYED_NODES).move)
    outcome = game.outcome()
    assert outcome is not None
    first = game.setup.book.sides[0]
    return scores, 0.0 if outcome.winner is None else 1.0 if outcome.winner == first else -1.0


def main() -> None:
    """Play, fit, and print what was said beside what came true."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100)
    asked = parser.parse_args()
    played = [scores_of_game(asked.game, seed) for seed in range(1, asked.games + 1)]
    points = np.array([score for scores, _ in played for score in scores])
    results = np.array([result for scores, result in played for _ in scores])
    scale = round(fit_scale(points, results))
    print(json.dumps({"game": asked.game, "games": asked.games, "positions": len(points), "scale": scale}))
    said = np.array([chance_of(score, scale) for score in points.tolist()])
    for low, high in pairwise(EDGES):
        inside = (said >= low) & (said < high)
        if inside.any():
            came = (results[inside].mean() + 1) / 2
            print(f"said {said[inside].mean():.2f}, came true {came:.2f}, {inside.sum()} positions")


if __name__ == "__main__":
    main()
