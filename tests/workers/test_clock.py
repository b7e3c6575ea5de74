"""The fair clock in a worker: an answer counts from when it came out of the socket.

`match`, `sprt` and `tournament` all play their programs' games in such workers.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from schwarm import players
from schwarm.players import BotSpec
from schwarm.referee import Limits
from schwarm.workers import Contestant, Report, Task
from schwarm.workers.serve import NOBODY, GameHost
from tests.contest.busy import busy_when_asked
from tests.workers.foreign import honest

pytestmark = pytest.mark.compiled_only  # about processes, not about rules
SOFT_MS = 4_000  # longer than a bot of ours takes on a crowded machine
BUSY_S = SOFT_MS / 1000 + 0.5


@pytest.fixture
def worker() -> Iterator[GameHost]:
    with contextlib.ExitStack() as stack:
        yield GameHost([NOBODY, 0.0, 0.0, 0.0], stack)


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
            limits=Limits(SOFT_MS, None),
        )
    )
    assert isinstance(report, Report)
    return report


def test_a_busy_worker_costs_a_program_no_time(
    worker: GameHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy_when_asked(monkeypatch, BUSY_S)
    report = play(worker, tmp_path, pause_s=0.1)
    assert report.faults == {}
    assert report.slowest_ms[0] < SOFT_MS
    assert report.wall_ms > 1000 * BUSY_S


def test_a_late_answer_stays_late(worker: GameHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    busy_when_asked(monkeypatch, BUSY_S, until_answered=False)
    report = play(worker, tmp_path, pause_s=3 * BUSY_S)
    assert "expected an answer within 4000 ms" in report.faults["theirs"]
