"""Runs the tournaments of a class inside the page, side by side, each with a share of the page's pool.

What is played, and whether it is paused, stands in the store. So a page that was killed finds out at its next
start what was going on, and goes on with it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, replace

from schwarm.classroom.folders import ProgramFolders, version_of
from schwarm.classroom.guests import GuestGames, Invitations, Invited
from schwarm.classroom.limits import ClassLimits
from schwarm.classroom.setup import HAND, REMOTE, ClassSetup
from schwarm.game.errors import Refusal
from schwarm.players import ArchiveSpec
from schwarm.programs.program import WAYS, without_output
from schwarm.store import claims, classroom
from schwarm.store.classroom import ClassRow, NewLine, TeamRow
from schwarm.store.store import Store
from schwarm.tournament.errors import Busy, CannotPair
from schwarm.tournament.formats import Event
from schwarm.tournament.host import EventHost
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.progress import Progress, progress
from schwarm.tournament.results import Played
from schwarm.tournament.run import EventRun, News, Planning, RunOver
from schwarm.workers import Pool, Report, Running, Stopped, Task, Urgency

RETRY_S = 2.0  # another page may play it: then it is looked for again after so long
KEPT = 10  # tournaments played elsewhere, or over, whose state is kept in memory
SHOWN = 200  # characters of a fault in tables
NEVER_CAME = "never_came"
RUNNING, PAUSED, FINISHED = "running", "paused", "finished"


class ClassJournal(EventJournal):
    """The journal of an event whose tables everybody may see, and whose logs only those they concern.

    What a program wrote when it failed goes into its log; the fault itself tells what it did and how it
    ended.
    """

    def __init__(self, store: Store, number: int, limits: ClassLimits) -> None:
        super().__init__(store, number)
        self._limits = limits

    def submit(self, report: Report) -> Future[Played]:
        faults = {name: public(fault) for name, fault in report.faults.items()}
        logs = dict(report.logs)
        for name, fault in report.faults.items():
            if unsaid := secret(fault):
                logs[name] = f"{unsaid}\n{logs.get(name, '')}"
        most = self._limits.log_bytes
        logs = {name: said if len(said) <= most else f"...\n{said[-most:]}" for name, said in logs.items()}
        return super().submit(replace(report, faults=faults, logs=logs))


def public(fault: Refusal) -> Refusal:
    """What somebody did and how its program ended, without what the program said of it.

    >>> way = Refusal("spoke", way=Refusal("exit_code", code=1), said="NameError: secret")
    >>> print(public(Refusal("never_came", detail=way)))
    never came (ended with code 1)
    >>> print(public(Refusal("crashed", detail="ZeroDivisionError: division by zero")))
    crashed
    """
    if secret(fault):
        fault = fault.without("detail")
    values = without_output(fault).values
    short = {name: value if isinstance(value, Refusal) else value[:SHOWN] for name, value in values.items()}
    return Refusal(fault.code, **short)


def secret(fault: Refusal) -> str:
    """What is left out of a fault that everybody sees, and does not stand in the program's output either."""
    detail = without_output(fault).values.get("detail", "")
    return "" if isinstance(detail, Refusal) and detail.code in WAYS else detail


@dataclass(frozen=True, slots=True)
class Live:
    """A game under way; `table` is where people play it, '' if it is played elsewhere.

    `missing` are those who are not ready yet.
    """

    game: Running
    table: str = ""
    missing: tuple[str, ...] = ()


