"""What the ratings assume before the first game, in one place, because every interval depends on it.

- The strengths of a field scatter around its average like a normal distribution. How widely they scatter
  (the spread, a standard deviation in Elo) is not known: it is estimated from the field's own results. Before
  these it is, if two have met, 160 Elo within a factor of 1.8 (log-normal, 95 percent from 49 to 520 Elo); if
  more have, whose results tell near-clones from a mixed field, 100 Elo within a factor of 2.7 (14 to 710).
- Two players cannot show their spread, and few games of a few players hardly can. Whoever knows it, because
  the players are versions of one program, may set it: then nothing about it is estimated.
- A game's expected share of the points follows the logistic curve of Elo.
- The points of a pair of games scatter around that by less than two coin throws would: draws and a start
  that favours the same side in both games narrow them. The factor on the variance (the dispersion) is
  estimated from the pairs. Before that counts for something it is what the share of draws would give,
  less 5 percent for the starts; and of the pairs two in five are taken to have one drawn game, as if one
  pair had been seen: the first pairs of a match soon know better.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

SCALE = 400 / math.log(10)  # Elo for one unit of the logistic curve
OF_TWO = (160.0, 0.6)  # the spread in Elo, and the standard deviation of its logarithm
OF_MANY = (100.0, 1.0)
STEPS = range(-11, 6)  # 3.5 to 905 Elo around 160, in steps of the square root of two
LEAST, MOST = 1, 2_000  # Elo; what may be set
DISPERSION = 0.8  # to begin with
STARTS = 0.95  # what starts leave of the variance
SCATTER_PAIRS = 10.0  # as if so many even pairs had shown the dispersion that the draws lead to expect
ODD_PAIRS, ODD_SHARE = 1.0, 0.4  # as if this part of so many even pairs had one drawn game
EVEN = 0.5  # variance of the points of an even pair, if its games were coin throws


@dataclass(frozen=True, slots=True, eq=False)
class Spreads:
    """Spreads that a field may have, in logistic units, and the logarithms of how likely they are before."""

    values: tuple[float, ...]
    logs: tuple[float, ...]

    @property
    def middle(self) -> int:
        """The place of the likeliest one."""
        return max(range(len(self.logs)), key=self.logs.__getitem__)


def learned(spread: float, factor: float) -> Spreads:
    """To be estimated: log-normal around a spread in Elo."""
    elos = [160.0 * 2 ** (step / 2) for step in STEPS]
    logs = [-((math.log(elo / spread) / factor) ** 2) / 2 for elo in elos]
    return Spreads(tuple(elo / SCALE for elo in elos), tuple(logs))


LEARNED_OF_TWO, LEARNED_OF_MANY = learned(*OF_TWO), learned(*OF_MANY)


@cache
def spreads(players: int, known: float | None = None) -> Spreads:
    """What is assumed of the spread of so many players: one that is known, or all there may be."""
    if known is not None:
        if not LEAST <= known <= MOST:
            raise ValueError(f"expected a spread of {LEAST} to {MOST} Elo, not {known:g}")
        return Spreads((known / SCALE,), (0.0,))
    return LEARNED_OF_TWO if players <= 2 else LEARNED_OF_MANY


@dataclass(slots=True)
class Meetings:
    """All pairs of games between two players, added up, from the side of the first one."""

    points: float = 0.0
    games: float = 0.0
    squares: float = 0.0  # of the points of each pair
    products: float = 0.0  # of the points and the games of each pair
    sizes: float = 0.0  # squares of the games of each pair
    odd: float = 0.0  # pairs with one drawn game, so with half a point at the end

    def add(self, points: float, games: float, times: int = 1) -> None:
        """So many pairs more with these points; or single games, where the second of a pair is missing."""
        self.points += times * points
        self.games += times * games
        self.squares += times * points * points
        self.products += times * points * games
        self.sizes += times * games * games
        self.odd += times * (points % 1 == 0.5)

    def likelihood(self, gap: float) -> float:
        """The logarithm of the likelihood that this gap has with coin throws."""
        return self.points * gap - self.games * softplus(gap)

    def scatter(self, gap: float, variance: float) -> tuple[float, float]:
        """Squared deviations of the points and what coin throws give, if the gap is known so well."""
        share = logistic(gap)
        coin = share * (1 - share)
        found = self.squares - 2 * share * self.products + share * share * self.sizes
        return found + coin * coin * variance * self.sizes, coin * self.games


def dispersion(squares: float, coins: float, odd: float) -> float:
    """The factor on the variance of coin throws: what the draws lead to expect, and what the points show.

    `squares` and `coins` are the sums of what `Meetings.scatter` gives.
    """
    pairs = coins / EVEN
    share = min((ODD_PAIRS * ODD_SHARE + odd) / (ODD_PAIRS + pairs), 0.5)
    draws = (1 - math.sqrt(1 - 2 * share)) / 2  # of two games one is drawn in 2 d (1 - d) of all pairs
    expected = STARTS * (1 - draws)
    return (SCATTER_PAIRS * expected + squares / EVEN) / (SCATTER_PAIRS + pairs)


def logistic(gap: float) -> float:
    """The expected share of the points."""
    return 1 / (1 + math.exp(-gap)) if gap > -700 else 0.0


def softplus(gap: float) -> float:
    """The logarithm of 1 + exp(gap), without overflow."""
    return max(gap, 0.0) + math.log1p(math.exp(-abs(gap)))
