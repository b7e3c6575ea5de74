"""One crew for many askers: whoever waits with fewest games under way is served next, so nobody waits long.

Each asker gets a `Share`, which is a crew like any other; it hears of its own games alone.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import replace
from queue import Empty, SimpleQueue

from schwarm.players import PlayerError
from schwarm.workers.crew import Crew
from schwarm.workers.task import Failed, Key, Report, Task
from schwarm.workers.worker import Running

LOOK_S = 0.2  # how long one look for a finished game takes at most


class SharedCrew:
    """Hands the games of all shares to one crew, and their reports back; closing it closes the crew."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self._lock = threading.RLock()
        self._shares: list[Share] = []
        self._out: dict[Key, tuple[Share, Task]] = {}  # with the crew, by a number of our own
        self._count = 0
        self._closed = False
        self._reader = threading.Thread(target=self._read, name="shared crew", daemon=True)
        self._reader.start()

    @property
    def slots(self) -> int:
        """How many games it plays at a time."""
        return self._crew.slots

    def share(self) -> Share:
        """A crew for one more asker."""
        with self._lock:
            made = Share(self)
            self._shares.append(made)
            return made

    def running(self) -> list[Running]:
        """The games under way, of all shares."""
        with self._lock:
            return [running for share in self._shares for running in self.running_of(share)]

    def close(self) -> None:
        """Stop at once; games under way are not finished."""
        with self._lock:
            self._closed = True
            for share in self._shares:
                share.waiting.clear()
        self._reader.join()
        self._crew.close()

    # --- for the shares --------------------------------------------------------------------------------
    def submit(self, share: Share, task: Task) -> None:
        """Have a game of this share played when its turn comes."""
        with self._lock:
            share.waiting.append(task)
            self._hand_out()

    def running_of(self, share: Share) -> list[Running]:
        """The games under way of one share."""
        with self._lock:
            found = [(running, self._out.get(running.task.key)) for running in self._crew.running()]
        return [
            replace(running, task=asked[1])
            for running, asked in found
            if asked is not None and asked[0] is share
        ]

    def drop(self, share: Share) -> None:
        """An asker has gone: what waits is not played, what is under way is not told."""
        with self._lock:
            share.waiting.clear()
            if share in self._shares:
                self._shares.remove(share)

    # --- the crew --------------------------------------------------------------------------------------
    def _hand_out(self) -> None:
        """Give the crew as much as it can play, so that a newcomer waits for no more than one game."""
        while not self._closed and len(self._out) < self._crew.slots:
            asking = [share for share in self._shares if share.waiting]
            if not asking:
                return
            share = min(asking, key=lambda one: (self._under_way(one), one.served))
            task = share.waiting.popleft()
            self._count += 1
            share.served = self._count
            key = (self._count,)
            self._out[key] = (share, task)
            try:
                self._crew.submit(replace(task, key=key))
            except PlayerError as error:
                del self._out[key]
                share.done.put(Failed(task.key, str(error)))

    def _under_way(self, share: Share) -> int:
        return sum(asker is share for asker, _ in self._out.values())

    def _read(self) -> None:
        while not self._closed:
            report = self._crew.next(LOOK_S)
            if report is None:
                continue
            with self._lock:
                share, task = self._out.pop(report.key)
                share.done.put(replace(report, key=task.key))
                self._hand_out()


class Share:
    """One asker's part of a shared crew."""

    def __init__(self, whole: SharedCrew) -> None:
        self._whole = whole
        self.waiting: deque[Task] = deque()
        self.done: SimpleQueue[Report | Failed] = SimpleQueue()
        self.served = 0  # when it last was: a number that grows

    @property
    def slots(self) -> int:
        """How many games the whole crew plays at a time."""
        return self._whole.slots

    def submit(self, task: Task) -> None:
        """Play this game as soon as its turn comes."""
        self._whole.submit(self, task)

    def next(self, timeout_s: float) -> Report | Failed | None:
        """The next finished game of this asker; None if none ends in that time."""
        try:
            return self.done.get(timeout=timeout_s)
        except Empty:
            return None

    def running(self) -> list[Running]:
        """This asker's games under way."""
        return self._whole.running_of(self)

    def close(self) -> None:
        """Ask for no more; the crew goes on for the others."""
        self._whole.drop(self)
