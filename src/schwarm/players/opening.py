"""From a player's specification to a seat that plays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from schwarm.players.spec import (
    ArchiveSpec,
    BotSpec,
    FunctionSpec,
    NetSpec,
    PlayerError,
    PlayerSpec,
    RemoteSpec,
)
from schwarm.players.thinking import bot_thinker, function_thinker
from schwarm.referee import DirectSeat, Limits, ProcessSeat, Seat, ThreadSeat

if TYPE_CHECKING:
    from schwarm.contest.door import Door
    from schwarm.programs.sandbox import Sandbox


ARRIVE_S = 60.0  # how long a player may take to start and connect


@dataclass(frozen=True, slots=True)
class Place:
    """What the place where a game is played offers its players.

    `door` is where programs and remote clients connect; `sandbox` is what programs run in; `inside` lets
    bots think in the referee's own thread, which is right where a process plays one game at a time.
    """

    door: Door | None = None
    sandbox: Sandbox | None = None
    inside: bool = False
    arrive_s: float = ARRIVE_S


def open(  # named as what it does: `players.open`
    spec: PlayerSpec,
    game: str,
    *,
    name: str = "",
    seed: int = 0,
    place: Place | None = None,
    code: str | None = None,
    limits: Limits | None = None,
) -> Seat:
    """A seat for this player; PlayerError if none can be had.

    `code` is a remote client's reservation; a program is told these `limits` when it is started.
    """
    place = place or Place()
    shown = name or str(spec)
    match spec:
        case BotSpec() | NetSpec():
            think = bot_thinker(spec, game, seed)
            return DirectSeat(shown, think) if place.inside else ThreadSeat(shown, think)
        case FunctionSpec():
            if spec.inside and place.inside:
                return DirectSeat(shown, function_thinker(spec))
            return ProcessSeat(shown, partial(function_thinker, spec))
    if place.door is None:
        raise PlayerError(f"{shown}: expected a place with a door for programs and remote clients")
    from schwarm.players.seats import ProgramSeat, RemoteSeat

    if isinstance(spec, RemoteSpec):
        return RemoteSeat(shown, place.door, code=code, arrive_s=place.arrive_s)
    sandbox = place.sandbox
    if sandbox is not None:
        sandbox = replace(sandbox, own_copy=isinstance(spec, ArchiveSpec) or spec.scratch)
    return ProgramSeat(shown, place.door, spec, sandbox, place.arrive_s, limits)
