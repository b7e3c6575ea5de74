"""A crew for tests of what stands above crews: it plays in this very process, one game at a time."""

from __future__ import annotations

import asyncio
import time
from collections import deque

from schwarm.players import Place
from schwarm.workers import Failed, Report, Running, Task, play


class InProcess:
    """Plays when asked for a report; fails the first `failures` games."""

    slots = 1

    def __init__(self, failures: int = 0) -> None:
        self.played: list[Task] = []
        self._failures = failures
        self._tasks: deque[Task] = deque()

    def submit(self, task: Task) -> None:
        self._tasks.append(task)

    def next(self, timeout_s: float) -> Report | Failed | None:
        if not self._tasks:
            time.sleep(0.01)
            return None
        task = self._tasks.popleft()
        if self._failures:
            self._failures -= 1
            return Failed(task.key, "the disk is full")
        self.played.append(task)
        return asyncio.run(play(task, place=Place(inside=True)))

    def running(self) -> list[Running]:
        return []

    def close(self) -> None:
        self._tasks.clear()
