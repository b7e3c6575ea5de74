"""Finds the test that hangs. It is ended with the stacks of all its threads and fails; the others go on.

No time on a clock tells a hanging test from a busy machine: the same test takes 3 s alone and 5 minutes at
`nice` beside eight others. So a test's time is counted only while nothing of it waits for a processor: a
deadlock is found soon however busy the machine is, and work is left in peace however slowly it gets on.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

PATIENCE_S = 300.0  # the slowest test of `make test` needs a tenth of it on a quiet machine
LONG_PATIENCE_S = 7200.0  # for tests of `make test-long`
TICK_S = 2.0
FRAMES = 12  # of each greenlet, the innermost
GRACE_S = 2.0  # for a test that hangs to say more than its stacks
WORDS = "This test hung: {spent:.0f} s passed in which it did not wait for a processor. Where it was:\n"


def queued(pid: int | str) -> Iterator[tuple[str, float]]:
    """Each thread of a process and of those it started, and the seconds it has waited for a processor.

    Only Linux tells; elsewhere nothing comes, and every second counts.
    """
    with contextlib.suppress(OSError):  # they come and go while we look
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(OSError):
                yield thread.name, int((thread / "schedstat").read_text().split()[1]) / 1e9
                for child in (thread / "children").read_text().split():
                    yield from queued(child)


def write_greenlets(stacks: TextIO) -> None:
    """Where tests with a browser wait: they stand still in greenlets, which faulthandler does not know."""
    for one in gc.get_objects():
        if type(one).__name__ == "greenlet" and one.gr_frame is not None:
            stacks.write("Greenlet:\n" + "".join(traceback.format_stack(one.gr_frame)[-FRAMES:]) + "\n")
    stacks.flush()


class Beat:
    """What a worker process says of itself: its number, which of its tests runs, how long that may take.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     beat = Beat(Path(folder) / "gw0.beat")
    ...     beat.test_begins(patience_s=300.0)
    ...     assert beat.read() == (os.getpid(), 1, 300.0)
    ...     beat.test_ends()
    ...     assert beat.read() is None
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._number = 0

    def test_begins(self, patience_s: float) -> None:
        """Called in the worker."""
        self._number += 1
        self.path.write_text(f"{os.getpid()} {self._number} {patience_s} .")

    def test_ends(self) -> None:
        """Called in the worker."""
        self.path.write_text("")

    def read(self) -> tuple[int, int, float] | None:
        """Called in the process that watches: nothing between two tests."""
        with contextlib.suppress(OSError, ValueError):
            pid, number, patience, _whole = self.path.read_text().split()
            return int(pid), int(number), float(patience)
        return None


class Watched:
    """One worker process as the guard sees it."""

    def __init__(self, beat: Beat) -> None:
        self.beat = beat
        self.number = 0
        self.spent_s = 0.0
        self.queued: dict[str, float] = {}

    def look(self, passed_s: float) -> int | None:
        """Count the time that has passed; the process's number if its test hangs."""
        if (said := self.beat.read()) is None:
            return None
        pid, number, patience_s = said
        before, self.queued = self.queued, dict(queued(pid))
        if number != self.number:
            self.number, self.spent_s = number, 0.0
            return None
        waited = max((now - before.get(thread, 0.0) for thread, now in self.queued.items()), default=0.0)
        self.spent_s += max(0.0, passed_s - waited)
        return pid if self.spent_s > patience_s else None


class Guard:
    """Watches the worker processes that beat in a folder, from a process that runs no tests itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workers: dict[Path, Watched] = {}
        self.last = time.monotonic()

    def look(self) -> None:
        """Look at all of them; called as often as one likes, they are looked at every few seconds."""
        now = time.monotonic()
        if now - self.last < TICK_S:
            return
        for path in self.folder.glob("*.beat"):
            watched = self.workers.setdefault(path, Watched(Beat(path)))
            if (hanging := watched.look(now - self.last)) is not None:
                self._end(hanging, watched, path)
                del self.workers[path]
        self.last = now

    @staticmethod
    def _end(pid: int, watched: Watched, path: Path) -> None:
        with path.with_suffix(".stacks").open("a") as stacks:
            stacks.write(WORDS.format(spent=watched.spent_s))
        path.unlink(missing_ok=True)
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGUSR1)  # `write_greenlets`, if it can
            time.sleep(GRACE_S)
            os.kill(pid, signal.SIGABRT)  # faulthandler writes the stacks, whoever holds Python's lock
