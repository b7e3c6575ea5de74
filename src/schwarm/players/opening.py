"""From a player's specification to a seat that plays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

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
from schwarm.referee import Answer, DirectSeat, Limits, ProcessSeat, Request, Seat, ThreadSeat
from schwarm.referee.bot_seats import LocalSeat

if TYPE_CHECKING:
    from schwarm.contest.door import Door
    from schwarm.programs.sandbox import Sandbox


ARRIVE_S = 60.0  # how long a player may take to start and connect


class Desk(Protocol):
    """Where bots think that may not think in this process."""

    async def think(self, spec: BotSpec | NetSpec, request: Request) -> Answer:
        """What the bot says; `Left` if it crashes."""


class DeskSeat(LocalSeat):
    """A bot that thinks at a desk; waiting for its turn there is not thinking."""

    def __init__(self, name: str, spec: BotSpec | NetSpec, desk: Desk) -> None:
        super().__init__(name)
        self._spec = spec
        self._desk = desk

    async def choose(self, request: Request) -> Answer:
        """The bot's move; it knows only what a player may know, as the request's game does."""
        return await self._desk.think(self._spec, request)


@dataclass(frozen=True, slots=True)
class Place:
    """What the place where a game is played offers its players.

    `door` is where programs and remote clients connect; `sandbox` is what programs run in; `inside` lets
    bots think in the referee's own thread, which is right where a process plays one game at a time; with a
    `desk` they think there.
    """

    door: Door | None = None
    desk: Desk | None = None
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
            if place.desk is not None:
                return DeskSeat(shown, spec, place.desk)
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
