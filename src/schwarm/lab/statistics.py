"""Figures with intervals: a block bootstrap over starts, paired where variants are compared.

All games of one start form a block, because they have a start, and in a match a pair, in common. Where
there are more than a hundred starts, several of them share a block, which changes nothing about the
independence of blocks. A replicate draws as many blocks as there are, with replacement; the same draws
serve all variants, so that the difference of two variants is paired by start. Plain Python is fast enough:
a figure costs a few milliseconds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import erfc, log, log10, nan, sqrt
from operator import itemgetter
from statistics import NormalDist, median, stdev

BLOCKS = 100
REPLICATES = 1000
LEVEL = 0.95
SURE = 0.05  # the greatest chance of an error that we call sure
Numbers = Sequence[float]
Replicates = list[float]


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure, its 95 % interval, and the replicates it came from."""

    value: float
    low: float
    high: float
    replicates: Replicates


@dataclass(frozen=True, slots=True)
class EstimatedDifference:
    """The difference of two figures: 95 % interval, chance of such a difference by luck alone, and `bound`:
    with 95 % confidence the difference is no larger than that, in either direction."""

    value: float
    low: float
    high: float
    p: float
    bound: float

    def widened(self, by: float, blocks: int) -> EstimatedDifference:
        """The same where a share that never or always occurred may be off by so much (at 97.5 %)."""
        z = NormalDist().inv_cdf((1 + LEVEL) / 2)
        error = sqrt((max(self.high - self.low, 0.0) / (2 * z)) ** 2 + (by / z) ** 2)
        p = 1.0 if self.value == 0 else max(self.p, chance_by_luck(abs(self.value) / error, blocks))
        return EstimatedDifference(self.value, self.low - by, self.high + by, p, self.bound + by)


def block_of(start: int, blocks: int) -> int:
    return start % blocks


class Bootstrap:
    """Draws of blocks that all figures of a study share."""

    def __init__(self, blocks: int, replicates: int = REPLICATES, seed: int = 1) -> None:
        self.blocks = blocks
        chance = random.Random(f"{seed} {blocks} {replicates}")
        draws = [chance.choices(range(blocks), k=blocks) for _ in range(replicates)]
        self._pick: list[Callable[[Numbers], tuple[float, ...]]] = [
            itemgetter(*draw) if blocks > 1 else _alone for draw in draws
        ]

    def sums(self, values: Numbers) -> Replicates:
        """The sum over the drawn blocks, for each replicate."""
        return [sum(pick(values)) for pick in self._pick]

    def ratio(self, over: Numbers, under: Numbers) -> Interval | None:
        """A ratio of two sums, of which each block gives a part; None if there is nothing to divide by."""
        whole = sum(under)
        if whole == 0:
            return None
        tops, bottoms = self.sums(over), self.sums(under)
        value = sum(over) / whole
        made = [top / bottom if bottom else value for top, bottom in zip(tops, bottoms, strict=True)]
        return self.interval(value, made)

    def combined(self, parts: Sequence[Numbers], make: Callable[..., float]) -> Interval:
        """A function of several sums, of which each block gives a part."""
        made = [make(*sums) for sums in zip(*map(self.sums, parts), strict=True)]
        return self.interval(make(*map(sum, parts)), made)

    def median(self, values: Sequence[Numbers]) -> Interval | None:
        """The median of all values of the drawn blocks."""
        every = [value for block in values for value in block]
        if not every:
            return None
        made = []
        for pick in self._pick:
            drawn = [value for block in pick(values) for value in block]  # type: ignore[arg-type, attr-defined]
            made.append(float(median(drawn)) if drawn else float(median(every)))
        return self.interval(float(median(every)), made)

    def interval(self, value: float, made: Replicates) -> Interval:
        """A figure with the interval that its replicates give."""
        tail = widened_tail(self.blocks)
        return Interval(value, between(made, tail), between(made, 1 - tail), made)


def difference(one: Interval, other: Interval, blocks: int = BLOCKS) -> EstimatedDifference:
    """How much the first figure is above the second; both come from the same draws of so many blocks."""
    made = [a - b for a, b in zip(one.replicates, other.replicates, strict=True)]
    value, spread, tail = one.value - other.value, stdev(made), widened_tail(blocks)
    p = 1.0 if value == 0 else chance_by_luck(abs(value) / spread, blocks) if spread else 0.0
    p = max(p, 2.0 ** (1 - blocks))  # so likely is it that all blocks point the same way by luck
    bound = max(abs(between(made, SURE)), abs(between(made, 1 - SURE)))
    return EstimatedDifference(value, between(made, tail), between(made, 1 - tail), p, bound)


def chance_by_luck(t: float, blocks: int) -> float:
    """Two-sided chance of so many standard errors: Student's distribution, by its normal approximation.

    >>> round(chance_by_luck(1.984, 100), 2), round(chance_by_luck(2.262, 10), 2)
    (0.05, 0.05)
    """
    n = max(1, blocks - 1)
    z = t * (1 - 1 / (4 * n)) / sqrt(1 + t * t / (2 * n))
    return erfc(z / sqrt(2))


def _alone(values: Numbers) -> tuple[float, ...]:
    return (values[0],)


@cache
def widened_tail(blocks: int) -> float:
    """The part to cut off at each end: somewhat less than 2.5 %, as percentiles of few blocks are too narrow.

    It is the tail of the normal distribution at the t distribution's quantile, times sqrt(n / (n - 1)).

    >>> round(widened_tail(100), 4), round(widened_tail(10), 4)
    (0.0231, 0.0086)
    """
    if blocks < 2:
        return 0.0
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    n = blocks - 1
    t = z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n * n)
    return NormalDist().cdf(-t * sqrt(blocks / n))


def between(values: Numbers, part: float) -> float:
    """The value below which that part of all values lies, between two of them if need be."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def none_of(games: int) -> float:
    """The share that might still be there though it was in none of so many games (97.5 % one-sided).

    >>> round(none_of(400), 4)
    0.0092
    """
    return 1.0 - float(((1 - LEVEL) / 2) ** (1 / games)) if games else nan


def holm(chances: Sequence[float]) -> list[float]:
    """Holm's correction: chances of an error as if all comparisons were one.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    found, worst = [0.0] * len(chances), 0.0
    for rank, place in enumerate(order):
        worst = max(worst, min(1.0, chances[place] * (len(chances) - rank)))
        found[place] = worst
    return found


def verdict(comparison: EstimatedDifference, adjusted: float, margin: float) -> str:
    """`differs`; `same` (two one-sided tests: no difference larger than the margin); or `open`."""
    if adjusted < SURE:
        return "differs"
    return "same" if comparison.bound <= margin else "open"


def spread(total: float, squares: float, count: float) -> float:
    """The standard deviation of numbers, from their sum, that of their squares, and how many they are.

    >>> spread(6, 20, 2)
    1.4142135623730951
    """
    if count < 2:
        return 0.0
    return sqrt(max(0.0, squares - total * total / count) / (count - 1))


def evenness(*counts: float) -> float:
    """1 if all of these are as frequent as each other, 0 if only one of them occurs (entropy).

    >>> round(evenness(5, 5, 5), 9), evenness(9, 0, 0)
    (1.0, 0.0)
    """
    whole = sum(counts)
    return sum(-count / whole * log(count / whole) for count in counts if count) / log(len(counts)) + 0.0


def elo(share: float, games: int) -> float:
    """How much stronger the winner of the other share is; a half point is added on both sides.

    >>> round(elo(0.25, 10_000))
    191
    """
    points = (share * games + 0.5) / (games + 1)
    return -400 * log10(points / (1 - points))
