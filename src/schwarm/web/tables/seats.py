"""Who sits at a table of the page: a person behind a socket, or a bot behind the queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from schwarm.game.game import Game
from schwarm.game.record import record_of
from schwarm.players import BotSpec, NetSpec
from schwarm.referee import Answer, Asked, Blame, Event, Left, Request, now_ms
from schwarm.referee.bot_seats import LocalSeat
from schwarm.web.shared.bot_queue import BotQueue
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.thinking import answer


class PersonSeat(LocalSeat):
    """Waits for a move that the table has already found legal."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._side = ""
        self._move: asyncio.Future[str] | None = None
        self._early = ""

    async def join(self, game: Game, side: str, blame: Blame) -> None:
        """A person is there, or comes back, whenever they like."""
        self._side = side

    async def choose(self, request: Request) -> Answer:
        """What the person says, however long it takes."""
        left_ms = now_ms()
        assert self._move is not None
        try:
            return Answer(await self._move, left_ms, now_ms())
        finally:
            self._move = None

    @property
    def asked(self) -> bool:
        """Is a move awaited?"""
        return self._move is not None and not self._move.done()

    def offer(self, move: str) -> bool:
        """Hand in a move; False if none is awaited, or one is there already."""
        if self._move is None or self._move.done():
            return False
        self._move.set_result(move)
        return True

    def offer_early(self, move: str) -> None:
        """Hand in the move for when it is asked for: the referee waits for the store."""
        self._early = move

    def tell(self, event: Event) -> None:
        """From the moment the side is asked, a move can be handed in."""
        if isinstance(event, Asked) and event.side == self._side:
            self._move = asyncio.get_running_loop().create_future()
            if self._early:
                self._move.set_result(self._early)
                self._early = ""


@dataclass(frozen=True, slots=True)
class QueueDesk:
    """Where the bots of a table think: in a worker, once their turn in the queue comes."""

    queue: BotQueue
    visitor: str
    budget_ms: int
    tell: Callable[[int], None]  # hears the place in the queue
    patient: bool = False

    async def think(self, spec: BotSpec | NetSpec, request: Request) -> Answer:
        """The bot's move; waiting is not thinking."""
        work = (answer, record_of(request.game), spec, self.budget_ms)
        while True:
            try:
                found = await self.queue.run(self.visitor, *work, tell=self.tell, patient=self.patient)
            except Problem:  # much else of this visitor waits: the game waits too
                await asyncio.sleep(0.5)
                continue
            except Exception as error:
                raise Left("crashed", f"{type(error).__name__}: {error}") from error
            now = now_ms()  # of this machine: the worker may be on another one
            return replace(found, left_ms=now - (found.arrived_ms - found.left_ms), arrived_ms=now)
