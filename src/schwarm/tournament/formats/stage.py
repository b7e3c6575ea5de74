"""What all formats share: a stage's common settings, and the questions that a format answers.

A format says who meets whom (`days`), when a match is over and who has won it (`judged`), and who is ahead
(`table`). Nobody else asks which format a stage has.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, Len

from schwarm.game.errors import reason_of
from schwarm.ratings.sprt import Sprt
from schwarm.tournament.errors import BadFormat, CannotPair
from schwarm.tournament.results import Match
from schwarm.tournament.schedule import Day
from schwarm.tournament.table import STRICT, Field, MatchPoints, Row, criterion, rank

Matches = tuple[Match, ...]
Meet = Callable[..., Matches]  # (number of the day, its pairings, titles=()) -> the matches as they stand
Days = tuple[list[Matches], bool | str]  # the days known so far; are there no more, or why can there be none?

MOST = 1_000  # entrants, groups, rounds, cycles
MOST_GAMES = 1_000_000  # of a match

Name = Annotated[str, Len(1, 200)]
Count = Annotated[int, Ge(1), Le(MOST)]
Games = Annotated[int, Ge(1), Le(MOST_GAMES)]
Criteria = Annotated[tuple[str, ...], Len(0, 50)]
Draw = Literal["lot", "order", "snake"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage(ABC):
    """One phase of an event."""

    __pydantic_config__ = STRICT
    kind: ClassVar[str]  # what event files call the format
    bracket: ClassVar[bool] = False  # is it drawn as a tree of rounds?
    fixed: ClassVar[bool] = True  # is it known from the start who meets whom?
    endless: ClassVar[bool] = False  # does it go on as long as somebody wants it to?

    name: Name
    take: Annotated[int, Ge(0), Le(MOST)] = 0  # the best so many of each group of the stage before; 0: all
    draw: Draw = "order"  # how groups, or the places of a bracket, are filled
    games: Games = 6  # of a match
    trial: bool = False  # is it for trying out alone? Then nothing of it counts for anything later

    @property
    def criteria(self) -> tuple[str, ...]:
        """The columns of the table beyond matches and games."""
        return ()

    @property
    def test(self) -> Sprt | None:
        """The sequential test that may end a match before its last game."""
        return None

    def group_count(self, entrants: int) -> int:
        """In how many groups so many play."""
        return 1

    def faults(self, sizes: Sequence[int], score_names: Sequence[str]) -> Iterator[str]:
        """What keeps groups of these sizes from being played; `score_names` are the game's own numbers."""
        yield from unknown_criteria(self.criteria, score_names)

    @abstractmethod
    def days(self, names: Sequence[str], meet: Meet) -> Days:
        """The match days of a group of at least two, as far as they are known."""

    def needed(self, played: int) -> int:
        """How many games a match that is not over has, after so many."""
        return self.games

    def judged(self, match: Match, seed: int, score_names: Sequence[str]) -> Match:
        """Is the match over, and who has won it?"""
        return replace(match, finished=len(match.games) >= self.games, winner=match.leader())

    def field(
        self,
        names: Sequence[str],
        matches: Sequence[Match],
        score_names: Sequence[str],
        seed: int,
        number: int,
    ) -> Field:
        """What the criteria of a table look at."""
        return Field(names, matches, MatchPoints(), score_names, seed, number)

    @abstractmethod
    def table(self, field: Field, days: Sequence[Matches]) -> list[Row]:
        """The official ranking as it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class League(Stage):
    """A format whose table is ranked by a list of criteria."""

    points: MatchPoints = field(default_factory=MatchPoints)
    ranking: Criteria = ("match points", "victory points", "head-to-head", "Sonneborn-Berger", "lot")

    @property
    def criteria(self) -> tuple[str, ...]:
        return self.ranking

    def field(
        self,
        names: Sequence[str],
        matches: Sequence[Match],
        score_names: Sequence[str],
        seed: int,
        number: int,
    ) -> Field:
        return Field(names, matches, self.points, score_names, seed, number)

    def table(self, field: Field, days: Sequence[Matches]) -> list[Row]:
        return rank(field, self.ranking)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouped(League):
    """A league that may be played in several groups."""

    groups: Count = 1

    def group_count(self, entrants: int) -> int:
        return min(self.groups, max(entrants // 2, 1))


def one_after_another(count: int, meet: Meet, pair: Callable[[list[Matches]], tuple[Day, list[str]]]) -> Days:
    """Days that depend on the results of those before: each is paired once the last one is finished."""
    days: list[Matches] = []
    while len(days) < count:
        if days and not all(match.finished for match in days[-1]):
            return days, False
        try:
            pairings, titles = pair(days)
        except CannotPair as error:
            return days, reason_of(error)
        days.append(meet(len(days), pairings, titles))
    return days, True


def unknown_criteria(texts: Sequence[str], score_names: Sequence[str]) -> Iterator[str]:
    """What is wrong with a list of criteria."""
    for text in texts:
        try:
            criterion(text, score_names)
        except BadFormat as error:
            yield str(error)
