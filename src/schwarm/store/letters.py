"""Short texts from one page to another, by PostgreSQL's notifications.

Whoever shares the database is reached that way, wherever it runs. A letter may be lost, with a connection or
where too many wait; who sends and who reads are told that some may have been, and number theirs themselves.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable

from sqlalchemy import Engine

log = logging.getLogger(__name__)
LONGEST = 7_900  # bytes of a letter; PostgreSQL takes less than 8,000
AGAIN_S = 1.0  # between two tries to reach a database that is away
MOST_WAITING = 10_000  # letters for a database that does not take them
GATHER_S = 0.01  # letters within this time are sent together: a statement costs as much as ten letters
# A letter needs no disk.
SEND = (
    "SELECT pg_notify(box, letter) FROM unnest(%s::text[], %s::text[]) AS waiting (box, letter),"
    " (SELECT set_config('synchronous_commit', 'off', true)) AS quick"
)


def box_of(run: int) -> str:
    """The channel on which a program hears its letters."""
    return f"schwarm_page_{run}"


class Letters:
    """Those of one program; all methods may be called from any thread. A thread of its own sends them."""

    def __init__(self, engine: Engine) -> None:
        self.hear: Callable[[list[str]], object] = lambda letters: None  # called with those that come
        self.missed: Callable[[], object] = lambda: None  # called when some may have been lost
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._waiting: deque[tuple[str, str]] = deque()
        self._news = threading.Condition()
        self._closed = self._lost = False
        self._thread: threading.Thread | None = None  # begins with the first letter

    def send(self, box: str, letter: str) -> None:
        """Let a letter of at most LONGEST bytes reach a box soon."""
        with self._news:
            if len(self._waiting) >= MOST_WAITING:
                self._waiting.clear()
                self._lost = True
            self._waiting.append((box, letter))
            if len(self._waiting) == 1:  # else it is about to take all
                self._news.notify()
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._work, name="store letters", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Send no more."""
        with self._news:
            self._closed = True
            self._news.notify()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while not self._closed:
            try:
                self._send_all()
            except Exception as error:  # whatever the driver says of a server that is gone
                log.debug("letters to other pages are lost for a moment: %s", error)
                with self._news:
                    self._waiting.clear()
                    self._lost = True
                    self._news.wait_for(lambda: self._closed, AGAIN_S)

    def _send_all(self) -> None:
        with self._engine.connect() as connection:
            line = connection.connection.driver_connection
            assert line is not None
            while some := self._next():
                line.execute(SEND, [list(column) for column in zip(*some, strict=True)])

    def _next(self) -> list[tuple[str, str]]:
        """All that wait, as soon as there are some; none once we are closed."""
        with self._news:
            if self._lost:
                self._lost = False
                self.missed()
            self._news.wait_for(lambda: self._waiting or self._closed)
        time.sleep(GATHER_S)
        with self._news:
            some = [] if self._closed else list(self._waiting)
            self._waiting.clear()
            return some
