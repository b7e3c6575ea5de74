"""A contest server in a thread of its own, for clients that block."""

from __future__ import annotations

import asyncio
import threading
from types import TracebackType
from typing import Any

from schwarm.contest.server import ContestServer, stamping_loop
from schwarm.contest.server.room import Room
from schwarm.contest.wire import Element
from schwarm.games.record import Record
from tests.contest.peers import settings


class ServerThread:
    """Serves inside a `with` statement; keeps the records of the games played."""

    def __init__(self, **changed: Any) -> None:
        self.records: list[Record] = []
        self.port = 0
        self._changed = changed
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._work)

    def __enter__(self) -> ServerThread:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._done.set)
        self._thread.join(20)
        assert not self._thread.is_alive()

    def _work(self) -> None:
        with asyncio.Runner(loop_factory=stamping_loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._done = asyncio.Event()
        async with ContestServer(settings(**self._changed), listeners=[self._note]) as server:
            self.server = server
            self.port = server.port
            self._ready.set()
            await self._done.wait()

    def _note(self, room: Room, record: Record, extra: list[Element]) -> None:
        self.records.append(record)
