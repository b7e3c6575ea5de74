"""Pairs of games: how often one player got 0, 1/2, 1, 1 1/2 or 2 points from both together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

Pairs = tuple[int, int, int, int, int]
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)  # what each outcome is of all points


class GameResult(Protocol):
    """A finished game, as far as its result goes; points are 2, 1 or 0 of (first, second)."""

    @property
    def points(self) -> tuple[int, int]:
        """Both sides' victory points."""

    def points_of(self, name: str) -> int:
        """The victory points of one of the two."""


def pair_counts(games: Mapping[int, GameResult], name: str) -> Pairs:
    """Count the complete pairs of a match, by a game's number in it, as one of the two sees them.

    A game that both lost by a fault tells nothing of which is stronger: it counts as drawn.
    """
    counts = [0, 0, 0, 0, 0]
    for number, first in games.items():
        second = games.get(number + 1)
        if number % 2 == 0 and second is not None:
            counts[round(2 * (strength_points(first, name) + strength_points(second, name)))] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def strength_points(game: GameResult, name: str) -> float:
    """What a game says of one of the two: 1, 1/2 or 0."""
    return game.points_of(name) / 2 if sum(game.points) else 0.5


def share(elo: float) -> float:
    """The share of the points that this difference in strength gives."""
    return float(1 / (1 + 10 ** (-elo / 400)))
