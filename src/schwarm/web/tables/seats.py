"""Who sits at a table of the page: a person behind a socket, or a bot behind the queue."""

from __future__ import annotations

import asyncio

from schwarm.game.game import Game
from schwarm.game.record import record_of
from schwarm.referee import Answer, Asked, Blame, Event, Left, Request, now_ms
from schwarm.referee.bot_seats import LocalSeat
from schwarm.web.shared.bot_queue import BotQueue, Place
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.thinking import choose


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


class BotSeat(LocalSeat):
    """A bot that thinks in a worker once its turn in the queue comes; waiting is not thinking."""

    def __init__(
        self,
        name: str,
        level: str,
        queue: BotQueue,
        visitor: str,
        budget_ms: int,
        tell: Place,
        patient: bool = False,
    ) -> None:
        super().__init__(name)
        self.level = level
        self._queue = queue
        self._visitor = visitor
        self._budget_ms = budget_ms
        self._tell_place = tell
        self._patient = patient

    async def choose(self, request: Request) -> Answer:
        """The bot's move; it knows only what a player may know, as the request's game does."""
        left_ms = now_ms()

        def place(number: int) -> None:
            nonlocal left_ms
            left_ms = now_ms()
            self._tell_place(number)

        record = record_of(request.game)
        while True:
            try:
                move = await self._queue.run(
                    self._visitor,
                    choose,
                    record,
                    self.level,
                    self._budget_ms,
                    tell=place,
                    patient=self._patient,
                )
            except Problem:  # much else of this visitor waits: the game waits too
                await asyncio.sleep(0.5)
                continue
            except Exception as error:
                raise Left(f"crashed: {type(error).__name__}: {error}") from error
            return Answer(move, left_ms, now_ms())
