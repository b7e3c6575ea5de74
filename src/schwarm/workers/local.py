"""Work on this machine: each worker process has a thread that hands it one piece of work after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

from schwarm.game.errors import failure_of
from schwarm.programs.cores import cores_for, cores_here
from schwarm.workers.crew import Archives, Done, notify
from schwarm.workers.task import Failed, Work
from schwarm.workers.worker import Running, Worker

Hands = SimpleQueue[tuple[Work, Done] | None]  # what a worker's thread waits for; None ends it


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
        self._idle: list[Hands] = []
        self._busy: set[Hands] = set()
        self._threads: dict[Hands, threading.Thread] = {}
        self._closed = False
        self._lock = threading.Lock()

    def submit(self, work: Work, done: Done) -> None:
        """Do this at once; whoever hands in more than there are slots gets more workers."""
        ready = self._archives.ready(work)
        with self._lock:
            if self._closed:
                return
            hands = self._idle.pop() if self._idle else self._hire()
            self._busy.add(hands)
            hands.put((ready, done))

    def _hire(self) -> Hands:
        cores = cores_for(len(self._hired), self._parts, one=self._pin)
        self._hired.append(Worker(cores, **self._manners))
        hands: Hands = SimpleQueue()
        self._threads[hands] = threading.Thread(target=self._work, args=(self._hired[-1], hands), daemon=True)
        self._threads[hands].start()
        return hands

    def _work(self, worker: Worker, hands: Hands) -> None:
        while self._do(worker, hands, hands.get()):
            pass

    def _do(self, worker: Worker, hands: Hands, given: tuple[Work, Done] | None) -> bool:
        if given is None:
            return False
        work, done = given
        try:
            ended = worker.do(work)
        except Exception as error:  # nobody would ever hear of this work otherwise
            ended = Failed(work.key, failure_of(error))
        with self._lock:
            self._idle.append(hands)
            self._busy.discard(hands)
        notify(done, ended)
        return True

    def running(self) -> list[Running]:
        """The games under way."""
        return [game for worker in list(self._hired) if (game := worker.running()) is not None]

    def close(self) -> None:
        """Stop at once; what is under way is not finished."""
        with self._lock:
            self._closed = True
            busy = {self._threads[hands] for hands in self._busy} - {threading.current_thread()}
            for hands in self._threads:
                hands.put(None)
        for worker in self._hired:
            worker.close()
        for thread in busy:
            thread.join()
        with ThreadPoolExecutor(len(self._hired) or 1) as ending:
            list(ending.map(Worker.stop, self._hired))
        self._archives.close()
