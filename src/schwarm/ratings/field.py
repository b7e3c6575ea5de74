"""Ratings of a whole field, and how sure the order of a table is.

A hierarchical model of Bradley and Terry's kind: strengths scatter around the field's average, and how
widely they do is estimated with them (prior.py states what is assumed). For each possible spread the
posterior is first taken as a normal distribution around its peak; then strengths are drawn from a slightly
wider one and weighted by their true posterior (importance sampling), which gives one-sided and short
records the lopsided intervals that they deserve. Two players are a field, too: duel.py does it exactly.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from operator import mul
from random import Random

from schwarm.ratings import linear
from schwarm.ratings.duel import gap_of
from schwarm.ratings.prior import (
    DISPERSION,
    OF_MANY,
    SCALE,
    Meetings,
    Spreads,
    dispersion,
    logistic,
    spreads,
)

SAMPLES = 2_000
DEEP = 7.0  # a spread so many logarithms less likely than the best one is left out
WIDE = 226 / SCALE  # a spread that even mixed fields have, for a quick look
HEAVY = 6  # degrees of freedom of the proposals' tails in a small field

# one, other, points of one, games: two, or one when a pair is not complete
Duel = tuple[str, str, float, float]


@dataclass(frozen=True, slots=True)
class _Results:
    """The meetings of every two who met, the points of each, and what the likelihood is made of."""

    rows: list[tuple[int, int, Meetings]]
    points: list[float]
    games: list[tuple[int, int, float]]


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo against the average of the field, with its 95 percent interval."""

    name: str
    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class FieldRating:
    """The field, strongest first, and fields drawn from what is known of it, each with its weight."""

    ratings: tuple[Rating, ...]
    names: tuple[str, ...]
    samples: tuple[Sequence[float], ...]  # Elo by the place in `names`
    weights: tuple[float, ...]  # they add up to 1
    spread: float
    dispersion: float

    def above(self, one: str, other: str) -> float:
        """The probability that one is stronger than the other."""
        i, j = self.names.index(one), self.names.index(other)
        return self._share(sample[i] > sample[j] for sample in self.samples)

    def best(self, name: str) -> float:
        """The probability that this one is the strongest."""
        i = self.names.index(name)
        return self._share(sample[i] == max(sample) for sample in self.samples)

    def order(self, names: Sequence[str]) -> float:
        """The probability that these are in the order of their strength."""
        places = [self.names.index(name) for name in names]
        return self._share(all(sample[i] > sample[j] for i, j in pairwise(places)) for sample in self.samples)

    def gap(self, one: str, other: str) -> Rating:
        """How much stronger one is than the other, with the interval of that."""
        i, j = self.names.index(one), self.names.index(other)
        values = [sample[i] - sample[j] for sample in self.samples]
        return Rating(one, math.fsum(map(mul, values, self.weights)), *_interval(values, self.weights))

    def of(self, names: Sequence[str]) -> FieldRating:
        """What is known of these alone; Elo stays that against the average of all."""
        places = [self.names.index(name) for name in names]
        return replace(
            self,
            ratings=tuple(rating for rating in self.ratings if rating.name in names),
            names=tuple(names),
            samples=tuple([sample[place] for place in places] for sample in self.samples),
        )

    def _share(self, hits: Iterable[bool]) -> float:
        return min(math.fsum(weight for weight, hit in zip(self.weights, hits, strict=True) if hit), 1.0)


