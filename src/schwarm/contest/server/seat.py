"""One side of a game that a contest client plays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from schwarm.contest.server.connection import Connection, frame
from schwarm.contest.wire.messages import in_room
from schwarm.contest.wire.season import PlayerFault, Season, Sent
from schwarm.game import Game
from schwarm.referee import Answer, Blame, Event, Limits, Request


class ContestSeat:
    """A seat of the referee; `connection` is None until somebody takes it and after they left."""

    said = ""  # what a client writes stays on its machine

    def __init__(self, side: int, season: Season, room: str, display_name: str) -> None:
        self.side = side
        self.display_name = display_name
        self.can_time_out = True
        self.reservation: str | None = None
        self.connection: Connection | None = None
        self.client = ""  # what a client is called that was given no name, once it has taken the seat
        self.taken = asyncio.Event()  # set when somebody sits down, for good
        self.last_sent: Sent | None = None
        self.fault: PlayerFault | None = None  # what this player did wrong, in the wire's words
        self.limits: Limits | None = None  # of the move that was asked for last
        self.hear: Callable[[Event], None] = lambda event: None  # who speaks to the clients of the game
        self._colour = season.sides[side]
        self._request = frame(in_room(room, season.request))
        self._answer: asyncio.Future[tuple[str, float]] | None = None

    @property
    def name(self) -> str:
        """Who plays, for the record; a client without a name has its number, also after it left."""
        return self.display_name or self.client or self._colour

    @property
    def asked(self) -> bool:
        """Is an answer awaited?"""
        return self._answer is not None and not self._answer.done()

    async def join(self, game: Game, side: str, blame: Blame) -> None:
        """A room begins its game when both clients are there."""

    async def choose(self, request: Request) -> Answer:
        """Ask the client; the clock runs from when it could read the request to when its answer came."""
        self.limits = request.limits
        self._answer = asyncio.get_running_loop().create_future()
        if self.connection is None:
            return await asyncio.Future()  # gone: this seat has been blamed already
        self.ask()
        left_ms = await self.connection.readable()
        move, arrived_ms = await self._answer
        return Answer(move, left_ms, max(left_ms, arrived_ms))  # the benefit of the doubt ends there

    def ask(self) -> None:
        """Send the request, or send it again."""
        if self.connection is not None:
            self.connection.send_bytes(self._request)

    def answer(self, sent: Sent, arrived_ms: float) -> None:
        """The client's move has come; the caller made sure that it was asked."""
        assert self._answer is not None
        self.last_sent = sent
        self._answer.set_result((sent.text, arrived_ms))

    def tell(self, event: Event) -> None:
        """Tell the clients of the game; both seats pass the same event on, it is told once."""
        self.hear(event)

    async def close(self) -> None:
        """Whoever opened the seat lets its client go."""
