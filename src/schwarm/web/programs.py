"""Foreign programs as opponents: whoever starts the page offers them, visitors only name one.

A program plays in a room of a contest server of ours, started with the contest's arguments. The other side of
that room repeats what is played at the table, so the program sees an ordinary game, and the table its moves.
"""

from __future__ import annotations

import asyncio
import contextlib
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from schwarm.contest.server.room import Room
from schwarm.contest.server.server import ContestServer
from schwarm.contest.server.settings import Settings as ContestSettings
from schwarm.contest.wire.messages import Slot
from schwarm.contest.wire.seasons import season_of_game
from schwarm.games import Game, GameError
from schwarm.games import names as game_names
from schwarm.games.record import Irregular, Ply
from schwarm.programs.program import Program, ProgramError, read_command
from schwarm.programs.sandbox import Sandbox, SandboxError
from schwarm.referee import Answer, Ended, Event, Left, Limits, Moved, Request, SeatError, Started, now_ms

HOST = "127.0.0.1"
CONNECT_S = 30.0  # how long a program may take to start and connect
GRACE_S = 2.0  # how long it may take to end by itself afterwards
TELL_S = 0.3  # how long a program that hung up may take to end, so that we can tell how

Blame = Callable[[str, SeatError | GameError], None]


@dataclass(frozen=True, slots=True)
class Offer:
    """A program on offer: its command, and the game it plays; None: whichever it is asked for."""

    command: tuple[str, ...]
    game: str | None = None


def read_offer(text: str) -> tuple[str, Offer]:
    """`NAME=COMMAND`, or `GAME/NAME=COMMAND` for one game only; ProgramError if that cannot be meant."""
    name, equals, command = text.partition("=")
    game, slash, rest = name.partition("/")
    if slash and game in game_names():
        name = rest
    name = name.strip()
    if not equals or not name or len(name) > 40 or not name.isprintable():
        raise ProgramError(f"expected NAME=COMMAND with a name of at most 40 letters, not {text!r}")
    words = tuple(shlex.split(command))
    read_command(words)
    return name, Offer(words, game if slash and game in game_names() else None)


class Programs:
    """All programs on offer, and the server they play on; it opens when there is one."""

    def __init__(self, offers: Mapping[str, Offer], *, sandbox: bool, limits: Limits) -> None:
        self._offers = offers
        self._sandbox = Sandbox() if sandbox else None
        self._server = ContestServer(ContestSettings(host=HOST, port=0, limits=limits))

    def names(self, game: str) -> list[str]:
        """The programs one can play this game against."""
        return [name for name, offer in self._offers.items() if offer.game in (None, game)]

    async def open(self) -> None:
        """Listen on a free port of loopback."""
        if self._offers:
            await self._server.start()

    async def close(self) -> None:
        """Hang up; the tables have ended their programs."""
        if self._offers:
            await self._server.stop()

    def seat(self, name: str, game: Game, side: str, blame: Blame) -> ProgramOpponent:
        """A seat for a program in this game, as it stands; `game` belongs to the seat. See `blame` there."""
        return ProgramOpponent(self, name, game, side, blame)

    def room(self, game: Game, names: list[str]) -> Room:
        """A room for one game."""
        slots = [Slot(name, can_time_out=True, reserved=True) for name in names]
        return self._server.lobby.prepare(season_of_game(game.name), slots, game=game)

    async def start(self, name: str, code: str | None) -> Program:
        """Start a program for the seat with this reservation; ProgramError if that is impossible."""
        offer = self._offers.get(name)
        if offer is None:
            raise ProgramError(f"{name} is not on offer any more")
        program = Program(offer.command, sandbox=self._sandbox)
        await program.start(HOST, self._server.port, code)
        return program


