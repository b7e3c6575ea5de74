"""The pace of a game between machines: it plays only while somebody watches, and no faster than they wish.

The referee is paused throughout; the conductor lets one move after the other through.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from schwarm.referee import Ended, Event, Moved, Started
from schwarm.web.shared.errors import Problem
from schwarm.web.tables.plans import Conducting

if TYPE_CHECKING:
    from schwarm.web.tables.table import Table


class Conductor:
    """Lets the moves of a table's game through one by one; how, its plan says."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._timer: asyncio.TimerHandle | None = None
        self._last = 0.0  # when the last move was made, on the loop's clock

    @property
    def _told(self) -> Conducting:
        told = self._table.plan.duel
        assert told is not None, "only games between machines are conducted"
        return told

    def hear(self, event: Event) -> None:
        """A referee's listener."""
        if isinstance(event, Moved):
            self._last = asyncio.get_running_loop().time()
        if isinstance(event, Started | Moved):
            self.go_on()
        elif isinstance(event, Ended):
            self._quiet()

    def go_on(self) -> None:
        """Look again when the next move is due: somebody came, or wishes another pace."""
        self._quiet()
        if self._told.playing and self._table.watchers:
            loop = asyncio.get_running_loop()
            due = max(self._last + self._told.pace_ms / 1000, loop.time())
            self._timer = loop.call_at(due, self.step)

    def conduct(self, *, playing: bool | None = None, pace_ms: int | None = None) -> None:
        """Let the game go on by itself or wait, and at which pace; Problem 409 once it has ended."""
        if self._table.course.end is not None:
            raise Problem(409, "ended", "the game has ended")
        table, told = self._table, self._told
        wished = Conducting(
            told.key,
            told.playing if playing is None else playing,
            told.pace_ms if pace_ms is None else pace_ms,
        )
        if wished == told:
            return
        table.alter(replace(table.plan, duel=wished))
        self.go_on()

    def step(self) -> bool:
        """One move now; False if the game is not waiting for that."""
        self._quiet()
        referee = self._table.course.referee
        return referee is not None and referee.ended is None and referee.step()

    def _quiet(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
