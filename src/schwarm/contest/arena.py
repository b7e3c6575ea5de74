"""One game between players of any kind: bots of ours and programs that speak the contest's protocol.

The arena is a contest server on loopback. Programs are started with the contest's arguments and ended
with the game, with all they started; our bots connect as any client does. Whatever a program does is an
outcome.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType

from schwarm.contest.client import Client, Seat, ServerError
from schwarm.contest.server.room import Room
from schwarm.contest.server.seat import ContestSeat
from schwarm.contest.server.server import ContestServer
from schwarm.contest.server.settings import Settings
from schwarm.contest.wire.element import Element
from schwarm.contest.wire.messages import Slot
from schwarm.contest.wire.seasons import season_of_game
from schwarm.games import Game
from schwarm.games.record import End, Irregular, Record, record_of
from schwarm.programs.program import Program
from schwarm.programs.sandbox import Sandbox
from schwarm.referee import CONTEST, Left, Limits, Think

CONNECT_S = 30.0  # how long a program may take to start and connect
GRACE_S = 5.0  # how long it may take to end by itself afterwards
HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Contender:
    """A player: `command` of a program, in a sandbox or not, or else `think` of a bot."""

    name: str
    command: tuple[str, ...] = ()
    think: Think | None = None
    sandbox: Sandbox | None = None


class Arena:
    """Plays games from `async with` to its end, as many at once as one likes."""

    def __init__(
        self, *, limits: Limits = CONTEST, connect_s: float = CONNECT_S, grace_s: float = GRACE_S
    ) -> None:
        self._limits = limits
        self._connect_s = connect_s
        self._grace_s = grace_s
        self._records: dict[str, Record] = {}
        self._stack = contextlib.AsyncExitStack()

    async def __aenter__(self) -> Arena:
        settings = Settings(host=HOST, port=0, limits=self._limits)
        self._server = await self._stack.enter_async_context(ContestServer(settings, [self._note]))
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="schwarm-")))
        self._gate = folder / "gate"  # the door for sandboxes
        gate = await self._server.listen_at(str(self._gate))
        self._stack.callback(gate.close)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def play(self, game: Game, first: Contender, second: Contender) -> Record:
        """One game from this position; the first contender has the side that begins. ProgramError if a
        command cannot be started at all."""
        season = season_of_game(game.name)
        slots = [Slot(contender.name, can_time_out=True, reserved=True) for contender in (first, second)]
        room = self._server.lobby.prepare(season, slots, game=game)
        async with contextlib.AsyncExitStack() as players:
            try:
                for seat, contender in zip(room.seats, (first, second), strict=True):
                    await self._seat(players, seat, contender, game.name)
                await room.over.wait()
            except Left:
                room.abandon_absent()
                return self._not_started(room, game)
            finally:
                room.cancel()
        return self._records.pop(room.id)

    async def _seat(
        self, players: contextlib.AsyncExitStack, seat: ContestSeat, contender: Contender, game: str
    ) -> None:
        """Start a player and wait until it sits; Left if it never comes."""
        code = seat.reservation
        if contender.think is not None:
            playing = asyncio.create_task(asyncio.to_thread(self._play_bot, game, code, contender.think))
            players.push_async_callback(_finished, playing)
            await asyncio.wait_for(seat.taken.wait(), self._connect_s)
            return
        program = Program(contender.command, sandbox=contender.sandbox)
        await program.start(HOST, self._server.port, code, self._gate)
        players.push_async_callback(program.stop, self._grace_s)
        await program.arrival(seat.taken.wait(), self._connect_s)

    def _play_bot(self, game: str, code: str | None, think: Think) -> None:
        """Runs in a thread; the room sees how it goes."""
        with contextlib.suppress(ServerError), Client(game, HOST, self._server.port) as client:
            client.play(Seat(reservation=code), think, budget_ms=self._limits.soft_ms or 2_000)

    def _not_started(self, room: Room, game: Game) -> Record:
        """The record of a game to which somebody never came."""
        sides = game.setup.book.sides
        there = [side for side, seat in zip(sides, room.seats, strict=True) if seat.taken.is_set()]
        winner = there[0] if len(there) == 1 else None
        scores = game.standing()
        scores = {side: (2 if side == winner else 0, *scores[side][1:]) for side in sides}
        names = {side: seat.name for side, seat in zip(sides, room.seats, strict=True)}
        return replace(record_of(game, names), end=End(winner, Irregular.LEFT, scores))

    def _note(self, room: Room, record: Record, extra: list[Element]) -> None:
        self._records[room.id] = record


async def _finished(playing: asyncio.Task[None]) -> None:
    await asyncio.wait([playing])
    playing.result()
