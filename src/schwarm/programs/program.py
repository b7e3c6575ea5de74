"""Foreign programs: start any executable with the contest's arguments, and end it with all it started.

`ending` names what it does wrong (ends early, hangs, floods, uses too much). The server judges what it sends.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from schwarm.game.errors import Refusal
from schwarm.platform.commands import is_path
from schwarm.programs.cgroups import ScopeGroup
from schwarm.programs.family import Family, MarkedFamily
from schwarm.programs.folders import home
from schwarm.programs.output import Output
from schwarm.programs.processes import MARK, end_family, new_mark, own_mark
from schwarm.programs.reaper import STARTED
from schwarm.programs.relay import relay
from schwarm.programs.sandbox import MIB, Sandbox, Wrapped
from schwarm.programs.tools import PLAIN_PATH, installed
from schwarm.programs.watch import Watch, memory_fault

if sys.platform == "win32":
    from schwarm.programs.family import JobFamily

Arrived = TypeVar("Arrived")

WAYS = (
    "exit_code", "signal", "unconnected", "skipped", "unstarted", "flood", "tasks", "files", "locks",
    "memory",
)  # fmt: skip
REAPER = Path(__file__).with_name("reaper.py")
GUARD = Path(__file__).with_name("guard.py")
FLOOD = 64 * MIB  # bytes of output at which a program is ended
WATCH_S = 0.1  # how often a sandboxed family's use is looked at
PATIENCE = 10  # times what it may take, a program is given on a machine that has no processor for it
GONE_S = 0.25  # how often we look whether a family without its leader still lives
RESERVED_PORTS = 1023  # only root listens there, and no program in a sandbox is root
CONTEST_PORT = 13050  # what the server's port is called inside if its own number is reserved
BATCH = (".bat", ".cmd")  # files of commands that Windows starts
JAVA_MEMORY = "-Xmx1200m"  # leaves the Java machine itself some of the contest's 1.5 GB


class ProgramError(Exception):
    """A command that cannot be started, and why as data: the operator's mistake, not the player's."""

    def __init__(self, why: Refusal) -> None:
        self.why = why
        super().__init__(why)


def without_output(fault: Refusal) -> Refusal:
    """Return how a program ended without the last lines it wrote."""
    detail = fault.values.get("detail")
    if isinstance(detail, Refusal) and detail.code == "spoke":
        return Refusal(fault.code, **fault.values | {"detail": detail.values["way"]})
    return fault


class NotArrived(Exception):
    """A program that ended, or whose time ran out, before it did what was awaited of it."""

    def __init__(self, way: Refusal) -> None:
        self.way = way
        super().__init__(way)


@cache
def post_guard(maker: int) -> int | None:
    """Let a process of its own end our programs when we are gone; what it waits for is closed with us.

    `maker` is this process: another one has a guard of its own.
    """
    if sys.platform != "linux":
        return None
    line, held = os.pipe()
    os.posix_spawn(
        sys.executable,
        [sys.executable, "-I", "-S", str(GUARD), own_mark()],
        {"PATH": PLAIN_PATH},
        file_actions=[
            (os.POSIX_SPAWN_DUP2, line, 0),
            *((os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)),
        ],
        setpgroup=0,
    )
    os.close(line)
    return held


def contest_arguments(host: str, port: int, reservation: str | None) -> list[str]:
    """Return the arguments by which the contest gives a player program its server and seat."""
    reserved = ["-r", reservation] if reservation else []
    return ["-h", host, "-p", str(port), *reserved]


def read_command(words: Sequence[str]) -> list[str]:
    """The command with its program's full path; a .jar file gets its Java. ProgramError if it cannot run."""
    if not words:
        raise ProgramError(Refusal("no_command"))
    program = Path(words[0])
    if program.suffix == ".jar" and program.is_file():
        java = installed("java")
        if java is None:
            raise ProgramError(Refusal("no_java", file=program))
        return [java, JAVA_MEMORY, "-jar", str(program.resolve()), *words[1:]]
    found = shutil.which(words[0])
    if found is not None and is_path(words[0]) and not _can_run(Path(found)):
        raise ProgramError(Refusal("no_language", file=program))
    if found is None:
        if program.is_file():
            raise ProgramError(Refusal("not_executable", file=program))
        raise ProgramError(Refusal("no_program", said=repr(words[0])))
    return [str(Path(found).absolute()), *words[1:]]


