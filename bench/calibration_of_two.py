"""The calibration of two players with few pairs, without chance: added up over all results there can be.

Strengths, starts and draws as in calibration.py. `python -m bench.calibration_of_two 1 3 10` prints a line
for each number of pairs; ten of them have 1,001 results and take half a minute.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from bench.calibration import DRAWS, FIRST_MOVE, SPREADS, START
from schwarm.ratings.duel import gap_of
from schwarm.ratings.prior import Meetings

Array = np.ndarray[Any, Any]

STEPS = np.linspace(-6, 6, 601)  # differences in strength, in standard deviations
WEIGHTS = np.exp(-(STEPS**2) / 2) / np.exp(-(STEPS**2) / 2).sum()
START_STEPS = np.linspace(-4, 4, 41)
START_WEIGHTS = np.exp(-(START_STEPS**2) / 2) / np.exp(-(START_STEPS**2) / 2).sum()


def share(elo: Array) -> Array:
    """The expected share of the points."""
    expected: Array = 1 / (1 + 10 ** (-elo / 400))
    return expected


def game(expected: Array, draws: float) -> list[Array]:
    """How likely it is to lose, to draw and to win."""
    drawn = np.minimum(np.minimum(draws, 2 * expected), 2 * (1 - expected))
    won = expected - drawn / 2
    return [1 - won - drawn, drawn, won]


def pair(gaps: Array, draws: float) -> list[Array]:
    """How likely 0, 1/2, 1, 1 1/2 and 2 points of a pair are for each difference in strength."""
    gap, favour = gaps[:, None], FIRST_MOVE + START * START_STEPS[None, :]
    shift = (share(gap + favour) - share(gap - favour)) / 2
    one, other = game(share(gap) + shift, draws), game(share(gap) - shift, draws)
    found = [np.zeros(len(gaps)) for _ in range(5)]
    for i in range(3):
        for j in range(3):
            found[i + j] += (one[i] * other[j]) @ START_WEIGHTS
    return found


def calibration(pairs: int) -> dict[float, tuple[float, float]]:
    """For each share of draws: by how many points the said probability is too high, and the coverage."""
    found = dict.fromkeys(DRAWS, (0.0, 0.0))
    tables = {(s, d): pair(STEPS * s * math.sqrt(2), d) for s in SPREADS for d in DRAWS}
    for result in combinations_with_replacement(range(5), pairs):
        times = Counter(result)
        meetings = Meetings()
        for half_points, count in times.items():
            meetings.add(half_points / 2, 2.0, count)
        known = gap_of(meetings)
        first = known.quantile(0.5) >= 0
        said = known.chance_above(0.0) if first else 1 - known.chance_above(0.0)
        low, high = known.quantile(0.025), known.quantile(0.975)
        orders = math.factorial(pairs) // math.prod(map(math.factorial, times.values()))
        for (spread, draws), table in tables.items():
            gaps = STEPS * spread * math.sqrt(2)
            likely = orders * WEIGHTS / len(SPREADS)
            for half_points, count in times.items():
                likely = likely * table[half_points] ** count
            true = np.where(gaps == 0, 0.5, (gaps > 0) == first)
            off, covered = found[draws]
            off += 100 * float((likely * (said - true)).sum())
            covered += 100 * float(likely[(low <= gaps) & (gaps <= high)].sum())
            found[draws] = off, covered
    return found


if __name__ == "__main__":
    for number in map(int, sys.argv[1:]):
        cells = [f"{off:+.1f}; {covered:.1f} %" for off, covered in calibration(number).values()]
        print(f"| 2 | {number} | {' | '.join(cells)} |", flush=True)
