"""The contest port beside the page: its games are kept in the same store and can be watched here.

A room's ledger is the seam: it hears the start, every ply and the end, each once it is durable.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from schwarm.contest.door import Door
from schwarm.contest.server import ContestServer, ServerSettings
from schwarm.game.errors import Faults
from schwarm.game.random64 import fresh_seed
from schwarm.game.record import End, Irregular, Ply, Record, start_of
from schwarm.web.shared.security import new_token
from schwarm.web.shared.settings import Settings
from schwarm.web.tables.plans import PROGRAM, Plan, SeatPlan
from schwarm.web.tables.table import Table

if TYPE_CHECKING:
    from schwarm.web.tables.open_tables import OpenTables

log = logging.getLogger(__name__)
CONTEST = "contest"
HOST = "127.0.0.1"


class WatchedLedger:
    """Keeps a contest game in the store and shows it at a table of its own.

    What it shows, it shows in the next turn of the event loop: the referee, which waits for it, tells the
    players first.
    """

    def __init__(self, open_tables: OpenTables) -> None:
        self._open_tables = open_tables
        self._ledger = open_tables.store.ledger()
        self._table: Table | None = None
        self._view_seed = fresh_seed()

    async def begin(self, record: Record) -> None:
        """The game starts; spectators may come."""
        await self._ledger.begin(record)
        self._game = start_of(record)
        for ply in record.plies:
            self._game.play(ply.move)
        seats = {side: SeatPlan(PROGRAM, team_name(record, side)) for side in self._game.setup.book.sides}
        plan = Plan(
            id=new_token()[:16], game=record.game, profile=record.profile, options=dict(record.options),
            seed=record.seed, position=record.position, moves=(), seats=seats, visitor=CONTEST,
            source=CONTEST,
        )  # fmt: skip
        self._table = self._open_tables.follow(plan, self._game, self._ledger.game)
        self._table.course.follow(self._game.view(self._view_seed), list(record.plies))

    async def add(self, number: int, ply: Ply) -> None:
        """A ply was made."""
        await self._ledger.add(number, ply)
        mover = self._game.to_move
        self._game.play(ply.move)
        if self._table is not None:
            self._soon(self._table.course.follow_ply, self._game.view(self._view_seed), mover, ply)

    async def end(self, end: End, faults: Faults) -> None:
        """The game is over; one that was interrupted can only be gone on with by the contest server."""
        await self._ledger.end(end, faults)
        if self._table is not None:
            if end.reason == Irregular.INTERRUPTED:
                self._open_tables.forget(self._table)
            else:
                self._soon(self._table.course.follow_end, end, self._game)

    def _soon(self, show: Callable[..., None], *what: object) -> None:
        asyncio.get_running_loop().call_soon(show, *what)


def team_name(record: Record, side: str) -> str:
    """Who plays a side of a contest game; '' where a client is known by its colour alone."""
    name = str(record.seats.get(side, ""))[:60]
    return "" if name.lower() == side else name


class ContestPort:
    """The contest server in the page's own process: also the door for programs that play on the page."""

    def __init__(self, open_tables: OpenTables, settings: Settings) -> None:
        self._offers = bool(settings.programs or settings.operator_key)  # or teams have some
        self._public = settings.contest_port is not None
        self._settings = ServerSettings(
            host=settings.contest_host,
            port=settings.contest_port or 0,
            limits=settings.program_limits,
            ledger=lambda: WatchedLedger(open_tables),
            trouble=open_tables.store.trouble,
        )
        self.door = Door(server=ContestServer(self._settings))

    async def open(self) -> None:
        """Listen at the contest's port, if there is to be one, and for programs where some are on offer."""
        if self._public:
            try:
                await self.door.open()
                return
            except OSError as error:
                log.warning("the page runs without a contest port: %s", error)
                self._public = False
        if self._offers:
            private = replace(self._settings, host=HOST, port=0, reserved_only=True)
            self.door.server = ContestServer(private)
            await self.door.open()

    def address(self) -> tuple[str, int] | None:
        """Where clients from elsewhere come to; None if there is no such port."""
        return (self._settings.host, self.door.port) if self._public else None

    async def close(self) -> None:
        """End the games and hang up."""
        await asyncio.wait_for(self.door.close(), 10)
