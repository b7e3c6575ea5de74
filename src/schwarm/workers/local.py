"""Work on this machine: one thread and one worker process for each piece of work under way."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from schwarm.programs.cores import cores_for, cores_here
from schwarm.workers.crew import Archives, Done
from schwarm.workers.task import Failed, Work
from schwarm.workers.worker import Running, Worker


class Hired:
    """A worker and the thread that waits for it."""

    def __init__(self, worker: Worker, free: Callable[[Hired], None], number: int) -> None:
        self.worker = worker
        self.inbox: SimpleQueue[tuple[Work, Done] | None] = SimpleQueue()
        self._free = free
        self.thread = threading.Thread(target=self._work, name=f"worker {number}", daemon=True)
        self.thread.start()

    def _work(self) -> None:
        while (found := self.inbox.get()) is not None:
            work, done = found
            try:
                ended = self.worker.do(work)
            except Exception as error:  # nobody would ever hear of this work otherwise
                ended = Failed(work.key, f"{type(error).__name__}: {error}")
            self._free(self)
            done(ended)
        self.worker.stop()


class LocalCrew:
    """Worker processes of this machine, started when they are needed.

    Games at the same time have cores of their own as far as there are some; `pin`: one core each. `nice`: by
    how much workers give way to other processes; `live`: their moves can be seen as they are made; `begin` is
    called in each of them first.
    """

    def __init__(
        self,
        slots: int | None = None,
        *,
        pin: bool = False,
        nice: int = 0,
        live: bool = False,
        begin: Callable[[], None] | None = None,
    ) -> None:
        self.slots = slots or cores_here()
        self._manners: dict[str, Any] = {"nice": nice, "live": live, "begin": begin}
        self._pin = pin
        self._archives = Archives()
        self._hired: list[Hired] = []
        self._idle: list[Hired] = []
        self._closed = False
        self._lock = threading.Lock()

    def submit(self, work: Work, done: Done) -> None:
        """Do this at once; whoever hands in more than there are slots gets more workers."""
        ready = self._archives.ready(work)
        with self._lock:
            if self._closed:
                return
            if not self._idle:
                number = len(self._hired)
                cores = cores_for(number, self.slots, one=self._pin)
                self._hired.append(Hired(Worker(cores, **self._manners), self._idle.append, number))
                self._idle.append(self._hired[-1])
            self._idle.pop().inbox.put((ready, done))

    def running(self) -> list[Running]:
        """The games under way."""
        return [game for one in self._hired if (game := one.worker.running()) is not None]

    def close(self) -> None:
        """Stop at once; what is under way is not finished."""
        with self._lock:
            self._closed = True
        for one in self._hired:
            one.worker.close()
            one.inbox.put(None)
        for one in self._hired:
            one.thread.join()
        self._archives.close()
