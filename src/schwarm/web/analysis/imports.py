"""Games from outside: one at a time for each visitor, read by a process of its own, a few in all."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.requests import Request

from schwarm.game.record import Record
from schwarm.web.analysis.reading import Unreadable, begin_reader, read_import
from schwarm.web.shared.bot_queue import BotQueue
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.intake import Intake
from schwarm.web.shared.security import visitor_of
from schwarm.workers import LocalCrew, Pool, Urgency

CAME_ALONE = 1  # what a visitor may have waiting in the queue: the one that is under way


class Imports:
    """Reads uploaded games away from the event loop; nobody else waits for them."""

    def __init__(self, at_once: int, seconds: float) -> None:
        self.at_once = at_once
        self.seconds = seconds
        self.under_way: set[str] = set()  # visitors
        self._intake = Intake(at_once)
        self._read_now = 0
        self._pool = Pool(lambda rank: LocalCrew(1, begin=begin_reader))  # locked in, so none of the page's
        self._queue = BotQueue(self._pool.share(Urgency.PAGE), 1, CAME_ALONE)

    @contextmanager
    def admit(self, visitor: str) -> Iterator[None]:
        """Let a visitor import a game, before its body is read; Problem if one of theirs is under way."""
        if visitor in self.under_way:
            raise Problem(429, "too_many", "another import of yours is under way: let it finish")
        self.under_way.add(visitor)
        try:
            yield
        finally:
            self.under_way.discard(visitor)

    async def read(self, request: Request) -> Record:
        """The game in a request's body; Problem says what is wrong with it."""
        body = await self._intake.body(request)
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Problem(415, "bad_request", "expected content of the type application/json")
        if self._read_now >= self.at_once:  # only what is there counts: a slow line takes nobody's place
            raise Problem(503, "full", "many games are being imported: come back later")
        self._read_now += 1
        try:
            found = await self._queue.run(visitor_of(request), read_import, body, self.seconds)
        finally:
            self._read_now -= 1
        if isinstance(found, Unreadable):
            raise Problem(422, found.code, found.why)
        return found

    async def close(self) -> None:
        """End the process."""
        await asyncio.to_thread(self._pool.close)
