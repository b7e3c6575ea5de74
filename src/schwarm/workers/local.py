"""Work on this machine: one thread and one worker process for each piece of work under way."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from schwarm.game.errors import failure_of
from schwarm.programs.cores import cores_for, cores_here
from schwarm.workers.crew import Archives, Done
from schwarm.workers.task import Failed, Work
from schwarm.workers.worker import Running, Worker


class LocalCrew:
    """Worker processes of this machine, started when they are needed.

    Games at the same time have cores of their own as far as there are some; `pin`: one core each; `anywhere`:
    whichever is free. `nice`: by how much workers give way to others; `live`: their moves can be seen as they
    are made; `begin` is called in each of them first.
    """

    def __init__(
        self,
        slots: int | None = None,
        *,
        pin: bool = False,
        anywhere: bool = False,
        nice: int = 0,
        live: bool = False,
        begin: Callable[[], None] | None = None,
    ) -> None:
        self.slots = slots or cores_here()
        self._manners: dict[str, Any] = {"nice": nice, "live": live, "begin": begin}
        self._pin, self._parts = pin, 1 if anywhere else self.slots
        self._archives = Archives()
        self._hired: list[Worker] = []
        self._idle: list[Worker] = []
        self._threads: set[threading.Thread] = set()
        self._closed = False
        self._lock = threading.Lock()

    def submit(self, work: Work, done: Done) -> None:
        """Do this at once; whoever hands in more than there are slots gets more workers."""
        ready = self._archives.ready(work)
        with self._lock:
            if self._closed:
                return
            if not self._idle:
                cores = cores_for(len(self._hired), self._parts, one=self._pin)
                self._hired.append(Worker(cores, **self._manners))
                self._idle.append(self._hired[-1])
            worker = self._idle.pop()
            thread = threading.Thread(target=self._do, args=(worker, ready, done), daemon=True)
            self._threads.add(thread)
            thread.start()

    def _do(self, worker: Worker, work: Work, done: Done) -> None:
        try:
            ended = worker.do(work)
        except Exception as error:  # nobody would ever hear of this work otherwise
            ended = Failed(work.key, failure_of(error))
        with self._lock:
            self._idle.append(worker)
            self._threads.discard(threading.current_thread())
        done(ended)

    def running(self) -> list[Running]:
        """The games under way."""
        return [game for worker in list(self._hired) if (game := worker.running()) is not None]

    def close(self) -> None:
        """Stop at once; what is under way is not finished."""
        with self._lock:
            self._closed = True
            threads = list(self._threads)
        for worker in self._hired:
            worker.close()
        for thread in threads:
            thread.join()
        with ThreadPoolExecutor(len(self._hired) or 1) as ending:
            list(ending.map(Worker.stop, self._hired))
        self._archives.close()
