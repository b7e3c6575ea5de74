"""A program that we started, with all that it started, seen as one: what lives, what it used, how it ends."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from schwarm.programs.processes import descendants, end_family, ended_ms, family, scheduled_ms


class Family(Protocol):
    """What a family can be asked; `living` and `end` may block for a moment."""

    def living(self) -> set[int]:
        """Return a number for each of its processes that still runs."""

    def scheduled_ms(self) -> dict[int, tuple[float, float]]:
        """Return how long each of its processes has run, and has waited for a processor."""

    def end(self) -> None:
        """End all its processes."""


class MarkedFamily:
    """A family known by the mark in its environment and by its first process."""

    def __init__(self, leader: int, mark: str) -> None:
        self.leader = leader
        self._mark = mark

    def living(self) -> set[int]:
        """Look at all processes there are: a few milliseconds."""
        return family(self.leader, self._mark)

    def scheduled_ms(self) -> dict[int, tuple[float, float]]:
        """As the kernel's scheduler counts; what children ran that have ended counts as their parent's."""
        figures = {pid: scheduled_ms(pid) for pid in descendants(self.leader)}
        return {pid: (ran + ended_ms(pid), waited) for pid, (ran, waited) in figures.items()}

    def end(self) -> None:
        """Kill until nothing of it is left."""
        end_family(self.leader, self._mark)


if sys.platform == "win32":
    from schwarm.platform.jobs import Job

    class JobFamily:
        """A family in a job of Windows, which ends it with us. Its loop may be of any kind."""

        def __init__(
            self, command: Sequence[str], folder: Path, variables: Mapping[str, str], memory: int, tasks: int
        ) -> None:
            """Start the program with at most so many bytes and processes. OSError if it cannot be started."""
            # Python's own encoding of pipes has no letters for most languages here.
            environment = {"PYTHONUTF8": "1", **os.environ, **variables}
            self._job = Job(memory, tasks)
            self._process = self._job.start(command, folder, environment)
            self._unread = self._process.stdout

        def follow(self, output: asyncio.StreamReader) -> asyncio.Future[int]:
            """Feed what it writes to the reader; return what the program will have ended with."""
            loop = asyncio.get_running_loop()
            ended: asyncio.Future[int] = loop.create_future()
            output_pipe, self._unread = self._unread, None

            def call(function: Callable[..., object], *arguments: object) -> None:
                if not loop.is_closed():
                    loop.call_soon_threadsafe(function, *arguments)

            def read() -> None:
                assert output_pipe is not None
                with output_pipe as pipe:
                    while data := pipe.read1(65536):  # type: ignore[attr-defined]
                        call(output.feed_data, data)
                call(output.feed_eof)

            def end(code: int) -> None:
                if not ended.done():
                    ended.set_result(code)

            def wait() -> None:
                call(end, self._process.wait())

            for target in (read, wait):
                threading.Thread(target=target, name="program", daemon=True).start()
            return ended

        def living(self) -> set[int]:
            """A job counts its processes, it does not name them."""
            return set(range(self._job.living()))

        def scheduled_ms(self) -> dict[int, tuple[float, float]]:
            """Return the time of all together; Windows does not count how long they waited."""
            return {self._process.pid: (self._job.ran_ms(), 0.0)}

        def end(self) -> None:
            """All at once, also where nobody follows it."""
            self._job.close()
            self._process.wait()
            if self._unread is not None:
                self._unread.close()
