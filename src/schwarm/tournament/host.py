"""Plays events inside a program that does something else besides, such as the page: a thread an event.

Whoever opens a host says where each event gets its crew from. What was played is in the store, so an event
that a crash or a stop cut short goes on when `begin` is called again.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from schwarm.store.errors import StoreError
from schwarm.store.store import Store
from schwarm.tournament.errors import TournamentError
from schwarm.tournament.formats import Event
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.run import EventRun, News
from schwarm.workers import Crew, Running

log = logging.getLogger(__name__)
Listener = Callable[[int, News], None]  # the event's number, and what happened; called in its own thread


def ignore(number: int, news: News) -> None:
    """Hear nothing."""


@dataclass(frozen=True, slots=True)
class _Playing:
    run: EventRun
    thread: threading.Thread


class EventHost:
    """Events that are being played here; all methods may be called from any thread."""

    def __init__(self, store: Store, crew: Callable[[], Crew], listener: Listener = ignore) -> None:
        """`crew` is called for each event, whose run closes what it gets."""
        self.store = store
        self._crew = crew
        self._tell = listener
        self._playing: dict[int, _Playing] = {}
        self._lock = threading.Lock()
        self.broken: dict[int, str] = {}  # why an event was left before its end, in one line

    def begin(self, number: int, event: Event | None = None) -> None:
        """Play what is open of an event; `event` may differ from the store's in how entrants are started.

        Nothing happens if it is being played here. Whatever keeps it from being played is in `broken`.
        """
        with self._lock:
            if number in self._playing:
                return
            self.broken.pop(number, None)
            journal = EventJournal(self.store, number)
            run = EventRun(journal, self._crew(), lambda news: self._tell(number, news), event)
            thread = threading.Thread(
                target=self._play, args=(number, run), name=f"event {number}", daemon=True
            )
            self._playing[number] = _Playing(run, thread)
            thread.start()

    def _play(self, number: int, run: EventRun) -> None:
        try:
            run.play()
            if run.given_up:
                self.broken[number] = run.given_up[0].why
        except (StoreError, TournamentError, OSError) as error:
            log.error("event %d cannot go on: %s", number, error)
            self.broken[number] = str(error)
        except Exception as error:
            log.exception("event %d stopped", number)
            self.broken[number] = f"{type(error).__name__}: {error}"
        finally:
            run.crew.close()
            with self._lock:
                del self._playing[number]

    def playing(self) -> list[int]:
        """The events that are being played here."""
        with self._lock:
            return list(self._playing)

    def running(self, number: int) -> list[Running]:
        """The games of an event that are under way here."""
        with self._lock:
            found = self._playing.get(number)
        return [] if found is None else found.run.crew.running()

    def stop(self, number: int) -> None:
        """Play no further games of an event; returns when nobody plays it any more."""
        with self._lock:
            found = self._playing.get(number)
        if found is not None:
            found.run.stop()
            found.thread.join()

    def close(self) -> None:
        """Stop all events; they go on with the next `begin`."""
        with self._lock:
            found = list(self._playing.values())
        for playing in found:
            playing.run.stop()
        for playing in found:
            playing.thread.join()
