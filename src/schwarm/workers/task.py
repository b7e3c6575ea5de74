"""A game to be played somewhere else, and what comes back: plain data that travels between processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from schwarm.game import Game
from schwarm.game.errors import Faults, Refusal
from schwarm.game.openings import Opening
from schwarm.game.random64 import Stream
from schwarm.game.record import Record
from schwarm.game.rulebook import OptionValue
from schwarm.players import ARRIVE_S, ArchiveSpec, FunctionSpec, PlayerSpec, ProgramSpec, RemoteSpec
from schwarm.referee import CONTEST, Adjudication, Limits

OPENING, CHANCE = 101, 102  # streams of a game's seed: the opening's moves, the players' chances

Key = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Contestant:
    """Who plays, and under which name; the two of a game have different names."""

    name: str
    spec: PlayerSpec


@dataclass(frozen=True, slots=True)
class Task:
    """One game; the first of `players` makes the first move. Whoever asks for games numbers them by `key`."""

    key: Key
    game: str
    seed: int
    players: tuple[Contestant, Contestant]
    profile: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    opening_plies: int = 0
    limits: Limits = CONTEST
    sandbox: bool = False
    arrive_s: float = ARRIVE_S
    opening: Opening | None = None  # of a book; random plies come after it
    adjudication: Adjudication | None = None
    aside: bool = False  # a trial: its programs give way to those of games that count

    def limits_of(self, number: int) -> Limits:
        """The limits of the first or the second player; the contest's protocol knows no banks."""
        contest = isinstance(self.players[number].spec, ProgramSpec | ArchiveSpec | RemoteSpec)
        return self.limits.each_move if contest else self.limits

    @property
    def needs_door(self) -> bool:
        """Does somebody take part who comes by a socket?"""
        return any(isinstance(one.spec, ProgramSpec | ArchiveSpec | RemoteSpec) for one in self.players)

    @property
    def starts_processes(self) -> bool:
        """Does somebody take part who has processes that have to be ended?"""
        return self.needs_door or any(
            isinstance(one.spec, FunctionSpec) and not one.spec.inside for one in self.players
        )


@dataclass(frozen=True, slots=True)
class Call:
    """A function to be called in a worker; it and what it is given must travel."""

    key: Key
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """What a function returned."""

    key: Key
    value: Any


Work = Task | Call


@dataclass(frozen=True, slots=True)
class Report:
    """A finished game. `faults` says what each offender did; `logs` what foreign programs said; by name.

    `absent` are those who were not there when the game was to begin. `held_up` says who had too little
    processor time to be judged by this game; `repeated` the same of one that was played before it.
    """

    key: Key
    record: Record
    wall_ms: float
    think_ms: tuple[float, float] = (0.0, 0.0)  # all moves together, of the first player and the second
    slowest_ms: tuple[float, float] = (0.0, 0.0)
    faults: Faults = field(default_factory=dict)
    logs: Mapping[str, str] = field(default_factory=dict)
    absent: tuple[str, ...] = ()
    kept: int | None = None  # its number in the store, where whoever played it has kept it already
    held_up: Refusal | None = None
    repeated: Refusal | None = None
    processor_ms: tuple[float | None, float | None] = (None, None)  # what both had; None: nobody can tell


@dataclass(frozen=True, slots=True)
class Failed:
    """Work that could not be done through nobody's fault but ours or the operator's.

    `final`: it is of no use to try again. `error`: what a function raised.
    """

    key: Key
    why: Refusal
    final: bool = False
    error: Exception | None = None


def start(task: Task) -> Game:
    """The game at its start, with its opening made: the same for the same seed, whoever plays it and why."""
    opening = task.opening or Opening(seed=task.seed)
    game = opening.start(task.game, task.seed, task.profile, task.options)
    stream = Stream(task.seed, OPENING)
    for _ in range(task.opening_plies):
        game.play(stream.choice(game.legal_moves()))
        if game.finished():
            game.undo()
            break
    return game


def chances(task: Task) -> tuple[int, int]:
    """The seeds of the chances that the first and the second player have."""
    stream = Stream(task.seed, CHANCE)
    return stream.word(), stream.word()


def pairs(
    game: str,
    first: Contestant,
    second: Contestant,
    games: int,
    *,
    seed: int = 0,
    profile: str = "",
    options: Mapping[str, OptionValue] | None = None,
    opening_plies: int = 0,
    limits: Limits = CONTEST,
    sandbox: bool = False,
    arrive_s: float = ARRIVE_S,
    openings: Sequence[Opening] = (),
    adjudication: Adjudication | None = None,
) -> list[Task]:
    """The games of a match: two of each start, sides changed; `openings` are taken in turn."""
    return [
        Task(
            key=(number,),
            game=game,
            seed=seed + number // 2,
            players=(second, first) if number % 2 else (first, second),
            profile=profile,
            options=options or {},
            opening_plies=opening_plies,
            limits=limits,
            sandbox=sandbox,
            arrive_s=arrive_s,
            opening=openings[number // 2 % len(openings)] if openings else None,
            adjudication=adjudication,
        )
        for number in range(games)
    ]
