"""Plays events: the one of `schwarm tournament`, or all that a page plays besides; a thread an event.

Whoever opens a host says where each event gets its share of a pool from. What was played is in the store, so
an event that a crash or a stop cut short goes on when `begin` is called again.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from schwarm.game.errors import Refusal, failure_of, reason_of
from schwarm.store.errors import StoreError
from schwarm.tournament.errors import Busy, TournamentError
from schwarm.tournament.formats import Event
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.run import EventRun, Gate, News, RunOver, at_once
from schwarm.workers import Running, Share, Stopped

log = logging.getLogger(__name__)
Listener = Callable[[int, News], None]  # the event's number, and what happened; called in its own thread
LOOK_S = 0.5  # between two looks whether an event is over


def ignore(number: int, news: News) -> None:
    """Hear nothing."""


@dataclass(frozen=True, slots=True)
class _Playing:
    run: EventRun
    thread: threading.Thread


class EventHost:
    """Events that are being played here; all methods may be called from any thread."""

    def __init__(self, share: Callable[[], Share], listener: Listener = ignore) -> None:
        """`share` is called for each event that brings none, whose run closes what it gets."""
        self._share = share
        self._tell = listener
        self._playing: dict[int, _Playing] = {}
        self._lock = threading.Lock()
        self.broken: dict[int, Refusal] = {}  # why an event was left before its end

    def begin(
        self,
        journal: EventJournal,
        event: Event | None = None,
        *,
        share: Share | None = None,
        gate: Gate = at_once,
    ) -> None:
        """Play what is open of an event; `event` may differ from the store's in how entrants are started.

        Nothing happens if it is being played here. Whatever keeps it from being played is in `broken`.
        """
        number = journal.number
        with self._lock:
            if number in self._playing:
                return
            self.broken.pop(number, None)
            run = EventRun(
                journal, share or self._share(), lambda news: self._tell(number, news), event, gate=gate
            )
            thread = threading.Thread(
                target=self._play, args=(number, run), name=f"event {number}", daemon=True
            )
            self._playing[number] = _Playing(run, thread)
            thread.start()

    def _play(self, number: int, run: EventRun) -> None:
        over = False
        fault: Exception | None = None
        try:
            over = run.play()
            if run.given_up:
                self.broken[number] = run.given_up[0].why
        except Stopped as error:
            fault = error  # with the whole program
        except Exception as error:
            fault = error
            plain = isinstance(error, StoreError | TournamentError | OSError)
            self.broken[number] = reason_of(error) if plain else failure_of(error)
            level = logging.INFO if isinstance(error, Busy) else logging.ERROR  # two pages may begin at once
            log.log(level, "event %d cannot go on: %s", number, error, exc_info=None if plain else error)
        finally:
            run.share.close()
        try:
            self._tell(number, RunOver(run, over, fault))
        except Exception:
            log.exception("event %d was left, and nobody heard of it", number)
        finally:
            with self._lock:
                del self._playing[number]

    def playing(self) -> list[int]:
        """The events that are being played here."""
        with self._lock:
            return list(self._playing)

    def run_of(self, number: int) -> EventRun | None:
        """The run of an event that is being played here."""
        with self._lock:
            found = self._playing.get(number)
        return None if found is None else found.run

    def running(self, number: int) -> list[Running]:
        """The games of an event that are under way here."""
        run = self.run_of(number)
        return [] if run is None else run.share.running()

    def stop(self, number: int, *, wait: bool = True) -> None:
        """Play no further games of an event; unless told not to, wait until nobody plays it any more."""
        run = self.run_of(number)
        if run is not None:
            run.stop()
        if wait:
            self.wait(number)

    def wait(self, number: int) -> None:
        """Return when nobody plays an event any more."""
        with self._lock:
            found = self._playing.get(number)
        # In pieces: a signal that the kernel gave to another thread is handled when the main one wakes.
        while found is not None and found.thread.is_alive():
            found.thread.join(LOOK_S)

    def close(self) -> None:
        """Stop all events; they go on with the next `begin`."""
        for number in self.playing():
            self.stop(number, wait=False)
        for number in self.playing():
            self.wait(number)
