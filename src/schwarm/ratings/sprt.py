"""The sequential probability ratio test on pairs of games.

The generalised test: for both hypotheses the five outcomes get the most likely probabilities that
have the mean (logistic Elo) or the mean in standard deviations (normalised Elo) of that hypothesis;
their likelihood ratio walks until it leaves the bounds. The model is M. Van den Bergh's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import quantiles

from schwarm.ratings.duel import Gap, gap_of
from schwarm.ratings.elo import NELO, meetings_of
from schwarm.ratings.pairs import SHARES, Pairs, share
from schwarm.ratings.prior import DISPERSION

RARE = 1e-3  # stands for an outcome that never came: the model needs every probability above zero
PATHS = 200
SEED = 1
ALIKE_PAIRS = 10  # so many pairs with one and the same result are no accident
STEP = 0.3  # standard deviations from one solved condition to the next
WIDER = (5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400)  # distances of bounds that are proposed


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
        tail = "" if self.verdict else f", {pairs_text(self.remaining)}"
        return f"LLR {self.llr:.2f} ({self.lower:.2f}, {self.upper:.2f}): {verdict}{tail}"


def pairs_text(remaining: tuple[int, int]) -> str:
    """How long a test is likely to go on.

    >>> pairs_text((1200, 3400))
    'with 80 % probability 1,200 to 3,400 more pairs'
    """
    return f"with 80 % probability {remaining[0]:,} to {remaining[1]:,} more pairs"


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
        ahead = (0, 0) if verdict else self._remaining(gap_of(meetings_of(counts)), llr, most)
        return SprtState(llr, low, high, verdict, ahead)

    def _steps(self, found: Sequence[float]) -> list[float]:
        """What one more pair of each outcome adds to the ratio."""
        if self.model == "logistic":
            fits = [_with_mean(found, SHARES, share(elo)) for elo in (self.elo0, self.elo1)]
        else:
            fits = [_with_t_value(found, self._t_value(elo)) for elo in (self.elo0, self.elo1)]
        return [math.log(p1 / p0) for p0, p1 in zip(*fits, strict=True)]

    def pairs_if(self, elo: float) -> float:
        """How many pairs a test takes on average if the difference is this, in the test's own Elo."""
        low, high = self.bounds
        if self.model == "logistic":
            drift, spread = self._walk(elo, DISPERSION)
        else:
            ends = [self._t_value(bound) for bound in (self.elo0, self.elo1)]
            drift, spread = (ends[1] - ends[0]) * (self._t_value(elo) - sum(ends) / 2), ends[1] - ends[0]
        lean = 2 * drift / spread**2
        if abs(lean * (high - low)) < 1e-6:
            return -low * high / spread**2
        rises = math.expm1(-lean * low) / (math.exp(-lean * low) - math.exp(-lean * high))
        return (high * rises + low * (1 - rises)) / drift

    def wider(self, most: int) -> Sprt | None:
        """The closest bounds from elo0 on that so many pairs decide on average, wherever the truth lies."""
        for distance in WIDER:
            test = replace(self, elo1=self.elo0 + distance)
            if test.pairs_if(self.elo0 + distance / 2) <= most:
                return test
        return None

    @staticmethod
    def _t_value(elo: float) -> float:
        """Normalised Elo as a pair's mean in its standard deviations, a game's by the root of two."""
        return elo / NELO * math.sqrt(2)

    def _walk(self, elo: float, dispersion: float) -> tuple[float, float]:
        """What a pair adds to the ratio, and how that scatters, if the difference is this in plain Elo."""
        mean = share(elo)
        variance = max(dispersion * mean * (1 - mean) / 2, 1e-9)
        if self.model == "logistic":
            low, high = share(self.elo0), share(self.elo1)
            return (high - low) * (mean - (low + high) / 2) / variance, (high - low) / math.sqrt(variance)
        low, high = self._t_value(self.elo0), self._t_value(self.elo1)
        return (high - low) * ((mean - 0.5) / math.sqrt(variance) - (low + high) / 2), high - low

    def _remaining(self, gap: Gap, llr: float, most: int) -> tuple[int, int]:
        """Walk on with every difference that is still possible, and see when the walks end."""
        low, high = self.bounds
        random = Random(SEED)
        ends = []
        for path in range(PATHS):
            slope, spread = self._walk(gap.quantile((path + 0.5) / PATHS), gap.dispersion)
            here, pairs = llr, 0.0
            while low < here < high and pairs < most:
                # A stride so long that it changes little: a quarter of what is left, by drift or by chance.
                distance = max(min(here - low, high - here), 0.05 * (high - low)) / 4
                by_drift = distance / abs(slope) if slope else math.inf
                stride = max(1.0, min((distance / spread) ** 2, by_drift, most))
                here += random.gauss(slope * stride, spread * math.sqrt(stride))
                pairs += stride
            ends.append(min(pairs, most))
        tenths = quantiles(ends, n=10)
        return math.floor(tenths[0]), math.ceil(tenths[8])


def alike(counts: Pairs) -> bool:
    """Does every pair end one to one? So do two players that always give the same answers.

    >>> alike((0, 0, 40, 0, 0)), alike((0, 0, 3, 0, 0)), alike((1, 0, 39, 0, 0))
    (True, False, False)
    """
    return counts[2] >= ALIKE_PAIRS and counts[2] == sum(counts)


def plan_text(test: Sprt, most: int) -> str:
    """What a test will cost, before its first game.

    >>> print(plan_text(Sprt(0, 10), 10_000))
    H0 +0, H1 +10 normalised Elo: about 3,199 pairs if one of them is true, 5,233 between them; 10,000 at most
    """
    at_bound, between = test.pairs_if(test.elo1), test.pairs_if((test.elo0 + test.elo1) / 2)
    text = (
        f"H0 {test.elo0:+g}, H1 {test.elo1:+g} {test.model} Elo: about {at_bound:,.0f} pairs if one of them "
        f"is true, {between:,.0f} between them; {most:,} at most"
    )
    return "\n".join([text, *advice(test, (0, 0, 0, 0, 0), most)])


def advice(test: Sprt, counts: Pairs, most: int) -> list[str]:
    """What whoever waits for a test should know; `most` is the number of pairs it may take in all."""
    if alike(counts):
        return [
            f"all {sum(counts)} pairs ended 1 : 1: these two always answer alike. Vary the openings "
            "(--opening N) or let them differ; more pairs of this kind will tell nothing"
        ]
    between = test.pairs_if((test.elo0 + test.elo1) / 2)
    wider = test.wider(most)
    if test.verdict(counts) or between <= most or wider is None:
        return []
    return [
        f"bounds this close take {between:,.0f} pairs if the truth lies between them, and {most:,} are to be "
        f"played: --elo1 {wider.elo1:g} would do with {wider.pairs_if((wider.elo0 + wider.elo1) / 2):,.0f}"
    ]


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
    steps = math.ceil(abs(t) / STEP) or 1
    for part in range(1, steps + 1):
        fit = _at_tangent(found, fit, t * part / steps)
    return fit


def _at_tangent(found: Sequence[float], fit: list[float], t: float) -> list[float]:
    """The same from a start that is close enough for its tangent to have solutions."""
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
