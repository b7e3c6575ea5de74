"""How much stronger one of two players is: the posterior of one number, by adding up over a fine grid."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from schwarm.ratings.prior import DISPERSION, SCALE, Meetings, Spreads, dispersion, spreads

CELLS = 240
WIDEST = 5_000 / SCALE
DEEP = 16.0  # what is so many logarithms below the top counts for nothing
ROUNDS = 3  # until the dispersion has settled


@dataclass(frozen=True, slots=True)
class Gap:
    """What is known of a difference in strength, in Elo: how likely it is below each of rising values."""

    values: tuple[float, ...]
    below: tuple[float, ...]
    dispersion: float

    def quantile(self, part: float) -> float:
        """The difference that the true one stays below with this probability."""
        at = min(max(bisect_left(self.below, part), 1), len(self.below) - 1)
        low, high = self.below[at - 1], self.below[at]
        along = (part - low) / (high - low) if high > low else 0.5
        return self.values[at - 1] + along * (self.values[at] - self.values[at - 1])

    def chance_above(self, elo: float) -> float:
        """The probability that the difference is larger than this."""
        at = min(max(bisect_left(self.values, elo), 1), len(self.values) - 1)
        low, high = self.values[at - 1], self.values[at]
        along = min(max((elo - low) / (high - low), 0.0), 1.0)
        return 1 - (self.below[at - 1] + along * (self.below[at] - self.below[at - 1]))


def gap_of(meetings: Meetings, spread: float | None = None) -> Gap:
    """The posterior of the difference between two players who form a field of their own, of this spread."""
    prior = spreads(2, spread)
    scatter = DISPERSION
    reach = WIDEST
    middle = 0.0
    for _ in range(ROUNDS):
        values, weights = _posterior(meetings, prior, scatter, middle, reach)
        # The next round looks at the same range and a little more: the dispersion has changed by then.
        middle, reach = (values[0] + values[-1]) / 2, min(0.65 * (values[-1] - values[0]), WIDEST)
        scatters = [meetings.scatter(value, 0.0) for value in values]
        found = sum(weight * squares for weight, (squares, _) in zip(weights, scatters, strict=True))
        coins = sum(weight * coin for weight, (_, coin) in zip(weights, scatters, strict=True))
        scatter = dispersion(found, coins, meetings.odd)
    values, weights = _posterior(meetings, prior, scatter, middle, reach)
    below, total = [0.0], 0.0
    for left, right in pairwise(weights):
        total += (left + right) / 2
        below.append(total)
    return Gap(tuple(SCALE * value for value in values), tuple(part / total for part in below), scatter)


def _posterior(
    meetings: Meetings, prior: Spreads, scatter: float, middle: float, reach: float
) -> tuple[list[float], list[float]]:
    """A grid over all differences worth mentioning, looked for around one, and how probable each is."""
    low, high = middle - reach, middle + reach
    while True:
        step = (high - low) / CELLS
        values = [(low + high) / 2 + step * (number - CELLS // 2) for number in range(CELLS + 1)]
        logs = [meetings.likelihood(value) / scatter + log_prior(value, prior) for value in values]
        top = max(logs)
        within = [number for number, log in enumerate(logs) if log > top - DEEP]
        if len(within) > CELLS / 3:
            break
        low, high = values[max(within[0] - 1, 0)], values[min(within[-1] + 1, CELLS)]
    weights = [math.exp(log - top) for log in logs]
    total = sum(weights)
    return values, [weight / total for weight in weights]


@lru_cache(maxsize=1_000)  # the first, coarse grid is always the same
def log_prior(gap: float, prior: Spreads) -> float:
    """How likely a difference between two of a field is before any game, all spreads considered."""
    half = gap * gap / 4  # the difference of two has twice the variance
    logs = [
        log - math.log(spread) - half / (spread * spread)
        for log, spread in zip(prior.logs, prior.values, strict=True)
    ]
    top = max(logs)
    return top + math.log(sum(math.exp(log - top) for log in logs))
