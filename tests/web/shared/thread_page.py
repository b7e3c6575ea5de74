"""The page as `schwarm up` serves it, in a thread of the test."""

from __future__ import annotations

import threading
import time

from schwarm.web import Settings, create_app
from schwarm.web.env import env_of
from schwarm.web.serving import PageServer, bound, serve
from schwarm.web.tables.open_tables import OpenTables
from tests.waiting import PATIENCE_S


class ThreadPage:
    """Open while its `with` statement lasts; `port` is where it listens."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        sockets = bound("127.0.0.1", 0)
        self.port: int = sockets[0].getsockname()[1]
        self._server = PageServer(self.app, settings, lambda: None)
        self._thread = threading.Thread(target=serve, args=(self._server, sockets))

    @property
    def open_tables(self) -> OpenTables:
        found: OpenTables = env_of(self.app).tables
        return found

    def __enter__(self) -> ThreadPage:
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive()
            time.sleep(0.01)
        return self

    def __exit__(self, *error: object) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE_S)
