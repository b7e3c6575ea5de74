"""Runs an event: asks what is open, has it played, writes it down, until nothing is open."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from schwarm.game.openings import Opening, read_opening
from schwarm.players import ARRIVE_S, BotSpec
from schwarm.tournament.errors import CannotPair
from schwarm.tournament.formats import Event
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.progress import Planned, Progress, progress
from schwarm.tournament.results import GameKey, Played
from schwarm.workers import Contestant, Failed, Report, Share, Task
from schwarm.workers.task import Key

PLAN_S = 0.5  # how often the plan is made anew while there is enough to do
LOOK_S = 0.2  # how long one look for a finished game takes at most
WAIT_S = 0.1  # how long one look at the clock takes where games wait for their time


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


@dataclass(frozen=True, slots=True)
class RunOver:
    """Nobody plays the event here any more: it is over, or somebody stopped it, or an error did."""

    run: EventRun
    over: bool
    error: Exception | None


News = Finished | GivenUp | Planning | Waiting | RunOver
Listener = Callable[[News], None]
Gate = Callable[[Planned, Progress], bool]  # may this game begin now?


def ignore(news: News) -> None:
    """Hear nothing."""


def at_once(game: Planned, state: Progress) -> bool:
    """No game waits for its day."""
    return True


class EventRun:
    """One run of an event with a share of a pool; its methods but `play` may be called from anywhere."""

    def __init__(
        self,
        journal: EventJournal,
        share: Share,
        listener: Listener = ignore,
        event: Event | None = None,
        *,
        gate: Gate = at_once,
    ) -> None:
        """`event` may differ from the journal's in how its entrants are started.

        `gate` holds games back until their time; the run waits for them.
        """
        self.journal = journal
        self.event = event or journal.event
        self.share = share
        self.given_up: list[Failed] = []
        self._tell = listener
        self._gate = gate
        self._stopped = threading.Event()
        self._paused = threading.Event()
        self._lock = threading.RLock()  # whoever writes to the journal holds it
        self._void: set[Key] = set()  # games under way that will not count
        self._changed = False
        self._results: dict[GameKey, Played] = {}
        self._queue: deque[Planned] = deque()
        self._state = Progress(())
        self._stale, self._held, self._planned_at = True, False, 0.0

    @property
    def outdated(self) -> bool:
        """Has somebody changed the event since this run last looked?"""
        return self._changed

    def stop(self) -> None:
        """Play no further games; those under way are not waited for and will be played on resuming."""
        self._stopped.set()

    def pause(self) -> None:
        """Begin no further games; those under way are finished and count."""
        self._paused.set()

    def resume(self) -> None:
        """Go on after a pause; games that were given up are tried once more."""
        with self._lock:
            self.given_up.clear()
            self._changed = True
        self._paused.clear()

    @contextmanager
    def changing(self, void: Callable[[Task], bool] = lambda task: False) -> Iterator[None]:
        """For somebody who changes the event in the store: nothing is written meanwhile, and all of it is
        read anew afterwards. Games under way that `void` says will not count; whoever changes the event
        then says, by `self.event`, who plays it.
        """
        with self._lock:
            yield
            self._void |= {key for key, task in self.share.out.items() if void(task)}
            self._changed = True

    def play(self) -> bool:
        """Play what is open; is the event over now?"""
        self.journal.claim()
        try:
            self._play()
        finally:
            over = self._over()
            self.journal.release(finished=over)
        return over

    def _over(self) -> bool:
        """Return True if all games are played, also where a stop or an error came with the last one."""
        return not self._changed and progress(self.event, self._results).finished

    def _play(self) -> None:
        self._changed = True
        while not self._stopped.is_set():
            self._plan()
            while self._queue and not self.share.full and not self._paused.is_set():
                self.share.submit(task_of(self.event, self._queue.popleft()))
            if self.share.out:
                self._gather()
            elif self._stale or self._changed:
                continue
            elif self._held or self._paused.is_set():
                self._tell(Waiting())
                self._stopped.wait(WAIT_S)
            elif self._state.endless and not self.given_up:
                self._tell(Waiting())  # it rests until somebody comes, or plays otherwise
                self._stopped.wait(WAIT_S)
            elif self._state.stuck:
                raise CannotPair(self._state.stuck)
            else:
                return

    def _plan(self) -> None:
        """Ask anew what is open, where something has changed."""
        if self._changed:
            with self._lock:
                self._changed, self._stale = False, True
                self._results = self.journal.results()
                self._queue.clear()
        old = time.monotonic() - self._planned_at > PLAN_S
        if (self._stale and (old or not self._queue)) or (self._held and old):
            self._state = progress(self.event, self._results)
            away = self.share.out.keys() | {failed.key for failed in self.given_up}
            found = [game for game in self._state.open if game.key not in away]
            self._queue = deque(game for game in found if self._gate(game, self._state))
            self._held = len(self._queue) < len(found)
            self._stale, self._planned_at = False, time.monotonic()
            self._tell(Planning(self._state))

    def _gather(self) -> None:
        """Take in one game that has ended."""
        found = self.share.next(LOOK_S)
        if found is None:
            self._tell(Waiting())
            return
        self._stale = True
        report = found[1]
        with self._lock:
            if report.key in self._void:
                self._void.discard(report.key)
                return
            if isinstance(report, Report):
                key = GameKey(*report.key)
                self._results[key] = self.journal.add(report)
                news: News = Finished(report, self._results[key])
            else:
                self.given_up.append(report)
                news = GivenUp(report)
        self._tell(news)


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
