"""Runs an event: asks what is open, has it played, writes it down, until nothing is open."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from schwarm.tournament.formats import Event
from schwarm.tournament.journal import Journal
from schwarm.tournament.local import Crew
from schwarm.tournament.progress import Planned, Progress, progress
from schwarm.tournament.results import Played
from schwarm.tournament.task import Failed, Report, task_of

LOOK_S = 0.2  # how often listeners hear something while no game ends
PLAN_S = 0.5  # how often the plan is made anew while there is enough to do
TRIES = 3  # a game that fails for our own reasons is tried again


@dataclass(frozen=True, slots=True)
class Finished:
    """A game was played and is durable."""

    report: Report
    played: Played


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A game could not be played, and will not be tried again in this run."""

    failed: Failed


@dataclass(frozen=True, slots=True)
class Planning:
    """Where the event stands; told whenever it was computed anew."""

    progress: Progress


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing happened for a moment: time to draw the running games."""


News = Finished | GivenUp | Planning | Waiting
Listener = Callable[[News], None]


def ignore(news: News) -> None:
    """Hear nothing."""


class Run:
    """One run of an event with a crew; `stop` may be called from anywhere."""

    def __init__(
        self, journal: Journal, crew: Crew, listener: Listener = ignore, event: Event | None = None
    ) -> None:
        """`event` may differ from the journal's in how its entrants are started."""
        self.journal = journal
        self.event = event or journal.event
        self.crew = crew
        self._tell = listener
        self._stopped = threading.Event()
        self.given_up: list[Failed] = []

    def stop(self) -> None:
        """Play no further games; those under way are not waited for and will be played on resuming."""
        self._stopped.set()

    def play(self) -> bool:
        """Play what is open; is the event over now?"""
        self.journal.claim()
        finished = False
        try:
            finished = self._play()
            return finished
        finally:
            self.journal.release(finished=finished)

    def _play(self) -> bool:
        results = self.journal.results()
        running: dict[tuple[int, ...], Planned] = {}
        tries: dict[tuple[int, ...], int] = {}
        queue: deque[Planned] = deque()
        stale, planned_at = True, 0.0
        while not self._stopped.is_set():
            if stale and (not queue or time.monotonic() - planned_at > PLAN_S):
                state = progress(self.event, results)
                queue = deque(
                    game for game in state.open if game.key not in running and tries.get(game.key, 0) < TRIES
                )
                stale, planned_at = False, time.monotonic()
                self._tell(Planning(state))
            while queue and len(running) < 2 * self.crew.slots:  # nobody waits for us to think
                game = queue.popleft()
                running[game.key] = game
                self.crew.submit(task_of(self.event, game))
            if not running:
                if stale:
                    continue
                return state.finished
            report = self.crew.next(LOOK_S)
            if report is None:
                self._tell(Waiting())
                continue
            stale = True
            del running[report.key]
            if isinstance(report, Failed):
                tries[report.key] = tries.get(report.key, 0) + 1
                if tries[report.key] == TRIES:
                    self.given_up.append(report)
                    self._tell(GivenUp(report))
                continue
            results[report.key] = self.journal.add(report)
            self._tell(Finished(report, results[report.key]))
        return False