def _can_run(program: Path) -> bool:
    """Does the file begin like something the kernel can start: a binary, or a script with its `#!` line?"""
    if sys.platform == "win32" and program.suffix.lower() in BATCH:
        return True
    try:
        with program.open("rb") as file:
            start = file.read(4)
    except OSError:
        return True  # not ours to read, perhaps ours to run
    return start.startswith((b"#!", b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"MZ"))


def home_of(program: str) -> Path:
    """Where a program runs: in its own folder if it was named by its path, else in ours."""
    return Path(program).parent if is_path(program) else Path.cwd()


class Program:
    """A running foreign program. Use it in an `async with` statement, or stop it."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        folder: Path | None = None,
        sandbox: Sandbox | None = None,
        variables: Mapping[str, str] | None = None,
        hide_folder: bool = False,
    ) -> None:
        """`variables` are added to the environment; `hide_folder`: its path is left out of the output."""
        self.command = read_command(command)
        self.folder = (folder or home_of(command[0])).resolve()
        self.sandbox = sandbox
        self.output = Output(self.folder if hide_folder or sandbox is not None else None)
        self.fault: Refusal | None = None  # what we ended it for
        self._mark = new_mark()
        self._wrapped: Wrapped | None = None
        self._variables = {**(variables or {}), MARK: self._mark}
        self._process: asyncio.subprocess.Process | None = None
        self._family: Family | None = None
        self._ended: asyncio.Future[int] | None = None  # of the program itself; what it started may live on
        self._tasks: list[asyncio.Task[None]] = []
        self._stack = contextlib.AsyncExitStack()

    async def start(self, host: str, port: int, reservation: str | None, gate: Path | None = None) -> None:
        """Start it. `gate`: the server's own Unix socket, for a sandbox; without it bytes are relayed."""
        reports = None
        await asyncio.to_thread(post_guard, os.getpid())
        if self.sandbox is None:
            command, folder = [*self.command, *contest_arguments(host, port, reservation)], self.folder
            if sys.platform == "win32":
                await self._start_in_job(command)
                return
            environment: Mapping[str, str] = os.environ | self._variables
            if sys.platform == "linux":
                reports, to_report = os.pipe()
                command = [sys.executable, "-I", "-S", str(REAPER), str(to_report), *command]
        else:
            wrapped = self._wrapped = await self._wrap(self.sandbox, host, port, reservation, gate)
            command, environment, folder = wrapped.command, wrapped.environment, Path("/")
        # A pipe of our own: asyncio's reports the program's end only once no child holds it open.
        from_program, to_us = os.pipe()
        passed = self._wrapped.descriptors if self._wrapped is not None else ()
        try:
            output = await self._listen(from_program)
            self._process = await asyncio.create_subprocess_exec(
                *command,
                stdin=subprocess.DEVNULL,
                stdout=to_us,
                stderr=subprocess.STDOUT,
                cwd=folder,
                env=environment,
                start_new_session=True,
                pass_fds=passed if reports is None else (to_report,),
            )
        except BaseException as error:
            if reports is not None:
                os.close(reports)
            await self._stack.aclose()
            if isinstance(error, OSError):
                raise ProgramError(
                    Refusal("cannot_start", file=self.command[0], why=error.strerror)
                ) from None
            raise
        finally:
            os.close(to_us)
            if reports is not None:
                os.close(to_report)
            if self._wrapped is not None:
                self._wrapped.started()
        self._family = MarkedFamily(self._process.pid, self._mark)
        if reports is None:
            self._ended = asyncio.ensure_future(self._process.wait())
        else:
            try:
                self._ended = await self._reported(self._process, await self._listen(reports))
            except asyncio.CancelledError:  # only this call knows of it yet
                await asyncio.to_thread(end_family, self._process.pid, self._mark)
                await self._process.wait()
                await self._stack.aclose()
                raise
        self._tasks = [asyncio.create_task(self._read(output)), asyncio.create_task(self._watch())]

    if sys.platform == "win32":

        async def _start_in_job(self, command: Sequence[str]) -> None:
            """Windows has no groups of processes and no pipes for an event loop; it has jobs."""
            limits = Sandbox()
            starting = asyncio.ensure_future(
                asyncio.to_thread(
                    JobFamily, command, self.folder, self._variables, limits.memory, limits.tasks
                )
            )
            try:
                job = await asyncio.shield(starting)
            except asyncio.CancelledError:  # only this call knows of it yet
                with contextlib.suppress(OSError):
                    await asyncio.to_thread((await starting).end)
                raise
            except OSError as error:
                why = error.strerror
                raise ProgramError(Refusal("cannot_start", file=self.command[0], why=why)) from None
            output = asyncio.StreamReader()
            self._family, self._ended = job, job.follow(output)
            self._tasks = [asyncio.create_task(self._read(output))]

    async def __aenter__(self) -> Program:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    @property
    def ending(self) -> Refusal | None:
        """How it ended; None while it runs."""
        if self._ended is None:
            return Refusal("unstarted")
        code = self._code
        if self.fault is not None:
            return self.fault
        if code is None:
            return None
        if self._out_of_memory:
            return self.fault
        number = -code if code < 0 else code - 128  # shells and the sandbox report signals from 128 on
        if number in list(signal.Signals):
            return Refusal("signal", signal=signal.Signals(number).name)
        return Refusal("exit_code", code=code)

    @property
    def _code(self) -> int | None:
        """What it ended with; None while it runs."""
        return self._ended.result() if self._ended is not None and self._ended.done() else None

    async def _reported(
        self, process: asyncio.subprocess.Process, reports: asyncio.StreamReader
    ) -> asyncio.Future[int]:
        """The program's exit code to come, from its reaper; ProgramError if it was not started."""
        said = await reports.readline()
        if said != STARTED:
            await process.wait()
            await self._stack.aclose()
            why = said.decode(errors="replace").strip() or "its reaper has ended"
            raise ProgramError(Refusal("cannot_start", file=self.command[0], why=why))

        async def ended() -> int:
            code = await reports.readline()
            return int(code) if code else await process.wait()  # the reaper itself was ended

        return asyncio.ensure_future(ended())

    @property
    def _out_of_memory(self) -> bool:
        """Has the kernel ended it for its memory, before our watch looked?"""
        group = self._wrapped.group if self._wrapped is not None else None
        if group is None or self.sandbox is None:
            return False
        # systemd up to 252 ends the whole group when its memory is used up, and removes it before we look.
        stopped = isinstance(group, ScopeGroup) and self._code in (-signal.SIGTERM, 128 + signal.SIGTERM)
        if not (stopped or group.out_of_memory):
            return False
        self.fault = memory_fault(self.sandbox)
        return True

    async def arrival(self, awaited: Awaitable[Arrived], within_s: float) -> Arrived:
        """What a server awaits of it, its connection; NotArrived if it ends before that or takes too long."""
        waiting = asyncio.ensure_future(awaited)
        gone = asyncio.ensure_future(self._all_gone())
        try:
            await self._within(within_s, waiting, gone)
            if waiting.done():
                return waiting.result()
            raise NotArrived(self.ending or Refusal("unconnected", seconds=f"{within_s:g}"))
        finally:
            waiting.cancel()
            gone.cancel()

    async def living(self) -> set[int]:
        """The numbers of its processes, and of all that these started, as far as they still run."""
        assert self._family is not None, "start comes first"
        return await asyncio.to_thread(self._family.living)

    async def _all_gone(self) -> None:
        """A start script may end while what it started lives on and connects."""
        await self.wait()
        while await self.living():
            await asyncio.sleep(GONE_S)

    async def wait(self) -> str:
        """Wait until it ends by itself; how it ended."""
        assert self._ended is not None, "start comes first"
        await asyncio.wait((self._ended,))
        return self.ending or ""

    async def ends_within(self, seconds: float) -> bool:
        """Does it end by itself in that time? A time when it had no processor to end on does not count."""
        assert self._ended is not None, "start comes first"
        return await self._within(seconds, self._ended)

    async def _within(self, seconds: float, *awaited: asyncio.Future[Any]) -> bool:
        """Does one of these come in that time, not counted while the program waited for a processor?

        What it has used of one counts: a crowd of processes that wait for each other has had its time.
        """
        clock = asyncio.get_running_loop().time
        began_s, waited, waited_s, left_s = clock(), self._waited_s(), 0.0, seconds
        used_s = self._used_s()
        while left_s > 0 and clock() - began_s <= PATIENCE * seconds:
            done, _ = await asyncio.wait(
                awaited, timeout=min(max(left_s, 0.01), WATCH_S), return_when=asyncio.FIRST_COMPLETED
            )
            if done:
                return True
            before, waited = waited, self._waited_s()
            waited_s += sum(max(now_s - before.get(pid, 0.0), 0.0) for pid, now_s in waited.items())
            left_s = seconds - max(clock() - began_s - waited_s, self._used_s() - used_s)
        return False

    def _waited_s(self) -> dict[int, float]:
        """How long each of its processes has waited for a processor: what one waited that ends meanwhile
        must not be taken from what the others wait.
        """
        assert self._family is not None
        return {pid: waited / 1000 for pid, (_, waited) in self._family.scheduled_ms().items()}

    def processor(self) -> tuple[float, float]:
        """Milliseconds that all of it has run, and that what lives of it has waited for a processor."""
        assert self._family is not None
        figures = self._family.scheduled_ms().values()
        return sum(ran for ran, _ in figures), sum(waited for _, waited in figures)

    def _used_s(self) -> float:
        """Processor time of all of it."""
        return self.processor()[0] / 1000

    async def last_words(self, within_s: float) -> None:
        """Wait until all that it wrote before it ended is read; no longer where a child holds its output."""
        if self._tasks and self.ending is not None:
            await asyncio.wait(self._tasks[:1], timeout=within_s)

    async def stop(self, grace_s: float = 0.0) -> None:
        """Give it a moment to end by itself, then end it and everything it started."""
        if self._family is not None and self._ended is not None:
            await self.ends_within(grace_s)
            await asyncio.to_thread(self._family.end)
            await asyncio.wait((self._ended,))
            if self._process is not None:
                await self._process.wait()
            reading, *watching = self._tasks
            for task in watching:
                task.cancel()
            await asyncio.wait(self._tasks, timeout=5)
            reading.cancel()
        await self._stack.aclose()

    async def _wrap(
        self, sandbox: Sandbox, host: str, port: int, reservation: str | None, gate: Path | None
    ) -> Wrapped:
        """The sandbox's command line, with a way out to the server."""
        port_inside = port if port > RESERVED_PORTS else CONTEST_PORT
        inside = [*self.command, *contest_arguments("127.0.0.1", port_inside, reservation)]
        try:
            room = Path(self._stack.enter_context(tempfile.TemporaryDirectory(dir=home())))
            if gate is None:
                gate = room / "socket"
                await self._stack.enter_async_context(relay(gate, host, port))
            wrapped = await asyncio.to_thread(
                sandbox.wrap, inside, self.folder, room, gate, port_inside, self._variables
            )
            self._stack.push_async_callback(asyncio.to_thread, wrapped.ended)
            return wrapped
        except BaseException:
            await self._stack.aclose()
            raise

    async def _listen(self, pipe: int) -> asyncio.StreamReader:
        reader = asyncio.StreamReader()
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(pipe, "rb", buffering=0)
        )
        self._stack.callback(transport.close)
        return reader

    async def _read(self, output: asyncio.StreamReader) -> None:
        while data := await output.read(65536):
            self.output.add(data)
            if self.output.total > FLOOD and self.fault is None:
                await self._end_for(Refusal("flood", mib=FLOOD // MIB))

    async def _watch(self) -> None:
        """The sandbox's limits hold for the whole family; the kernel's own only for each process."""
        assert self._process is not None
        if self.sandbox is None or self._wrapped is None:
            return
        watch = Watch(self.sandbox, self._process.pid, self._wrapped.in_memory, self._wrapped.group)
        while self._code is None and self.fault is None:
            await asyncio.sleep(WATCH_S)
            try:
                fault = await asyncio.to_thread(watch.fault)
            except OSError as error:
                fault = Refusal("unseen", why=error)
            if fault is not None:
                await self._end_for(fault)

    async def _end_for(self, fault: Refusal) -> None:
        assert self._family is not None
        self.fault = fault
        await asyncio.to_thread(self._family.end)
