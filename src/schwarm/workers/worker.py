"""A worker process that does one thing after the other, mostly games, and its owner's handle on it.

The worker writes who is thinking, since when and at which ply into shared memory. So its owner can tell whose
bot killed or froze the process, blames that bot, and starts another worker.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from ctypes import c_double
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from schwarm.game.errors import Refusal
from schwarm.game.record import record_of
from schwarm.players import BotSpec, FunctionSpec, NetSpec
from schwarm.referee import Left, forfeit, now_ms, processes
from schwarm.workers.serve import NOBODY, PATIENCE, PLY, SINCE, THINKING, serve
from schwarm.workers.task import Call, Failed, Made, Report, Task, Work, start

GRACE_MS = 5_000  # beyond the hard limit a worker that says nothing is frozen; and to end by itself
LOOK_S = 0.5
START_S = 120.0
processes.load_before("schwarm.workers.serve")


@dataclass(frozen=True, slots=True)
class Running:
    """A game under way, for the live view."""

    task: Task
    ply: int
    since_ms: float
    moves: tuple[str, ...] = ()  # where they are told; those of an opening are not among them


class Worker:
    """One worker process; `do` blocks and is called by one thread at a time."""

    def __init__(
        self,
        cores: Sequence[int] = (),
        *,
        nice: int = 0,
        live: bool = False,
        begin: Callable[[], None] | None = None,
    ) -> None:
        """`nice`: by how much it gives way to others; `live`: it tells every move as it is made; `begin` is
        called in it before anything else."""
        self._manners = tuple(cores), nice, live, begin
        self._moves: list[str] = []
        self._context = processes.context()
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._shared: Any = None
        self._work: Work | None = None
        self._began_ms = 0.0
        self._closed_ms: float | None = None

    def do(self, work: Work) -> Report | Made | Failed:
        """What came of it; a bot that kills or freezes the worker has lost its game."""
        if self._closed_ms is not None:
            return Failed(work.key, Refusal("stopped"))
        self._work, self._began_ms, self._moves = work, now_ms(), []
        try:
            if self._process is None:
                self._start()
            assert self._connection is not None
            self._connection.send(work)
            while True:
                if not self._connection.poll(LOOK_S):
                    if self._closed_ms is not None and now_ms() - self._closed_ms > GRACE_MS:
                        self._kill()
                        return Failed(work.key, Refusal("stopped"))
                    if self._frozen(work):
                        return self._blame(work, Refusal("frozen"))
                    continue
                told: Report | Made | Failed | str = self._connection.recv()
                if not isinstance(told, str):
                    return told
                self._moves.append(told)
        except (EOFError, OSError):
            if self._closed_ms is not None:
                return Failed(work.key, Refusal("stopped"))
            code = None
            if self._process is not None:
                self._process.join(5)
                code = self._process.exitcode
            return self._blame(work, _ending(code))
        finally:
            self._work = None

    def running(self) -> Running | None:
        """What is being played; from any thread."""
        work, shared = self._work, self._shared
        if not isinstance(work, Task) or shared is None:
            return None
        return Running(work, int(shared[PLY]), self._began_ms, tuple(self._moves))

    def stop(self) -> None:
        """End the process, which may clear up first; the next game gets a new one."""
        if self._connection is not None:
            self._connection.close()  # the worker's loop ends with it
            self._connection = None
        process, self._process = self._process, None
        if process is not None:
            process.join(GRACE_MS / 1000)
            process.kill()
            process.join()

    def close(self) -> None:
        """No more games, and one under way fails; from any thread. Whoever plays calls `stop` after that."""
        self._closed_ms = now_ms()
        process, work = self._process, self._work
        if process is None or work is None:
            return
        if isinstance(work, Task) and work.starts_processes:
            process.terminate()  # it ends what it started for the game, and itself after that
        else:
            process.kill()

    def _start(self) -> None:
        self._shared = self._context.RawArray(c_double, [NOBODY, 0.0, 0.0, 0.0])
        ours, theirs = self._context.Pipe()
        process = processes.begin(serve, theirs, self._shared, *self._manners)
        self._process, self._connection = process, ours  # from now on `close` can end it
        theirs.close()
        if self._closed_ms is not None:
            process.kill()
        processes.first_message(ours, process, START_S)

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
        self.stop()

    def _frozen(self, work: Work) -> bool:
        """Does a bot that thinks inside the worker go on after the referee would have stopped waiting?"""
        thinking = int(self._shared[THINKING])
        return (
            isinstance(work, Task)
            and thinking != NOBODY
            and now_ms() - self._shared[SINCE] > self._shared[PATIENCE] + GRACE_MS
            and isinstance(work.players[thinking].spec, BotSpec | NetSpec | FunctionSpec)
        )

    def _blame(self, work: Work, how: Refusal) -> Report | Failed:
        """Whoever was thinking has lost; nobody was: the fault is ours. The moves died with the process."""
        number = int(self._shared[THINKING]) if self._shared is not None else int(NOBODY)
        self._kill()
        if isinstance(work, Call) or number == NOBODY:
            return Failed(work.key, Refusal("worker_failed", how=how))
        game = start(work)
        sides = game.setup.book.sides
        names = [one.name for one in work.players]
        fault = Left("crashed", how)
        end = forfeit(game, {sides[number]: fault}, begun=False)
        record = record_of(game, dict(zip(sides, names, strict=True))).ended(end)
        wall_ms = now_ms() - self._began_ms
        return Report(work.key, record, wall_ms, faults={names[number]: fault.fault})


def _ending(code: int | None) -> Refusal:
    if code is not None and code < 0:
        return Refusal("signal", signal=signal.Signals(-code).name)
    return Refusal("exit_code", code=code)
