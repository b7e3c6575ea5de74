"""Every player is told the time its moves may really take, wherever it plays."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from schwarm import Game, new_game
from schwarm.contest.client import MARGIN_MS
from schwarm.contest.program import MOVE_MS, ContestBot, LevelBot
from schwarm.game.errors import BadOption
from schwarm.players import ArchiveSpec, BotSpec, PlayerSpec, ProgramSpec
from schwarm.referee import CONTEST, Limits
from schwarm.workers import Contestant, LocalCrew, Report, hired, pairs, play_all
from tests.contest.servers import ServerThread
from tests.programs.test_sandbox import needs_bubblewrap
from tests.tournament.programs import team, upload

TELLING = """
import sys
from schwarm.contest.program import ContestBot

class Telling(ContestBot):
    game = "piranhas"

    def choose(self, game, budget_ms):
        print("may take", budget_ms, flush=True)
        return game.legal_moves()[0]

sys.exit(Telling().main())
"""
AMPLE = 60_000  # nobody is late on a busy machine


class Noting(ContestBot):
    """Notes how much time it is given."""

    game = "piranhas"

    def __init__(self) -> None:
        self.given: set[float] = set()

    def choose(self, game: Game, budget_ms: float) -> str:
        self.given.add(budget_ms)
        return game.legal_moves()[0]


def given(*arguments: str) -> set[float]:
    """What two players that are started with these arguments are given for their moves."""
    bots = (Noting(), Noting())

    def start(name: str) -> Game:
        return new_game(name, seed=5, rounds=2)

    with ServerThread(start=start) as server, ThreadPoolExecutor(2) as pool:
        words = ["-h", "127.0.0.1", "-p", str(server.port), *arguments]
        assert list(pool.map(lambda bot: bot.main(words), bots)) == [0, 0]
    return bots[0].given | bots[1].given


def test_without_a_word_a_player_has_the_contests_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(MOVE_MS, raising=False)
    assert CONTEST.soft_ms is not None
    assert given() == {CONTEST.soft_ms - MARGIN_MS}


def test_the_environment_tells_a_player_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MOVE_MS, "500")
    assert given() == {500 - MARGIN_MS}


def test_the_start_scripts_arguments_come_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MOVE_MS, "500")
    assert given("--time", "800") == {800 - MARGIN_MS}


@pytest.mark.parametrize("said", ["soon", "0", "-3", "nan", "inf", ""])
def test_a_time_that_is_none_is_refused_in_one_line(
    said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(MOVE_MS, said)
    assert Noting().main([]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"expected {MOVE_MS} in milliseconds, not {said!r}" in told
    with pytest.raises(BadOption):
        LevelBot("piranhas", "random").play(port=1)


def played(one: PlayerSpec, *, sandbox: bool) -> Report:
    """A short game of this player against the random one at a limit of its own."""
    first, second = Contestant("one", one), Contestant("other", BotSpec("random"))
    limits = Limits(AMPLE, 2 * AMPLE)
    with hired(LocalCrew(1)) as crew:
        tasks = pairs("piranhas", first, second, 1, options={"rounds": 2}, limits=limits, sandbox=sandbox)
        (report,) = play_all(tasks, crew)
    return report


@pytest.mark.parametrize("packed", [False, True])
def test_a_program_is_told_the_limit_of_its_game(packed: bool, tmp_path: Path) -> None:
    folder = tmp_path / "team"
    start = team(folder)
    start.write_text(f'#!/bin/sh\nexec {sys.executable} "$(dirname "$0")/player.py" "$@"\n', newline="\n")
    (folder / "player.py").write_text(TELLING)
    spec = ArchiveSpec(str(upload(tmp_path / "team.zip", folder))) if packed else ProgramSpec((str(start),))
    report = played(spec, sandbox=False)
    assert report.faults == {}
    assert set(report.logs["one"].splitlines()) >= {f"may take {AMPLE - MARGIN_MS}.0"}


@needs_bubblewrap
def test_a_program_in_the_sandbox_is_told_it_too(tmp_path: Path) -> None:
    folder = tmp_path / "team"
    start = team(folder)
    player = folder / "player.py"
    path = 'import os, sys\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), "library"))\n'
    player.write_text(path + TELLING)
    report = played(ProgramSpec((str(start),), str(folder)), sandbox=True)
    assert report.faults == {}
    assert f"may take {AMPLE - MARGIN_MS}.0" in report.logs["one"]
