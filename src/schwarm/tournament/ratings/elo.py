"""How much stronger one player is than another, from pairs of games, with an honest interval."""

from __future__ import annotations

import math
from dataclasses import dataclass

from schwarm.tournament.ratings.pairs import NORMAL, Pairs, elo, moments

NELO = 800 / math.log(10)  # normalised Elo for a mean of one standard deviation


@dataclass(frozen=True, slots=True)
class Elo:
    """An estimate; `error` is half of the 95 percent interval from `low` to `high`."""

    pairs: int
    share: float
    elo: float
    low: float
    high: float
    normalised: float
    normalised_error: float
    superiority: float  # the likelihood that the first one is the stronger

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def text(self) -> str:
        """One line for people."""
        return (
            f"Elo {self.elo:+.2f} ± {self.error:.2f}, normalised {self.normalised:+.2f} ± "
            f"{self.normalised_error:.2f}, likelihood of superiority {100 * self.superiority:.1f} %"
        )


def elo_of(counts: Pairs, confidence: float = 0.95) -> Elo:
    """The estimate from these pairs.

    A one-sided result is read as if half a pair more had gone the other way: the strength it shows has no
    upper end, and this is the cautious finite reading. Equal results without any variance likewise.
    """
    total, mean, variance = moments(_readable(counts))
    z = NORMAL.inv_cdf(0.5 + confidence / 2)
    deviation = math.sqrt(variance / total)
    edge = 1 / (8 * total)  # nobody is shown to be stronger than a record of this length can show
    return Elo(
        pairs=sum(counts),
        share=mean,
        elo=elo(mean),
        low=elo(max(mean - z * deviation, min(edge, mean))),
        high=elo(min(mean + z * deviation, max(1 - edge, mean))),
        normalised=(mean - 0.5) / math.sqrt(2 * variance) * NELO,
        normalised_error=z / math.sqrt(2 * total) * NELO,
        superiority=NORMAL.cdf((mean - 0.5) / deviation),
    )


def _readable(counts: Pairs) -> tuple[float, ...]:
    """Counts with some variance in them."""
    if sum(count > 0 for count in counts) > 1:
        return tuple(float(count) for count in counts)
    weights = [float(count) for count in counts]
    if not sum(counts):
        return 0.25, 0.0, 0.5, 0.0, 0.25
    if counts[0] or counts[1]:
        weights[4] += 0.5
    elif counts[3] or counts[4]:
        weights[0] += 0.5
    else:
        weights[0] += 0.25
        weights[4] += 0.25
    return tuple(weights)