class ClassHost:
    """All tournaments that this page plays."""

    def __init__(
        self,
        store: Store,
        pool: Pool,
        page: GuestGames | None,
        folders: ProgramFolders,
        limits: ClassLimits,
        *,
        sandbox: bool,
    ) -> None:
        self._store = store
        self._sandbox = sandbox
        self._pool = pool
        self._page = page
        self._folders = folders
        self._limits = limits
        self._host = EventHost(pool.share, self._hear)
        self._events: dict[int, int] = {}  # of each tournament that was begun here
        self._classes: dict[int, int] = {}  # of each of these events
        self._states: dict[int, Progress] = {}  # of those that are played here
        self._read: dict[int, tuple[object, Progress]] = {}  # of others, with what the store said then
        self._setups: dict[int, ClassSetup] = {}
        self._begun: dict[int, float] = {}  # when each was last begun here
        self._leaving: set[int] = set()  # events whose run has come to its end
        # Tournaments begun before this server started: their players have to connect again.
        self._inherited = {one.id for one in classroom.in_states(store, (RUNNING, PAUSED))}
        self._lock = threading.Lock()
        self._reading = threading.Lock()

    def look(self) -> bool:
        """Play what the store says is running, and nobody plays yet; should one look again soon?"""
        soon = False
        for found in classroom.in_states(self._store, (RUNNING, PAUSED)):
            with self._lock:
                if found.event is None or self.elsewhere(found):
                    self._begun.pop(found.id, None)  # once it is free, it is begun at once
                    self._inherited.add(found.id)
                    continue
                if found.event in self._host.playing():
                    soon |= found.event in self._leaving
                    continue
                self._leaving.discard(found.event)
                tried = time.monotonic() - self._begun.get(found.id, -RETRY_S) < RETRY_S
                soon |= tried and found.state == RUNNING
                if (found.state == RUNNING and not tried) or found.id not in self._begun:
                    self._begun[found.id] = time.monotonic()
                    self._begin(found, found.event)
        return soon

    def elsewhere(self, found: ClassRow) -> bool:
        """Does another page play it?"""
        return found.event is not None and claims.played_elsewhere(self._store, found.event)

    def run_of(self, class_id: int) -> EventRun | None:
        """The run of a tournament that is being played here."""
        return self._host.run_of(self._events.get(class_id, 0))

    def pause(self, class_id: int) -> None:
        """Begin no further games of a tournament; people's clocks stand still, machines finish theirs."""
        run = self.run_of(class_id)
        if run is not None:
            self._hold(run, True)
            run.pause()

    def resume(self, class_id: int) -> None:
        """Go on after a pause."""
        run = self.run_of(class_id)
        if run is not None:
            self._hold(run, False)
            run.resume()
        self.look()

    def _hold(self, run: EventRun, held: bool) -> None:
        run.share.hold(held)
        if self._page is not None:
            self._page.hold(run.share.number, held)

    def progress(self, found: ClassRow) -> Progress | None:
        """Where a tournament stands; None before it begins. Worked out once for each of its changes."""
        if found.event is None:
            return None
        state = self._states.get(found.id)
        if state is not None and found.state != FINISHED and self.run_of(found.id) is not None:
            return state  # the last result, perhaps another server's, comes with the end
        with self._reading:  # of many who ask at once, one works it out
            mark = (found.state, classroom.last_line(self._store, found.id))
            kept = self._read.pop(found.id, None)
            if kept is None or kept[0] != mark:
                journal = EventJournal(self._store, found.event)
                kept = (mark, progress(journal.event, journal.results()))
            self._read[found.id] = kept
            while len(self._read) > KEPT:
                del self._read[next(iter(self._read))]
            return kept[1]

    def live(self, class_id: int) -> list[Live]:
        """The games under way."""
        run, page = self.run_of(class_id), self._page
        if run is None:
            return []
        found = []
        for game in run.share.running():
            key = (run.share.number, *game.task.key)
            at_page = ("", ()) if page is None else (page.table_of(key), tuple(page.missing(key)))
            found.append(Live(game, *at_page))
        return found

    def break_off(self, run: EventRun, void: Callable[[Task], bool]) -> None:
        """End games at the page's tables that will not count anyway: nobody should play them on."""
        number = run.share.number
        if self._page is not None:
            self._page.break_off(lambda task: task.key[0] == number and void(replace(task, key=task.key[1:])))

    @contextmanager
    def changing(
        self, found: ClassRow, void: Callable[[Task], bool] = lambda task: False
    ) -> Iterator[EventJournal]:
        """Change a tournament that has begun while it may be running; whoever plays it hears of that.

        Games under way that `void` names will not count.
        """
        assert found.event is not None
        run = self.run_of(found.id)
        if run is None:
            yield EventJournal(self._store, found.event)
            return
        with run.changing(void):
            yield run.journal
            self.changed(found.id)
        self.break_off(run, void)

    def changed(self, class_id: int) -> None:
        """What a tournament is has changed in the store: whoever plays it has to know."""
        run = self.run_of(class_id)
        found = classroom.find(self._store, class_id)
        if run is None or found is None:
            return
        event = run.journal.read()
        self._setups[class_id] = ClassSetup.model_validate_json(found.setup)
        assert isinstance(run.share.guests, Invitations)
        run.share.guests.invited = self._invited(found)
        run.journal.event = event
        run.event = self._playable(event)

    def stop(self, class_id: int) -> None:
        """Play a tournament no more, and wait until nobody does."""
        self._states.pop(class_id, None)
        self._begun.pop(class_id, None)
        self._host.stop(self._events.get(class_id, 0))

    def close(self) -> None:
        """Stop all of them; the pool has to be closed before."""
        self._host.close()

    def _begin(self, found: ClassRow, number: int) -> None:
        self._setups[found.id] = ClassSetup.model_validate_json(found.setup)
        self._events[found.id], self._classes[number] = number, found.id
        journal = ClassJournal(self._store, number, self._limits)
        if self._page is not None and found.id in self._inherited:
            self._page.expect_back(self._connected(found, journal))
        self._inherited.discard(found.id)
        guests = Invitations(self._page, self._invited(found))
        share = self._pool.share(Urgency.EVENTS, guests=guests)
        share.held = found.state == PAUSED  # games by hand that had begun come back, with clocks that stand
        self._host.begin(
            journal,
            self._playable(journal.event),
            share=share,
            gate=lambda game, state: self._setups[found.id].may_begin(state.match_day(game.key)),
        )

    def _hear(self, number: int, news: News) -> None:
        if isinstance(news, Planning | RunOver):
            class_id = self._classes[number]
            if isinstance(news, Planning):
                self._states[class_id] = news.progress
            else:
                self._leaving.add(number)
                self._left(class_id, news)
                self._store.bell.ring()  # it may have to be begun again

    def _left(self, class_id: int, news: RunOver) -> None:
        """It is over, or somebody stopped it; what cannot be played is the operator's to settle."""
        run, error = news.run, news.error
        if not isinstance(error, Stopped):  # at the end of the page games of people are only interrupted
            self.break_off(run, lambda task: True)
        if isinstance(error, Stopped | Busy):
            return
        if isinstance(error, CannotPair):
            self._stop(class_id, Refusal("class_unpaired", detail=error.args[0]))
        elif error is not None:
            self._stop(class_id, Refusal("our_fault"))
        elif run.outdated:
            return  # somebody changed it in its last moment: it is looked at once more
        elif news.over:
            classroom.turn(self._store, class_id, (RUNNING, PAUSED), FINISHED, NewLine("finished", "page"))
        elif run.given_up:
            why = run.given_up[0].why
            self._stop(class_id, Refusal("class_given_up", count=len(run.given_up), detail=why))

    def _stop(self, class_id: int, why: Refusal) -> None:
        """Pause a tournament that cannot go on by itself, and say why."""
        line = NewLine("paused", "page", detail={"why": why.data})
        classroom.turn(self._store, class_id, (RUNNING,), PAUSED, line)

    def _playable(self, event: Event) -> Event:
        """The event with the programs of its teams unpacked, and run as this server runs them."""
        entrants = tuple(
            replace(one, player=self._folders.spec(*version_of(one.player)))
            if isinstance(one.player, ArchiveSpec)
            else one
            for one in event.entrants
        )
        return replace(event, entrants=entrants, sandbox=self._sandbox)

    def _connected(self, found: ClassRow, journal: EventJournal) -> list[int]:
        """The teams with a client of their own that came to their last game, or have played none."""
        away: dict[str, bool] = {}
        for line in sorted(journal.games(), key=lambda line: line.played.game or 0):
            faults = line.faults
            away |= {name: name in faults and faults[name].code == NEVER_CAME for name in line.played.players}
        teams = classroom.teams(self._store, found.id)
        return [
            one.id
            for one in teams
            if one.kind == REMOTE and one.out is None and not away.get(one.name, False)
        ]

    def absent(self, teams: Iterable[TeamRow]) -> dict[int, float | None]:
        """Those of the teams that have to start their client again; see `GuestGames.absent`."""
        found = {} if self._page is None else self._page.absent()
        return {team.id: found[team.id] for team in teams if team.id in found and team.out is None}

    def skip(self, team: int) -> None:
        """Wait for the client of a team no longer."""
        if self._page is not None:
            self._page.skip(team)

    def _invited(self, found: ClassRow) -> dict[str, Invited]:
        setup = ClassSetup.model_validate_json(found.setup)
        return {
            team.name: Invited(team.id, found.id, team.kind, setup.hand_s, setup.ready_s)
            for team in classroom.teams(self._store, found.id)
            if team.kind in (REMOTE, HAND)
        }


def of_teams(names: set[str]) -> Callable[[Task], bool]:
    """Is it a game of one of these?"""
    return lambda task: any(one.name in names for one in task.players)