def rate(
    names: Sequence[str],
    duels: Sequence[Duel],
    samples: int = SAMPLES,
    seed: int = 0,
    *,
    spread: float | None = None,
) -> FieldRating:
    """Ratings from pairs of games; so many possible fields tell how sure they are.

    How far apart the players are, the `spread` in Elo, is learned from the games unless it is known.
    """
    if not duels:
        empty = tuple(Rating(name, 0.0, -math.inf, math.inf) for name in names)
        return FieldRating(empty, tuple(names), (), (), spread or OF_MANY[0], DISPERSION)
    results = _results(names, duels)
    if len(names) == 2:
        return _two(names, results.rows[0][2], samples, spread)
    met = {place for i, j, _ in results.rows for place in (i, j)}
    field = _settled(results, spreads(len(met), spread))
    drawn, weights = _draw(field, samples, Random(seed))
    centred = []
    for sample in drawn:
        middle = sum(sample) / len(sample)
        centred.append([SCALE * (value - middle) for value in sample])
    ratings = []
    for place, name in enumerate(names):
        values = [sample[place] for sample in centred]
        mean = math.fsum(map(mul, values, weights))
        ratings.append(Rating(name, mean, *_interval(values, weights)))
    ratings.sort(key=lambda rating: -rating.elo)
    return FieldRating(
        tuple(ratings), tuple(names), tuple(centred), weights, SCALE * field.spread, field.dispersion
    )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A quick look at a field: the most likely strengths, and what is known of them."""

    names: tuple[str, ...]
    strengths: Sequence[float]
    covariance: linear.Matrix  # its lower triangle

    def worth(self, one: str, other: str) -> float:
        """How much a game of these two would tell: more the less their difference is known, and the closer
        they are. It is about the part of what is not known of it that the game would clear up."""
        i, j = self.names.index(one), self.names.index(other)
        low, high = min(i, j), max(i, j)
        known = self.covariance
        share = logistic(self.strengths[i] - self.strengths[j])
        return share * (1 - share) * (known[i][i] + known[j][j] - 2 * known[high][low])


def estimate(names: Sequence[str], duels: Sequence[Duel]) -> Estimate:
    """The strengths of a field, without the trouble that intervals take."""
    peak = _peak(_results(names, duels), [0.0] * len(names), WIDE, DISPERSION)
    return Estimate(tuple(names), peak.strengths, linear.variances(peak.columns))


def _results(names: Sequence[str], duels: Sequence[Duel]) -> _Results:
    """Results added up for every two who met."""
    place = {name: number for number, name in enumerate(names)}
    found: dict[tuple[int, int], Meetings] = {}
    total = [0.0] * len(names)
    for one, other, points, games in duels:
        i, j = place[one], place[other]
        total[i] += points
        total[j] += games - points
        key, scored = ((i, j), points) if i < j else ((j, i), games - points)
        found.setdefault(key, Meetings()).add(scored, games)
    rows = [(i, j, meetings) for (i, j), meetings in found.items()]
    return _Results(rows, total, [(i, j, meetings.games) for i, j, meetings in rows])


def _two(names: Sequence[str], meetings: Meetings, samples: int, known: float | None) -> FieldRating:
    """A field of two: its samples are the quantiles of the one difference."""
    gap = gap_of(meetings, known)
    drawn = [gap.quantile((number + 0.5) / samples) / 2 for number in range(samples)]
    low, middle, high = (gap.quantile(part) / 2 for part in (0.025, 0.5, 0.975))
    ratings = [Rating(names[0], middle, low, high), Rating(names[1], -middle, -high, -low)]
    ratings.sort(key=lambda rating: -rating.elo)
    fields = tuple((half, -half) for half in drawn)
    even = (1 / samples,) * samples if samples else ()
    spread = math.sqrt(sum((2 * half) ** 2 for half in drawn) / max(samples, 1) / 2)
    return FieldRating(tuple(ratings), tuple(names), fields, even, spread, gap.dispersion)


@dataclass(frozen=True, slots=True)
class _Peak:
    """The most likely strengths for one spread; `columns` are the roots of their covariance."""

    strengths: list[float]
    spread: float
    prior: float  # the logarithm of how likely that spread was before
    columns: linear.Matrix
    log_weight: float  # of the spread, the strengths integrated out


@dataclass(frozen=True, slots=True)
class _Settled:
    """The field for every spread that is likely enough."""

    results: _Results
    peaks: list[_Peak]
    spread: float  # the most likely one
    dispersion: float


def _settled(results: _Results, prior: Spreads) -> _Settled:
    """Find the dispersion and the peaks in turn; they hardly depend on each other, so two rounds will do."""
    scatter = DISPERSION
    middle = prior.middle
    best = _peak(results, [0.0] * len(results.points), prior.values[middle], scatter, prior.logs[middle])
    for _ in range(2):
        known = linear.variances(best.columns)
        scatter = _dispersion(results, best.strengths, known)
        peaks = _peaks(results, prior, best, scatter)
        best = max(peaks, key=lambda peak: peak.log_weight)
    return _Settled(results, peaks, best.spread, scatter)


def _dispersion(results: _Results, strengths: Sequence[float], known: linear.Matrix) -> float:
    """The dispersion that these strengths leave, known with this covariance."""
    squares, coins, odd = 0.0, 0.0, 0.0
    for i, j, meetings in results.rows:
        variance = known[i][i] + known[j][j] - 2 * known[j][i]
        found, coin = meetings.scatter(strengths[i] - strengths[j], variance)
        squares += found
        coins += coin
        odd += meetings.odd
    return dispersion(squares, coins, odd)


def _peaks(results: _Results, prior: Spreads, near: _Peak, scatter: float) -> list[_Peak]:
    """Walk from a likely spread to both sides until spreads become unlikely."""
    middle = prior.values.index(near.spread)
    found: list[_Peak] = []
    top = -math.inf
    for places in (range(middle, len(prior.values)), range(middle - 1, -1, -1)):
        start = near.strengths
        for place in places:
            peak = _peak(results, start, prior.values[place], scatter, prior.logs[place])
            found.append(peak)
            start = peak.strengths
            if peak.log_weight < top - DEEP:
                break
            top = max(top, peak.log_weight)
    return [peak for peak in found if peak.log_weight > top - DEEP]


def _peak(
    results: _Results, start: Sequence[float], spread: float, scatter: float, prior: float = 0.0
) -> _Peak:
    """Newton's method; a step that would lead down is halved."""
    strengths = list(start)
    height = _log_posterior(results, strengths, spread, scatter)
    for _ in range(50):
        slope, columns = _newton(results, strengths, spread, scatter)
        step = linear.solve(columns, slope)
        factor = 1.0
        while factor > 1e-6:
            tried = [value + factor * change for value, change in zip(strengths, step, strict=True)]
            reached = _log_posterior(results, tried, spread, scatter)
            if reached >= height - 1e-9:
                break
            factor /= 2
        gained = reached - height
        strengths, height = tried, reached
        if abs(gained) < 1e-4:
            break
    return _Peak(strengths, spread, prior, columns, height + _half_log_volume(columns) + prior)


