"""Servers by the dozen: `python -m bench.peers.nursery contest|page` forks one for each line it reads.

A line is a database's address, the answer `pid N` and then `port N` or `failed`. All is imported beforehand,
so that a server is there in a moment. SIGUSR1 lets a server write where it is.
"""

import asyncio
import faulthandler
import os
import signal
import socket
import sys
import tempfile
import threading
import time
import traceback

import uvicorn

from schwarm.contest.server import ContestServer, ServerSettings, stamping_loop
from schwarm.game import new_game
from schwarm.referee import Limits
from schwarm.store import open_store
from schwarm.web import Settings, create_app

SEED = 7
PASSWORD = "examplepassword"


async def contest(url: str) -> None:
    """Serve until killed."""
    store = open_store(url)
    settings = ServerSettings(
        port=0, games=("piranhas",), password=PASSWORD, limits=Limits(60_000, 60_000), ledger=store.ledger,
        trouble=store.trouble, start=lambda game: new_game(game, profile="official", seed=SEED),
    )  # fmt: skip
    async with ContestServer(settings) as server:
        print("port", server.port, flush=True)
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
    if server.started:
        print("port", listening.getsockname()[1], flush=True)
    await serving


def warm_up() -> None:
    """Import in this process what servers import when they start."""
    with tempfile.TemporaryDirectory() as folder, open_store(f"{folder}/games.db"):
        config = uvicorn.Config(create_app(Settings()), log_level="error", ws="websockets-sansio")
        config.load()


def die_with(parent: int) -> None:
    """Do not outlive the nursery."""
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)


def main() -> None:
    """Fork for each line."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead are not waited for
    faulthandler.register(signal.SIGUSR1)
    warm_up()
    serve = {"contest": contest, "page": page}[sys.argv[1]]
    while line := sys.stdin.readline():
        if os.fork():
            continue
        print("pid", os.getpid(), flush=True)
        threading.Thread(target=die_with, args=(os.getppid(),), daemon=True).start()
        try:
            with asyncio.Runner(loop_factory=stamping_loop) as runner:
                runner.run(serve(line.strip()))
        except BaseException:
            traceback.print_exc()
        print("failed", flush=True)
        os._exit(1)


if __name__ == "__main__":
    main()
