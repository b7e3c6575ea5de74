"""The door of a process: where contest clients come with a reservation and become seats of any referee.

It is a contest server, with a TCP port for everybody and a Unix socket for each program in a sandbox. Its
event loop should be made by `stamping_loop`, so that an answer counts from when it came out of the socket.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from types import TracebackType

from schwarm.contest.server.seating import Guest
from schwarm.contest.server.server import ContestServer
from schwarm.contest.server.settings import LOOPBACK, ServerSettings
from schwarm.game.game import Game
from schwarm.programs.folders import home
from schwarm.referee import CONTEST, Blame, Limits

__all__ = ["Door", "Guest"]


class Door:
    """Open from `async with` to its end; a server that is there already serves as a door, too."""

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        limits: Limits = CONTEST,
        server: ContestServer | None = None,
    ) -> None:
        """`limits` are told to clients that broke them. A given `server` is started and stopped here."""
        settings = ServerSettings(host=host, port=port, limits=limits, reserved_only=True)
        self.server = server or ContestServer(settings)
        self._folder: Path | None = None  # where the Unix sockets lie
        self._gates = count()
        self._stack = contextlib.AsyncExitStack()

    @property
    def host(self) -> str:
        """Where programs of this machine find the port."""
        host = self.server.settings.host
        return host if host in LOOPBACK else "127.0.0.1"

    @property
    def port(self) -> int:
        """The port, also where the settings left it open."""
        return self.server.port

    def expect(self, game: Game, side: str, name: str, blame: Blame, code: str | None = None) -> Guest:
        """A reservation for one side of a game, as players may know it; `code` may be one given before."""
        return self.server.lobby.expect(game, side, name, blame, code)

    async def open(self) -> None:
        """Start to listen; OSError if the port is taken."""
        await self.server.start()
        self._stack.push_async_callback(self.server.stop)
        self._folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(dir=home())))

    @contextlib.asynccontextmanager
    async def gate(self, guest: Guest) -> AsyncIterator[Path]:
        """A Unix socket for a sandbox, through which this guest's seat is reached and nothing else."""
        assert self._folder is not None, "open comes first"
        path = self._folder / str(next(self._gates))
        listener = await self.server.listen_at(str(path), guest)
        try:
            yield path
        finally:
            listener.close()
            path.unlink(missing_ok=True)

    async def close(self) -> None:
        """Hang up."""
        await self._stack.aclose()

    async def __aenter__(self) -> Door:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
