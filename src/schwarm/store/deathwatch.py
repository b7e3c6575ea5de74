"""Pages on one PostgreSQL notice each other's death within a moment, though nobody asks how others are.

They stand in a ring by their numbers, and each waits for the lock that the one before it holds while it
lives. The database gives it that lock at once when the other's process ends, and within seconds when its
machine does. Who is on the same machine has ended for sure then; any other one, whose connection alone may
have been lost, has a moment to come back before it is signed off.
"""

from __future__ import annotations

import logging
import os
import selectors
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Engine, Row, select

from schwarm.store.bell import AGAIN_S, LIVING, lives
from schwarm.store.runs import is_gone
from schwarm.store.schema import runs

log = logging.getLogger(__name__)
GRACE_S = 1.5  # in which a page that lost its connection may come back
CANCEL_S = 0.1  # between two tries to end our waiting


class Deathwatch:
    """Waits for the death of one other page, in a thread."""

    def __init__(self, engine: Engine, run: int, sign_off: Callable[[int], None]) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._run = run
        self._sign_off = sign_off
        self._closed = False
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._woken, False)
        self._thread = threading.Thread(target=self._work, name="store deathwatch", daemon=True)
        self._thread.start()

    def look_again(self) -> None:
        """Pages came or went: another one may stand before us now. From any thread."""
        with suppress(OSError):  # closed
            os.write(self._wake, b".")

    def close(self) -> None:
        """Watch no more."""
        self._closed = True
        self.look_again()
        self._thread.join()
        woken, wake = self._woken, self._wake
        self._woken = self._wake = -1
        os.close(wake)
        os.close(woken)

    def _work(self) -> None:
        while not self._closed:
            with suppress(BlockingIOError):
                os.read(self._woken, 4096)
            if self._closed:
                return
            try:
                with self._engine.connect() as connection:
                    before = self._before_us(connection)
                    dead = before is not None and self._died(connection, before)
                if before is None:
                    self._rest(None)
                elif dead:
                    log.warning("the page with number %d is gone: others go on with its games", before.id)
                    self._sign_off(before.id)
            except Exception as error:  # whatever the driver says of a server that is gone
                log.debug("no page can be watched for a moment: %s", error)
                self._rest(AGAIN_S)

    def _before_us(self, connection: Connection) -> Row[Any] | None:
        """The page before ours in the ring: the next smaller number, or else the largest."""
        pages = select(runs).where(runs.c.inner.is_not(None), runs.c.id != self._run)
        found = connection.execute(pages.order_by(runs.c.id >= self._run, runs.c.id.desc()).limit(1))
        return found.one_or_none()

    def _died(self, connection: Connection, page: Row[Any]) -> bool:
        """Wait until this page is dead; False if we were woken before."""
        if not self._lock_is_free(connection, page.id):
            return False
        if is_gone(page):
            return True
        return not self._rest(GRACE_S) and not lives(connection, page.id)

    def _lock_is_free(self, connection: Connection, page: int) -> bool:
        line: Any = connection.connection.driver_connection
        asked = line.pgconn
        asked.send_query(f"SELECT pg_advisory_xact_lock_shared({LIVING}, {page})".encode())
        asked.flush()
        free = self._rest(None, asked.socket) is False
        while not free and not self._readable(asked.socket, CANCEL_S):
            asked.get_cancel().cancel()  # it does not hear that while it is only about to begin
        answers = list(iter(asked.get_result, None))
        return free and bool(answers) and not any(answer.error_message for answer in answers)

    def _rest(self, seconds: float | None, line: int | None = None) -> bool:
        """Wait until we are woken, which is True; or so long, or until there is an answer on this line."""
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._woken, selectors.EVENT_READ, True)
            if line is not None:
                waiting.register(line, selectors.EVENT_READ, False)
            return any(key.data for key, _ in waiting.select(seconds))

    @staticmethod
    def _readable(line: int, seconds: float) -> bool:
        with selectors.DefaultSelector() as waiting:
            waiting.register(line, selectors.EVENT_READ)
            return bool(waiting.select(seconds))
