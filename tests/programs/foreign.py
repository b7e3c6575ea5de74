"""Small foreign programs, and a server that hears what they send."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests import ROOT

# The interpreter itself: a sandbox does not show the virtual environment.
PYTHON = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
ORDINARY = 54321  # a user who owns nothing
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
    if sys.platform == "win32":
        from schwarm.platform.windows import started

        return bool(started(pid))
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:  # there is none, or it ended while we read
        return False


def as_ordinary_user(command: list[str]) -> list[str]:
    """A command line that runs a command of ours as an ordinary user, whoever runs the tests.

    Root may have installed Python where others cannot look, so they are shown it; RuntimeError if that fails.
    """
    if os.geteuid() != 0:
        return command
    needed = [Path(sys.base_prefix).resolve(), Path(sys.prefix).resolve(), ROOT]
    closed = {folder for path in needed for folder in path.parents if not folder.stat().st_mode & 0o001}
    shown: list[str] = []
    for folder in sorted(closed):
        shown += ["--perms", "0755", "--tmpfs", str(folder)]
    for path in needed:
        if closed & set(path.parents):
            between = [folder for folder in reversed(path.parents) if closed & set(folder.parents)]
            shown += [word for folder in between for word in ("--perms", "0755", "--dir", str(folder))]
            shown += ["--ro-bind", str(path), str(path)]
    user = [
        "setpriv",
        f"--reuid={ORDINARY}",
        f"--regid={ORDINARY}",
        "--clear-groups",
        "--bounding-set=-all",
        "--",
    ]
    settings = ["env", "HOME=/tmp", f"PYTHONPATH={ROOT / 'src'}"]
    whole = ["bwrap", "--dev-bind", "/", "/", *shown, "--chdir", "/tmp", "--", *user, *settings]
    tried = subprocess.run([*whole, sys.executable, "-c", "import schwarm"], capture_output=True, text=True)
    if tried.returncode != 0:
        raise RuntimeError(tried.stderr.strip().splitlines()[-1])
    return [*whole, *command]
