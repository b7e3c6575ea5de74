"""The sequential probability ratio test on pairs of games.

The generalised test: for both hypotheses the five outcomes get the most likely probabilities that
have the mean (logistic Elo) or the mean in standard deviations (normalised Elo) of that hypothesis;
their likelihood ratio walks until it leaves the bounds. The model is M. Van den Bergh's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import quantiles

from schwarm.tournament.ratings.elo import NELO
from schwarm.tournament.ratings.pairs import SHARES, Pairs, share

RARE = 1e-3  # stands for an outcome that never came: the model needs every probability above zero
PATHS = 200
SEED = 1


@dataclass(frozen=True, slots=True)
class SprtState:
    """Where a test stands. `remaining` is the 80 percent interval of the pairs still to come."""

    llr: float
    lower: float
    upper: float
    verdict: str | None
    remaining: tuple[int, int]

    def text(self) -> str:
        """One line for people."""
        verdict = {None: "undecided", "H0": "H0 accepted", "H1": "H1 accepted"}[self.verdict]
        tail = "" if self.verdict else f", {self.remaining[0]:,} to {self.remaining[1]:,} more pairs expected"
        return f"LLR {self.llr:.2f} ({self.lower:.2f}, {self.upper:.2f}): {verdict}{tail}"


@dataclass(frozen=True, slots=True)
class Sprt:
    """H0: the difference is elo0; H1: it is elo1. alpha and beta bound the two errors."""

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalised"

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the walk ends: at H0, at H1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Pairs) -> float:
        """The log likelihood ratio of H1 to H0."""
        weights = _regular(counts)
        total = sum(weights)
        found = [weight / total for weight in weights]
        return total * sum(p * step for p, step in zip(found, self._steps(found), strict=True))

    def verdict(self, counts: Pairs) -> str | None:
        """`H0` or `H1` once the test is decided."""
        if not sum(counts):
            return None
        low, high = self.bounds
        llr = self.llr(counts)
        return "H1" if llr >= high else "H0" if llr <= low else None

    def state(self, counts: Pairs, most: int = 1_000_000) -> SprtState:
        """Everything about a test as it stands; `most` bounds the pairs looked ahead."""
        low, high = self.bounds
        verdict = self.verdict(counts)
        llr = self.llr(counts) if sum(counts) else 0.0
        return SprtState(llr, low, high, verdict, (0, 0) if verdict else self._remaining(counts, llr, most))

    def _steps(self, found: Sequence[float]) -> list[float]:
        """What one more pair of each outcome adds to the ratio."""
        if self.model == "logistic":
            fits = [_with_mean(found, SHARES, share(elo)) for elo in (self.elo0, self.elo1)]
        else:
            # A pair's deviation is a game's divided by the square root of two.
            fits = [_with_t_value(found, elo / NELO * math.sqrt(2)) for elo in (self.elo0, self.elo1)]
        return [math.log(p1 / p0) for p0, p1 in zip(*fits, strict=True)]

    def _remaining(self, counts: Pairs, llr: float, most: int) -> tuple[int, int]:
        """Walk on with the drift seen so far, as uncertain as it is, and see when paths end."""
        weights = _regular(counts)
        total = sum(weights)
        found = [weight / total for weight in weights]
        if sum(counts) < 2:
            return 0, most
        steps = self._steps(found)
        drift = sum(p * step for p, step in zip(found, steps, strict=True))
        spread = math.sqrt(sum(p * (step - drift) ** 2 for p, step in zip(found, steps, strict=True)))
        low, high = self.bounds
        random = Random(SEED)
        ends = []
        for _ in range(PATHS):
            slope = random.gauss(drift, spread / math.sqrt(total))
            here, pairs = llr, 0.0
            while low < here < high and pairs < most:
                # A stride so long that it changes little: a quarter of what is left, by drift or by chance.
                gap = max(min(here - low, high - here), 0.05 * (high - low)) / 4
                by_chance = (gap / spread) ** 2 if spread else math.inf
                stride = max(1.0, min(by_chance, gap / abs(slope) if slope else math.inf, most))
                here += random.gauss(slope * stride, spread * math.sqrt(stride))
                pairs += stride
            ends.append(min(pairs, most))
        tenths = quantiles(ends, n=10)
        return math.floor(tenths[0]), math.ceil(tenths[8])


def _regular(counts: Pairs) -> list[float]:
    return [float(count) if count else RARE for count in counts]


def _with_mean(found: Sequence[float], values: Sequence[float], mean: float) -> list[float]:
    """The most likely probabilities of these values that have this mean (Owen's empirical likelihood)."""
    offsets = [value - mean for value in values]
    low, high = -1 / max(offsets), -1 / min(offsets)  # between them every probability is positive

    def excess(x: float) -> float:
        return sum(p * offset / (1 + x * offset) for p, offset in zip(found, offsets, strict=True))

    x = _root(excess, low, high)
    return [p / (1 + x * offset) for p, offset in zip(found, offsets, strict=True)]


def _with_t_value(found: Sequence[float], t: float) -> list[float]:
    """The most likely probabilities whose mean lies t standard deviations above one half.

    The condition is not linear; each round solves its tangent at the last answer.
    """
    fit = [1 / len(found)] * len(found)
    for _ in range(50):
        mean = sum(p * value for p, value in zip(fit, SHARES, strict=True))
        deviation = math.sqrt(sum(p * (value - mean) ** 2 for p, value in zip(fit, SHARES, strict=True)))
        tangent = [
            value - 0.5 - t * deviation * (1 + ((mean - value) / deviation) ** 2) / 2 for value in SHARES
        ]
        better = _with_mean(found, tangent, 0.0)
        change = max(abs(new - old) for new, old in zip(better, fit, strict=True))
        fit = better
        if change < 1e-10:
            break
    return fit


def _root(excess: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function crosses zero between two poles, by halving: safe, and quick enough."""
    for _ in range(100):
        middle = (low + high) / 2
        if excess(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
