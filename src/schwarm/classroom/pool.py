"""One crew for everything a class plays: events, qualifications and test matches share its workers fairly.

Each of them gets a `Share`, a crew like any other. A thread hands one game of each share in turn to the crew
as workers become free, so that a long match keeps nobody waiting for long. Games that somebody from outside
takes part in, by hand or with a client, need no worker: they go to the page.

Programs that are only tried out never run beside programs whose games count: on a core of their own where the
machine has some to spare, else in turn with them.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Protocol

from schwarm.classroom.errors import Stopped
from schwarm.programs.cores import APART, cores_here
from schwarm.workers import Crew, Failed, Report, Running, Task

LOOK_S = 0.05
FOR_EACH_GUEST = 8  # games of a guest that may wait for it, so that the workers never wait for a guest


@dataclass(frozen=True, slots=True)
class Invited:
    """A team whose games are played at the page itself: `kind` is remote or hand.

    What it shows to prove who it is may change: the store knows that when a game begins.
    """

    team: int
    class_id: int
    kind: str
    seconds: float  # for a move by hand
    arrive_s: float  # to be ready for a game by hand


class Guests(Protocol):
    """Whoever plays the games of people and of clients from elsewhere."""

    def begin(
        self,
        task: Task,
        invited: Mapping[str, Invited],
        done: Callable[[Report | Failed], None],
        held: Callable[[], bool],
    ) -> None:
        """Play this game, though not while it is held, and tell how it ended; from any thread."""

    def running(self) -> list[Running]:
        """The games under way."""

    def break_off(self, void: Callable[[Task], bool]) -> None:
        """End these games; whoever waits for them hears that they failed for good."""

    def table_of(self, key: tuple[int, ...]) -> str:
        """The table at which a game is played by people; '' if there is none."""

    def missing(self, key: tuple[int, ...]) -> list[str]:
        """Who is not ready yet for a game at a table."""

    def hold(self, share: int, held: bool) -> None:
        """Let the clocks of people in the games of a share stand still, or run again."""


class Share:
    """A crew whose games are played among those of others."""

    def __init__(self, pool: Pool, number: int, invited: Mapping[str, Invited], *, aside: bool) -> None:
        self.number = number
        self.aside = aside  # are its games trials, which nobody is judged by?
        self.invited = dict(invited)
        self.waiting: deque[Task] = deque()
        self.held = False  # in a pause no game begins, not even one that was handed in before
        self._pool = pool
        self._done: SimpleQueue[Report | Failed] = SimpleQueue()

    @property
    def slots(self) -> int:
        """How many games may be under way; those of guests take no worker."""
        return self._pool.slots + FOR_EACH_GUEST * len(self.invited)

    def submit(self, task: Task) -> None:
        """Play this game as soon as it is this share's turn."""
        self._pool.submit(self, replace(task, key=(self.number, *task.key), patient=True, aside=self.aside))

    def next(self, timeout_s: float) -> Report | Failed | None:
        """The next finished game; None if none ends in that time. Stopped if none will ever end."""
        try:
            return self._done.get(timeout=timeout_s)
        except Empty:
            if self._pool.closed:
                raise Stopped from None
            return None

    def running(self) -> list[Running]:
        """The games under way."""
        return [
            replace(game, task=replace(game.task, key=game.task.key[1:]))
            for game in self._pool.running()
            if game.task.key[0] == self.number
        ]

    def table_of(self, key: tuple[int, ...]) -> str:
        """The table at which a game is played by people; '' if there is none."""
        guests = self._pool.guests
        return "" if guests is None else guests.table_of((self.number, *key))

    def missing(self, key: tuple[int, ...]) -> list[str]:
        """Who is not ready yet for a game at a table."""
        guests = self._pool.guests
        return [] if guests is None else guests.missing((self.number, *key))

    def hold(self, held: bool) -> None:
        """Begin no games, and let the clocks of people stand still; or go on."""
        self.held = held
        if self._pool.guests is not None and self.invited:
            self._pool.guests.hold(self.number, held)

    def break_off(self, void: Callable[[Task], bool]) -> None:
        """End games of guests; whoever waits for them hears that they failed for good."""
        guests, own = self._pool.guests, (self.number,)
        if guests is not None and self.invited:
            guests.break_off(lambda task: task.key[:1] == own and void(replace(task, key=task.key[1:])))

    def close(self) -> None:
        """Forget the games that wait and those under way."""
        self._pool.forget(self)

    def tell(self, report: Report | Failed) -> None:
        """A game of this share has ended."""
        if isinstance(report, Failed) and report.otherwise is not None:
            report = replace(report, otherwise=replace(report.otherwise, key=report.otherwise.key[1:]))
        self._done.put(replace(report, key=report.key[1:]))


