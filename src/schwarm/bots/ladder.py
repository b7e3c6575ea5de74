"""The measured levels: what each won against the one below, and results of the kind that ratings take.

`schwarm match GAME K K-1 --games 200 --time 600000 --processes 1 --seed 1000`, both sides of 100 starts; the
same figures stand with their intervals in docs/bots.md. Games that nobody has measured are not in it.
"""

from __future__ import annotations

from functools import cache

PAIRS = 100  # starts, each played from both sides

# Percent of the points of levels 2 to 10 against the level below.
LADDER: dict[str, tuple[float, ...]] = {
    "piranhas": (79.2, 76.8, 85.0, 98.0, 79.5, 91.0, 96.5, 88.5, 91.0),
    "hive": (77.2, 71.8, 79.5, 75.8, 75.0, 88.5, 78.5, 80.2, 81.0),
    "mississippi_queen": (71.2, 72.2, 80.8, 80.2, 79.5, 74.8, 72.2, 71.0, 75.2),
    "protista": (87.8, 75.2, 71.2, 78.0, 85.0, 77.0, 74.0, 80.8, 84.2),
}


def measured_levels(game: str) -> list[str]:
    """The levels of a game whose strength was measured, weakest first; none if nobody did.

    >>> measured_levels("hive")[:2], measured_levels("chess")
    (['1', '2'], [])
    """
    steps = LADDER.get(game, ())
    return [str(number) for number in range(1, len(steps) + 2)] if steps else []


@cache
def ladder_pairs(game: str) -> tuple[tuple[str, str, float, float], ...]:
    """The ladder's games as pairs: a level, the one below, the points of the pair, its two games.

    Only the shares of the points were noted; the pairs are what independent games with these shares give.

    >>> pairs = ladder_pairs("hive")[:100]
    >>> pairs[0], sum(points for _, _, points, _ in pairs)
    (('2', '1', 2.0, 2.0), 155.0)
    """
    made: list[tuple[str, str, float, float]] = []
    for step, percent in enumerate(LADDER.get(game, ())):
        share = percent / 100
        both, none = round(PAIRS * share * share), round(PAIRS * (1 - share) ** 2)
        for points, count in ((2.0, both), (1.0, PAIRS - both - none), (0.0, none)):
            made += [(str(step + 2), str(step + 1), points, 2.0)] * count
    return tuple(made)
