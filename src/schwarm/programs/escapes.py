"""Try to get out of the sandbox on this machine in every known way, and report what held."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

from schwarm.programs.cgroups import means
from schwarm.programs.processes import PROC, scheduled_ms
from schwarm.programs.program import Program
from schwarm.programs.sandbox import MIB, Sandbox, python

FOLDER = Path(__file__).resolve().parent
START = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); from attempts.main import main; main(sys.argv.pop(1))"
)
LOOK_S = 0.05
PATIENCE = 6.0  # times as long stays a program whose attempt seemed to succeed
TRY_S = 60.0  # an attempt that is neither refused nor ended in this time has not been held
CROWD = 200  # processes of a program that are busy, before a neighbour comes
FAIR = 0.3  # of a core: half of it, less what a short look may be wrong by
OFFICIAL = Sandbox()
TIGHT = Sandbox(memory=256 * MIB)  # half of what the attempts on memory go for
TIGHTER = Sandbox(memory=96 * MIB)
COPIED = Sandbox(own_copy=True, copy=256 * MIB)


Need = Callable[[Sandbox], str]


def sharing(sandbox: Sandbox) -> str:
    """Only the kernel shares a core out by programs; some do it by sessions, which are refused inside."""
    with contextlib.suppress(OSError):
        if Path("/proc/sys/kernel/sched_autogroup_enabled").read_text(encoding="utf-8").strip() == "1":
            return ""
    shared = sandbox.groups and means().processor
    return "" if shared else "programs on one core share it by a control group only, and there is none"


def leaving(sandbox: Sandbox) -> str:
    """Only root may leave groups."""
    others = set(os.getgroups()) - {os.getegid()}
    return "" if os.geteuid() == 0 or not others else "only root may give up the groups a user is in"


@dataclass(frozen=True, slots=True)
class Escape:
    """A way out: the attempt's name, its aim, and the sandbox it is tried in.

    `needs` returns why this machine cannot hold it; it is then reported as not covered.
    """

    attempt: str
    aim: str
    sandbox: Sandbox = OFFICIAL
    needs: Need | None = None

    @property
    def uncovered(self) -> str:
        """Why it cannot be held here; '' if it can."""
        return "" if self.needs is None else self.needs(self.sandbox)


@dataclass(frozen=True, slots=True)
class EscapeResult:
    """Whether a way out is closed on this machine; `got` says what the program got, or what stopped it."""

    escape: Escape
    held: bool
    got: str

    @property
    def uncovered(self) -> str:
        """Why it was not to be held here; '' if it was held, or should have been."""
        return "" if self.held else self.escape.uncovered


ESCAPES = (
    Escape("wait", "be root outside"),
    Escape("rights", "have or gain rights"),
    Escape("groups", "belong to the operator's groups", needs=leaving),
    Escape("kernel_settings", "write kernel settings"),
    Escape("devices", "open the machine's memory and disks"),
    Escape("system_calls", "make system calls no player needs"),
    Escape("foreign_calls", "make them by another machine's numbers"),
    Escape("files", "read or change files of others"),
    Escape("strangers", "see other processes or our environment"),
    Escape("host_paths", "learn of the machine's folders"),
    Escape("network", "reach more than the game's port"),
    Escape("netlink", "talk to the kernel's own services"),
    Escape("outlive", "outlive the game"),
    Escape("core_dumps", "have its memory kept on disk"),
    Escape("cores", "use more than one core"),
    Escape("spinning", "take its core from a neighbour", needs=sharing),
    Escape("memory", "use too much memory in one process", TIGHT),
    Escape("family_memory", "... in several processes", TIGHT),
    Escape("thread_memory", "... in processes that seem ended", TIGHT),
    Escape("shared_memory", "... in shared memory", TIGHT),
    Escape("dropped_memory", "... in shared memory no process maps", TIGHT),
    Escape("zero_memory", "... by sharing /dev/zero", TIGHT),
    Escape("memory_files", "... in memory files (memfd)", TIGHT),
    Escape("segments", "... in System V segments", TIGHT),
    Escape("temporary_files", "... in temporary files", TIGHT),
    Escape("empty_files", "... in names of empty files", TIGHTER),
    Escape("page_tables", "... in page tables", TIGHT),
    Escape("mappings", "... in areas of address space", TIGHTER),
    Escape("pinned_pages", "... in great pages kept by a byte", TIGHT),
    Escape("socket_buffers", "... in buffers of connections", TIGHT),
    Escape("unix_buffers", "... in buffers of Unix sockets", TIGHT),
    Escape("file_locks", "... in locks on files", TIGHTER),
    Escape("own_folder", "fill the disk through its own folder", COPIED),
    Escape("processes", "run too many processes"),
    Escape("threads", "run too many threads"),
    Escape("open_files", "hold too many open files"),
    Escape("thread_files", "... in processes that seem ended"),
    Escape("table_files", "... in tables of single threads"),
    Escape("inotify", "use up the operator's file watches"),
    Escape("queued_signals", "use up the operator's signals"),
)


async def try_escapes(escapes: tuple[Escape, ...]) -> AsyncIterator[EscapeResult]:
    """Try them one after the other; SandboxError if there is no sandbox to try."""
    with canaries() as outside:
        for escape in escapes:
            yield await try_escape(escape, outside)


def without_groups(escapes: tuple[Escape, ...]) -> tuple[Escape, ...]:
    """The same, tried as on a machine without control groups."""
    return tuple(replace(escape, sandbox=replace(escape.sandbox, groups=False)) for escape in escapes)


async def try_escape(escape: Escape, outside: list[str]) -> EscapeResult:
    """Let the program try one way out, and once more with patience where it seemed to be open: on a machine
    where all wait for the processor who watches a program comes late, and a way that is open stays open."""
    result = await try_once(escape, outside)
    return result if result.held else await try_once(escape, outside, PATIENCE)


async def try_once(escape: Escape, outside: list[str], patience: float = 1.0) -> EscapeResult:
    """Let the program try, for so many times the usual time."""
    if escape.attempt == "spinning":
        return await _beside_a_neighbour(escape, outside)
    async with trying(escape.attempt, escape.sandbox, outside, patience) as program:
        if escape.attempt == "wait":
            users = await _users(program)
            got = f"users {', '.join(map(str, sorted(users)))}" if users else "was not seen"
            return EscapeResult(escape, held=bool(users) and 0 not in users, got=got)
        try:
            await asyncio.wait_for(program.wait(), patience * TRY_S)
        except TimeoutError:
            return EscapeResult(escape, held=False, got=f"still ran after {patience * TRY_S:g} s")
        await program.stop()
        left = await program.living()
    if left:
        return EscapeResult(escape, held=False, got=f"{len(left)} processes were left")
    return _judge(escape, program)


async def _beside_a_neighbour(escape: Escape, outside: list[str]) -> EscapeResult:
    """Two programs on one core, one of which does all to have it alone: what does the other one get?"""
    room = replace(escape.sandbox, core=min(os.sched_getaffinity(0)))
    looks: list[tuple[float, float]] = []
    async with trying("spinning", room, outside) as greedy:
        for _ in range(int(TRY_S / LOOK_S)):
            if greedy.ending is not None or len(await greedy.living()) > CROWD:
                break
            await asyncio.sleep(LOOK_S)
        crowd = dict.fromkeys(await greedy.living(), 0.0)
        async with trying("neighbour", room, outside) as honest:
            ended = asyncio.create_task(honest.wait())
            while not ended.done() and len(looks) < TRY_S / LOOK_S:
                # A process that has ended keeps what it had.
                crowd = {pid: max(used_ms, scheduled_ms(pid)[0]) for pid, used_ms in crowd.items()}
                looks.append((time.monotonic(), sum(crowd.values()) / 1000))
                await asyncio.wait((ended,), timeout=LOOK_S)
            await honest.stop()
    try:
        own, began, until = map(float, json.loads(honest.output.text().splitlines()[-1]).split())
    except (ValueError, IndexError, AttributeError):
        return EscapeResult(escape, held=False, got=f"the neighbour {honest.ending}")
    inside = [used for moment, used in looks if began <= moment <= until]
    theirs = inside[-1] - inside[0] if inside else 0.0
    share = own / (own + theirs)
    return EscapeResult(escape, held=share >= FAIR, got=f"the neighbour had {share:.0%} of what both got")


@contextlib.asynccontextmanager
async def trying(
    attempt: str, sandbox: Sandbox, outside: list[str], patience: float = 1.0
) -> AsyncIterator[Program]:
    command = [str(python()), "-I", "-S", "-B", "-c", START, str(FOLDER), str(patience), attempt, *outside]
    async with Program(command, folder=FOLDER, sandbox=sandbox) as program:
        await program.start("127.0.0.1", 1, None)
        yield program


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
                    there |= START.encode() in words[:6]
        if there or program.ending is not None:
            return users if there else set()
        await asyncio.sleep(LOOK_S)
    return set()


def _judge(escape: Escape, program: Program) -> EscapeResult:
    """What came of it, by what the program said and how it ended."""
    if program.ending is not None and program.fault is not None:
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
