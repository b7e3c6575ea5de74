"""The contest server: a port, a lobby, and an orderly end."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from schwarm.contest.replay import save_replay, write_replay
from schwarm.contest.server.connection import Connection
from schwarm.contest.server.lobby import Finished, Lobby
from schwarm.contest.server.room import Room
from schwarm.contest.server.seating import Guest
from schwarm.contest.server.settings import ServerSettings
from schwarm.contest.wire.element import Element
from schwarm.game.record import Record

log = logging.getLogger(__name__)

BACKLOG = 128  # connections taken in at a time, and waiting to be
FAREWELL_S = 2.0
SETTLING = 10  # turns of the event loop: an accepted connection is known, or a closed one gone, after a few


class ContestServer:
    """Serves from `start` to `stop`; also an async context manager."""

    def __init__(self, settings: ServerSettings, listeners: Iterable[Finished] = ()) -> None:
        """`listeners` hear of every game that was played."""
        self.settings = settings
        self.listeners = list(listeners)
        self._hurried = asyncio.Event()
        self.lobby = Lobby(settings, self._finished)
        self._server: asyncio.Server | None = None
        self._saving: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Open the port."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            lambda: Connection(self.lobby),
            self.settings.host,
            self.settings.port,
            backlog=BACKLOG,
        )
        log.info("listening", extra={"host": self.settings.host, "port": self.port})

    async def listen_at(self, path: str, guest: Guest) -> asyncio.Server:
        """Listen at a Unix socket for one guest in a sandbox, and for nobody else. The caller closes it."""
        loop = asyncio.get_running_loop()
        return await loop.create_unix_server(lambda: Connection(self.lobby, guest), path)

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
            for listening in self._server.sockets:
                with suppress(NotImplementedError):  # by Windows' usual loop, which the servers do not use
                    asyncio.get_running_loop().remove_reader(listening.fileno())
            await self._settle()  # a closed server would drop those who were accepted but are not known yet
            self._server.close()
        running = [room.task for room in self.lobby.running() if room.task is not None]
        if running and grace_s:
            log.info("waiting for running games", extra={"games": len(running), "seconds": grace_s})
            await self._wait(running, grace_s)
        for room in list(self.lobby.rooms.values()):
            room.interrupt()
        if running:
            await asyncio.wait(running)
        if self._saving:
            await asyncio.wait(self._saving)
        for connection in list(self.lobby.connections):
            connection.close(farewell=False)
        deadline = asyncio.get_running_loop().time() + FAREWELL_S
        while self.lobby.connections and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.01)
        await self._settle()
        log.info("stopped")

    async def _settle(self) -> None:
        """Let connections that were just accepted become known, and closed ones be closed.

        Else whoever came in the last moment would wait for an answer for ever.
        """
        for _ in range(SETTLING):
            await asyncio.sleep(0)

    async def _wait(self, running: list[asyncio.Task[None]], grace_s: float) -> None:
        hurried = asyncio.create_task(self._hurried.wait())
        finished = asyncio.gather(*running, return_exceptions=True)
        either: list[asyncio.Future[Any]] = [hurried, finished]
        await asyncio.wait(either, timeout=grace_s, return_when=asyncio.FIRST_COMPLETED)
        hurried.cancel()
        if not finished.done():
            finished.add_done_callback(lambda done: done.cancelled() or done.exception())

    def hurry(self) -> None:
        """A stop that is under way waits no longer."""
        self._hurried.set()

    async def __aenter__(self) -> ContestServer:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def _finished(self, room: Room, record: Record, extra: list[Element]) -> None:
        end = record.end
        told = {"room": room.id, "game": record.game, "plies": len(record.plies)}
        told |= {"winner": end and end.winner, "reason": end and end.reason}
        log.info("game over", extra=told)
        if self.settings.replays is not None:
            saving = asyncio.create_task(self._save(self.settings.replays, room, record, extra))
            self._saving.add(saving)
            saving.add_done_callback(self._saving.discard)
        for listener in self.listeners:
            listener(room, record, extra)

    async def _save(self, folder: Path, room: Room, record: Record, extra: list[Element]) -> None:
        """Write the replay in a thread: it is the whole game once more."""
        path = folder / replay_name(room)

        def write() -> None:
            folder.mkdir(parents=True, exist_ok=True)
            save_replay(path, write_replay(record, room=room.id, finish=room.finish, extra=extra))

        try:
            await asyncio.to_thread(write)
        except OSError as error:
            log.error("a replay could not be written", extra={"path": str(path), "error": str(error)})


def replay_name(room: Room) -> str:
    """The official name, with the room's first digits so that no two games share one."""
    stamp = time.strftime("%Y-%m-%d_%H-%M-%S")
    first, second = (re.sub(r"[^\w.-]", "_", name)[:60] for name in room.names)
    return f"replay_{room.season.game_type}_{stamp}_{first}_{second}_{room.id[:8]}.xml.gz"
