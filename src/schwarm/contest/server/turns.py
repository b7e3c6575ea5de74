"""Whose message is handled next: one each in turn, and no more at a time than everybody else can bear."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from enum import IntEnum

BUDGET_S = 0.002  # of one turn of the event loop; clocks, commits and other connections have the rest

MANY = 64  # deeds that wait for each further one that is done in a turn: the queue must not grow without end

# Handles one message of a connection, or reads a few bytes; True if there is more to do.
Work = Callable[[], bool]


class Rank(IntEnum):
    """Who goes before whom."""

    EXPECTED = 0  # a seat was reserved for it
    FIRST = 1  # it has just spoken
    MORE = 2  # it was heard and has more to say, or sits somewhere already and wants another seat


class Queue:
    """Work that waits: each place it comes from has its turn, however many connections come from there."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, deque[Work]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._of)

    def add(self, work: Work, origin: str) -> None:
        """Behind what waits from the same place."""
        self._of.setdefault(origin, deque()).append(work)

    def next(self) -> tuple[Work, str]:
        """What has waited longest of the place that has waited longest, and that place."""
        origin, waiting = next(iter(self._of.items()))
        work = waiting.popleft()
        if waiting:
            self._of.move_to_end(origin)
        else:
            del self._of[origin]
        return work, origin


class Turns:
    """Shared by all connections of a server.

    Work is done at once while there is little of it; a flood waits for the event loop's next turns and is
    dealt with round by round. Whoever says one thing goes before those that have already said something and
    have more to say, so that it waits for no flood; a flood gets one thing done in every turn nevertheless.
    """

    def __init__(self, budget_s: float = BUDGET_S, clock: Callable[[], float] = time.perf_counter) -> None:
        self._budget_s = budget_s
        self._clock = clock
        self._queues = {rank: Queue() for rank in Rank}  # in the order they are served
        self._until = 0.0
        self._counted = False  # is the present turn of the event loop being measured?
        self._working = False

    def ask(self, work: Work, origin: str = "", rank: Rank = Rank.FIRST) -> None:
        """Call this until it returns False, now or in turn with others."""
        self._queues[rank].add(work, origin)
        if not self._counted:
            self._counted = True
            self._until = self._clock() + self._budget_s
            asyncio.get_running_loop().call_soon(self._next)
        if not self._working:
            self._go()

    def _next(self) -> None:
        """A new turn of the event loop."""
        self._until = self._clock() + self._budget_s
        self._do(self._queues[Rank.MORE])
        self._go()
        if any(self._queues.values()):
            asyncio.get_running_loop().call_soon(self._next)
        else:
            self._counted = False

    def _go(self) -> None:
        while self._clock() < self._until:
            queue = next((queue for queue in self._queues.values() if queue), None)
            if queue is None:
                return
            self._do(queue)

    def _do(self, queue: Queue) -> None:
        """One thing of the connection whose turn it is."""
        if not queue:
            return
        work, origin = queue.next()
        self._working = True
        try:
            more = work()
        finally:
            self._working = False
        if more:
            self._queues[Rank.MORE].add(work, origin)


class OneByOne:
    """Does things in the order they were asked for, one in a turn of the event loop, more if many wait.

    For what sets off more work than can be measured where it is done: a game that ends has a referee to
    wake, entries to write and a result to tell. The first of a few is done at once.
    """

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._done = False  # was something done in the present turn?

    def ask(self, deed: Callable[[], None]) -> None:
        """Do this as soon as it is its turn."""
        self._waiting.append(deed)
        if not self._done:
            self._next()

    def _next(self) -> None:
        self._done = bool(self._waiting)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
            for _ in range(1 + len(self._waiting) // MANY):
                self._waiting.popleft()()
