"""A contest server in a thread of its own, for clients that block."""

from __future__ import annotations

import asyncio
import socket
import threading
from types import TracebackType
from typing import Any

from schwarm.contest.server import ContestServer, stamping_loop
from schwarm.contest.server.room import Room
from schwarm.contest.wire import Element, Reader, season_of_game
from schwarm.contest.wire.messages import Prepared, read_reply
from schwarm.game.record import Record
from tests.contest.peers import PASSWORD, settings
from tests.waiting import PATIENCE_S, wait

SLOT = '<slot displayName="{}" canTimeout="true" reserved="true"/>'


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
        assert self._ready.wait(PATIENCE_S)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._done.set)
        self._thread.join(PATIENCE_S)
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

    def prepare(self, game: str, names: tuple[str, str]) -> Prepared:
        """A prepared room, as an administrator makes it."""
        with socket.create_connection(("127.0.0.1", self.port)) as admin:
            slots = "".join(
                f'<slot displayName="{name}" canTimeout="true" reserved="true"/>' for name in names
            )
            kind = season_of_game(game).game_type
            admin.sendall(
                f'<protocol><authenticate password="{PASSWORD}"/>'
                f'<prepare gameType="{kind}">{slots}</prepare>'.encode()
            )
            reader = Reader()
            while not (messages := reader.feed(admin.recv(65536))):
                pass
        prepared = read_reply(messages[0])
        assert isinstance(prepared, Prepared)
        return prepared

    def wait_for_records(self, count: int) -> None:
        """Wait until that many games have been played."""
        wait(lambda: len(self.records) >= count)

    def _note(self, room: Room, record: Record, extra: list[Element]) -> None:
        self.records.append(record)
