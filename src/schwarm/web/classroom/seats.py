"""Who sits at a table of a class tournament: people who say that they are ready, machines that tell no tales.

A person's clock begins when they have the board before them, and stands still while the tournament is paused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from schwarm.classroom.host import public, secret
from schwarm.game import Game
from schwarm.game.errors import GameError
from schwarm.referee import Answer, Blame, Event, Left, NeverCame, Request, Seat, SeatError, TimeUp, now_ms
from schwarm.web.tables.seats import PersonSeat


class Stopwatch:
    """Counts milliseconds while it runs."""

    def __init__(self) -> None:
        self._counted = 0.0
        self._since: float | None = None

    @property
    def ms(self) -> float:
        """What it has counted."""
        return self._counted + (0.0 if self._since is None else now_ms() - self._since)

    def run(self, on: bool) -> None:
        """Go on, or stand still."""
        self._counted, self._since = self.ms, now_ms() if on else None


class HandSeat(PersonSeat):
    """A person of a team, whose clock the referee leaves to us."""

    def __init__(
        self,
        name: str,
        limit_ms: float,
        arrive_ms: float,
        *,
        held: bool,
        came: Callable[[], None],
        asked: Callable[[], None],
    ) -> None:
        """`came` is called when the person is ready, or given up; `asked` when their clock begins to run."""
        super().__init__(name)
        self.ready = False
        self.arrived = False  # ready, or nobody waits any longer
        self._limit_ms = limit_ms
        self._arrive_ms = arrive_ms
        self._tell_came = came
        self._tell_asked = asked
        self._held = held
        self._watch: Stopwatch | None = None  # that runs now
        self._news = asyncio.Event()

    @property
    def thought_ms(self) -> float | None:
        """How long they have been thinking about this move; None if they are not asked."""
        return self._watch.ms if self.arrived and self._watch is not None else None

    def come(self) -> None:
        """They are there and want to play."""
        self.ready = True
        self._news.set()

    def hold(self, held: bool) -> None:
        """Let the clock stand still, or run again."""
        self._held = held
        if self._watch is not None:
            self._watch.run(not held)
        self._news.set()

    async def join(self, game: Game, side: str, blame: Blame) -> None:
        """Wait until they are ready; whoever is not in time never came."""
        await super().join(game, side, blame)
        try:
            if not await self._within(self._arrive_ms, lambda: self.ready):
                raise NeverCame()
        finally:
            self.arrived = True
            self._tell_came()

    async def choose(self, request: Request) -> Answer:
        """Their move, if it comes before their clock has run out."""
        assert self._move is not None
        move, watch = self._move, Stopwatch()
        move.add_done_callback(lambda _: self._news.set())
        try:
            if not await self._within(self._limit_ms, move.done, watch):
                raise TimeUp(self._limit_ms, hard=True)
            now = now_ms()
            return Answer(move.result(), now - watch.ms, now)
        finally:
            self._move = None

    async def _within(
        self, limit_ms: float, reached: Callable[[], bool], watch: Stopwatch | None = None
    ) -> bool:
        """Wait until this is so; False if it is not within that time, pauses left out."""
        watch = self._watch = watch or Stopwatch()
        watch.run(not self._held)
        self._tell_asked()
        try:
            while not reached():
                left_ms = limit_ms - watch.ms
                if left_ms <= 0:
                    return False
                self._news.clear()
                try:
                    async with asyncio.timeout(None if self._held else left_ms / 1000):
                        await self._news.wait()
                except TimeoutError:
                    pass
            return True
        finally:
            watch.run(False)
            self._watch = None


class QuietSeat:
    """A machine's seat that keeps to itself what its program said when it failed: everybody watches.

    It takes its seat when the people have theirs, which `begin` waits for; False if they never came.
    """

    def __init__(self, seat: Seat, begin: Callable[[], Awaitable[bool]]) -> None:
        self._seat = seat
        self._begin = begin
        self._told = ""

    @property
    def name(self) -> str:
        """Who plays, for the record."""
        return self._seat.name

    @property
    def said(self) -> str:
        """What the program wrote, and how it failed."""
        return "\n".join(text for text in (self._told, self._seat.said) if text)

    async def join(self, game: Game, side: str, blame: Blame) -> None:
        """Take the seat."""

        def blamed(fault: SeatError | GameError) -> None:
            blame(self._plain(fault))

        if not await self._begin():
            return
        try:
            await self._seat.join(game, side, blamed)
        except SeatError as error:
            raise self._plain(error) from None

    def _plain(self, fault: SeatError | GameError) -> SeatError | GameError:
        if not isinstance(fault, Left):
            return fault
        self._told, plain = secret(fault.fault), public(fault.fault)
        way = plain.values.get("detail", "")
        return NeverCame(way) if isinstance(fault, NeverCame) else Left(plain.code, way)

    async def choose(self, request: Request) -> Answer:
        """The machine's move."""
        try:
            return await self._seat.choose(request)
        except SeatError as error:
            raise self._plain(error) from None

    def tell(self, event: Event) -> None:
        """Something happened in the game."""
        self._seat.tell(event)

    async def close(self) -> None:
        """The game is over."""
        await self._seat.close()
