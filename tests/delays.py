"""Random delays, to find what races a clock: a tool for development, no part of `make test`.

    SCHWARM_TEST_DELAYS=7 python -m pytest -p tests.delays tests/contest

The number is the seed; without the variable nothing happens. Delayed are: the steps of asyncio's tasks (each
for itself, so that tasks overtake each other), the event loop as a whole, work handed to threads, the starts
of processes and threads, connections, files opened for writing, renamed or removed, and SQLite's commits.
Processes that a test starts are delayed too, by a `sitecustomize` that PYTHONPATH leads to. A second number,
`7:40`, says how many milliseconds a usual delay has at most (20 if left out); one in fifty is ten times that.
"""

import asyncio
import concurrent.futures.thread
import functools
import os
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Coroutine, Generator
from pathlib import Path
from typing import Any

WISH = "SCHWARM_TEST_DELAYS"
# Moments that Python's audit hooks see, whoever is the caller.
EVENTS = re.compile(r"os\.(exec|fork|kill|remove|rename)|.*(bind|listen|connect|Popen|_spawn|new_thread)")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
# How often each kind of moment is delayed; a task's step is a thousand times more frequent than a process.
STEP, LOOP, WORK, EVENT, COMMIT = 0.1, 0.005, 0.2, 0.3, 0.1


class Delays:
    """Draws delays from a seed, all of a process from one."""

    def __init__(self, seed: int, most_ms: float) -> None:
        self.seed, self.most_s = seed, most_ms / 1000
        self.begin(str(os.getpid()))

    def begin(self, name: str) -> None:
        self._random = random.Random(f"{self.seed} {name}")

    def draw(self, chance: float) -> float:
        if self._random.random() >= chance:
            return 0.0
        return self._random.random() * self.most_s * (10 if self._random.random() < 0.02 else 1)

    def sleep(self, chance: float) -> None:
        if seconds := self.draw(chance):
            time.sleep(seconds)

    def before(self, owner: type, name: str, chance: float) -> None:
        """Let a method of a class wait before it does what it does."""
        plain = getattr(owner, name)

        def late(*args: Any, **more: Any) -> Any:
            self.sleep(chance)
            return plain(*args, **more)

        setattr(owner, name, late)


class LateSteps(Coroutine[Any, Any, Any]):
    """A coroutine whose every step may come late; a cancellation reaches it at once, as ever."""

    def __init__(self, delays: Delays, inner: Coroutine[Any, Any, Any]) -> None:
        self._delays, self._inner = delays, inner
        self._pause: Generator[Any, Any, None] | None = None

    def send(self, value: Any) -> Any:
        if self._pause is None and (seconds := self._delays.draw(STEP)):
            self._pause = asyncio.sleep(seconds).__await__()
        if self._pause is not None:
            try:
                return self._pause.send(None)
            except StopIteration:
                self._pause = None
        return self._inner.send(value)

    def throw(self, *error: Any) -> Any:
        if self._pause is not None:
            self._pause.close()
        self._pause = None
        return self._inner.throw(*error)

    def close(self) -> None:
        self._inner.close()

    def __await__(self) -> Any:
        return self._inner.__await__()

    def __getattr__(self, name: str) -> Any:  # what a debugger asks of a coroutine
        return getattr(self._inner, name)


class Connection(sqlite3.Connection):
    """SQLite's own cannot be changed."""


def install(delays: Delays) -> None:
    """Put delays into this process, until it ends."""

    def heard(event: str, arguments: tuple[Any, ...]) -> None:
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITING
        if writes or EVENTS.fullmatch(event):
            delays.sleep(EVENT)

    sys.addaudithook(heard)
    os.register_at_fork(after_in_child=lambda: delays.sleep(EVENT))
    plain_task = asyncio.BaseEventLoop.create_task

    def create_task(loop: asyncio.BaseEventLoop, coro: Any, **more: Any) -> Any:
        ticks = type(loop).time is asyncio.BaseEventLoop.time  # not one that a test moves
        # The loop keeps the order of its own; what closes a generator has no name, and the loop may be gone.
        own = getattr(coro, "__qualname__", "BaseSelectorEventLoop").startswith("BaseSelectorEventLoop")
        return plain_task(loop, LateSteps(delays, coro) if ticks and not own else coro, **more)

    setattr(asyncio.BaseEventLoop, "create_task", create_task)  # noqa: B010 (a method of a class of others)
    delays.before(asyncio.Handle, "_run", LOOP)
    delays.before(vars(concurrent.futures.thread)["_WorkItem"], "run", WORK)
    delays.before(Connection, "commit", COMMIT)
    for module in (sqlite3, sqlite3.dbapi2):
        setattr(module, "connect", functools.partial(sqlite3.connect, factory=Connection))  # noqa: B010


def pytest_runtest_setup(item: Any) -> None:
    """A test's delays follow from the seed and its name."""
    if DELAYS:
        DELAYS.begin(item.nodeid)


def made() -> Delays | None:
    """The delays that the environment asks for, put into this process and all that it starts."""
    if "schwarm_delays" in vars(sys) or not (wish := os.environ.get(WISH)):
        return vars(sys).get("schwarm_delays")
    seed, _, most = wish.partition(":")
    delays = vars(sys)["schwarm_delays"] = Delays(int(seed), float(most or 20))
    if __name__ == "delays":  # a process that another one with delays has started
        delays.sleep(1)
    else:
        folder = Path(tempfile.mkdtemp(prefix="schwarm-delays-"))
        code = f"import runpy\nrunpy.run_path({__file__!r}, run_name='delays')\n"
        (folder / "sitecustomize.py").write_text(code)
        os.environ["PYTHONPATH"] = f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    install(delays)
    return delays


DELAYS = made()