def _half_log_volume(columns: linear.Matrix) -> float:
    """Half the logarithm of the covariance's determinant."""
    return sum(math.log(column[0]) for column in columns)


def _newton(
    results: _Results, strengths: Sequence[float], spread: float, scatter: float
) -> tuple[list[float], linear.Matrix]:
    """The slope of the posterior, and its curvature's triangle inverted."""
    precision = 1 / (spread * spread)
    slope = [-precision * value for value in strengths]
    bend = [[0.0] * (i + 1) for i in range(len(strengths))]
    for i in range(len(strengths)):
        bend[i][i] = precision
    for i, j, meetings in results.rows:
        share = logistic(strengths[i] - strengths[j])
        push = (meetings.points - meetings.games * share) / scatter
        pull = meetings.games * share * (1 - share) / scatter
        slope[i] += push
        slope[j] -= push
        bend[i][i] += pull
        bend[j][j] += pull
        bend[j][i] -= pull  # i < j: below the diagonal
    return slope, linear.inverse(linear.cholesky(bend))


def _log_posterior(results: _Results, strengths: Sequence[float], spread: float, scatter: float) -> float:
    """How likely these strengths and this spread are, the spread's own prior left out."""
    # A meeting's n log(1 + exp(a - b)), the linear parts taken out, is n log(exp(a) + exp(b)): one logarithm.
    powers = list(map(math.exp, strengths))
    log = math.log
    total: float = sum(map(mul, results.points, strengths))
    total -= sum([games * log(powers[i] + powers[j]) for i, j, games in results.games])
    prior = sum(value * value for value in strengths) / (2 * spread * spread)
    return total / scatter - prior - len(strengths) * math.log(spread)


def _draw(field: _Settled, samples: int, random: Random) -> tuple[list[list[float]], tuple[float, ...]]:
    """Strengths from normal distributions with heavier tails, weighted by their posterior."""
    top = max(peak.log_weight for peak in field.peaks)
    parts = [math.exp(peak.log_weight - top) for peak in field.peaks]
    size = len(field.peaks[0].strengths)
    heavy = max(HEAVY, size)
    drawn: list[list[float]] = []
    weights: list[float] = []
    for peak, part in zip(field.peaks, parts, strict=True):
        count = max(round(samples * part / sum(parts) / 2), 1)  # each in both directions
        volume = _half_log_volume(peak.columns)
        for _ in range(count):
            normal = [random.gauss() for _ in range(size)]
            stretch = math.sqrt(heavy / (2 * random.gammavariate(heavy / 2, 1.0)))
            move = [stretch * value for value in linear.spread_out(peak.columns, normal)]
            square = stretch * stretch * sum(value * value for value in normal)
            proposed = -(heavy + size) / 2 * math.log1p(square / heavy)
            for sign in (1.0, -1.0):
                sample = [value + sign * by for value, by in zip(peak.strengths, move, strict=True)]
                true = _log_posterior(field.results, sample, peak.spread, field.dispersion) + peak.prior
                drawn.append(sample)
                weights.append(math.exp(min(true - proposed + volume - top, 600.0)) / count)
    return drawn, _bounded(weights)


def _bounded(weights: Sequence[float]) -> tuple[float, ...]:
    """Shares of one; no single sample may outweigh what the square root of their number stands for."""
    most = sum(weights) / math.sqrt(len(weights))
    cut = [min(weight, most) for weight in weights]
    total = sum(cut)
    return tuple(weight / total for weight in cut)


def _interval(values: Sequence[float], weights: Sequence[float]) -> tuple[float, float]:
    """Between these lie 95 percent of the weight."""
    ranked = sorted(zip(values, weights, strict=True))
    sums = list(accumulate(weight for _, weight in ranked))
    low = bisect_left(sums, 0.025 * sums[-1])
    high = min(bisect_left(sums, 0.975 * sums[-1]), len(ranked) - 1)
    return ranked[low][0], ranked[high][0]
