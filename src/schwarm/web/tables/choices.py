"""The legal moves of a table, described in a thread: a game whose rules are slow holds up nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from schwarm.game import Game
from schwarm.web import boards
from schwarm.web.boards.messages import Choice
from schwarm.web.tables.followed import Followed

Result = TypeVar("Result")
THREADS = ThreadPoolExecutor(4, "choices")  # several: one slow game does not keep the others waiting


async def apart(work: Callable[..., Result], *given: object) -> Result:
    """What a function gives that may take rules a while, called in a thread."""
    return await asyncio.get_running_loop().run_in_executor(THREADS, partial(work, *given))


class Choices:
    """What players may choose from at a table, listed once for each position."""

    def __init__(self, course: Followed, running: Callable[[], bool], tell: Callable[[], None]) -> None:
        """`tell` tells the side to move what is listed."""
        self._course = course
        self._running = running
        self._tell = tell
        self._of: Game | None = None  # whose moves are listed
        self._listed: list[Choice] | None = None
        self._task: asyncio.Task[None] | None = None

    def known(self) -> bool:
        """Can the moves be told at once? Where they are composed step by step there is no list."""
        shown = self._course.shown
        return boards.of(shown).COMPOSED or not self._running() or self._of is shown

    def now(self) -> list[Choice] | None:
        """The legal moves with the clicks that build them; None where there is no list, or not yet."""
        return self._listed if self._of is self._course.shown and self._running() else None

    async def ready(self) -> None:
        """Wait until the moves of the position shown are listed, whichever it is by then."""
        while not self.known():
            game = self._course.shown
            copied = game.copy()  # the table's own may be asked something meanwhile
            listed = await apart(boards.of(game).choices, copied)
            if game is self._course.shown:
                self._of, self._listed = game, listed

    def tell_mover(self) -> None:
        """Tell the side to move its moves, now or as soon as they are listed."""
        if self.known():
            self._tell()
        elif self._task is None:
            self._task = asyncio.create_task(self._tell_when_ready())

    async def _tell_when_ready(self) -> None:
        try:
            await self.ready()
        finally:
            self._task = None
        self._tell()
