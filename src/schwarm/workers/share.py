"""Somebody's part of a pool: games to be played, or functions to be called, and how important they are."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import replace
from enum import IntEnum
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from schwarm.workers.errors import Stopped, WorkersError
from schwarm.workers.task import Call, Failed, Key, Made, Report, Task, Work
from schwarm.workers.worker import Running

if TYPE_CHECKING:
    from schwarm.workers.pool import Pool

Item = TypeVar("Item")
Result = TypeVar("Result")
AHEAD = 8  # items for each worker that are handed in before the first of them is asked for


class Urgency(IntEnum):
    """What work is for, most important first."""

    PAGE = 0  # somebody sits there and waits
    TESTS = 1
    EVENTS = 2
    SERIES = 3
    LEARNING = 4
    PUZZLES = 5
    LAB = 6

    @property
    def pace(self) -> int:
        """How far one piece of work moves a share back: those of the next rank have half as many turns."""
        return 1 << self


class Guests(Protocol):
    """Whoever plays games that need no worker, because their players come from elsewhere."""

    @property
    def slots(self) -> int:
        """How many games may wait for them."""

    def takes(self, task: Task) -> bool:
        """Is it a game of theirs?"""

    def begin(self, task: Task, done: Callable[[Report | Failed], None], held: Callable[[], bool]) -> None:
        """Play this game, though not while it is held, and tell how it ended; from any thread."""

    def running(self) -> list[Running]:
        """The games under way, of whatever share."""


class Share:
    """Somebody's part of a pool; one thread submits and asks for what has ended."""

    def __init__(self, pool: Pool, number: int, rank: Urgency, guests: Guests | None) -> None:
        self.number = number
        self.rank = rank
        self.guests = guests
        self.waiting: deque[Work] = deque()
        self.held = False  # in a pause no game begins, not even one that was handed in before
        self.out: dict[Key, Task] = {}  # games handed in and not back
        self.turn = 0  # whose is the smallest is next
        self.doing = 0
        self._calls: dict[Key, Future[Any]] = {}
        self._count = 0
        self._pool = pool
        self._done: SimpleQueue[Report | Failed | None] = SimpleQueue()

    @property
    def slots(self) -> int:
        """How many games may be under way; those of guests take no worker."""
        return self._pool.most(self.rank) + (0 if self.guests is None else self.guests.slots)

    @property
    def full(self) -> bool:
        """Is so much handed in that no worker waits for us?"""
        return len(self.out) >= 2 * self.slots

    def another(self) -> Share:
        """A share of the same pool and rank, for work that has nothing to do with this."""
        return self._pool.share(self.rank)

    # --- games -------------------------------------------------------------------------------------------
    def submit(self, task: Task) -> None:
        """Have this game played as soon as it is this share's turn."""
        self.out[task.key] = task
        own = replace(task, key=(self.number, *task.key), aside=self.rank is Urgency.TESTS)
        self._pool.submit(self, own)

    def next(self, timeout_s: float) -> tuple[Task, Report | Failed] | None:
        """A game that ended or is given up; None if there is none in that time. Stopped if none will end."""
        try:
            report = self._done.get(timeout=timeout_s)
        except Empty:
            report = None
            self._pool.hand_out()  # a cluster may have grown meanwhile
        if self._pool.closed:
            raise Stopped
        return None if report is None else (self.out.pop(report.key), report)

    def running(self) -> list[Running]:
        """The games under way."""
        found = self._pool.running() + ([] if self.guests is None else self.guests.running())
        return [
            replace(game, task=replace(game.task, key=game.task.key[1:]))
            for game in found
            if game.task.key[0] == self.number
        ]

    # --- anything else -----------------------------------------------------------------------------------
    def call(self, function: Callable[..., Result], *arguments: Any) -> Future[Result]:
        """What an importable function returns or raises, called in a worker."""
        made: Future[Result] = Future()
        self._count += 1
        key = (self.number, self._count)
        self._calls[key] = made
        self._pool.submit(self, Call(key, function, arguments))
        if self._pool.closed:
            self._stop_calls()
        return made

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """What the function makes of each item, in the order of the items.

        Where there is one worker of this machine only, the work is done here.
        """
        if self._pool.here:
            yield from map(function, items)
            return
        handed: deque[Future[Result]] = deque()
        for item in items:
            handed.append(self.call(function, item))
            while len(handed) >= AHEAD * self.slots or (handed and handed[0].done()):
                yield handed.popleft().result()
        while handed:
            yield handed.popleft().result()

    # --- all of it ---------------------------------------------------------------------------------------
    def hold(self, held: bool) -> None:
        """Begin nothing more, or go on."""
        self.held = held
        self._pool.hand_out()

    def close(self) -> None:
        """Forget the work that waits and that under way; whoever waits for a call gets `Stopped`."""
        self._pool.forget(self)
        self._stop_calls()

    def _stop_calls(self) -> None:
        for key in list(self._calls):
            if (call := self._calls.pop(key, None)) is not None:
                with suppress(InvalidStateError):
                    call.set_exception(Stopped())

    def tell(self, ended: Report | Failed | Made | None) -> None:
        """Work of this share has ended; None: the pool is closed."""
        if ended is None:
            self._done.put(None)
            self._stop_calls()
            return
        call = self._calls.pop(ended.key, None)
        if call is None:
            if isinstance(ended, Made):
                return  # it was stopped a moment ago
            self._done.put(replace(ended, key=ended.key[1:]))
            return
        with suppress(InvalidStateError):  # nobody waits for it any more
            if isinstance(ended, Made):
                call.set_result(ended.value)
            else:
                assert isinstance(ended, Failed)
                call.set_exception(ended.error or WorkersError(ended.why))
