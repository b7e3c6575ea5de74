"""Fit the policy of Blokus to what a long tree search chooses: `python -m bench.policy`.

Plays games of tree search against itself with the present weights, and fits the weights that make its visits
most likely (softmax regression). Prints them as they stand in the game's data/bots.json.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import schwarm
from schwarm import bots
from schwarm.bots.bot import policy_tree
from schwarm.bots.knowledge import knowledge
from schwarm.games.blokus.policy import FACTS, BlokusPolicy
from schwarm.games.blokus.rules import Blokus
from schwarm.search.forest import Forest

COUNT = len(FACTS)
CARELESS = 0.15  # of the moves are drawn by their visits, so that games differ
STEPS = 600
PENALTY = 1e-3

Sample = tuple[NDArray[np.float32], NDArray[np.float32]]  # facts of each move, and its share of the visits


def samples(games: int, simulations: int, profiles: list[str], seed: int) -> Iterator[Sample]:
    """The positions of games of tree search against itself."""
    chance, known = random.Random(seed), knowledge("blokus")
    policy = BlokusPolicy(known.policy_weights)
    for number in range(games):
        game = schwarm.new_game("blokus", seed=seed + number, profile=profiles[number % len(profiles)])
        forest = Forest([policy_tree(known, known.evaluator(strongest=True), seed=seed + number)])
        assert isinstance(game, Blokus)
        while not game.finished():
            report = bots.simulate(game, simulations=simulations, forest=forest)
            found = forest.trees[0].root_statistics()
            visits = np.array([numbers[0] for numbers in found.values()], np.float32)
            move = report.move
            if len(found) > 1 and visits.sum() > 0:
                facts = [policy.facts_of(game, code) for code in found]
                yield np.array(facts, np.float32), visits / visits.sum()
                if chance.random() < CARELESS:
                    move = game.move_of(chance.choices(list(found), visits.tolist())[0])
            game.play(move)


def fit(found: list[Sample], steps: int = STEPS) -> tuple[NDArray[np.float64], float]:
    """The weights that make the visits most likely, and their cross entropy, by Adam."""
    starts = np.cumsum([0, *(len(facts) for facts, _ in found)])[:-1]
    facts = np.concatenate([facts for facts, _ in found]).astype(np.float64)
    shares = np.concatenate([shares for _, shares in found]).astype(np.float64)
    counts = np.diff([*starts, len(facts)])
    weights = np.zeros(2 * COUNT)
    mean, square, loss = np.zeros_like(weights), np.zeros_like(weights), 0.0
    for step in range(1, steps + 1):
        scores = facts @ weights
        scores -= np.repeat(np.maximum.reduceat(scores, starts), counts)
        odds = np.exp(scores)
        sums = np.repeat(np.add.reduceat(odds, starts), counts)
        loss = float(-(shares * (scores - np.log(sums))).sum() / len(found))
        slope = facts.T @ (odds / sums - shares) / len(found) + PENALTY * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        weights -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
    return weights, loss


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(prog="bench.policy", description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", action="append", help="repeat it; official and classic if left out")
    asked = parser.parse_args()
    profiles = asked.profile or ["official", "classic"]
    found = list(samples(asked.games, asked.simulations, profiles, asked.seed))
    weights, loss = fit(found)
    said = {name: [round(weights[i], 3), round(weights[COUNT + i], 3)] for i, name in enumerate(FACTS)}
    print(json.dumps(said))
    print(f"{len(found)} positions of {asked.games} games, cross entropy {loss:.3f}")


if __name__ == "__main__":
    main()