class Mirror:
    """The person's side in the program's room: repeats the table's moves, hears the program's."""

    def __init__(self, name: str, side: str, ended: Callable[[Ended], None]) -> None:
        self.name = name
        self.moves: asyncio.Queue[str] = asyncio.Queue()
        self.answers: asyncio.Queue[Ply] = asyncio.Queue()
        self._side = side
        self._ended = ended

    async def choose(self, request: Request) -> Answer:
        """What the person played, however long it takes."""
        move = await self.moves.get()
        return Answer(move, now_ms(), now_ms())

    def tell(self, event: Event) -> None:
        """Keep the program's moves for the table."""
        if isinstance(event, Moved) and event.side != self._side:
            self.answers.put_nowait(event.ply)
        elif isinstance(event, Ended):
            self._ended(event)

    async def close(self) -> None:
        """Nothing to let go of."""


class ProgramOpponent:
    """A program's seat at a table. What it does wrong, at whatever moment, goes to `blame`."""

    def __init__(self, house: Programs, name: str, game: Game, side: str, blame: Blame) -> None:
        self.name = name
        self._house = house
        self._game = game
        self._side = side
        self._sides = game.setup.book.sides
        self._blame = blame
        self._mirror = Mirror("guest", next(one for one in self._sides if one != side), self._over)
        self._room: Room | None = None
        self._program: Program | None = None
        self._coming: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None
        self._started = asyncio.Event()  # or it cannot be
        self._regular = False
        self._closed = False

    def tell(self, event: Event) -> None:
        """Start the program with the game, and repeat the other side's moves in its room."""
        if isinstance(event, Started):
            self._coming = asyncio.create_task(self._come(), name=f"program {self.name}")
        elif isinstance(event, Moved) and event.side != self._side:
            self._mirror.moves.put_nowait(event.ply.move)
        elif isinstance(event, Ended):
            self._regular = event.end.reason not in list(Irregular)

    async def choose(self, request: Request) -> Answer:
        """The program's next move with the time it took by the room's clock."""
        ply = await self._mirror.answers.get()
        arrived_ms = now_ms()
        return Answer(ply.move, arrived_ms - (ply.think_ms or 0.0), arrived_ms)

    async def close(self) -> None:
        """End the room, then the program and everything it started."""
        self._closed = True
        if self._coming is None:
            return
        await self._started.wait()
        if self._room is not None:
            if self._regular:  # the last move is on its way: let the program hear the result
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._room.over.wait(), GRACE_S)
            self._room.cancel()
        if self._program is not None:
            await self._program.stop(GRACE_S)
        await asyncio.wait((self._coming,) if self._telling is None else (self._coming, self._telling))

    async def _come(self) -> None:
        try:
            await self._sit_down()
        except Left as fault:
            self._fault(fault)
        except (ProgramError, SandboxError) as error:
            self._fault(Left("NOT_STARTED", str(error)))
        finally:
            self._started.set()

    async def _sit_down(self) -> None:
        names = [self.name if side == self._side else self._mirror.name for side in self._sides]
        number = self._sides.index(self._side)
        room = self._room = self._house.room(self._game, names)
        room.host(1 - number, self._mirror)
        seat = room.seats[number]
        self._program = await self._house.start(self.name, seat.reservation)
        self._started.set()
        await self._program.arrival(seat.taken.wait(), CONNECT_S)

    def _over(self, event: Ended) -> None:
        """The room's game is over: by the rules, which the table knows too, or by a fault of the program."""
        fault = event.faults.get(self._side)
        if isinstance(fault, Left):
            self._telling = asyncio.create_task(self._gone(fault))
        elif fault is not None:
            self._fault(fault)

    async def _gone(self, fault: Left) -> None:
        """A program that hung up mostly ends at once: then we can tell how."""
        if self._program is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._program.wait(), TELL_S)
            fault = Left(fault.why, self._program.ending or fault.detail)
        self._fault(fault)

    def _fault(self, fault: SeatError | GameError) -> None:
        if not self._closed:
            self._blame(self._side, fault)