class Pool:
    """The workers of a class; they are started when the first game comes."""

    def __init__(
        self, make: Callable[[], Crew], slots: int, guests: Guests | None = None, *, cores: int | None = None
    ) -> None:
        self.slots = slots
        self._spare = (cores_here() if cores is None else cores) >= APART
        self.closed = False
        self._make = make
        self.guests = guests
        self._crew: Crew | None = None
        self._shares: dict[int, Share] = {}
        self._count = 0
        self._out: dict[tuple[int, ...], Task] = {}
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._work, name="class games", daemon=True)
        self._thread.start()

    def share(self, invited: Mapping[str, Invited] | None = None, *, aside: bool = False) -> Share:
        """A new share; `aside`: of games that nobody is judged by."""
        with self._news:
            self._count += 1
            made = self._shares[self._count] = Share(self, self._count, invited or {}, aside=aside)
            return made

    def submit(self, share: Share, task: Task) -> None:
        """Have a game played; its key says whose it is."""
        names = {one.name for one in task.players}
        if names & share.invited.keys():
            if self.guests is None:
                share.tell(Failed(task.key, "this page has no place for guests"))
            else:
                self.guests.begin(task, share.invited, share.tell, lambda: share.held)
            return
        with self._news:
            share.waiting.append(task)
            self._news.notify()

    def forget(self, share: Share) -> None:
        """Nobody waits for the games of this share any more."""
        with self._news:
            self._shares.pop(share.number, None)
            share.waiting.clear()
        if not self.closed:  # at the end of the page games of people are only interrupted
            share.break_off(lambda task: True)

    def running(self) -> list[Running]:
        """The games under way."""
        crew = self._crew
        playing = [] if crew is None else crew.running()
        return playing if self.guests is None else playing + self.guests.running()

    def close(self) -> None:
        """Stop at once; games under way are not finished."""
        with self._news:
            self.closed = True
            self._news.notify()
        self._thread.join()

    def _work(self) -> None:
        try:
            while not self.closed:
                with self._news:
                    while not (self.closed or self._out or self._ready()):
                        self._news.wait(LOOK_S if any(s.waiting for s in self._shares.values()) else None)
                self._hand_out()
                if self._out and self._crew is not None:
                    report = self._crew.next(LOOK_S)
                    if report is not None:
                        self._tell(report)
        finally:
            if self._crew is not None:
                self._crew.close()

    def _hand_out(self) -> None:
        """One game of each share in turn, as long as workers are free."""
        while not self.closed:
            with self._news:
                ready = self._ready()
                if not ready or len(self._out) >= self.slots or self._disturbs(ready[0].waiting[0]):
                    return
                share = ready[0]
                task = share.waiting.popleft()
                self._shares[share.number] = self._shares.pop(share.number)  # its next turn is the last
            self._out[task.key] = task
            try:
                if self._crew is None:
                    self._crew = self._make()
                    self.slots = self._crew.slots
                self._crew.submit(task)
            except Exception as error:  # a cluster that is gone, a program that is not there any more
                self._tell(Failed(task.key, f"{type(error).__name__}: {error}"))

    def _disturbs(self, task: Task) -> bool:
        """Would a trial's programs run beside those of a game that counts? Then it waits until these are
        done, or they for it: whose turn it is has its turn."""
        return not self._spare and any(
            other.aside != task.aside and other.needs_door and task.needs_door for other in self._out.values()
        )

    def _ready(self) -> list[Share]:
        """The shares that have a game to begin."""
        return [share for share in self._shares.values() if share.waiting and not share.held]

    def _tell(self, report: Report | Failed) -> None:
        self._out.pop(report.key, None)
        with self._news:
            share = self._shares.get(report.key[0])
        if share is not None:
            share.tell(report)
