"""The contest server: a port, a lobby, and an orderly end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from types import TracebackType

from schwarm.contest.server.line import Line
from schwarm.contest.server.lobby import Finished, Lobby
from schwarm.contest.server.room import Room
from schwarm.contest.server.settings import Settings
from schwarm.contest.wire.element import Element
from schwarm.games.record import Record

log = logging.getLogger(__name__)

BACKLOG = 512
FAREWELL_S = 2.0


class ContestServer:
    """Serves from `start` to `stop`; also an async context manager."""

    def __init__(self, settings: Settings, listeners: Iterable[Finished] = ()) -> None:
        """`listeners` hear of every game that was played."""
        self.settings = settings
        self._listeners = list(listeners)
        self.lobby = Lobby(settings, self._finished)
        self._server: asyncio.Server | None = None
        self._writing: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Open the port."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            lambda: Line(self.lobby),
            self.settings.host,
            self.settings.port,
            backlog=BACKLOG,
        )
        log.info("listening on %s port %d", self.settings.host, self.port)

    async def listen_at(self, path: str) -> asyncio.Server:
        """Listen at a Unix socket as well: the door for a sandbox. The caller closes it."""
        return await asyncio.get_running_loop().create_unix_server(lambda: Line(self.lobby), path)

    @property
    def port(self) -> int:
        """The port it listens on; of use when the settings say 0."""
        assert self._server is not None
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def stop(self, *, grace_s: float = 0) -> None:
        """Take no new games, let the running ones finish for a while, then record them as interrupted."""
        self.lobby.closed = True
        if self._server is not None:
            self._server.close()
        running = [room.task for room in self.lobby.running() if room.task is not None]
        if running and grace_s:
            await asyncio.wait(running, timeout=grace_s)
        for room in list(self.lobby.rooms.values()):
            room.interrupt()
        if running:
            await asyncio.wait(running)
        if self._writing:
            await asyncio.wait(self._writing)
        for line in list(self.lobby.lines):
            line.close(farewell=False)
        deadline = asyncio.get_running_loop().time() + FAREWELL_S
        while self.lobby.lines and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.01)

    async def __aenter__(self) -> ContestServer:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def _finished(self, room: Room, record: Record, extra: list[Element]) -> None:
        log.info("room %s is over: %s", room.id, record.end)
        for listener in self._listeners:
            listener(room, record, extra)
