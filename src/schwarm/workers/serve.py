"""What runs inside a worker process: games in, reports out; functions in, what they return out."""

from __future__ import annotations

import asyncio
import contextlib
import math
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any

from schwarm.game import rule_book
from schwarm.game.errors import failure_of
from schwarm.platform.processes import give_way
from schwarm.platform.signals import ignore_interrupts, stop_self
from schwarm.players import Place
from schwarm.programs.sandbox import Sandbox
from schwarm.referee import Asked, Event, Moved, now_ms
from schwarm.workers.play import play
from schwarm.workers.task import Call, Failed, Made, Report, Task, Work

# Shared memory: whose turn (-1: nobody's), since when, plies made, how long the referee waits for the answer.
THINKING, SINCE, PLY, PATIENCE = range(4)
NOBODY = -1.0
END_S = 5.0  # how long the ending of foreign programs may take


def serve(
    connection: Connection,
    shared: Any,
    cores: Sequence[int],
    nice: int = 0,
    live: bool = False,
    begin: Callable[[], None] | None = None,
) -> None:
    """The worker's loop, until its owner is gone; `live`: moves are told as they are made."""
    ignore_interrupts()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # seats are closed on the way out
    _die_with_owner()
    _be_silent()
    if cores:
        os.sched_setaffinity(0, cores)
    if nice:
        give_way(nice)
    if begin is not None:
        begin()
    connection.send("ready")
    with contextlib.ExitStack() as stack:
        host = GameHost(shared, stack, connection.send if live else None)
        while True:
            try:
                work: Work = connection.recv()
            except (EOFError, OSError):
                return
            try:
                connection.send(host.play(work) if isinstance(work, Task) else called(work))
            except OSError:
                return


def called(call: Call) -> Made | Failed:
    """What a function returned, or raised; both must be able to travel."""
    made: Made | Failed
    try:
        made = Made(call.key, call.function(*call.arguments))
    except Exception as error:
        made = Failed(call.key, failure_of(error), final=True, error=error)
    try:
        pickle.loads(pickle.dumps(made)) if isinstance(made, Failed) else pickle.dumps(made)
    except Exception as error:
        why = made.why if isinstance(made, Failed) else failure_of(error)
        return Failed(call.key, why, final=True)
    return made


class GameHost:
    """Plays games in this process, one at a time; what socket players need is opened when one comes."""

    def __init__(
        self, shared: Any, stack: contextlib.ExitStack, tell: Callable[[str], None] | None = None
    ) -> None:
        """`tell` hears every move."""
        self._shared = shared
        self._tell = tell
        self._stack = stack
        self._runner = stack.enter_context(asyncio.Runner())
        self._at_door: asyncio.Runner | None = None
        self._door: Any = None
        self._game: asyncio.Task[Any] | None = None

    def play(self, task: Task) -> Report | Failed:
        """Play one game to its end."""
        if not task.needs_door:
            # Bots may think where the referee runs, which waits for them anyway.
            return self._runner.run(self._play(task, Place(inside=True)))
        if self._at_door is None:
            self._at_door = self._open_door()
        sandbox = Sandbox(aside=task.aside) if task.sandbox else None
        place = Place(door=self._door, sandbox=sandbox, arrive_s=task.arrive_s)
        return self._at_door.run(self._play(task, place))

    def _open_door(self) -> asyncio.Runner:
        """A loop of its own: it stamps answers as they come out of the socket."""
        from schwarm.contest.door import Door
        from schwarm.contest.server import stamping_loop

        runner = self._stack.enter_context(asyncio.Runner(loop_factory=stamping_loop))
        self._door = Door()
        runner.run(self._door.open())
        self._stack.callback(lambda: runner.run(self._leave()))
        return runner

    async def _leave(self) -> None:
        """End a game under way with all its programs, then shut the door."""
        if self._game is not None:
            self._game.cancel()
            await asyncio.wait((self._game,))
        await self._door.close()

    async def _play(self, task: Task, place: Place) -> Report | Failed:
        shared = self._shared
        sides = rule_book(task.game).sides

        def listen(event: Event) -> None:
            if isinstance(event, Asked):
                shared[SINCE] = now_ms()
                shared[PATIENCE] = math.inf if event.limits.hard_ms is None else event.limits.hard_ms
                shared[THINKING] = sides.index(event.side)
            elif isinstance(event, Moved):
                shared[THINKING] = NOBODY
                shared[PLY] += 1
                if self._tell is not None:
                    with contextlib.suppress(OSError):  # the owner is gone, and we follow in a moment
                        self._tell(event.ply.move)

        shared[THINKING], shared[PLY] = NOBODY, 0.0
        self._game = asyncio.current_task()
        try:
            return await play(task, place=place, listener=listen)
        except Exception as error:
            return Failed(task.key, failure_of(error))
        finally:
            shared[THINKING] = NOBODY
            self._game = None


def _be_silent() -> None:
    """What bots print in here is no part of the owner's output."""
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
        stop_self()  # lets foreign programs be ended in order
        time.sleep(END_S)
        os._exit(1)

    threading.Thread(target=watch, name="owner watch", daemon=True).start()
