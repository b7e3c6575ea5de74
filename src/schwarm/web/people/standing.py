"""Elo of people: what their results against measured levels and against each other say, by `ratings.rate`.

The field is the person, those they met lately and all measured bots, with the bots' own games in it. Elo is
told on the levels' own scale, on which level 1 has 1000: it means the same for everybody on every server.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

from schwarm.bots.ladder import ladder_pairs, measured_levels, strengths
from schwarm.ratings import rate
from schwarm.store.people import KeptRating, PeopleStore, RatedGame
from schwarm.web.people.messages import Standing
from schwarm.web.tables.seating import LEVEL

SAMPLES = 600
PROVISIONAL = 150.0  # Elo to both sides: a wider interval says little yet
MOST_OPPONENTS = 20  # people, those met last
MOST_GAMES = 400  # results of all of them


def rate_person(people: PeopleStore, game: str, person: str) -> KeptRating | None:
    """What a person's results say of their strength now; None without any, or where no level was measured."""
    own = people.results(game, [person], MOST_GAMES)
    levels = measured_levels(game)
    if not own or not levels:
        return None
    met = dict.fromkeys(player for result in own for player in (result.first, result.second))
    others = [player for player in met if player != person and not player.startswith(LEVEL)][:MOST_OPPONENTS]
    field = [person, *others]
    results = people.results(game, field, MOST_GAMES)
    elo, low, high = _estimate(game, field, results)
    return KeptRating(person, game, elo, low, high, len(own))


def _estimate(game: str, field: Sequence[str], results: Sequence[RatedGame]) -> tuple[float, float, float]:
    """Elo of the first of a field, and its interval."""
    levels = measured_levels(game)
    names = [*strengths(game), *field]
    known = set(names)
    duels = list(ladder_pairs(game))
    for result in results:
        first, second = (player.removeprefix(LEVEL) for player in (result.first, result.second))
        if first in known and second in known:
            duels.append((first, second, result.points, 1.0))
    rated = rate(names, duels, samples=SAMPLES)
    place = rated.names.index(field[0])
    scale = sum(strengths(game)[level].elo for level in levels) / len(
        levels
    )  # the levels' average stays where it was measured
    values = [
        sample[place] - sum(sample[rated.names.index(level)] for level in levels) / len(levels) + scale
        for sample in rated.samples
    ]
    ranked = sorted(zip(values, rated.weights, strict=True))
    sums = list(accumulate(weight for _, weight in ranked))
    low, middle, high = (
        ranked[min(bisect_left(sums, part * sums[-1]), len(ranked) - 1)][0] for part in (0.025, 0.5, 0.975)
    )
    return middle, low, high


def told(rating: KeptRating) -> Standing:
    """A rating as the page shows it."""
    return {
        "elo": round(rating.elo),
        "low": round(rating.low),
        "high": round(rating.high),
        "games": rating.games,
        "provisional": rating.high - rating.low > 2 * PROVISIONAL,
    }
