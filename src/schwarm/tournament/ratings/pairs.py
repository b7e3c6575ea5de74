"""Pairs of games: how often one player got 0, 1/2, 1, 1 1/2 or 2 points from both together."""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist

from schwarm.tournament.results import Played

Pairs = tuple[int, int, int, int, int]
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)  # what each outcome is of all points
NORMAL = NormalDist()


def pair_counts(games: Mapping[int, Played], name: str) -> Pairs:
    """Count the complete pairs of a match, by a game's number in it, as one of the two sees them."""
    counts = [0, 0, 0, 0, 0]
    for number, first in games.items():
        second = games.get(number + 1)
        if number % 2 == 0 and second is not None:
            counts[first.points_of(name) + second.points_of(name)] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def moments(weights: tuple[float, ...]) -> tuple[float, float, float]:
    """How many pairs there are, one or a part of one at least, their mean share and its variance."""
    total = sum(weights)
    mean = sum(weight * share for weight, share in zip(weights, SHARES, strict=True)) / total
    square = sum(weight * (share - mean) ** 2 for weight, share in zip(weights, SHARES, strict=True))
    return total, mean, square / total


def elo(share: float) -> float:
    """The difference in strength that gives this share of the points."""
    share = min(max(share, 1e-9), 1 - 1e-9)
    return 400 * math.log10(share / (1 - share))


def share(elo: float) -> float:
    """The share of the points that this difference in strength gives."""
    return float(1 / (1 + 10 ** (-elo / 400)))
