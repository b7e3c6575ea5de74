"""Many games, one commit: a thread that writes what has piled up since its last commit in one go."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from sqlalchemy import Connection, Engine, insert, select

from schwarm.store.engine import plain_errors
from schwarm.store.errors import Away, Full, StoreError
from schwarm.store.schema import plies

log = logging.getLogger(__name__)
Result = TypeVar("Result")
PLIES = 500  # in one commit at most
WORKS = 16  # other entries in one commit, which take longer: a game's next ply does not wait for a crowd's
ALIVE_S = 15.0  # how often a sign of life is given while there is something to do ...
IDLE_S = 900.0  # ... and while there is not
RETRY_S = 5.0  # how long nothing new is begun after a write has failed; then somebody may try again
AGAIN_S = 1.0  # between two tries to reach a database that is away, or has no room
AWAY_S = 900.0  # so long games wait for it
SELDOM_S = 60.0  # between two lines that say so
PATIENCE = 3  # entries tried alone on a full disk before the rest of a batch shares their lot
Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class WriteRequest(Generic[Result]):
    """Something to write, and who waits for it: some work, or a ply's row; a batch writes all rows at once.

    It may run twice, but is committed once. Nobody may submit two requests that depend on each other's order.
    A patient one waits for a database that is away or full; others hear of it at once.
    """

    work: Callable[[Connection], Result] | Row
    done: Future[Result]
    patient: bool = False


class Writer:
    """The only thread of this program that writes to the database."""

    def __init__(self, engine: Engine, sign_of_life: Callable[[Connection], None]) -> None:
        self._engine = engine
        self._sign_of_life = sign_of_life
        self._plies: deque[WriteRequest[None]] = deque()
        self._works: deque[WriteRequest[object]] = deque()
        self._news = threading.Condition()
        self._closed = False
        self.fence: Callable[[Connection], None] = lambda _: None  # raises where we may write no more
        self.waits_s = 0.0  # for a database that is away; at the start nobody does
        self._held: list[WriteRequest[object]] = []  # patient entries that wait for it
        self._away_since = 0.0  # how long these have waited; 0: nobody waits
        self._said, self._waits = -SELDOM_S, False  # when was it last said that games wait, and do they?
        self._given_up = False  # has a patient entry of the present batch waited for too long?
        self._trouble: StoreError | None = None
        self._trouble_until = 0.0
        self._refused = 0  # single entries of the present batch for which there was no room
        self._alive = time.monotonic()  # when the last sign of life was given
        self._nudged = False
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], Result], *, patient: bool = False) -> Future[Result]:
        """A future that is done once the work is committed."""
        request: WriteRequest[Result] = WriteRequest(work, Future(), patient)
        self._queue(cast("deque[WriteRequest[Result]]", self._works), request)
        return request.done

    def add_ply(self, row: Row) -> Future[None]:
        """A future that is done once the row is committed."""
        request: WriteRequest[None] = WriteRequest(row, Future(), patient=True)
        self._queue(self._plies, request)
        return request.done

    def nudge(self) -> None:
        """Somebody is there and reads: a sign of life is due if the last one is old."""
        if time.monotonic() - self._alive > ALIVE_S:
            with self._news:
                self._nudged = True
                self._news.notify()

    @property
    def trouble(self) -> StoreError | None:
        """Why nothing could be written just now, if so."""
        now = self._away_since > 0 or time.monotonic() < self._trouble_until
        return self._trouble if now else None

    def _tell_trouble(self, error: StoreError) -> None:
        self._trouble, self._trouble_until = error, time.monotonic() + RETRY_S

    def _tell_people(self) -> None:
        """One line when games begin to wait, at most once a minute, and one when they do so no more."""
        now = time.monotonic()
        if self._given_up:
            log.error("games have waited for too long: %s", self._trouble)
        if self._held and now - self._said > SELDOM_S:
            self._said, self._waits = now, True
            log.warning("games wait until they can be kept again: %s", self._trouble)
        elif not self._held and self._waits:
            self._waits = False
            if not self._given_up:
                log.warning("games can be kept again")

    def _queue(self, queue: deque[WriteRequest[Result]], request: WriteRequest[Result]) -> None:
        with self._news:
            if self._closed:
                raise StoreError("the store is closed")
            queue.append(request)
            self._news.notify()

    def close(self) -> None:
        """Write what was submitted and end the thread."""
        with self._news:
            self._closed = True
            self._news.notify()
        self._thread.join()

    def _run(self) -> None:
        while (batch := self._next_batch()) is not None:
            if time.monotonic() - self._alive > ALIVE_S or not batch:
                batch.append(WriteRequest(self._sign_of_life, Future()))
                self._alive = time.monotonic()
            self._refused, self._given_up = 0, False
            held, self._held = self._held, []
            fresh = [request for request in batch if request.done.set_running_or_notify_cancel()]
            self._write([*held, *fresh], again=bool(held), whole=True)
            if not self._held:
                self._away_since = 0.0
            if bool(held) != bool(self._held):
                self._tell_people()

    def _next_batch(self) -> list[WriteRequest[object]] | None:
        """What to commit next; nothing after a while without any, None at the end."""
        with self._news:
            if self._held:
                self._news.wait_for(lambda: self._closed, AGAIN_S)
            else:
                self._news.wait_for(
                    lambda: self._plies or self._works or self._closed or self._nudged, IDLE_S
                )
                self._nudged = False
            if self._closed and not self._plies and not self._works and not self._held:
                return None
            plies = [self._plies.popleft() for _ in range(min(PLIES, len(self._plies)))]
            works = [self._works.popleft() for _ in range(min(WORKS, len(self._works)))]
        return [*cast("list[WriteRequest[object]]", plies), *works]

    def _write(self, batch: list[WriteRequest[object]], *, again: bool = False, whole: bool = False) -> None:
        """Commit a batch; if that fails, each request alone, so that only the guilty one hears of it.

        `again`: the commit of some of it may have been lost on its way, or only the news of it. `whole`: it
        is all that there is to write, so that nobody waits any more once it is committed.
        """
        try:
            results = self._commit(batch, again=again)
        except Full as error:
            self._tell_trouble(error)
            half = len(batch) // 2
            if half == 0 or self._refused >= PATIENCE:
                self._refused += 1
                self._wait_for_it(batch, error)
                return
            # A small entry may still fit where a large one did not.
            self._write(batch[:half], again=again)
            self._write(batch[half:], again=again)
            return
        except Away as error:
            self._wait_for_it(batch, error)
            return
        except Exception as error:
            if len(batch) == 1:
                batch[0].done.set_exception(error)
                return
            for request in batch:
                self._write([request], again=again)
            return
        self._trouble_until = 0.0
        if whole:
            self._away_since = 0.0  # before anybody hears of it, and asks whether all is well
        for request, result in zip(batch, results, strict=True):
            request.done.set_result(result)

    def _wait_for_it(self, batch: list[WriteRequest[object]], error: Away) -> None:
        """Keep what is patient for the next try; the others hear that the database is away."""
        self._tell_trouble(error)
        now = time.monotonic()
        self._away_since = self._away_since or now
        wait = not self._closed and now - self._away_since < self.waits_s
        for request in batch:
            if request.patient and wait:
                self._held.append(request)
            else:
                self._given_up |= request.patient
                request.done.set_exception(type(error)(str(error)))

    def _commit(self, batch: list[WriteRequest[object]], *, again: bool) -> list[object]:
        if not batch:
            return []
        with plain_errors(self._engine.url), self._engine.connect() as connection:
            connection.info.update(writes=True, again=again)
            try:
                with connection.begin():
                    self.fence(connection)
                    made = [request.work for request in batch if isinstance(request.work, dict)]
                    if again:
                        made = [row for row in made if not _kept(connection, row)]
                    if made:
                        connection.execute(insert(plies), made)
                    return [
                        None if isinstance(request.work, dict) else request.work(connection)
                        for request in batch
                    ]
            finally:
                connection.info["writes"] = False


class NoWriter:
    """The writer of a database that can only be read: it refuses every entry, and says why."""

    def __init__(self, trouble: Away) -> None:
        self.trouble = trouble

    def submit(self, work: Callable[[Connection], Result], *, patient: bool = False) -> Future[Result]:
        """A future that has failed."""
        done: Future[Result] = Future()
        done.set_exception(type(self.trouble)(str(self.trouble)))
        return done

    def add_ply(self, row: Row) -> Future[None]:
        """The same."""
        return self.submit(lambda _: None)

    def nudge(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """Nothing is left to write."""


def _kept(connection: Connection, row: Row) -> bool:
    """Was this ply committed, though nobody heard of it?"""
    same = (plies.c.game_id == row["game_id"]) & (plies.c.number == row["number"])
    return connection.execute(select(plies.c.move).where(same)).scalar() == row["move"]
