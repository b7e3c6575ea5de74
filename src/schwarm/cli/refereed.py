"""A game in the terminal under the referee, as every game: a person types, whoever else plays is a player."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from schwarm import players
from schwarm.cli.terminal import print_board
from schwarm.cli.unfinished import one_interrupt
from schwarm.cli.words import fault_told, tell
from schwarm.game import Game
from schwarm.game.record import Ply, Record
from schwarm.players import ArchiveSpec, Place, PlayerSpec, ProgramSpec, RemoteSpec
from schwarm.programs.harmless import harmless
from schwarm.referee import (
    UNLIMITED,
    Answer,
    Ended,
    Event,
    Limits,
    Moved,
    Referee,
    Request,
    Resigned,
    Seat,
    Started,
    fault_of,
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
    loop: Callable[[], asyncio.AbstractEventLoop] | None = None
    if isinstance(spec, ProgramSpec | ArchiveSpec | RemoteSpec):
        from schwarm.contest.server import stamping_loop

        loop = stamping_loop
    with one_interrupt(), asyncio.Runner(loop_factory=loop) as runner:  # also one while a line is typed
        return runner.run(_host(table, spec))


async def _host(table: TerminalGame, spec: PlayerSpec) -> Record:
    """Play on until the game is over: whoever takes moves back lets a referee begin anew before them."""
    game, plies = table.game, None
    async with AsyncExitStack() as stack:
        place, code = Place(inside=True), None
        if isinstance(spec, ProgramSpec | ArchiveSpec | RemoteSpec):
            from schwarm.contest.door import Door

            door = await stack.enter_async_context(Door())
            place = Place(door=door)
            if isinstance(spec, RemoteSpec):
                code = secrets.token_hex(8)
                table.say(tell("waiting", words=f"-h {door.host} -p {door.port} -r {code}"))
        while True:
            referee = _referee(table, game, plies, spec, place, code)
            record = await referee.run()
            if not table.taken_back:
                return record
            game, plies = referee.game, record.plies[: -table.taken_back]
            for _ in range(table.taken_back):
                game.undo()
            table.taken_back = 0


def _referee(
    table: TerminalGame,
    game: Game,
    plies: Sequence[Ply] | None,
    spec: PlayerSpec,
    place: Place,
    code: str | None,
) -> Referee:
    people = {side: TerminalSeat(table) for side in table.people}
    foreign = isinstance(spec, ProgramSpec | ArchiveSpec | RemoteSpec)
    limits: dict[str, Limits] = {}
    seats: dict[str, Seat] = {}
    for side in table.book.sides:
        if side in people:
            seats[side], limits[side] = people[side], UNLIMITED
        else:
            limits[side] = table.limits.each_move if foreign else table.limits
            seats[side] = players.open(
                spec, table.game.name, name=table.bot_name, place=place, code=code, limits=limits[side]
            )

    def listen(event: Event) -> None:
        if isinstance(event, Started | Moved | Ended):
            table.game = event.game
        if isinstance(event, Moved) and event.side not in people:
            left_ms = referee.left(event.side).bank_ms
            left = "" if left_ms is None else tell("left", seconds=f"{left_ms / 1000:.1f}")
            table.say(tell("plays", who=table.who(event.side), move=event.ply.move) + left)
        if isinstance(event, Started | Moved):
            print_board(table.game, table.console)
        if isinstance(event, Ended):
            for side, fault in event.faults.items():
                if side not in people:
                    told = fault_told(fault_of(fault))
                    table.say(harmless(tell("has_lost", who=table.who(side), fault=told)))

    referee = Referee(game, seats, plies=plies, limits=limits, listeners=[listen])
    for person in people.values():
        person.referee = referee
    return referee
