"""How strong the players of a game are: measured matches between them, and the Elo these give.

`python -m bench.ladder GAME` measures: each level against the one below, `random` and `greedy` against the
levels nearest to them. Results and Elo lie in `data/ladder.json` of the game's folder; games
that nobody measured have no such file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from schwarm.bots.evaluation import read_bot_file
from schwarm.game import list_games

ANCHORS = ("random", "greedy")
FIRST_LEVEL = "1"
FIRST_LEVEL_ELO = 1000  # in every game: where the scale is fixed


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How many pairs of games gave the first of two players 0, 1/2, 1, 1 1/2 and 2 points."""

    one: str
    other: str
    pairs: tuple[int, ...]

    @property
    def games(self) -> int:
        """How many were played, two from each start."""
        return 2 * sum(self.pairs)

    @property
    def share(self) -> float:
        """The first one's part of the points."""
        return sum(half * count for half, count in enumerate(self.pairs)) / (2 * self.games)

    def duels(self) -> list[tuple[str, str, float, float]]:
        """The pairs one by one, as ratings take them: both players, the points of a pair, its two games."""
        points = [half / 2 for half, count in enumerate(self.pairs) for _ in range(count)]
        return [(self.one, self.other, won, 2.0) for won in points]


@dataclass(frozen=True, slots=True)
class Strength:
    """Elo on the scale on which level 1 has 1000; the 95 percent interval is about the players' average.

    >>> from schwarm import bots
    >>> bots.strengths("hive")["1"].elo
    1000
    """

    elo: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Ladder:
    """The measured players of a game."""

    obtained: str = ""  #: the command
    matches: tuple[PairCounts, ...] = ()
    strengths: dict[str, Strength] = field(default_factory=dict)  #: weakest first


@cache
def ladder(game: str) -> Ladder:
    """What was measured of a game, read once; empty if nothing was."""
    data = read_bot_file(game, "ladder.json") if game in list_games() else None
    if data is None:
        return Ladder()
    matches = tuple(PairCounts(said["one"], said["other"], tuple(said["pairs"])) for said in data["matches"])
    found = {name: Strength(*numbers) for name, numbers in data["elo"].items()}
    return Ladder(data["obtained"], matches, dict(sorted(found.items(), key=lambda item: item[1].elo)))


def strengths(game: str) -> dict[str, Strength]:
    """The measured players of a game with their Elo, weakest first; none if nobody measured them.

    >>> strengths("hive")["1"].elo, strengths("chess")
    (1000, {})
    """
    return ladder(game).strengths


def in_order(game: str, names: Sequence[str]) -> list[str]:
    """Players in the order of their strength; those not measured keep their places.

    >>> in_order("hive", ["2", "1", "best"])
    ['1', '2', 'best']
    """
    ranked = iter([name for name in strengths(game) if name in names])
    return [next(ranked) if name in strengths(game) else name for name in names]


def measured_levels(game: str) -> list[str]:
    """The levels of a game whose strength was measured, weakest first; none if nobody did.

    >>> measured_levels("hive")[:2], measured_levels("chess")
    (['1', '2'], [])
    """
    return [name for name in strengths(game) if name not in ANCHORS]


@cache
def ladder_pairs(game: str) -> tuple[tuple[str, str, float, float], ...]:
    """The measured games, as ratings take them: a player, another, the points of a pair, its two games.

    >>> one, other, points, games = ladder_pairs("hive")[0]
    >>> one, other, games
    ('2', '1', 2.0)
    """
    return tuple(duel for match in ladder(game).matches for duel in match.duels())
