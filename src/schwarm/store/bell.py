"""Whoever waits for news in the store is woken by whoever writes them, in this program or in another one.

Inside one program that takes no database. Programs that share a PostgreSQL hear of each other by its
notifications: one connection listens, and while it is there it holds a lock that tells others that this
program is alive. So a program that has nothing to do asks the database nothing.
"""

from __future__ import annotations

import logging
import os
import selectors
import threading
from collections.abc import Callable

from sqlalchemy import Connection, Engine, text

from schwarm.store.letters import Letters, box_of

log = logging.getLogger(__name__)
CHANNEL = "schwarm_news"
FELLOWS = "fellows"  # what is told where programs came or went, instead of the number of who has news
LIVING = 0x5CB  # the kind of lock that a living program holds, together with its number
AGAIN_S = 1.0  # between two tries to reach a database that is away ...
SOON_S = 0.2  # ... and to come back to it before others take us for dead


class Bell:
    """Who is to be woken; all methods may be called from any thread."""

    def __init__(self) -> None:
        self._hearing: list[Callable[[], object]] = []

    def hear(self, news: Callable[[], object]) -> None:
        """Call this, in whatever thread, whenever there may be news; it must be quick."""
        self._hearing = [*self._hearing, news]

    def ring(self) -> None:
        """There are news."""
        for news in self._hearing:
            news()


class Ear:
    """Listens for the news of other programs on the same PostgreSQL, in a thread."""

    def __init__(self, engine: Engine, run: int, bell: Bell, fellows: Bell, letters: Letters) -> None:
        """`fellows` rings when pages came or went; all are told when we may have missed something."""
        self._engine = engine
        self._run = run
        self._bell = bell
        self._fellows = fellows
        self._letters = letters
        self._closed = False
        self._woken, self._wake = os.pipe()
        self.ready = threading.Event()
        self._thread = threading.Thread(target=self._work, name="store ear", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hear no more."""
        self._closed = True
        os.write(self._wake, b".")
        self._thread.join()
        os.close(self._wake)
        os.close(self._woken)

    def _work(self) -> None:
        while not self._closed:
            try:
                self._listen()
            except Exception as error:  # whatever the driver says of a server that is gone
                log.debug("nobody can be heard for a moment: %s", error)
                self._pause(SOON_S)

    def _listen(self) -> None:
        plain = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        with plain.connect() as connection, selectors.DefaultSelector() as waiting:
            connection.execute(text(f"SELECT pg_advisory_lock({LIVING}, {self._run})"))
            for channel in (CHANNEL, box_of(self._run)):
                connection.execute(text(f"LISTEN {channel}"))
            line = connection.connection.driver_connection
            assert line is not None
            waiting.register(line.fileno(), selectors.EVENT_READ)
            waiting.register(self._woken, selectors.EVENT_READ)
            self._bell.ring()  # what was said while nobody listened
            self._fellows.ring()
            self._letters.missed()
            self.ready.set()
            while not self._closed:
                waiting.select()
                if not self._closed:
                    self._tell([(one.channel, one.payload) for one in line.notifies(timeout=0)])
            connection.detach()  # it holds a lock: nobody else shall get it

    def _tell(self, heard: list[tuple[str, str]]) -> None:
        news = [payload for channel, payload in heard if channel == CHANNEL]
        if FELLOWS in news:
            self._fellows.ring()
        if any(payload != str(self._run) for payload in news):
            self._bell.ring()
        if letters := [payload for channel, payload in heard if channel != CHANNEL]:
            self._letters.hear(letters)

    def _pause(self, seconds: float) -> None:
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._woken, selectors.EVENT_READ)
            waiting.select(seconds)


def tell_others(connection: Connection, run: int) -> None:
    """Let other programs hear of this transaction once it is committed."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"NOTIFY {CHANNEL}, '{run}'"))


def tell_fellows(connection: Connection) -> None:
    """Let all programs, this one too, hear that one came or went once this transaction is committed."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"NOTIFY {CHANNEL}, '{FELLOWS}'"))


def lives(connection: Connection, run: int) -> bool:
    """Does the program of this number hold its lock? Only PostgreSQL can tell."""
    if connection.dialect.name != "postgresql":
        return False
    free = connection.execute(text(f"SELECT pg_try_advisory_xact_lock({LIVING}, {run})")).scalar_one()
    return not free
