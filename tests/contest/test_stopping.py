"""A server that stops hangs up on everybody, also on those who come in that very moment."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
import threading
import time
from pathlib import Path

from schwarm.contest.server import ContestServer, ServerSettings, stamping_loop
from schwarm.contest.server.run import Around, run
from schwarm.platform.signals import stop_self
from tests.waiting import PATIENCE_S

ROUNDS = 20
VISITORS = 40


class Stopping(threading.Thread):
    """A server in a thread that is soon stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.port = 0
        self.ready = threading.Event()

    def run(self) -> None:
        with asyncio.Runner(loop_factory=stamping_loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        server = ContestServer(ServerSettings(port=0))
        await server.start()
        self.port, self._loop, self._over = server.port, asyncio.get_running_loop(), asyncio.Event()
        self.ready.set()
        await self._over.wait()
        await server.stop()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._over.set)


def come(port: int, lines: list[socket.socket]) -> None:
    """Connect again and again, until nobody listens."""
    try:
        for _ in range(VISITORS):
            lines.append(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S))
    except OSError:
        pass


def test_whoever_comes_while_the_server_stops_is_not_left_waiting() -> None:
    for number in range(ROUNDS):
        server = Stopping()
        server.start()
        server.ready.wait()
        lines: list[socket.socket] = []
        visitors = threading.Thread(target=come, args=(server.port, lines))
        visitors.start()
        time.sleep(0.001 * (number % 7))
        server.stop()
        server.join()
        visitors.join()
        for line in lines:
            with line:
                line.settimeout(PATIENCE_S)
                try:
                    while line.recv(4096):
                        pass
                except ConnectionError:
                    pass  # hung up on without a word


def test_what_a_server_has_loaded_and_opened_is_never_looked_at_for_garbage(tmp_path: Path) -> None:
    """A look through all of it takes 40 to 80 ms, in which no game goes on."""
    seen: list[bool] = []

    def ready(server: ContestServer, port: int | None) -> None:
        store = server.settings.ledger.__self__  # type: ignore[attr-defined]
        seen.append(any(one is store for one in gc.get_objects()))
        stop_self()

    before = sys.getswitchinterval()
    try:
        run(ServerSettings(port=0), Around(str(tmp_path / "games.db"), grace_s=0), ready)
    finally:
        gc.unfreeze()
        sys.setswitchinterval(before)
    assert seen == [False]
