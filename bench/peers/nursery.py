"""Servers by the dozen: `python -m bench.peers.nursery contest|page` forks one for each line it reads.

A line is a database's address, the answer a process and a port. All is imported beforehand, so that a server
is there in a moment.
"""

import asyncio
import os
import signal
import socket
import sys
import threading
import time

import uvicorn

from schwarm.contest.server import ContestServer, ServerSettings, stamping_loop
from schwarm.games import new_game
from schwarm.referee import Limits
from schwarm.store import open_store
from schwarm.store import store as imported_now
from schwarm.web import Settings, create_app

SEED = 7
PASSWORD = "examplepassword"
assert imported_now.Store is not None


async def contest(url: str) -> None:
    """Serve until killed."""
    store = open_store(url)
    settings = ServerSettings(
        port=0, games=("piranhas",), password=PASSWORD, limits=Limits(60_000, 60_000), ledger=store.ledger,
        trouble=store.trouble, start=lambda game: new_game(game, profile="official", seed=SEED),
    )  # fmt: skip
    async with ContestServer(settings) as server:
        print(os.getpid(), server.port, flush=True)
        await asyncio.Event().wait()


async def page(url: str) -> None:
    """Serve until killed."""
    settings = Settings(
        store=url, requests_per_second=1e6, burst=10**6, starts_per_minute=1e6, tables_of_visitor=10**6,
        warm_up=False,
    )  # fmt: skip
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create_app(settings), log_level="error", ws="websockets-sansio"))
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.005)
    print(os.getpid(), listening.getsockname()[1], flush=True)
    await serving


def die_with(parent: int) -> None:
    """Do not outlive the nursery."""
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)


def main() -> None:
    """Fork for each line."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead are not waited for
    serve = {"contest": contest, "page": page}[sys.argv[1]]
    for line in sys.stdin:
        if os.fork() == 0:
            threading.Thread(target=die_with, args=(os.getppid(),), daemon=True).start()
            with asyncio.Runner(loop_factory=stamping_loop) as runner:
                runner.run(serve(line.strip()))
            os._exit(0)


if __name__ == "__main__":
    main()
