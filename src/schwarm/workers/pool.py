"""One pool for whatever many processes do: games, moves that people wait for, anything mapped over a list.

Whoever has work gets a `Share`. What people wait for has workers of its own; all others share the rest, and
the more important a share is, the more often it is its turn: each rank twice as often as the next, so that
nobody waits for ever. Work that fails through nobody's fault is tried again. Who works, processes of this
machine or a cluster, is for the crews to know, which are hired when the first work comes.

Programs that are only tried out never run beside programs whose games count: on a core of their own where the
machine has some to spare, else in turn with them.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from types import TracebackType

from schwarm.game.errors import Refusal, failure_of
from schwarm.programs.cores import APART, cores_here
from schwarm.workers.crew import Crew
from schwarm.workers.errors import Stopped
from schwarm.workers.share import Guests, Share, Urgency
from schwarm.workers.task import Failed, Key, Made, Report, Task, Work
from schwarm.workers.worker import Running

TRIES = 3  # work that fails for our own reasons is tried again


class Pool:
    """All workers of a program; its methods may be called from any thread."""

    def __init__(
        self,
        hire: Callable[[Urgency], Crew],
        slots: int | None = None,
        *,
        reserved: int = 0,
        most: Mapping[Urgency, int] | None = None,
        here: bool = False,
        cores: int | None = None,
    ) -> None:
        """`hire` gives the crew for work of a rank, perhaps one for several, and is asked once for each.

        `slots`: pieces of work at a time, as many as the largest crew does by default; `reserved`: besides
        them so many of rank PAGE; `most`: so many of a rank at a time. `here`: a mapped function is called in
        this process.
        """
        self.closed = False
        self.here = here
        self._hire = hire
        self._slots = slots
        self._reserved = reserved
        self._most = most or {}
        self._spare = (cores_here() if cores is None else cores) >= APART
        self._crews: dict[Urgency, Crew] = {}
        self._shares: dict[int, Share] = {}
        self._count = 0
        self._now = 0  # the turn that was last had
        self._out: dict[Key, tuple[Share, Work]] = {}  # with workers
        self._visiting: dict[Key, tuple[Share, Work]] = {}  # with guests
        self._tries: dict[Key, int] = {}
        self._held_up: dict[Key, Refusal | None] = {}  # why games are repeated
        self._lock = threading.Lock()
        self._hiring = threading.Lock()

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def slots(self) -> int:
        """How much is done at a time, work of rank PAGE apart where that has workers of its own."""
        hired = [crew.slots for rank, crew in self._crews.items() if not self._apart(rank)]
        return self._slots or max(hired, default=1)

    def most(self, rank: Urgency) -> int:
        """How much of a rank is done at a time."""
        return self._reserved if self._apart(rank) else min(self.slots, self._most.get(rank, self.slots))

    def share(self, rank: Urgency = Urgency.EVENTS, *, guests: Guests | None = None) -> Share:
        with self._lock:
            self._count += 1
            made = self._shares[self._count] = Share(self, self._count, rank, guests)
            return made

    def submit(self, share: Share, work: Work) -> None:
        """Have something done; its key says whose it is."""
        guests = share.guests
        visits = guests is not None and isinstance(work, Task) and guests.takes(work)
        with self._lock:
            if visits:
                self._visiting[work.key] = share, work
            else:
                if not share.waiting and not share.doing:  # who had nothing to do has saved up no turns
                    share.turn = max(share.turn, self._now)
                share.waiting.append(work)
        if visits:
            assert guests is not None
            assert isinstance(work, Task)
            guests.begin(work, self.ended, lambda: share.held)
        else:
            self.hand_out(urgent=self._apart(share.rank))

    def forget(self, share: Share) -> None:
        """Nobody waits for the work of this share any more."""
        with self._lock:
            self._shares.pop(share.number, None)
            share.waiting.clear()

    def running(self) -> list[Running]:
        """The games that workers play."""
        return [game for crew in set(self._crews.values()) for game in crew.running()]

    def close(self) -> None:
        """Stop at once; work under way is not finished."""
        with self._lock, self._hiring:
            if self.closed:
                return
            self.closed = True
            shares, crews = list(self._shares.values()), set(self._crews.values())
        for crew in crews:
            crew.close()
        for share in shares:
            share.tell(None)

    # --- handing out -------------------------------------------------------------------------------------
    def hand_out(self, *, urgent: bool = False) -> None:
        """Give free workers what is next; `urgent`: only what people wait for, at once."""
        while True:
            with self._lock:
                share = None if self.closed else self._next(urgent=urgent)
                if share is None:
                    return
                work = share.waiting.popleft()
                self._now = share.turn
                share.turn += share.rank.pace
                share.doing += 1
                self._out[work.key] = share, work
            try:
                self.crew(share.rank).submit(work, self.ended)
            except Exception as error:  # a cluster that is gone, a program that is not there any more
                self.ended(Failed(work.key, failure_of(error), final=True))

    def _next(self, *, urgent: bool) -> Share | None:
        """Whose turn it is, as far as there is a worker free for them."""
        doing = Counter(share.rank for share, _ in self._out.values())
        ready = [one for one in self._ready() if doing[one.rank] < self.most(one.rank)]
        if not ready:
            return None
        share = min(ready, key=lambda one: (not self._apart(one.rank), one.turn, one.rank))
        if self._apart(share.rank):
            return share
        others = sum(count for rank, count in doing.items() if not self._apart(rank))
        full = urgent or others >= self.slots or self._disturbs(share.waiting[0])
        return None if full else share

    def _ready(self) -> list[Share]:
        """The shares that have something to begin."""
        return [one for one in self._shares.values() if one.waiting and not one.held]

    def _apart(self, rank: Urgency) -> bool:
        """Are there workers for this rank that nobody else has?"""
        return rank is Urgency.PAGE and self._reserved > 0

    def _disturbs(self, work: Work) -> bool:
        """Would a trial's programs run beside those of a game that counts? Then it waits until these are
        done, or they for it: whose turn it is has its turn."""
        return (
            not self._spare
            and isinstance(work, Task)
            and work.needs_door
            and any(
                isinstance(other, Task) and other.aside != work.aside and other.needs_door
                for _, other in self._out.values()
            )
        )

    def crew(self, rank: Urgency) -> Crew:
        """Who does the work of a rank."""
        with self._hiring:
            if self.closed:
                raise Stopped
            if rank not in self._crews:
                self._crews[rank] = self._hire(rank)
            return self._crews[rank]

    def ended(self, ended: Report | Failed | Made) -> None:
        """A worker or a guest is done; what failed through nobody's fault is tried again."""
        with self._lock:
            worked = ended.key in self._out
            found = self._out.pop(ended.key, None) or self._visiting.pop(ended.key, None)
            if found is None or self.closed:
                return
            share, work = found
            share.doing -= worked
            tries = self._tries.pop(work.key, 0) + 1
            repeated = self._held_up.pop(work.key, None)
            unfair = None if repeated or not isinstance(ended, Report) else ended.held_up
            again = bool(unfair) or (isinstance(ended, Failed) and not ended.final and tries < TRIES)
            if again:
                self._tries[work.key] = tries
                self._held_up[work.key] = unfair or repeated
            wanted = share.number in self._shares
        if again and wanted:
            self.submit(share, work)
        elif wanted:
            share.tell(replace(ended, repeated=repeated) if isinstance(ended, Report) else ended)
        self.hand_out(urgent=worked and self._apart(share.rank))


@contextmanager
def hired(crew: Crew, rank: Urgency = Urgency.EVENTS, *, here: bool = False) -> Iterator[Share]:
    """The one share of a pool with this crew, which ends with it."""
    with Pool(lambda rank: crew, here=here) as pool:
        pool.crew(rank)
        yield pool.share(rank)
