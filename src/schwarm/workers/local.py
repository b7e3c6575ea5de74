"""Many games at once on this machine: one thread and one worker process for each game under way."""

from __future__ import annotations

import os
import threading
from queue import Empty, SimpleQueue

from schwarm.workers.crew import Archives
from schwarm.workers.task import Failed, Report, Task
from schwarm.workers.worker import Running, Worker


class LocalCrew:
    """Worker processes of this machine. `pin`: each one keeps to a core of its own.

    `nice`: by how much they give way to other processes; `live`: their moves can be seen as they are made.
    """

    def __init__(
        self, slots: int | None = None, *, pin: bool = False, nice: int = 0, live: bool = False
    ) -> None:
        cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        self._slots = slots or len(cores) or os.cpu_count() or 1
        self._archives = Archives()
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._done: SimpleQueue[Report | Failed] = SimpleQueue()
        self._workers = [
            Worker([cores[number % len(cores)]] if pin and cores else (), nice=nice, live=live)
            for number in range(self._slots)
        ]
        self._threads = [
            threading.Thread(target=self._work, args=(worker,), name=f"worker {number}", daemon=True)
            for number, worker in enumerate(self._workers)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def slots(self) -> int:
        """How many games it plays at a time."""
        return self._slots

    def submit(self, task: Task) -> None:
        """Play this game as soon as a worker is free."""
        self._tasks.put(self._archives.ready(task))

    def next(self, timeout_s: float) -> Report | Failed | None:
        """The next finished game; None if none ends in that time."""
        try:
            return self._done.get(timeout=timeout_s)
        except Empty:
            return None

    def running(self) -> list[Running]:
        """The games under way."""
        return [game for worker in self._workers if (game := worker.running()) is not None]

    def close(self) -> None:
        """Stop at once; games under way are not finished."""
        while not self._tasks.empty():
            self._tasks.get()
        for _ in self._threads:
            self._tasks.put(None)
        for worker in self._workers:
            worker.close()
        for thread in self._threads:
            thread.join()
        self._archives.close()

    def _work(self, worker: Worker) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                report = worker.play(task)
            except Exception as error:  # nobody would ever hear of this game otherwise
                report = Failed(task.key, f"{type(error).__name__}: {error}")
            self._done.put(report)
        worker.stop()
