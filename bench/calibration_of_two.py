"""The calibration of two players with few pairs, without chance: added up over all results there can be.

Strengths, starts and draws as in calibration.py. `python -m bench.calibration_of_two 1 3 10` prints a line
for each number of pairs, and lines by spread; ten pairs have 1,001 results and take some minutes.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from bench.calibration import DRAWS, FIRST_MOVE, SPREADS, START
from schwarm.ratings.duel import gap_of
from schwarm.ratings.prior import Meetings

Array = np.ndarray[Any, Any]

STEPS = np.linspace(-6, 6, 601)  # differences in strength, in standard deviations
WEIGHTS = np.exp(-(STEPS**2) / 2) / np.exp(-(STEPS**2) / 2).sum()
NARROW = 50  # Elo
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


def by_spread(pairs: int, *, known: bool = False) -> dict[tuple[int, float], tuple[float, float]]:
    """By spread and share of draws: how many points too high the said probability is, and the coverage.

    `known`: the spread is told, instead of being one of those that two players may have.
    """
    found = dict.fromkeys(product(SPREADS, DRAWS), (0.0, 0.0))
    tables = {(s, d): pair(STEPS * s * math.sqrt(2), d) for s in SPREADS for d in DRAWS}
    for result in combinations_with_replacement(range(5), pairs):
        times = Counter(result)
        meetings = Meetings()
        for half_points, count in times.items():
            meetings.add(half_points / 2, 2.0, count)
        orders = math.factorial(pairs) // math.prod(map(math.factorial, times.values()))
        untold = gap_of(meetings)
        for spread in SPREADS:
            told = gap_of(meetings, spread) if known else untold
            first = told.quantile(0.5) >= 0
            said = told.chance_above(0.0) if first else 1 - told.chance_above(0.0)
            low, high = told.quantile(0.025), told.quantile(0.975)
            gaps = STEPS * spread * math.sqrt(2)
            true = np.where(gaps == 0, 0.5, (gaps > 0) == first)
            for draws in DRAWS:
                likely = orders * WEIGHTS
                for half_points, count in times.items():
                    likely = likely * tables[spread, draws][half_points] ** count
                off, covered = found[spread, draws]
                off += 100 * float((likely * (said - true)).sum())
                covered += 100 * float(likely[(low <= gaps) & (gaps <= high)].sum())
                found[spread, draws] = off, covered
    return found


def calibration(pairs: int) -> dict[float, tuple[float, float]]:
    """For each share of draws, over the spreads from 50 Elo on that the prior of two is made for."""
    found = by_spread(pairs)
    wide = [spread for spread in SPREADS if spread >= NARROW]
    return {
        draws: (
            sum(found[spread, draws][0] for spread in wide) / len(wide),
            sum(found[spread, draws][1] for spread in wide) / len(wide),
        )
        for draws in DRAWS
    }


def main(numbers: list[int]) -> None:
    """A line for each number of pairs, and one for each spread that is told."""
    for number in numbers:
        cells = [f"{off:+.1f}; {covered:.1f} %" for off, covered in calibration(number).values()]
        print(f"| 2 | {number} | {' | '.join(cells)} |", flush=True)
    for number in numbers:
        for known in (False, True):
            found = by_spread(number, known=known)
            worst = [
                max((found[spread, draws] for draws in DRAWS), key=lambda cell: abs(cell[0]))
                for spread in SPREADS
            ]
            cells = [f"{off:+.1f}; {covered:.1f} %" for off, covered in worst]
            print(f"| {number} | {'told' if known else 'not told'} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]])
