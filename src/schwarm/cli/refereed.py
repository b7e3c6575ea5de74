"""A game in the terminal against somebody whom a referee has to watch: a function, a program, a client."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from schwarm import players
from schwarm.cli.terminal import print_board
from schwarm.cli.words import fault_of, tell
from schwarm.game.record import Record
from schwarm.players import ArchiveSpec, Place, PlayerSpec, ProgramSpec, RemoteSpec
from schwarm.programs.harmless import harmless
from schwarm.referee import (
    UNLIMITED,
    Answer,
    Ended,
    Event,
    Moved,
    Referee,
    Request,
    Resigned,
    Seat,
    Started,
    now_ms,
)
from schwarm.referee.bot_seats import LocalSeat

if TYPE_CHECKING:
    from schwarm.cli.play import TerminalGame


class TerminalSeat(LocalSeat):
    """The person at the terminal; nobody else does anything while a line is typed."""

    def __init__(self, table: TerminalGame) -> None:
        super().__init__(table.person)
        self._table = table
        self.referee: Referee | None = None

    async def choose(self, request: Request) -> Answer:
        """The move that is typed in the end."""
        left_ms = now_ms()
        self._table.game = request.game
        move = self._table.ask()
        if self._table.resigned is not None:
            raise Resigned
        if move is None:
            assert self.referee is not None
            self.referee.interrupt()
            await asyncio.Event().wait()  # the referee ends this
        return Answer(str(move), left_ms, now_ms())


def play_refereed(table: TerminalGame, spec: PlayerSpec) -> Record:
    """Play the table's game against this player; its record."""
    if not isinstance(spec, ProgramSpec | ArchiveSpec | RemoteSpec):
        return asyncio.run(_host(table, spec))
    from schwarm.contest.server import stamping_loop

    with asyncio.Runner(loop_factory=stamping_loop) as runner:
        return runner.run(_host(table, spec))


async def _host(table: TerminalGame, spec: PlayerSpec) -> Record:
    async with AsyncExitStack() as stack:
        place, code = Place(), None
        if isinstance(spec, ProgramSpec | ArchiveSpec | RemoteSpec):
            from schwarm.contest.door import Door

            door = await stack.enter_async_context(Door())
            place = Place(door=door)
            if isinstance(spec, RemoteSpec):
                code = secrets.token_hex(8)
                table.say(tell("waiting", words=f"-h {door.host} -p {door.port} -r {code}"))
        people = {side: TerminalSeat(table) for side in table.people}
        limits = {}
        seats: dict[str, Seat] = {}
        for side in table.game.setup.book.sides:
            if side in people:
                seats[side], limits[side] = people[side], UNLIMITED
            else:
                foreign = isinstance(spec, ProgramSpec | ArchiveSpec | RemoteSpec)
                limits[side] = table.limits.each_move if foreign else table.limits
                seats[side] = players.open(
                    spec,
                    table.game.name,
                    name=table.bot_name,
                    place=place,
                    code=code,
                    limits=limits[side],
                )

        def listen(event: Event) -> None:
            if isinstance(event, Started | Moved | Ended):
                table.game = event.game
            if isinstance(event, Moved) and event.side not in people:
                table.say(tell("plays", who=table.who(event.side), move=event.ply.move))
            if isinstance(event, Started | Moved):
                print_board(table.game, table.console)
            if isinstance(event, Ended):
                for side, fault in event.faults.items():
                    if side not in people:
                        told = fault_of(str(fault), table.book)
                        table.say(harmless(tell("has_lost", who=table.who(side), fault=told)))

        referee = Referee(table.game, seats, limits=limits, listeners=[listen])
        for person in people.values():
            person.referee = referee
        return await referee.run()
