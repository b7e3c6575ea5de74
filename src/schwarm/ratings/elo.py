"""How much stronger one player is than another, from pairs of games, with an interval that holds."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from schwarm.ratings.duel import gap_of
from schwarm.ratings.pairs import Pairs, share
from schwarm.ratings.prior import Meetings

UNKNOWN = 1_000.0  # a wider interval of normalised Elo says nothing
NELO = 800 / math.log(10)  # normalised Elo for a mean of one standard deviation of a game


@dataclass(frozen=True, slots=True)
class Elo:
    """An estimate; it is as likely too high as too low. `low` to `high` is its 95 percent interval."""

    pairs: int
    elo: float
    low: float
    high: float
    normalised: float
    normalised_low: float
    normalised_high: float
    superiority: float  # the probability that the first one is the stronger

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def normalised_error(self) -> float:
        """Half the width of the interval of normalised Elo."""
        return (self.normalised_high - self.normalised_low) / 2

    def text(self, name: str = "the first") -> str:
        """One line for people.

        >>> print(elo_of((0, 0, 0, 0, 1)).text("A"))
        Elo +203 (-122 to +1033), A is the stronger with probability 87 %
        """
        return (
            f"Elo {round(self.elo):+d} ({self.low:+.0f} to {self.high:+.0f}), {name} is the stronger with "
            f"probability {percent(self.superiority)}"
        )


def elo_of(
    counts: Pairs, single: Iterable[float] = (), confidence: float = 0.95, *, spread: float | None = None
) -> Elo:
    """The estimate from these pairs, and from the points of games whose partner is missing.

    It is what is known after the games if one assumed before them what prior.py says; a `spread` in Elo says
    how far apart such players are, where that is known.

    >>> won = (0, 0, 0, 0, 3)
    >>> percent(elo_of(won).superiority), percent(elo_of(won, spread=25).superiority)
    ('> 99 %', '70 %')
    """
    gap = gap_of(meetings_of(counts, single), spread)
    low, middle, high = (gap.quantile(part) for part in ((1 - confidence) / 2, 0.5, (1 + confidence) / 2))
    return Elo(
        pairs=sum(counts),
        elo=middle,
        low=low,
        high=high,
        normalised=normalised(middle, gap.dispersion),
        normalised_low=normalised(low, gap.dispersion),
        normalised_high=normalised(high, gap.dispersion),
        superiority=gap.chance_above(0.0),
    )


def meetings_of(counts: Pairs, single: Iterable[float] = ()) -> Meetings:
    """Pairs by their outcome, and the points of single games, added up."""
    meetings = Meetings()
    for halves, count in enumerate(counts):
        meetings.add(halves / 2, 2.0, count)
    for points in single:
        meetings.add(points, 1.0)
    return meetings


def normalised(elo: float, dispersion: float) -> float:
    """A difference in units of a game's standard deviation."""
    mean = share(elo)
    return (mean - 0.5) / math.sqrt(dispersion * mean * (1 - mean)) * NELO


def normalised_text(value: float, error: float) -> str:
    """Normalised Elo for people; nothing where a one-sided record leaves it without an end.

    >>> normalised_text(3.05, 2.31), normalised_text(240.0, 3697.0)
    (', normalised +3.05 ± 2.31', '')
    """
    return f", normalised {value:+.2f} ± {error:.2f}" if error < UNKNOWN else ""


def percent(chance: float) -> str:
    """A probability for people: nothing is said to be certain.

    >>> percent(0.5), percent(0.9987), percent(0.00001)
    ('50 %', '> 99 %', '< 1 %')
    """
    if chance > 0.99:
        return "> 99 %"
    return "< 1 %" if chance < 0.01 else f"{100 * chance:.0f} %"
