"""Teams whose own client was connected before the server started again, and that has not come back yet.

The contest's library waits for ever for a server that is gone: the team has to start it again. The next game
of such a team waits for that, once, unless the operator says that it need not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

from schwarm.game.errors import Refusal
from schwarm.players.seats import RemoteSeat, taken_within
from schwarm.referee import NeverCame

WAIT_S = 180.0  # how long a game waits for such a client


@dataclass(slots=True)
class Absence:
    """A client that has to be started again."""

    skipped: asyncio.Event = field(
        default_factory=asyncio.Event
    )  # no game waits for it, or does so no longer
    until_s: float | None = None  # by the event loop's clock, while a game waits


class Returning:
    """All of them, by their teams; `add`, `absent` and `skip` may be called from any thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._absent: dict[int, Absence] = {}

    def add(self, teams: Iterable[int]) -> None:
        """Expect the clients of these teams back."""
        for team in teams:
            self._absent[team] = Absence()

    def absent(self) -> dict[int, float | None]:
        """The teams that are not back, with how many seconds a game still waits for them, if one does."""
        now = self._loop.time()
        found = list(self._absent.items())
        return {
            team: None if (until := one.until_s) is None else max(until - now, 0.0) for team, one in found
        }

    def skip(self, team: int) -> None:
        """Let no game wait for the client of this team, nor go on waiting."""
        if (absence := self._absent.get(team)) is not None:
            self._loop.call_soon_threadsafe(absence.skipped.set)

    async def arrival(self, team: int, taken: asyncio.Event, arrive_s: float) -> None:
        """Wait until a seat of this team is taken; NeverCame if that takes too long, or is skipped."""
        absence = self._absent.get(team)
        if absence is None or absence.skipped.is_set():
            await taken_within(taken, arrive_s)
        else:
            absence.until_s = self._loop.time() + WAIT_S
            skipped = asyncio.ensure_future(absence.skipped.wait())
            coming = asyncio.ensure_future(taken_within(taken, WAIT_S))
            try:
                await asyncio.wait((coming, skipped), return_when=asyncio.FIRST_COMPLETED)
                if coming.done():
                    coming.result()
                elif not taken.is_set():
                    raise NeverCame(Refusal("skipped"))
            finally:
                absence.until_s = None
                absence.skipped.set()  # it was waited for once
                coming.cancel()
                skipped.cancel()
        self._absent.pop(team, None)


class TeamSeat(RemoteSeat):
    """The client of a team in a class tournament."""

    returning: Returning
    team: int

    async def _arrival(self, taken: asyncio.Event) -> None:
        await self.returning.arrival(self.team, taken, self._arrive_s)
