"""The fair clock in a worker: an answer counts from when it came out of the socket.

`match`, `sprt` and `tournament` all play their programs' games in such workers.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schwarm import players
from schwarm.players import BotSpec
from schwarm.referee import Limits
from schwarm.workers import Contestant, Report, Task
from schwarm.workers.serve import NOBODY, THINKING, GameHost
from tests.workers.foreign import honest

pytestmark = pytest.mark.compiled_only  # about processes, not about rules
BUSY_S = 5.0  # longer than any pause that a crowded machine makes in a program's answer
SOFT_MS = 4_000


class Shared(list[float]):
    """What a worker tells its owner; each time somebody is asked, the worker's event loop gets busy."""

    def __setitem__(self, place: Any, value: Any) -> None:
        if place == THINKING and value != NOBODY:
            asyncio.get_running_loop().call_later(0.02, time.sleep, BUSY_S)
        super().__setitem__(place, value)


@pytest.fixture
def worker() -> Iterator[GameHost]:
    with contextlib.ExitStack() as stack:
        yield GameHost(Shared([NOBODY, 0.0, 0.0, 0.0]), stack)


def play(worker: GameHost, folder: Path, pause_s: float) -> Report:
    theirs = players.read(honest(folder, pause_s), folder)
    report = worker.play(
        Task(
            (0,),
            "piranhas",
            7,
            (Contestant("theirs", theirs), Contestant("ours", BotSpec("random"))),
            profile="official",
            options={"rounds": 1},
            limits=Limits(SOFT_MS, 60_000),
        )
    )
    assert isinstance(report, Report)
    return report


def test_a_busy_worker_costs_a_program_no_time(worker: GameHost, tmp_path: Path) -> None:
    report = play(worker, tmp_path, pause_s=0.1)
    assert report.faults == {}
    assert report.slowest_ms[0] < SOFT_MS
    assert report.wall_ms > 1000 * BUSY_S


def test_a_late_answer_stays_late(worker: GameHost, tmp_path: Path) -> None:
    report = play(worker, tmp_path, pause_s=BUSY_S + 2 * SOFT_MS / 1000)
    assert "expected an answer within 4000 ms" in report.faults["theirs"]
