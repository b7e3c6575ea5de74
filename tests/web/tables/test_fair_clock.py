"""A busy page costs neither the clients of its contest port nor the programs on the page any time."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from schwarm.contest.client import Client, ServerError
from schwarm.contest.client import SeatRequest as Request
from schwarm.players import ProgramSpec
from schwarm.referee import Limits
from schwarm.web import Settings
from schwarm.web.shared.forms import NewTable
from schwarm.web.shared.programs import OfferedProgram
from schwarm.web.tables.starting import start
from schwarm.web.tables.table import Table
from tests.contest.busy import busy_when_asked
from tests.ports import free_port
from tests.waiting import PATIENCE_S, wait
from tests.web.shared.thread_page import ThreadPage

SOFT_MS = 2_000
PLAYER = """
from schwarm.contest.program import ContestBot

class Bot(ContestBot):
    game = "piranhas"

    def choose(self, game, budget_ms):
        return game.legal_moves()[0]

Bot().main()
"""


@contextmanager
def page(folder: Path, **more: object) -> Iterator[ThreadPage]:
    limits = Limits(SOFT_MS, None)
    given = {
        "store": str(folder / "page.db"),
        "warm_up": False,
        "bot_workers": 1,
        "contest_port": free_port(),
    }
    with ThreadPage(Settings(**given, program_limits=limits, **more)) as made:  # type: ignore[arg-type]
        yield made


def test_the_pages_contest_port_stamps_answers_at_the_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = busy_when_asked(monkeypatch, 2 * SOFT_MS / 1000)
    with page(tmp_path) as made:

        def play() -> None:
            port = made.open_tables.contest.door.port
            with suppress(ServerError), Client("piranhas", "127.0.0.1", port) as client:
                client.play(Request(), lambda game, budget_ms: game.legal_moves()[0])

        both = [threading.Thread(target=play, daemon=True) for _ in range(2)]
        for thread in both:
            thread.start()
        (table,) = wait(lambda: list(made.open_tables.tables.values()))
        timed_at_the_socket(table)
        assert asked


def test_programs_on_the_page_are_timed_at_the_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = busy_when_asked(monkeypatch, 2 * SOFT_MS / 1000)
    (tmp_path / "player.py").write_text(PLAYER)
    command = (sys.executable, str(tmp_path / "player.py"))
    with page(tmp_path, programs={"quick": OfferedProgram(ProgramSpec(command))}) as made:
        loop = made._server.servers[0].get_loop()
        form = NewTable(game="piranhas", side="blue", opponent="program", program="quick", name="")
        starting = start(made.open_tables, "tester", form)
        table, _, _ = asyncio.run_coroutine_threadsafe(starting, loop).result(PATIENCE_S)
        timed_at_the_socket(table)
        assert asked


def timed_at_the_socket(table: Table) -> None:
    """Its first move came in time, although nobody looked for it."""
    wait(lambda: table.course.plies or table.course.end)
    assert table.course.end is None, table.course.end
    assert table.course.plies[0].think_ms is not None
    assert table.course.plies[0].think_ms < SOFT_MS
