"""The curve on which all candidates for levels lie, and the choice of ten of them at equal steps of Elo.

A place on the curve is a number from 0, all noise, to 256, no noise and the most nodes. One curve for all
levels of a game makes the choice a question of one number, and levels grow in all they do.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from schwarm.bots import Level
from schwarm.bots.bot import NODES_AT_ONCE as AT_ONCE
from schwarm.bots.knowledge import knowledge
from schwarm.bots.ladder import FIRST_LEVEL, FIRST_LEVEL_ELO, PairCounts
from schwarm.ratings import Pairs, elo_of, rate
from schwarm.ratings.pairs import share as expected

END = 256
LEVELS = 10
FEWEST = 128  # nodes: enough to look at every move of most positions; with fewer the order of moves decides
LOUDEST = 20  # times the evaluation's scale: the net is not heard any more
LOWEST, HIGHEST = 0.65, 0.85  # what a level is to win against the one below
NEAR = 0.15  # of a step: a level so near to its place stays

Results = Mapping[
    tuple[str, str], Pairs
]  # (stronger or later named, other) -> pairs from the first one's side


@dataclass(frozen=True, slots=True)
class Curve:
    """Candidates of one game: `most` nodes at the end; levels are chosen from `first` to `last`."""

    game: str
    most: int
    first: int = 0
    last: int = END

    def level(self, place: int) -> Level:
        """The candidate at a place, in round numbers."""
        along = place / END
        nodes = max(AT_ONCE * (self.most / AT_ONCE) ** (along**1.7), FEWEST)
        scale = knowledge(self.game).levelled().scale
        noise = scale * min((1 - along) ** 2 / along, LOUDEST) if place else scale * LOUDEST
        return Level(AT_ONCE * round(rounded(nodes) / AT_ONCE), rounded(noise))

    def name(self, place: int) -> str:
        """The candidate as a player."""
        level = self.level(place)
        return f"best#{level.nodes}~{level.noise}"


def rounded(number: float) -> int:
    """Two digits and zeros.

    >>> rounded(1234.5), rounded(0.4)
    (1200, 0)
    """
    whole = round(number)
    return round(whole, 2 - len(str(whole)))


def elo_of_all(results: Results) -> dict[str, float]:
    """Elo of everybody who played, by the one estimator of `ratings`."""
    names = list(dict.fromkeys(name for match in results for name in match))
    found = rate(names, duels(results), samples=400)
    return {rating.name: rating.elo for rating in found.ratings}


def duels(results: Results) -> list[tuple[str, str, float, float]]:
    """Matches as pairs, one by one."""
    return [
        duel for (one, other), counts in results.items() for duel in PairCounts(one, other, counts).duels()
    ]


def strengths(matches: Results) -> dict[str, tuple[int, int, int]]:
    """Elo of the measured players with its interval, on the scale on which level 1 has 1000; weakest first.

    The intervals are those of `ratings`: they count from the average of all these players.
    """
    names = list(dict.fromkeys(name for match in matches for name in match))
    found = {rating.name: rating for rating in rate(names, duels(matches)).ratings}
    shift = FIRST_LEVEL_ELO - found[FIRST_LEVEL].elo
    return {
        name: (round(one.elo + shift), round(one.low + shift), round(one.high + shift))
        for name, one in sorted(found.items(), key=lambda item: item[1].elo)
    }


def elo_at(elo: Mapping[int, float]) -> list[float]:
    """Elo at every place from the first known to the last, rising: straight lines between what is known."""
    places = sorted(elo)
    heights = list(accumulate((elo[place] for place in places), max))
    made = [heights[0]]
    for (left, low), (right, high) in pairwise(zip(places, heights, strict=True)):
        made += [low + (high - low) * (step + 1) / (right - left) for step in range(right - left)]
    return made


def choose(elo: Mapping[int, float], kept: Sequence[int] = ()) -> list[int]:
    """Ten places at equal steps of Elo from the first to the last; a kept one stays if it is near enough.

    >>> choose({0: 0.0, 256: 1800.0})
    [0, 28, 57, 85, 114, 142, 171, 199, 228, 256]
    """
    start = min(elo)
    heights = elo_at(elo)
    low, high = heights[0], heights[-1]
    step = (high - low) / (LEVELS - 1)
    made = []
    for number in range(LEVELS):
        goal = low + number * step
        place = nearest(heights, goal) + start
        if kept and abs(heights[kept[number] - start] - goal) < NEAR * step:
            place = kept[number]
        made.append(place)
    made[0], made[-1] = min(elo), max(elo)
    return made


def nearest(heights: Sequence[float], goal: float) -> int:
    """The number of the first height that reaches the goal, or of the one before it if that is nearer."""
    at = min(bisect_left(heights, goal), len(heights) - 1)
    return at - 1 if at and goal - heights[at - 1] < heights[at] - goal else at


def share(pairs: Pairs) -> float:
    """The first one's part of the points."""
    return PairCounts("", "", pairs).share


def share_text(pairs: Sequence[int]) -> str:
    """A share with its 95 percent interval."""
    a, b, c, d, e = pairs
    found = elo_of((a, b, c, d, e))
    low, high = expected(found.low), expected(found.high)
    return f"{100 * share((a, b, c, d, e)):.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def fits(pairs: Pairs) -> bool:
    """Does a level beat the one below by as much as it should?"""
    return LOWEST <= share(pairs) <= HIGHEST
