"""A knock-out as a tree of rounds, those to come included: what the page and the report draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from schwarm.tournament.formats.knock_out import THIRD_PLACE, rounds, titles
from schwarm.tournament.views import MatchView


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round of a knock-out; None stands for a match whose players are not known yet."""

    title: str
    matches: list[MatchView | None]


@dataclass(frozen=True, slots=True)
class TreeView:
    """All rounds: winners of matches 2n and 2n + 1 meet in match n of the next; `third` stands beside."""

    rounds: list[RoundView]
    third: MatchView | None


def tree(days: Sequence[Sequence[MatchView]]) -> TreeView:
    """The tree of a knock-out with these days; the first one says how many rounds there will be."""
    if not days:
        return TreeView([], None)
    entrants = 2 * len(days[0])
    third = None
    made = []
    for number in range(rounds(entrants)):
        matches: list[MatchView | None] = [None] * (entrants >> (number + 1))
        if number < len(days):
            third = next((match for match in days[number] if match.title == THIRD_PLACE), third)
            matches = [match for match in days[number] if match.title != THIRD_PLACE]
        made.append(RoundView(titles(number, entrants, len(matches))[0], matches))
    return TreeView(made, third)
