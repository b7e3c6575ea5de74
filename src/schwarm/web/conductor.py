"""The pace of a game between machines: it plays only while somebody watches, and no faster than they wish.

The referee is paused throughout; the conductor lets one move after the other through.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from schwarm.referee import Ended, Event, Moved, Referee, Started
from schwarm.web.table_plans import Conducting


class Conductor:
    """Lets a game's moves through one by one."""

    def __init__(self, told: Callable[[], Conducting], watched: Callable[[], bool]) -> None:
        """`told` is how the game shall go on, `watched` whether somebody is there to see it."""
        self._told = told
        self._watched = watched
        self._referee: Referee | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._last = 0.0  # when the last move was made, on the loop's clock

    def attach(self, referee: Referee) -> None:
        """Conduct this game from now on."""
        self._referee = referee

    def hear(self, event: Event) -> None:
        """A referee's listener."""
        if isinstance(event, Moved):
            self._last = asyncio.get_running_loop().time()
        if isinstance(event, Started | Moved):
            self.go_on()
        elif isinstance(event, Ended):
            self._quiet()
            self._referee = None

    def go_on(self) -> None:
        """Look again when the next move is due: somebody came, or wishes another pace."""
        self._quiet()
        if self._told().playing and self._watched():
            loop = asyncio.get_running_loop()
            due = max(self._last + self._told().pace_ms / 1000, loop.time())
            self._timer = loop.call_at(due, self.step)

    def step(self) -> bool:
        """One move now; False if the game is not waiting for that."""
        self._quiet()
        return self._referee is not None and self._referee.step()

    def _quiet(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
