"""A busy page costs neither the clients of its contest port nor the programs on the page any time."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from schwarm.cli.up import serve
from schwarm.contest.client import Client, ServerError
from schwarm.contest.client import SeatRequest as Request
from schwarm.games import Game
from schwarm.players import ProgramSpec
from schwarm.referee import Limits
from schwarm.web import Settings, create_app
from schwarm.web.forms import NewTable
from schwarm.web.open_tables import OpenTables
from schwarm.web.programs import Offer
from tests.contest.test_clock import BUSY_S, SOFT_MS
from tests.ports import free_port

# Says when it is asked, then waits for the page to be busy before it answers.
SLOW_TO_ASK = """
import pathlib, sys, time
from schwarm.contest.program import ContestBot

folder = pathlib.Path(sys.argv.pop(1))

class Bot(ContestBot):
    game = "piranhas"

    def choose(self, game, budget_ms):
        if game.turn == 0:
            (folder / "asked").touch()
            while not (folder / "busy").exists():
                time.sleep(0.01)
        return game.legal_moves()[0]

Bot().main()
"""


class Page:
    """The page as `schwarm up` serves it, in a thread of the test."""

    def __init__(self, settings: Settings) -> None:
        self.app: Starlette = create_app(settings)
        self._server = uvicorn.Server(uvicorn.Config(self.app, port=0, log_level="error"))
        self._thread = threading.Thread(target=serve, args=(self._server,))

    @property
    def open_tables(self) -> OpenTables:
        found: OpenTables = self.app.state.open_tables
        return found

    def busy(self, seconds: float, begun: threading.Event) -> None:
        """Keep the page's event loop from doing anything else for a while."""

        def sleep() -> None:
            begun.set()
            time.sleep(seconds)

        self._server.servers[0].get_loop().call_soon_threadsafe(sleep)

    def __enter__(self) -> Page:
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive()
            time.sleep(0.01)
        return self

    def __exit__(self, *error: object) -> None:
        self._server.should_exit = True
        self._thread.join(100)


@contextmanager
def page(folder: Path, **more: object) -> Iterator[Page]:
    limits = Limits(SOFT_MS, 60_000)
    given = {
        "store": str(folder / "page.db"),
        "warm_up": False,
        "bot_workers": 1,
        "contest_port": free_port(),
    }
    with Page(Settings(**given, program_limits=limits, **more)) as made:  # type: ignore[arg-type]
        yield made


def test_the_pages_contest_port_stamps_answers_at_the_socket(tmp_path: Path) -> None:
    with page(tmp_path) as made:
        begun = threading.Event()

        def think(game: Game, budget_ms: float | None) -> str:
            if game.turn == 0:
                made.busy(BUSY_S, begun)
                assert begun.wait(100)
            return game.legal_moves()[0]

        def play() -> None:
            port = made.open_tables.contest.door.port
            with suppress(ServerError), Client("piranhas", "127.0.0.1", port) as client:
                client.play(Request(), think)

        both = [threading.Thread(target=play, daemon=True) for _ in range(2)]
        for thread in both:
            thread.start()
        while not (tables := list(made.open_tables.tables.values())) or not tables[0].plies:
            time.sleep(0.01)
        assert begun.is_set()
        assert tables[0].plies[0].think_ms is not None
        assert tables[0].plies[0].think_ms < SOFT_MS


def test_programs_on_the_page_are_timed_at_the_socket(tmp_path: Path) -> None:
    (tmp_path / "player.py").write_text(SLOW_TO_ASK)
    command = (sys.executable, str(tmp_path / "player.py"), str(tmp_path))
    with page(tmp_path, programs={"slow": Offer(ProgramSpec(command))}) as made:
        loop = made._server.servers[0].get_loop()
        form = NewTable(game="piranhas", side="blue", opponent="program", program="slow", name="")
        starting = made.open_tables.start("tester", form)
        table, _, _ = asyncio.run_coroutine_threadsafe(starting, loop).result(100)
        while not (tmp_path / "asked").exists():
            assert table.end is None
            time.sleep(0.01)
        begun = threading.Event()
        made.busy(BUSY_S, begun)
        assert begun.wait(100)
        (tmp_path / "busy").touch()
        while not table.plies:
            assert table.end is None, table.end
            time.sleep(0.01)
        assert table.plies[0].think_ms is not None
        assert table.plies[0].think_ms < SOFT_MS
