"""The legal moves of a table, described in a thread: a game whose rules are slow holds up nobody."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from schwarm.game import Game
from schwarm.web import boards
from schwarm.web.shared import messages

if TYPE_CHECKING:
    from schwarm.web.tables.table import Table

THREADS = ThreadPoolExecutor(4, "choices")  # several: one slow game does not keep the others waiting


class Choices:
    """What players may choose from at a table, listed once for each position."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._of: Game | None = None  # whose moves are listed
        self._listed: list[messages.Choice] | None = None
        self._task: asyncio.Task[None] | None = None
        self._untold: list[messages.State] = []  # states that wait for their moves

    def known(self) -> bool:
        """Can the moves be told at once? Where they are composed step by step there is no list."""
        table = self._table
        composed = boards.of(table.shown).COMPOSED
        return composed or table.status != "running" or self._of is table.shown

    def now(self) -> list[messages.Choice] | None:
        """The legal moves with the clicks that build them; None where there is no list, or not yet."""
        return self._listed if self._of is self._table.shown and self._table.status == "running" else None

    async def ready(self) -> None:
        """Wait until the moves of the position shown are listed, whichever it is by then."""
        while not self.known():
            game = self._table.shown
            copied = game.copy()  # the table's own may be asked something meanwhile
            drawn = boards.of(game)
            listed = await asyncio.get_running_loop().run_in_executor(THREADS, drawn.choices, copied)
            if game is self._table.shown:
                self._of, self._listed = game, listed

    def tell_players(self) -> None:
        """Send players the state, now or as soon as their moves are listed; none is left out."""
        if not any(watcher.sides for watcher in self._table.watchers):
            return  # whoever comes later is told on entering
        self._untold.append(self._table.state(player=True))
        if self.known():
            self._push()
        elif self._task is None:
            self._task = asyncio.create_task(self._push_when_ready())

    async def _push_when_ready(self) -> None:
        try:
            await self.ready()
        finally:
            self._task = None
        self._push()

    def _push(self) -> None:
        """Send what is waiting; the newest as it is by now: clocks and offers were told while it waited."""
        told, self._untold = self._untold, []
        if told:
            told[-1] = self._table.state(player=True)
        for state in told:
            text = json.dumps({"type": "state", "state": state}, separators=(",", ":"))
            for watcher in tuple(self._table.watchers):
                if watcher.sides:
                    watcher.push(text)
