"""The page as a program: its ports are bound first, then it is opened, then it says where it is."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import Any, cast

import uvicorn
from fastapi import FastAPI

from schwarm.contest.server import stamping_loop
from schwarm.platform.processes import allow_open_files
from schwarm.platform.sockets import claim_address
from schwarm.web.doorway import Callers, Doorway, TextSocket
from schwarm.web.shared.settings import Settings

GRACE_S = 3
LONGEST_MESSAGE = 16_384
AT_ONCE = 8  # connections taken in one turn of the loop, so that no crowd makes a turn long
WAITING = 2048  # connections that the system keeps until it is their turn


class PageServer(uvicorn.Server):
    """Serves one application. What keeps it from starting is raised to whoever called, not logged."""

    def __init__(self, app: FastAPI, settings: Settings, ready: Callable[[], None]) -> None:
        """`ready` is called once visitors are let in."""
        door: Any = partial(Doorway, Callers(settings))
        config = uvicorn.Config(
            app, http=door, log_level="warning", ws=TextSocket, ws_max_size=LONGEST_MESSAGE,
            server_header=False, timeout_graceful_shutdown=GRACE_S, proxy_headers=False, log_config=None,
            lifespan="off", backlog=AT_ONCE,
        )  # fmt: skip
        super().__init__(config)
        self._app = app
        self._ready = ready
        self._open = AsyncExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the application, then the port, which is bound already."""
        await self._open.enter_async_context(self._app.router.lifespan_context(self._app))
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(WAITING)  # asyncio takes as many in a turn as it lets wait
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let everybody go, then close the application; in a hurry, only the first."""
        await super().shutdown(sockets)
        if not self.force_exit:
            await self._open.aclose()


def bound(host: str, port: int) -> list[socket.socket]:
    """Sockets at this address, one for each kind of it; OSError if it is taken or not ours."""
    kinds = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    made: list[socket.socket] = []
    try:
        for family, kind, protocol, _, address in dict.fromkeys(kinds):
            one = socket.socket(family, kind, protocol)
            made.append(one)
            claim_address(one)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            given = made[0].getsockname()[1] if len(made) > 1 else port
            one.bind((address[0], given, *address[2:]))
    except BaseException:
        for one in made:
            one.close()
        raise
    return made


def serve(server: PageServer, sockets: Sequence[socket.socket]) -> None:
    """Run the page on a loop that stamps arrivals: a busy page costs programs and contest clients no time."""
    allow_open_files()
    if threading.current_thread() is threading.main_thread():
        # What ended the page is raised once more when it is closed; folders for a moment are removed even so.
        signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    with asyncio.Runner(loop_factory=stamping_loop) as runner:
        try:
            runner.run(server.serve(sockets=cast("list[socket.socket]", sockets)))
        finally:
            for one in sockets:
                one.close()
