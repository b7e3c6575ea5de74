"""Players from outside as seats of any referee: clients with a reservation, and programs that we start."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from schwarm.contest.door import Door, Guest
from schwarm.contest.program import MOVE_MS
from schwarm.game.errors import GameError, Refusal
from schwarm.game.game import Game
from schwarm.platform.commands import is_path
from schwarm.players.checks import program_command
from schwarm.players.spec import ArchiveSpec, PlayerError, ProgramSpec
from schwarm.programs.archive import BadArchive, unpack
from schwarm.programs.folders import home
from schwarm.programs.harmless import refusal_without_folder
from schwarm.programs.program import NotArrived, Program, ProgramError
from schwarm.programs.sandbox import Sandbox, SandboxError
from schwarm.referee import Answer, Blame, Event, Left, Limits, NeverCame, Request, SeatError

GRACE_S = 2.0  # how long a program may take to end by itself after the game
TELL_S = 1.0  # how long a program that hung up may take to end, so that we can tell how


class RemoteSeat:
    """A client that comes to a door of ours with its reservation."""

    def __init__(self, name: str, door: Door, *, code: str | None = None, arrive_s: float) -> None:
        self._name = name
        self._door = door
        self._code = code
        self._arrive_s = arrive_s
        self._guest: Guest | None = None

    @property
    def name(self) -> str:
        """Who plays, for the record."""
        return self._name

    @property
    def said(self) -> str:
        """Nothing: what a client writes stays on its machine."""
        return ""

    @property
    def here(self) -> bool:
        """Has the client come?"""
        return self._guest is not None and self._guest.taken.is_set()

    async def join(self, game: Game, side: str, blame: Blame) -> None:
        """Wait until the client is there; NeverCame if that takes too long."""
        self._guest = self._door.expect(game, side, self._name, blame, self._code)
        await self._arrival(self._guest.taken)

    async def _arrival(self, taken: asyncio.Event) -> None:
        await taken_within(taken, self._arrive_s)

    async def choose(self, request: Request) -> Answer:
        """What the client says, on the clock of its socket."""
        assert self._guest is not None, "join comes first"
        return await self._guest.choose(request)

    def tell(self, event: Event) -> None:
        """Tell the client in the words of its season."""
        if self._guest is not None:
            self._guest.tell(event)

    async def close(self) -> None:
        """Let the client go."""
        if self._guest is not None:
            self._guest.close()


async def taken_within(taken: asyncio.Event, seconds: float) -> None:
    """Wait until a seat is taken; NeverCame after so many seconds."""
    try:
        await asyncio.wait_for(taken.wait(), seconds)
    except TimeoutError:
        raise NeverCame(Refusal("unconnected", seconds=f"{seconds:g}")) from None


class ProgramSeat(RemoteSeat):
    """A program that we start for the game and end with it, with all that it started."""

    def __init__(
        self,
        name: str,
        door: Door,
        spec: ProgramSpec | ArchiveSpec,
        sandbox: Sandbox | None,
        arrive_s: float,
        limits: Limits | None = None,
    ) -> None:
        super().__init__(name, door, arrive_s=arrive_s)
        self._spec = spec
        self._sandbox = sandbox
        soft_ms = limits.soft_ms if limits is not None else None
        self._variables = {} if soft_ms is None else {MOVE_MS: f"{soft_ms:g}"}
        self._program: Program | None = None
        self._ready: ProgramSpec | None = None  # what runs in a folder of ours
        self._telling: asyncio.Task[None] | None = None
        self._stack = contextlib.AsyncExitStack()

    @property
    def said(self) -> str:
        """Everything the program has written so far; a game is reported before its program has ended."""
        return self._program.output.marked() if self._program is not None else ""

    async def join(self, game: Game, side: str, blame: Blame) -> None:
        """Start the program and wait until it is there; NeverCame tells how it ended instead."""
        self._blame = blame
        self._guest = self._door.expect(game, side, self._name, self._fault)
        try:
            self._program = await self._start(self._guest)
            await self._program.arrival(self._guest.taken.wait(), self._arrive_s)
        except NotArrived as error:
            if self._program is not None:
                await self._program.last_words(TELL_S)
            raise NeverCame(self._told(error.way)) from None
        except (PlayerError, ProgramError, SandboxError, BadArchive) as error:
            raise NeverCame(self._shown(error.args[0])) from None

    def _shown(self, why: Refusal) -> Refusal:
        """Why it cannot be started; its author does not know the folder that it was unpacked to."""
        return refusal_without_folder(why, Path(self._ready.folder)) if self._ready else why

    def processor(self) -> tuple[float, float] | None:
        """Milliseconds that the program has run, and has waited for a processor; None before it runs."""
        return None if self._program is None else self._program.processor()

    async def choose(self, request: Request) -> Answer:
        """What the program says; what it writes from now on it writes for this move."""
        if self._program is not None:
            self._program.output.mark(request.shown.turn + 1)
        before = self.processor()
        answer = await super().choose(request)
        now = self.processor()
        if before is None or now is None:
            return answer
        return replace(answer, processor_ms=max(now[0] - before[0], 0.0))  # what has ended is not counted

    async def _start(self, guest: Guest) -> Program:
        spec = self._spec
        if isinstance(spec, ArchiveSpec):
            spec = await asyncio.to_thread(unpacked, spec, self._room())
        elif spec.scratch and self._sandbox is None and os.path.isdir(spec.folder):
            spec = await asyncio.to_thread(copied, spec, self._room())
        self._ready = spec if spec.scratch else None
        program = Program(
            program_command(spec),
            folder=_folder(spec, locked_in=self._sandbox is not None),
            sandbox=self._sandbox,
            variables=self._variables,
            hide_folder=spec.scratch,
        )
        gate = None
        if self._sandbox is not None:
            gate = await self._stack.enter_async_context(self._door.gate(guest))
        await program.start(self._door.host, self._door.port, guest.code, gate)
        return program

    def _room(self) -> Path:
        """A folder for this game, still to be made."""
        return Path(
            self._stack.enter_context(TemporaryDirectory(dir=home(), ignore_cleanup_errors=True)), "team"
        )

    def _fault(self, fault: SeatError | GameError) -> None:
        """A program that hung up mostly ends at once: then its fault can tell how."""
        if isinstance(fault, Left):
            self._telling = asyncio.create_task(self._tell_how(fault))
        else:
            self._blame(fault)

    async def _tell_how(self, fault: Left) -> None:
        if self._program is not None:
            await self._program.ends_within(TELL_S)
            await self._program.last_words(TELL_S)
            ending = self._program.ending
            if ending is not None:
                fault = Left(fault.fault.code, self._told(ending))
        self._blame(fault)

    def _told(self, ending: Refusal) -> Refusal:
        """How it ended, with the last lines it wrote."""
        lines = self._program.output.last_lines() if self._program is not None else ""
        return Refusal("spoke", way=ending, said=lines) if lines else ending

    async def close(self) -> None:
        """Close the connection, then end the program and everything it started."""
        await super().close()
        if self._telling is not None:
            await asyncio.wait((self._telling,))
        if self._program is not None:
            await self._program.stop(GRACE_S)
        await self._stack.aclose()


def unpacked(spec: ArchiveSpec, folder: Path) -> ProgramSpec:
    """The program of a ZIP, unpacked into a new folder; BadArchive if that fails."""
    script = unpack(Path(spec.path), folder, spec.start)
    return ProgramSpec((str(script),), str(folder), scratch=True)


def copied(spec: ProgramSpec, folder: Path) -> ProgramSpec:
    """The same program in a copy of its folder, as a sandbox makes one: games share no files.

    PlayerError if it cannot be copied.
    """
    try:
        shutil.copytree(spec.folder, folder, symlinks=True)
    except OSError as error:
        why = error.strerror or str(error)
        raise PlayerError(Refusal("cannot_start", file=spec.command[0], why=why)) from error
    program = Path(spec.command[0])
    if program.is_relative_to(spec.folder):
        program = folder / program.relative_to(spec.folder)
    return replace(spec, command=(str(program), *spec.command[1:]), folder=str(folder))


def _folder(spec: ProgramSpec, *, locked_in: bool) -> Path:
    """Where a program runs: where it was named, as if a shell had started it.

    In a sandbox a program sees one folder alone: for a script that is named by its path that is its own.
    """
    alone = len(spec.command) == 1 and is_path(spec.command[0])
    if locked_in and alone and not spec.scratch:
        return Path(spec.folder, spec.command[0]).parent
    return Path(spec.folder or ".")
