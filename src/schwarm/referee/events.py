"""What the referee tells: to both seats and to every listener, in this order.

Started, then for each ply Asked and Moved, then Ended. Paused and Resumed may come between.
`game` is a view shared by all who hear the event: it shows what players may know; do not change it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from schwarm.game.errors import GameError
from schwarm.game.game import Game
from schwarm.game.record import End, Ply
from schwarm.referee.clock import UNLIMITED, Limits
from schwarm.referee.errors import SeatError


@dataclass(frozen=True, slots=True)
class Started:
    """Both seats are there; `seats` names who plays each side."""

    game: Game
    seats: Mapping[str, str]
    paused: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """The side to move is being asked for its move, under these limits."""

    side: str
    limits: Limits = UNLIMITED


@dataclass(frozen=True, slots=True)
class Moved:
    """A move was checked, played and made durable; `paused`: no request follows by itself."""

    game: Game
    side: str
    ply: Ply
    paused: bool


@dataclass(frozen=True, slots=True)
class Paused:
    """No further request until a step or until the game goes on."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A request that waited goes out now; `step`: only this one."""

    game: Game
    step: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """The end as recorded. `faults` says what each offender did; empty at a regular end."""

    game: Game
    end: End
    faults: Mapping[str, SeatError | GameError]


Event = Started | Asked | Moved | Paused | Resumed | Ended

# Hears events; must not wait. One that raises is logged and hears nothing more.
Listener = Callable[[Event], None]
