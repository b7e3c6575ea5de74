"""What an event is: the terms of its games, who takes part, and its stages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Annotated, Any, Literal

from annotated_types import Ge, Gt, Le, Len

from schwarm.game import rule_book
from schwarm.game.openings import MOST as MOST_OPENINGS
from schwarm.game.rulebook import OptionValue
from schwarm.players import ArchiveSpec, FunctionSpec, PlayerSpec, ProgramSpec
from schwarm.referee import Adjudication, Limits
from schwarm.referee.clock import DAY_MS
from schwarm.tournament.formats.stage import Name, Stage
from schwarm.tournament.table import STRICT

Milliseconds = Annotated[float, Gt(0), Le(DAY_MS)]
Forfeit = tuple[int, int, int, int, str]  # stage, group, day and match, and who has lost


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part. Without a player it is a team without a running bot.

    `version` tells the programs apart that play for it one after the other.
    """

    name: str
    player: PlayerSpec | None = None
    version: int = 0

    @property
    def running(self) -> bool:
        """Is there somebody who can play?"""
        return self.player is not None

    def said(self) -> dict[str, Any]:
        """The keys of an event file that give this entrant again, whatever is in its paths and arguments."""
        keys: dict[str, Any] = {"name": self.name} | ({"version": self.version} if self.version else {})
        match self.player:
            case None:
                return keys
            case ProgramSpec(command, folder, scratch):
                return keys | {"command": list(command), "folder": folder, "scratch": scratch}
            case ArchiveSpec(path, start):
                return keys | {"zip": path, "start": start}
            case FunctionSpec(folder=folder, inside=inside):
                keys |= {"folder": folder, "inside": inside}
        return keys | {"player": str(self.player)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What holds for all games of an event."""

    __pydantic_config__ = STRICT

    name: Name
    game: str
    profile: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seed: Annotated[int, Ge(-(2**63)), Le(2**64 - 1)] = 0
    opening_plies: Annotated[int, Ge(0), Le(1_000)] = 0  # random plies from the seed before the players begin
    soft_ms: Milliseconds = 2_000
    hard_ms: Milliseconds = 10_000
    bank_ms: Milliseconds | None = None  # for all moves together, in place of soft_ms and hard_ms
    increment_ms: Annotated[float, Ge(0), Le(DAY_MS)] = 0.0  # given back for every move
    openings: Annotated[tuple[str, ...], Len(0, MOST_OPENINGS)] = ()  # the lines of a book, in turn
    adjudication: Adjudication | None = None
    absent: Literal["loses", "random"] = "loses"  # a team without a running bot
    sandbox: bool = True
    qualification: bool = False  # two games against the random player before the event
    withdrawn: Annotated[tuple[str, ...], Len(0, 1_000)] = ()  # whoever loses all games it has not played yet
    excluded: tuple[tuple[int, str], ...] = ()  # a stage, and who has left before it began
    annulled: tuple[tuple[int, str], ...] = ()  # a stage, and whose matches in it count for nobody
    forfeited: tuple[Forfeit, ...] = ()  # matches whose missing games somebody has lost, back again or not


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Terms):
    """Everything an event file says."""

    entrants: tuple[Entrant, ...]
    stages: tuple[Stage, ...]

    def entrant(self, name: str) -> Entrant:
        return next(entrant for entrant in self.entrants if entrant.name == name)

    @property
    def limits(self) -> Limits:
        """The clock of every game."""
        return Limits(self.soft_ms, self.hard_ms, self.bank_ms, self.increment_ms)

    @property
    def score_names(self) -> tuple[str, ...]:
        """What the game's own numbers count."""
        return rule_book(self.game).score_names

    def to_json(self) -> str:
        """The whole event on one line."""
        terms = {key.name: getattr(self, key.name) for key in fields(Terms)}
        said = terms | {
            "adjudication": self.adjudication and asdict(self.adjudication),
            "entrants": [entrant.said() for entrant in self.entrants],
            "stages": [{"kind": stage.kind} | asdict(stage) for stage in self.stages],
        }
        return json.dumps(said, separators=(",", ":"))


def group_sizes(stages: Sequence[Stage], entrants: int) -> Iterator[list[int]]:
    """How many play in each group of every stage."""
    sizes: list[int] = []
    for stage in stages:
        if sizes:
            entrants = sum(min(stage.take or size, size) for size in sizes)
        count = stage.group_count(entrants)
        sizes = [entrants // count + (number < entrants % count) for number in range(count)]
        yield sizes


def with_seed(event: Event, seed: int) -> Event:
    """The same event, decided by another seed."""
    return replace(event, seed=seed)


def without(event: Event, failed: Sequence[str]) -> Event:
    """The event with some entrants as teams without a running bot."""
    entrants = tuple(
        Entrant(entrant.name) if entrant.name in failed else entrant for entrant in event.entrants
    )
    return replace(event, entrants=entrants)
