"""A worker process that plays one game after the other, and its owner's handle on it.

The worker writes who is thinking, since when and at which ply into shared memory. So its owner can tell whose
bot killed or froze the process, blames that bot, and starts another worker.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from ctypes import c_double
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from schwarm.games import rule_book
from schwarm.games.record import End, Irregular, record_of
from schwarm.referee import Asked, Event, Moved, now_ms
from schwarm.tournament.play import play, start
from schwarm.tournament.task import Failed, Report, Task

THINKING, SINCE, PLY = range(3)  # shared memory: whose turn (-1: nobody's), since when, plies made
NOBODY = -1.0
GRACE_MS = 5_000  # beyond the hard limit a worker that says nothing is frozen
LOOK_S = 0.5
START_S = 120.0


@dataclass(frozen=True, slots=True)
class Running:
    """A game under way, for the live view."""

    task: Task
    ply: int
    since_ms: float


class Worker:
    """One worker process; `play` blocks and is called by one thread at a time."""

    def __init__(self, cores: Sequence[int] = ()) -> None:
        self._cores = tuple(cores)
        self._context = multiprocessing.get_context("spawn")
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._shared: Any = None
        self._task: Task | None = None
        self._began_ms = 0.0
        self._closed = False

    def play(self, task: Task) -> Report | Failed:
        """The finished game; a bot that kills or freezes the worker has lost it."""
        if self._closed:
            return Failed(task.key, "stopped")
        self._task, self._began_ms = task, now_ms()
        try:
            if self._process is None:
                self._start()
            assert self._connection is not None
            self._connection.send(task)
            while not self._connection.poll(LOOK_S):
                if self._frozen(task):
                    return self._blame(task, "does not return")
            report: Report | Failed
            report = self._connection.recv()
            return report
        except (EOFError, OSError):
            if self._closed:
                return Failed(task.key, "stopped")
            code = None
            if self._process is not None:
                self._process.join(5)
                code = self._process.exitcode
            return self._blame(task, _ending(code))
        finally:
            self._task = None

    def running(self) -> Running | None:
        """What is being played; from any thread."""
        task, shared = self._task, self._shared
        return None if task is None or shared is None else Running(task, int(shared[PLY]), self._began_ms)

    def stop(self) -> None:
        """End the process; the next game gets a new one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        """End the process for good; a game under way fails."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()

    def _start(self) -> None:
        self._shared = self._context.RawArray(c_double, [NOBODY, 0.0, 0.0])
        ours, theirs = self._context.Pipe()
        self._process = self._context.Process(
            target=serve, args=(theirs, self._shared, self._cores), name="schwarm game"
        )
        self._process.start()
        theirs.close()
        self._connection = ours
        if self._closed:
            self._process.kill()
        if not ours.poll(START_S):
            raise OSError("the worker did not start")
        ours.recv()

    def _frozen(self, task: Task) -> bool:
        return (
            self._shared[THINKING] != NOBODY
            and now_ms() - self._shared[SINCE] > task.hard_ms + GRACE_MS
            and all(entrant.kind in ("bot", "think") for entrant in task.players)
        )

    def _blame(self, task: Task, how: str) -> Report | Failed:
        """Whoever was thinking has lost; nobody was: the fault is ours."""
        number = int(self._shared[THINKING]) if self._shared is not None else -1
        self.stop()
        if number < 0:
            return Failed(task.key, f"the worker {how}")
        game = start(task)
        sides = game.setup.book.sides
        standing = game.standing()
        scores = dict(standing) | {sides[number]: (0,) * len(standing[sides[number]])}
        record = record_of(game, dict(zip(sides, (entrant.name for entrant in task.players), strict=True)))
        end = End(sides[1 - number], Irregular.LEFT, scores)
        name = task.players[number].name
        fault = f"crashed: the bot's process {how}"
        return Report(task.key, record.ended(end), now_ms() - self._began_ms, faults={name: fault})


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"ended with code {code}"


def serve(connection: Connection, shared: Any, cores: Sequence[int]) -> None:
    """The worker's loop: games in, reports out, until its owner is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the owner decides what an interrupt means
    _die_with_owner()
    _be_silent()
    if cores:
        os.sched_setaffinity(0, cores)
    connection.send("ready")
    with asyncio.Runner() as runner:
        while True:
            try:
                task: Task = connection.recv()
            except (EOFError, OSError):
                return
            report = runner.run(_play(task, shared))
            try:
                connection.send(report)
            except OSError:
                return


async def _play(task: Task, shared: Any) -> Report | Failed:
    sides = rule_book(task.game).sides

    def listen(event: Event) -> None:
        if isinstance(event, Asked):
            shared[SINCE] = now_ms()
            shared[THINKING] = sides.index(event.side)
        elif isinstance(event, Moved):
            shared[THINKING] = NOBODY
            shared[PLY] += 1

    shared[THINKING], shared[PLY] = NOBODY, 0.0
    try:
        return await play(task, listen)
    except Exception as error:
        return Failed(task.key, f"{type(error).__name__}: {error}")
    finally:
        shared[THINKING] = NOBODY


def _be_silent() -> None:
    """What bots print in here is no part of the tournament's own output."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.close(nowhere)


def _die_with_owner() -> None:
    """No worker survives the program that started it, however that one ended."""
    owner = multiprocessing.parent_process()
    if owner is None:
        return
    sentinel = owner.sentinel

    def watch() -> None:
        wait([sentinel])
        for child in multiprocessing.active_children():
            child.kill()
        os._exit(1)

    threading.Thread(target=watch, name="owner watch", daemon=True).start()
