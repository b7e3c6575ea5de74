"""Runs the tournaments of a class inside the page: a thread for each, side by side, all with one crew.

What is played, and whether it is paused, stands in the store. So a page that was killed finds out at its next
start what was going on, and goes on with it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, replace

from schwarm.classroom.errors import Stopped
from schwarm.classroom.limits import Limits
from schwarm.classroom.pool import Invited, Pool, Share
from schwarm.classroom.rooms import Rooms, version_of
from schwarm.classroom.setup import HAND, REMOTE, Setup
from schwarm.players import ArchiveSpec
from schwarm.store import classroom
from schwarm.store.classroom import ClassRow, Line
from schwarm.store.store import Store
from schwarm.tournament.errors import Busy, CannotPair
from schwarm.tournament.formats import Event
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.progress import Progress
from schwarm.tournament.results import Played
from schwarm.tournament.run import EventRun, News, Planning
from schwarm.workers import Report, Running, Task

log = logging.getLogger(__name__)
RETRY_S = 2.0  # another page may play it: then it is looked for again after so long
SHOWN = 200  # characters of a fault in tables
RUNNING, PAUSED, FINISHED = "running", "paused", "finished"


class ClassJournal(EventJournal):
    """The journal of an event whose tables everybody may see, and whose logs only those they concern.

    What a program wrote when it failed goes into its log; the fault itself says no more than what it was.
    """

    def __init__(self, store: Store, number: int, limits: Limits) -> None:
        super().__init__(store, number)
        self._limits = limits

    def submit(self, report: Report) -> Future[Played]:
        faults = {name: plain_fault(fault) for name, fault in report.faults.items()}
        logs = dict(report.logs)
        for name, fault in report.faults.items():
            if fault != faults[name]:
                logs[name] = f"{fault}\n{logs.get(name, '')}"
        most = self._limits.log_bytes
        logs = {name: said if len(said) <= most else f"...\n{said[-most:]}" for name, said in logs.items()}
        return super().submit(replace(report, faults=faults, logs=logs))


def plain_fault(fault: str) -> str:
    """What somebody did, without what its program said of it.

    >>> plain_fault("never came (ended with code 1: NameError: name 'secret' is not defined)")
    'never came'
    >>> plain_fault("crashed: the bot's process was ended by SIGKILL")
    'crashed'
    >>> plain_fault("A4-B4: M2 there are 2 fish in this line")
    'A4-B4: M2 there are 2 fish in this line'
    """
    return "crashed" if fault.startswith("crashed") else fault.partition(" (")[0][:SHOWN]


@dataclass(frozen=True, slots=True)
class Playing:
    """A tournament that is being played here."""

    run: EventRun
    share: Share
    thread: threading.Thread


@dataclass(frozen=True, slots=True)
class Live:
    """A game under way; `table` is where people play it, '' if it is played elsewhere.

    `missing` are those who are not ready yet.
    """

    game: Running
    table: str = ""
    missing: tuple[str, ...] = ()


class Host:
    """All tournaments that this page plays."""

    def __init__(self, store: Store, pool: Pool, rooms: Rooms, limits: Limits) -> None:
        self._store = store
        self._pool = pool
        self._rooms = rooms
        self._limits = limits
        self._playing: dict[int, Playing] = {}
        self._states: dict[int, Progress] = {}
        self._setups: dict[int, Setup] = {}
        self._begun: dict[int, float] = {}  # when each was last begun here
        self._lock = threading.Lock()

    def look(self) -> None:
        """Play what the store says is running, and nobody plays yet."""
        for found in classroom.in_states(self._store, (RUNNING, PAUSED)):
            with self._lock:
                playing = self._playing.get(found.id)
                if found.event is not None and (playing is None or not playing.thread.is_alive()):
                    tried = time.monotonic() - self._begun.get(found.id, -RETRY_S) < RETRY_S
                    if (found.state == RUNNING and not tried) or playing is None:
                        self._begun[found.id] = time.monotonic()
                        self._begin(found)

    def run_of(self, class_id: int) -> EventRun | None:
        """The run of a tournament that is being played here."""
        with self._lock:
            playing = self._playing.get(class_id)
            return None if playing is None or not playing.thread.is_alive() else playing.run

    def pause(self, class_id: int) -> None:
        """Begin no further games of a tournament; people's clocks stand still, machines finish theirs."""
        with self._lock:
            playing = self._playing.get(class_id)
        if playing is not None:
            playing.share.hold(True)
            playing.run.pause()

    def resume(self, class_id: int) -> None:
        """Go on after a pause."""
        with self._lock:
            playing = self._playing.get(class_id)
        if playing is not None:
            playing.share.hold(False)
            playing.run.resume()
        self.look()

    def progress(self, class_id: int) -> Progress | None:
        """Where a tournament stood when somebody last asked; None if it is not played here."""
        return self._states.get(class_id)

    def live(self, class_id: int) -> list[Live]:
        """The games under way."""
        with self._lock:
            playing = self._playing.get(class_id)
        if playing is None:
            return []
        share = playing.share
        return [
            Live(game, share.table_of(game.task.key), tuple(share.missing(game.task.key)))
            for game in share.running()
        ]

    def break_off(self, class_id: int, void: Callable[[Task], bool]) -> None:
        """End games at the page's tables that will not count anyway: nobody should play them on."""
        with self._lock:
            playing = self._playing.get(class_id)
        if playing is not None:
            playing.share.break_off(void)

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
        self.break_off(found.id, void)

    def changed(self, class_id: int) -> None:
        """What a tournament is has changed in the store: whoever plays it has to know."""
        run = self.run_of(class_id)
        found = classroom.find(self._store, class_id)
        if run is None or found is None:
            return
        event = run.journal.read()
        self._setups[class_id] = Setup.from_json(found.setup)
        with self._lock:
            share = self._playing[class_id].share
        share.invited.clear()
        share.invited.update(self._invited(found))
        run.journal.event = event
        run.event = self._playable(event)

    def stop(self, class_id: int) -> None:
        """Play a tournament no more, and wait until nobody does."""
        with self._lock:
            playing = self._playing.pop(class_id, None)
            self._states.pop(class_id, None)
        if playing is not None:
            playing.run.stop()
            playing.share.close()
            playing.thread.join()

    def close(self) -> None:
        """Stop all of them; the pool has to be closed before."""
        for class_id in list(self._playing):
            self.stop(class_id)

    def _begin(self, found: ClassRow) -> None:
        assert found.event is not None
        self._setups[found.id] = Setup.from_json(found.setup)
        journal = ClassJournal(self._store, found.event, self._limits)
        share = self._pool.share(self._invited(found))
        run = EventRun(
            journal,
            share,
            self._listener(found.id),
            self._playable(journal.event),
            gate=lambda game, state: self._setups[found.id].may_begin(state.match_day(game.key)),
        )
        share.held = found.state == PAUSED  # games by hand that had begun come back, with clocks that stand
        thread = threading.Thread(
            target=self._play, args=(found.id, run, share), name=f"class event {found.id}", daemon=True
        )
        self._playing[found.id] = Playing(run, share, thread)
        thread.start()

    def _listener(self, class_id: int) -> Callable[[News], None]:
        def listen(news: News) -> None:
            if isinstance(news, Planning):
                self._states[class_id] = news.progress

        return listen

    def _play(self, class_id: int, run: EventRun, share: Share) -> None:
        """Play to the end, or until somebody stops it; what cannot be played is the operator's to settle."""
        try:
            over = run.play()
        except (Stopped, Busy):
            return
        except CannotPair as error:
            why = f"the next round cannot be paired here: {error}; then go on"
            self._stop(class_id, why, "pairing")
            return
        except Exception:
            log.exception("class event %d stopped", class_id)
            self._stop(class_id, "something went wrong here; it is in the server's log", "our_fault")
            return
        finally:
            share.close()
        if run.outdated:
            return  # somebody changed it in its last moment: it is looked at once more
        if over:
            classroom.turn(self._store, class_id, (RUNNING, PAUSED), FINISHED, Line("finished", "page"))
        elif run.given_up:
            why = f"{len(run.given_up)} games could not be played: {run.given_up[0].why}"
            self._stop(class_id, why, "given_up", count=len(run.given_up))

    def _stop(self, class_id: int, why: str, code: str, **values: int) -> None:
        """Pause a tournament that cannot go on by itself, and say why: in English, and by a code."""
        line = Line("paused", "page", why[:500], detail={"why": code, **values})
        classroom.turn(self._store, class_id, (RUNNING,), PAUSED, line)

    def _playable(self, event: Event) -> Event:
        """The event with the programs of its teams unpacked."""
        entrants = tuple(
            replace(one, player=self._rooms.spec(*version_of(one.player)))
            if isinstance(one.player, ArchiveSpec)
            else one
            for one in event.entrants
        )
        return replace(event, entrants=entrants)

    def _invited(self, found: ClassRow) -> Mapping[str, Invited]:
        setup = Setup.from_json(found.setup)
        return {
            team.name: Invited(team.id, found.id, team.kind, setup.hand_s, setup.ready_s)
            for team in classroom.teams(self._store, found.id)
            if team.kind in (REMOTE, HAND)
        }


def of_teams(names: set[str]) -> Callable[[Task], bool]:
    """Is it a game of one of these?"""
    return lambda task: any(one.name in names for one in task.players)
