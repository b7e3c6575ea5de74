"""Many games, one commit: a thread that writes what has piled up since its last commit in one go."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from sqlalchemy import Connection, Engine, insert

from schwarm.store.engine import plain_errors
from schwarm.store.errors import Full, StoreError
from schwarm.store.schema import plies

Result = TypeVar("Result")
BATCH = 500  # entries in one commit at most
IDLE_S = 15.0  # how often a sign of life is given
RETRY_S = 5.0  # how long nothing new is begun after the disk was found full; then somebody may try again


PATIENCE = 3  # entries tried alone on a full disk before the rest of a batch is given up with them
Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class Job(Generic[Result]):
    """Something to write, and who waits for it: some work, or a ply's row; a batch writes all rows at once.

    It may run twice, but is committed once. Nobody may submit two jobs that depend on each other's order.
    """

    work: Callable[[Connection], Result] | Row
    done: Future[Result]


class Writer:
    """The only thread of this program that writes to the database."""

    def __init__(self, engine: Engine, sign_of_life: Callable[[Connection], None]) -> None:
        self._engine = engine
        self._sign_of_life = sign_of_life
        self._jobs: SimpleQueue[Job[object] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._full_until = 0.0
        self._refused = 0  # single entries of the present batch for which there was no room
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """A future that is done once the work is committed."""
        return self._queue(Job(work, Future()))

    def add_ply(self, row: Row) -> Future[None]:
        """A future that is done once the row is committed."""
        return self._queue(Job(row, Future()))

    @property
    def full(self) -> bool:
        """Was there no room on the disk just now?"""
        return time.monotonic() < self._full_until

    def _queue(self, job: Job[Result]) -> Future[Result]:
        with self._lock:
            if self._closed:
                raise StoreError("the store is closed")
            self._jobs.put(job)  # type: ignore[arg-type]
        return job.done

    def close(self) -> None:
        """Write what was submitted and end the thread."""
        with self._lock:
            self._closed = True
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        alive = time.monotonic()
        while True:
            try:
                first = self._jobs.get(timeout=IDLE_S)
            except Empty:
                first = Job(self._sign_of_life, Future())
                alive = time.monotonic()
            batch = [first]
            while len(batch) < BATCH and not self._jobs.empty():
                batch.append(self._jobs.get())
            if time.monotonic() - alive > IDLE_S:
                batch.append(Job(self._sign_of_life, Future()))
                alive = time.monotonic()
            self._refused = 0
            self._write([job for job in batch if job is not None and job.done.set_running_or_notify_cancel()])
            if None in batch:
                return

    def _write(self, batch: list[Job[object]]) -> None:
        """Commit a batch; if that fails, each job alone, so that only the guilty one hears of it."""
        try:
            results = self._commit(batch)
        except Full as error:
            self._full_until = time.monotonic() + RETRY_S
            half = len(batch) // 2
            if (
                half == 0 or self._refused >= PATIENCE
            ):  # a small entry may still fit where a large one did not
                self._refused += 1
                for job in batch:
                    job.done.set_exception(Full(str(error)))
                return
            self._write(batch[:half])
            self._write(batch[half:])
            return
        except Exception as error:
            if len(batch) == 1:
                batch[0].done.set_exception(error)
                return
            for job in batch:
                self._write([job])
            return
        self._full_until = 0.0
        for job, result in zip(batch, results, strict=True):
            job.done.set_result(result)

    def _commit(self, batch: list[Job[object]]) -> list[object]:
        if not batch:
            return []
        with plain_errors(self._engine.url), self._engine.connect() as connection:
            connection.info["writes"] = True
            try:
                with connection.begin():
                    made = [job.work for job in batch if isinstance(job.work, dict)]
                    if made:
                        connection.execute(insert(plies), made)
                    return [None if isinstance(job.work, dict) else job.work(connection) for job in batch]
            finally:
                connection.info["writes"] = False
