"""Tries to get out of the sandbox on this machine, in every way we know, and tells what held."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from schwarm.programs.processes import PROC
from schwarm.programs.program import Program
from schwarm.programs.sandbox import MIB, Sandbox, python

SCRIPT = Path(__file__).resolve().with_name("escape_attempts.py")
LOOK_S = 0.05
TRY_S = 60.0  # an attempt that is neither refused nor ended in this time has not been held
OFFICIAL = Sandbox()
TIGHT = Sandbox(memory=256 * MIB)  # half of what the attempts on memory go for
TIGHTER = Sandbox(memory=96 * MIB)
COPIED = Sandbox(own_copy=True, copy=256 * MIB)


@dataclass(frozen=True, slots=True)
class Escape:
    """A way out: the attempt's name, what it is after, and the room it is tried in."""

    attempt: str
    aim: str
    sandbox: Sandbox = OFFICIAL


@dataclass(frozen=True, slots=True)
class EscapeResult:
    """Whether a way out is closed on this machine; `got` says what the program got, or what stopped it."""

    escape: Escape
    held: bool
    got: str


ESCAPES = (
    Escape("wait", "be root outside"),
    Escape("rights", "have or gain rights"),
    Escape("kernel_settings", "write kernel settings"),
    Escape("devices", "open the machine's memory and disks"),
    Escape("system_calls", "make system calls no player needs"),
    Escape("foreign_calls", "make them by another machine's numbers"),
    Escape("files", "read or change files of others"),
    Escape("strangers", "see other processes or our environment"),
    Escape("network", "reach more than the game's port"),
    Escape("outlive", "outlive the game"),
    Escape("cores", "use more than one core"),
    Escape("memory", "use too much memory in one process", TIGHT),
    Escape("family_memory", "... in several processes", TIGHT),
    Escape("shared_memory", "... in shared memory", TIGHT),
    Escape("memory_files", "... in memory files (memfd)", TIGHT),
    Escape("segments", "... in System V segments", TIGHT),
    Escape("temporary_files", "... in temporary files", TIGHT),
    Escape("empty_files", "... in names of empty files", TIGHTER),
    Escape("page_tables", "... in page tables", TIGHT),
    Escape("own_folder", "fill the disk through its own folder", COPIED),
    Escape("processes", "run too many processes"),
    Escape("threads", "run too many threads"),
    Escape("open_files", "hold too many open files"),
)


async def try_escapes(escapes: tuple[Escape, ...]) -> AsyncIterator[EscapeResult]:
    """Try them one after the other; SandboxError if there is no sandbox to try."""
    with canaries() as outside:
        for escape in escapes:
            yield await try_escape(escape, outside)


async def try_escape(escape: Escape, outside: list[str]) -> EscapeResult:
    """Let the program try one way out."""
    command = [str(python()), "-I", "-S", str(SCRIPT), escape.attempt, *outside]
    async with Program(command, folder=SCRIPT.parent, sandbox=escape.sandbox) as program:
        await program.start("127.0.0.1", 1, None)
        if escape.attempt == "wait":
            users = await _users(program)
            got = f"users {', '.join(map(str, sorted(users)))}" if users else "was not seen"
            return EscapeResult(escape, held=bool(users) and 0 not in users, got=got)
        try:
            await asyncio.wait_for(program.wait(), TRY_S)
        except TimeoutError:
            return EscapeResult(escape, held=False, got=f"still ran after {TRY_S:g} s")
        await program.stop()
        left = await program.living()
    if left:
        return EscapeResult(escape, held=False, got=f"{len(left)} processes were left")
    return _judge(escape, program)


async def _users(program: Program) -> set[int]:
    """The users and groups, by their numbers on this machine, of the program and of all else inside."""
    for _ in range(int(TRY_S / LOOK_S)):
        users: set[int] = set()
        there = False
        for pid in await program.living():
            with contextlib.suppress(OSError, ValueError):
                status = dict(
                    line.split(":\t", 1) for line in (PROC / str(pid) / "status").read_text().splitlines()
                )
                words = (PROC / str(pid) / "cmdline").read_bytes().split(b"\0")
                if len(status["NSpid"].split()) > 1:  # it has another number inside
                    users |= set(map(int, status["Uid"].split() + status["Gid"].split()))
                    there |= str(SCRIPT).encode() in words[:4]
        if there or program.ending is not None:
            return users if there else set()
        await asyncio.sleep(LOOK_S)
    return set()


def _judge(escape: Escape, program: Program) -> EscapeResult:
    """What came of it, by what the program said and how it ended."""
    if program.fault is not None:
        return EscapeResult(escape, held=True, got=program.fault)
    try:
        got = json.loads(program.output.text().strip().splitlines()[-1])
    except (ValueError, IndexError):
        return EscapeResult(
            escape, held=False, got=f"was not tried, {program.ending}: {program.output.last_lines()}"
        )
    return EscapeResult(escape, held=got is None, got=got or "refused")


@contextlib.contextmanager
def canaries() -> Iterator[list[str]]:
    """A file, a port and a socket outside, none of which the program should reach."""
    name = f"schwarm-doctor-{uuid4().hex}"
    with (
        tempfile.NamedTemporaryFile(prefix="schwarm-", dir="/var/tmp") as file,
        socket.create_server(("127.0.0.1", 0)) as door,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        os.chmod(file.name, 0o644)
        abstract.bind(f"\0{name}")
        abstract.listen()
        yield [file.name, str(door.getsockname()[1]), name]
