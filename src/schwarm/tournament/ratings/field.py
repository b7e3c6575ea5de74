"""Ratings of a whole field (Bradley-Terry), and how sure the order of a table is.

Intervals come from a bootstrap: pairs of games are drawn again with replacement, and everything is computed
anew from them. The prior's little game gets a random result each time, else a one-sided record
would seem certain.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

SCALE = 400 / math.log(10)
PRIOR = 0.5  # a draw so much of a game against an average player: keeps one-sided records finite

Duel = tuple[
    str, str, float, float
]  # one, other, points of one, games: two, or one when a pair is not complete


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo against the average of the field, with its 95 percent interval."""

    name: str
    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class FieldRating:
    """The field, strongest first, and what the resampled fields say of orders."""

    ratings: tuple[Rating, ...]
    samples: tuple[Mapping[str, float], ...]

    def above(self, one: str, other: str) -> float:
        """The probability that one is stronger than the other."""
        return self._share(sample[one] > sample[other] for sample in self.samples)

    def best(self, name: str) -> float:
        """The probability that this one is the strongest."""
        return self._share(max(sample, key=sample.__getitem__) == name for sample in self.samples)

    def order(self, names: Sequence[str]) -> float:
        """The probability that these are in the order of their strength."""
        return self._share(
            all(sample[one] > sample[other] for one, other in pairwise(names)) for sample in self.samples
        )

    def _share(self, hits: Iterable[bool]) -> float:
        return sum(hits) / max(len(self.samples), 1)


def rate(names: Sequence[str], duels: Sequence[Duel], samples: int = 200, seed: int = 0) -> FieldRating:
    """Ratings from pairs of games, with intervals from so many resampled fields."""
    strength = fit(names, duels)
    random = Random(seed)
    drawn = []
    for _ in range(samples if duels else 0):
        chances = [PRIOR * random.random() for _ in names]
        drawn.append(fit(names, random.choices(duels, k=len(duels)), start=strength, prior_points=chances))
    ratings = []
    for name in names:
        values = sorted(sample[name] for sample in drawn)
        low, high = _interval(values) if values else (-math.inf, math.inf)
        ratings.append(Rating(name, strength[name], low, high))
    ratings.sort(key=lambda rating: -rating.elo)
    return FieldRating(tuple(ratings), tuple(drawn))


def _interval(values: Sequence[float]) -> tuple[float, float]:
    last = len(values) - 1
    return values[round(0.025 * last)], values[round(0.975 * last)]


def fit(
    names: Sequence[str],
    duels: Sequence[Duel],
    *,
    prior: float = PRIOR,
    prior_points: Sequence[float] | None = None,
    start: Mapping[str, float] | None = None,
) -> dict[str, float]:
    """Elo of each name against the field's average, most likely given these results (Bradley-Terry).

    Hunter's iteration: a player's strength is its points divided by what opponents of such strength
    would have allowed an equal. `prior` is a game, or part of one, against the average: drawn, or
    with these points.
    """
    place = {name: number for number, name in enumerate(names)}
    points = list(prior_points) if prior_points is not None else [prior / 2] * len(names)
    met: list[dict[int, float]] = [{} for _ in names]
    for one, other, scored, games in duels:
        i, j = place[one], place[other]
        points[i] += scored
        points[j] += games - scored
        met[i][j] = met[i].get(j, 0.0) + games
        met[j][i] = met[j].get(i, 0.0) + games
    opponents = [list(row.items()) for row in met]
    power = [math.exp((start[name] if start else 0.0) / SCALE) for name in names]
    for _ in range(1_000):
        before = list(power)
        for i, row in enumerate(opponents):
            mine = power[i]
            expected = prior / (mine + 1.0)
            for j, games in row:
                expected += games / (mine + power[j])
            if expected:
                power[i] = max(points[i] / expected, 1e-12)
        # Only ratios count: the average stays at 1, else the weak prior would drag all of them along slowly.
        level = math.exp(sum(map(math.log, power)) / len(power))
        power = [value / level for value in power]
        if max(abs(new / old - 1) for new, old in zip(power, before, strict=True)) < 1e-4:
            break
    return {name: SCALE * math.log(value) for name, value in zip(names, power, strict=True)}
