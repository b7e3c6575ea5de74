"""A crew for tests of what stands above crews: it plays in this very process, one game at a time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable
from queue import SimpleQueue

from schwarm.game.errors import Refusal
from schwarm.players import Place
from schwarm.workers import Crew, Failed, Journal, Report, Running, Task, hired, play, play_all
from schwarm.workers.crew import Done
from schwarm.workers.task import Work


class InProcess:
    """Plays in a thread; fails the first `failures` games."""

    slots = 1

    def __init__(self, failures: int = 0) -> None:
        self.played: list[Task] = []
        self._failures = failures
        self._inbox: SimpleQueue[tuple[Task, Done] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def submit(self, work: Work, done: Done) -> None:
        assert isinstance(work, Task)
        self._inbox.put((work, done))

    def _work(self) -> None:
        while (found := self._inbox.get()) is not None:
            task, done = found
            done(self.outcome(task))

    def outcome(self, task: Task) -> Report | Failed:
        if self._failures:
            self._failures -= 1
            return Failed(task.key, Refusal("told", text="the disk is full"))
        self.played.append(task)
        return asyncio.run(play(task, place=Place(inside=True)))

    def running(self) -> list[Running]:
        return []

    def close(self) -> None:
        self._inbox.put(None)
        self._thread.join()


def played(tasks: Iterable[Task], crew: Crew, journal: Journal | None = None) -> list[Report]:
    """All these games, by this crew."""
    with hired(crew) as share:
        return list(play_all(tasks, share, journal))
