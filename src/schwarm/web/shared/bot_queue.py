"""The queue in front of the bots: bounded work per visitor, turn by turn, everybody sees their place.

Work runs in workers of the page's pool that have nothing else to do. A visitor with less work running goes
first; equal ones in the order they came. Work that is patient lets all other work go first, and leaves a
worker free for it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from schwarm.web.shared.errors import Problem
from schwarm.workers import Share

Result = TypeVar("Result")
Place = Callable[[int], None]


@dataclass(eq=False, slots=True)
class Ticket:
    """One piece of work that waits or runs; `tell` hears its place in the queue, 0 once it runs."""

    visitor: str
    turn: asyncio.Future[None]
    tell: Place | None = None
    told: int = field(default=-1)
    patient: bool = False


class BotQueue:
    """Hands work to the workers."""

    def __init__(self, share: Share, workers: int, waiting_jobs: int) -> None:
        self.workers = workers
        self._share = share
        self.waiting_jobs = waiting_jobs
        self.done: Counter[str] = Counter()  # work finished since this visitor last had none waiting
        self._waiting: list[Ticket] = []
        self._running: list[Ticket] = []

    async def run(
        self,
        visitor: str,
        work: Callable[..., Result],
        *arguments: Any,
        tell: Place | None = None,
        patient: bool = False,
    ) -> Result:
        """The result of `work(*arguments)` in a worker; Problem 429 if the visitor has too much waiting."""
        if sum(ticket.visitor == visitor for ticket in self._waiting) >= self.waiting_jobs:
            raise Problem(429, "too_many", "too much bot work of yours is waiting: let some of it finish")
        ticket = Ticket(visitor, asyncio.get_running_loop().create_future(), tell, patient=patient)
        self._waiting.append(ticket)
        self._dispatch()
        try:
            await ticket.turn
            return await asyncio.wrap_future(self._share.call(work, *arguments))
        finally:
            if ticket in self._waiting:
                self._waiting.remove(ticket)
            if ticket in self._running:
                self._running.remove(ticket)
                self.done[visitor] += 1
            self._dispatch()

    def _dispatch(self) -> None:
        """Let the next ones run and tell the others their place."""
        if not self._waiting and not self._running:
            self.done.clear()
        while (ready := self._ready()) and len(self._running) < self.workers:
            ticket = min(ready, key=self._load)
            self._waiting.remove(ticket)
            self._running.append(ticket)
            if not ticket.turn.done():
                ticket.turn.set_result(None)
        for place, ticket in enumerate(sorted(self._waiting, key=self._load), 1):
            self._tell(ticket, place)
        for ticket in self._running:
            self._tell(ticket, 0)

    def _ready(self) -> list[Ticket]:
        """Those that may run: patient ones never take the last worker, unless there is only one."""
        patient = sum(ticket.patient for ticket in self._running)
        if patient < max(1, self.workers - 1):
            return self._waiting
        return [ticket for ticket in self._waiting if not ticket.patient]

    def _load(self, ticket: Ticket) -> tuple[bool, int, int]:
        running = sum(other.visitor == ticket.visitor for other in self._running)
        return (
            ticket.patient,
            running,
            self.done[ticket.visitor] // 8,
        )  # ties: list order, first come first served

    @staticmethod
    def _tell(ticket: Ticket, place: int) -> None:
        if ticket.tell is not None and ticket.told != place:
            ticket.told = place
            ticket.tell(place)
