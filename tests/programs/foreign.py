"""Small foreign programs, and a server that hears what they send."""

from __future__ import annotations

import asyncio
import os
import sys
import textwrap
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

# The interpreter itself: a sandbox does not show the virtual environment.
PYTHON = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
CONNECT = """
import socket, sys, time, os, subprocess
words = dict(zip(sys.argv[1::2], sys.argv[2::2]))
def connect():
    line = socket.create_connection((words["-h"], int(words["-p"])))
    return line
"""


def program(folder: Path, code: str) -> list[str]:
    """The command of a program; `connect()` gives it a socket to the server, `words` its arguments."""
    path = folder / "player.py"
    path.write_text(f"#!{PYTHON}\n" + CONNECT + textwrap.dedent(code))
    path.chmod(0o755)
    return [str(path)]


class Door:
    """A server: whoever comes first is `visitor`; all bytes it sends are `heard`."""

    def __init__(self) -> None:
        self.port = 0
        self.visitor: asyncio.Future[asyncio.StreamWriter] = asyncio.get_running_loop().create_future()
        self.heard = asyncio.StreamReader()

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.visitor.set_result(writer)
        while data := await reader.read(65536):
            self.heard.feed_data(data)
        self.heard.feed_eof()
        writer.close()


@asynccontextmanager
async def open_door() -> AsyncIterator[Door]:
    door = Door()
    server = await asyncio.start_server(door.meet, "127.0.0.1", 0)
    door.port = server.sockets[0].getsockname()[1]
    try:
        yield door
    finally:
        server.close()
        if door.visitor.done() and not door.visitor.cancelled():
            door.visitor.result().close()
        await asyncio.sleep(0)


def alive(pid: int) -> bool:
    """Is there a process of this number that still runs?"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False
