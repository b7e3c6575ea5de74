"""A game to be played somewhere else, and what comes back: plain data that travels between processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from schwarm.games.record import Record
from schwarm.games.rulebook import OptionValue
from schwarm.tournament.formats import Entrant, Event
from schwarm.tournament.progress import Planned
from schwarm.tournament.results import GameKey


@dataclass(frozen=True, slots=True)
class Task:
    """One game. `first` makes the first move."""

    key: GameKey
    game: str
    profile: str
    options: Mapping[str, OptionValue]
    seed: int
    opening_plies: int
    first: Entrant
    second: Entrant
    soft_ms: float
    hard_ms: float
    sandbox: bool = True

    @property
    def players(self) -> tuple[Entrant, Entrant]:
        """Who plays, the first one to move in front."""
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class Report:
    """A finished game. `faults` says what each offender did; `logs` what foreign programs said."""

    key: GameKey
    record: Record
    wall_ms: float
    think_ms: tuple[float, float] = (0.0, 0.0)  # all moves together, of (first, second)
    slowest_ms: tuple[float, float] = (0.0, 0.0)
    faults: Mapping[str, str] = field(default_factory=dict)  # by entrant
    logs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failed:
    """A game that could not be played through nobody's fault but ours or the operator's."""

    key: GameKey
    why: str


def task_of(event: Event, game: Planned) -> Task:
    """What has to be played; a team without a bot is played by the random player."""
    return Task(
        key=game.key,
        game=event.game,
        profile=event.profile,
        options=dict(event.options),
        seed=game.seed,
        opening_plies=event.opening_plies,
        first=_present(event.entrant(game.first)),
        second=_present(event.entrant(game.second)),
        soft_ms=event.soft_ms,
        hard_ms=event.hard_ms,
        sandbox=event.sandbox,
    )


def _present(entrant: Entrant) -> Entrant:
    return Entrant(entrant.name, bot="random") if entrant.kind == "none" else entrant
