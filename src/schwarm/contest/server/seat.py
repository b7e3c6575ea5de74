"""A contest client as a seat of the referee."""

from __future__ import annotations

import asyncio

from schwarm.contest.server.line import Line, frame
from schwarm.contest.wire.messages import in_room
from schwarm.contest.wire.season import Fault, Season, Sent
from schwarm.referee import Answer, Event, Request
from schwarm.referee import Seat as RefereeSeat


class ContestSeat:
    """One side of a room; `line` is None until somebody takes it and after they left."""

    def __init__(self, side: int, season: Season, room: str, display_name: str) -> None:
        self.side = side
        self.display_name = display_name
        self.can_time_out = True
        self.reservation: str | None = None
        self.line: Line | None = None
        self.taken = asyncio.Event()  # set when somebody sits down, for good
        self.last_sent: Sent | None = None
        self.fault: Fault | None = None  # what this player did wrong, in the wire's words
        self._colour = season.sides[side]
        self._request = frame(in_room(room, season.request))
        self._answer: asyncio.Future[tuple[str, float]] | None = None

    @property
    def name(self) -> str:
        """Who plays, for the record."""
        return self.display_name or self._colour

    @property
    def asked(self) -> bool:
        """Is an answer awaited?"""
        return self._answer is not None and not self._answer.done()

    async def choose(self, request: Request) -> Answer:
        """Ask the client; the clock runs from when the request left to when the answer came."""
        self._answer = asyncio.get_running_loop().create_future()
        if self.line is None:
            return await asyncio.Future()  # gone: the room has blamed this seat already
        self.ask()
        left_ms = await self.line.emptied()
        move, arrived_ms = await self._answer
        return Answer(move, left_ms, max(left_ms, arrived_ms))  # the benefit of the doubt ends there

    def ask(self) -> None:
        """Send the request, or send it again."""
        if self.line is not None:
            self.line.send_bytes(self._request)

    def answer(self, sent: Sent, arrived_ms: float) -> None:
        """The client's move has come; the caller made sure that it was asked."""
        assert self._answer is not None
        self.last_sent = sent
        self._answer.set_result((sent.text, arrived_ms))

    def tell(self, event: Event) -> None:
        """The room tells its clients."""

    async def close(self) -> None:
        """The room lets its clients go."""


class HostedSeat(ContestSeat):
    """A side that somebody inside our own program plays: no client, no clock, nothing to connect."""

    def __init__(self, replaced: ContestSeat, season: Season, room: str, inner: RefereeSeat) -> None:
        super().__init__(replaced.side, season, room, inner.name)
        self.can_time_out = False
        self.reservation = replaced.reservation  # nobody is told it: nobody else can sit here
        self.taken.set()
        self._season = season
        self._inner = inner

    async def choose(self, request: Request) -> Answer:
        """What the inner seat says, kept in the season's words as if a client had sent it."""
        answer = await self._inner.choose(request)
        self.last_sent = self._season.read_move(
            self._season.write_move(answer.move, request.game), request.game
        )
        return answer

    def tell(self, event: Event) -> None:
        """Pass it on."""
        self._inner.tell(event)

    async def close(self) -> None:
        """Pass it on."""
        await self._inner.close()
