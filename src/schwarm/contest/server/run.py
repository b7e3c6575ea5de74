"""A server as a program: from its settings to the signal that ends it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace

from schwarm.contest.server.arrival import stamping_loop
from schwarm.contest.server.metrics import Metrics
from schwarm.contest.server.server import ContestServer
from schwarm.contest.server.settings import ServerSettings
from schwarm.platform.processes import allow_open_files
from schwarm.platform.signals import on_stop

SWITCH_S = 0.0005  # the database's thread must not hold up the event loop for the usual 5 ms
# When Python looks for garbage: after 700 more objects among these, after 2,100 among those a little older
# (1 to 2 ms; by itself it waits for 7,000), after 1.4 million among those that have lived for long.
GARBAGE = (700, 3, 667)


@dataclass(frozen=True, slots=True)
class Around:
    """What a server's program has besides the server."""

    database: str | None = None
    metrics_port: int | None = None
    grace_s: float = 5.0


def run(settings: ServerSettings, around: Around, ready: Callable[[ContestServer, int | None], None]) -> None:
    """Serve until SIGINT or SIGTERM; `ready` hears when the ports are open."""
    allow_open_files()
    tune()
    with contextlib.ExitStack() as stack:
        if around.database is not None:
            from schwarm.store import open_store

            store = stack.enter_context(open_store(around.database))
            settings = replace(settings, ledger=store.ledger, trouble=store.trouble)
        with asyncio.Runner(loop_factory=stamping_loop) as runner:
            runner.run(_serve(settings, around, ready))


async def _serve(
    settings: ServerSettings, around: Around, ready: Callable[[ContestServer, int | None], None]
) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    on_stop(loop, stopped.set)
    server = ContestServer(settings)
    metrics = Metrics(server) if around.metrics_port is not None else None
    await server.start()
    port = None
    if metrics is not None:
        port = metrics.start(settings.host, around.metrics_port or 0)
    keep_loaded()
    try:
        ready(server, port)
        await stopped.wait()
        on_stop(loop, server.hurry)  # a second signal ends the patience
        await server.stop(grace_s=around.grace_s)
    finally:
        if metrics is not None:
            await asyncio.to_thread(metrics.stop)


def tune() -> None:
    """Short turns for threads: one that works on the database must not hold up the others."""
    sys.setswitchinterval(SWITCH_S)


def keep_loaded() -> None:
    """When all is loaded and open: nothing that is there now is ever looked at for garbage again.

    Looking through the library of the database alone takes 40 to 80 ms, in which no game goes on, and
    through a thousand connections as much again: what has lived for long is looked at seldom.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
