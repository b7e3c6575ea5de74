"""A machine vanishes without a word: another takes over its games, and it is told so when it comes back."""

from __future__ import annotations

import http.client
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.store import postgres
from tests.store.machines import Machines, machines, possible
from tests.waiting import PATIENCE_S, wait

PORT, INNER = 8000, 8001
WITHIN_S = 5.0
BUSY = 4  # times as long on a machine that has much else to do ...
QUIET = 2.0  # ... than this load

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not possible(), reason="making machines needs root, and the programs of iproute2"),
    pytest.mark.skipif(postgres.programs() is None, reason="PostgreSQL is not installed"),
]


class Hall:
    """Two pages on two machines, and their database on a third."""

    def __init__(self, wire: Machines, url: str, folder: Path, stack: ExitStack) -> None:
        self.wire = wire
        self.pages = []
        for number, address in enumerate(wire.addresses):
            command = [sys.executable, "-m", "schwarm", "up", "--host", address, "--port", str(PORT)]
            command += ["--contest", "0", "--store", url, "--inner", f"{address}:{INNER}", "--processes", "1"]
            with (folder / f"page{number}").open("wb") as said:
                page = wire.start(number, command, stdout=said, stderr=said, cwd=folder)
            stack.callback(page.wait)
            stack.callback(page.kill)
            self.pages.append(page)
            wait(lambda: "the page is at" in (folder / f"page{number}").read_text("utf-8"))  # noqa: B023

    def ask(self, number: int, path: str, form: Any = None, token: str = "") -> tuple[int, Any]:
        """The answer of a page; 0 if there is none."""
        headers = {"content-type": "application/json"} | (
            {"authorization": f"Bearer {token}"} if token else {}
        )

        def work() -> tuple[int, Any]:
            line = http.client.HTTPConnection(self.wire.addresses[number], PORT, timeout=2)
            try:
                body = None if form is None else json.dumps(form)
                line.request("GET" if form is None else "POST", path, body, headers)
                answer = line.getresponse()
                return answer.status, json.loads(answer.read())
            except (OSError, http.client.HTTPException):
                return 0, None
            finally:
                line.close()

        return self.wire.at_hub(work)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    programs = postgres.programs()
    assert programs
    with machines(2) as wire, ExitStack() as stack:
        server = stack.enter_context(postgres.own_server(programs, wire.hub, wire.hub_address))
        yield Hall(wire, server.address.format(database="postgres"), tmp_path, stack)


def test_the_games_of_a_machine_that_lost_its_power_go_on_and_it_may_write_nothing_more(hall: Hall) -> None:
    _, seat = hall.ask(0, "/api/tables", {"game": "piranhas", "opponent": "here", "seed": 7})
    token = next(iter(seat["tokens"].values()))
    table = f"/api/tables/{seat['id']}"

    def play(number: int, ply: int) -> bool:
        status, shown = hall.ask(number, table, token=token)
        if status != 200 or shown["ply"] != ply:
            return False
        form = {"move": shown["moves"][0]["move"], "ply": ply}
        return hall.ask(number, f"{table}/moves", form, token)[0] == 200

    for ply in range(4):
        wait(lambda: play(ply % 2, ply))  # noqa: B023
    hall.wire.pull(0)
    began = time.monotonic()
    while not play(1, 4):
        assert time.monotonic() - began < BUSY * WITHIN_S, "nobody took over"
    took_s = time.monotonic() - began
    print(f"taken over and played on after {took_s:.2f} s")
    if os.getloadavg()[0] < QUIET:
        assert took_s < WITHIN_S
    hall.wire.plug(0)
    hall.pages[0].wait(PATIENCE_S)  # it finds that others took its place, and ends itself
    assert wait(lambda: play(1, 5))
    assert len(hall.ask(1, table)[1]["history"]) == 6
