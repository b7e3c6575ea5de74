"""Runs an event: asks what is open, has it played, writes it down, until nothing is open."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from schwarm.games.openings import Opening, read_opening
from schwarm.players import ARRIVE_S, BotSpec
from schwarm.tournament.formats import Event
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.progress import Planned, Progress, progress
from schwarm.tournament.results import GameKey, Played
from schwarm.workers import Contestant, Crew, Dispatcher, Failed, Report, Task

PLAN_S = 0.5  # how often the plan is made anew while there is enough to do


@dataclass(frozen=True, slots=True)
class Finished:
    """A game was played and is durable."""

    report: Report
    played: Played

    @property
    def key(self) -> GameKey:
        """Where the game belongs."""
        return GameKey(*self.report.key)


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


class EventRun:
    """One run of an event with a crew; `stop` may be called from anywhere."""

    def __init__(
        self, journal: EventJournal, crew: Crew, listener: Listener = ignore, event: Event | None = None
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
        dispatcher = Dispatcher(self.crew)
        given_up: set[tuple[int, ...]] = set()
        queue: deque[Planned] = deque()
        stale, planned_at = True, 0.0
        while not self._stopped.is_set():
            if stale and (not queue or time.monotonic() - planned_at > PLAN_S):
                state = progress(self.event, results)
                away = dispatcher.out.keys() | given_up
                queue = deque(game for game in state.open if game.key not in away)
                stale, planned_at = False, time.monotonic()
                self._tell(Planning(state))
            while queue and not dispatcher.full:
                dispatcher.submit(task_of(self.event, queue.popleft()))
            if not dispatcher.out:
                if stale:
                    continue
                return state.finished
            found = dispatcher.next()
            if found is None:
                self._tell(Waiting())
                continue
            stale = True
            report = found[1]
            if isinstance(report, Failed):
                given_up.add(report.key)
                self.given_up.append(report)
                self._tell(GivenUp(report))
                continue
            key = GameKey(*report.key)
            results[key] = self.journal.add(report)
            self._tell(Finished(report, results[key]))
        return False


def task_of(event: Event, game: Planned) -> Task:
    """What has to be played."""
    return Task(
        key=tuple(game.key),  # workers know nothing of tournaments
        game=event.game,
        profile=event.profile,
        options=dict(event.options),
        seed=game.seed,
        opening_plies=event.opening_plies,
        players=(contestant(event, game.first), contestant(event, game.second)),
        limits=event.limits,
        sandbox=event.sandbox,
        arrive_s=ARRIVE_S,
        opening=opening_of(event, game.key),
        adjudication=event.adjudication,
    )


def opening_of(event: Event, key: GameKey) -> Opening | None:
    """The book's openings in turn, one for each pair; all matches of a day play the same ones."""
    if not event.openings:
        return None
    stage = event.stages[max(key.stage, 0)]  # the qualification comes before the first
    number = key.day * ((stage.games + 1) // 2) + key.number // 2
    line = event.openings[number % len(event.openings)]
    return read_opening(line, event.game, event.profile, event.options)


def contestant(event: Event, name: str) -> Contestant:
    """Who plays under this name; a team without a bot is played by the random player."""
    return Contestant(name, event.entrant(name).player or BotSpec("random"))
