"""`schwarm tournament` and `schwarm sprt` as a person calls them."""

from __future__ import annotations

import fcntl
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from schwarm.cli import run
from schwarm.programs.processes import descendants
from schwarm.store import open_store
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.views import bot_view
from tests.programs.foreign import alive
from tests.waiting import PATIENCE_S, wait

FILE = """
name = "Cup"
game = "piranhas"
soft_ms = 1000
entrants = [
  { name = "A", player = "random" }, { name = "B", player = "random" }, { name = "C", player = "random" },
]
[[stages]]
name = "League"
games = 2
ranking = ["match points", "victory points", "average heaviest swarm", "lot"]
[[stages]]
name = "Final"
kind = "knock-out"
take = 2
games = 2
"""

pytestmark = pytest.mark.compiled_only  # about processes, not about rules


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cup.toml").write_text(FILE)
    return tmp_path


def test_an_event_is_run_shown_and_exported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tournament", "run", "cup.toml", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "League" in said
    assert "really the strongest with probability" in said
    assert run(["tournament", "list"]) == 0
    assert re.search(r"1\tCup\tpiranhas\t\d+ games\tfinished", capsys.readouterr().out)
    assert run(["tournament", "table"]) == 0
    assert "final" in capsys.readouterr().out
    for name in ("cup.html", "cup.json", "cup.csv"):
        assert run(["tournament", "export", name]) == 0
    assert json.loads((folder / "cup.json").read_text("utf-8"))["name"] == "Cup"
    assert (folder / "cup.html").read_text("utf-8").startswith("<!doctype html>")
    assert run(["tournament", "export", "cup.csv", "--tables"]) == 0
    assert run(["tournament", "resume", "--quiet"]) == 0  # nothing left to do


def test_json_mode_says_everything_in_lines(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tournament", "run", "cup.toml", "--json", "--processes", "1"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["what"] == "event"
    games = [line for line in lines if line["what"] == "game"]
    assert len(games) >= 8
    assert games[0].keys() >= {"first", "second", "points", "reason", "wall_ms", "game"}
    assert lines[-1] == {"what": "plan", "open": 0, "finished": True}


def test_mistakes_are_told_in_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bad.toml").write_text(FILE.replace("knock-out", "pyramid"))
    with open_store("schwarm.db"):
        pass  # there is one, with nothing in it
    for arguments, said in [
        (["tournament", "run", "bad.toml"], "'pyramid'"),
        (["tournament", "table", "--store", "none.db"], "there is no database"),
        (["tournament", "run", "none.toml"], "No such file"),
        (["tournament", "resume", "4"], "expected the number of an event"),
        (["tournament", "table"], "expected a store with an event in it"),
        (["tournament", "run", "cup.toml", "--on", "the moon"], "expected --on local, ray"),
        (["sprt", "best@soon", "random"], "expected NAME, NAME@MS"),
    ]:
        assert run(arguments) == 2
        captured = capsys.readouterr()
        assert said in captured.err
        assert captured.err.count("\n") == 1


def test_presets_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tournament", "presets"]) == 0
    assert "software-challenge-2026" in capsys.readouterr().out


def test_an_interrupt_stops_in_an_orderly_way_and_resume_goes_on(folder: Path) -> None:
    (folder / "long.toml").write_text(FILE.replace("games = 2\nranking", "games = 60\nranking"))
    command = [sys.executable, "-m", "schwarm.cli", "tournament"]
    program = subprocess.Popen(
        [*command, "run", "long.toml", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert program.stdout is not None
    fcntl.fcntl(program.stdout, fcntl.F_SETPIPE_SZ, 4096)  # so it cannot play on while nobody listens
    games = 0
    while games < 6:
        games += json.loads(program.stdout.readline())["what"] == "game"
    os.kill(program.pid, signal.SIGINT)
    _, errors = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 1
    assert "schwarm tournament resume 1" in errors
    with open_store("schwarm.db") as store:
        before = {line.key: line.played for line in EventJournal(store, 1).games()}
    assert 6 <= len(before) < 180
    assert run(["tournament", "resume", "1", "--quiet"]) == 0
    with open_store("schwarm.db") as store:
        after = EventJournal(store, 1).results()
    assert after.items() >= before.items()
    assert len(after) >= 182


@pytest.mark.parametrize(
    "command",
    [
        ["match", "piranhas", "5", "5", "--games", "500", "--processes", "2", "--time", "60000"],
        ["tournament", "run", "long.toml", "--json", "--processes", "2"],
    ],
    ids=["match", "tournament run"],
)
def test_no_worker_outlives_a_command_that_is_killed(folder: Path, command: list[str]) -> None:
    (folder / "long.toml").write_text(FILE.replace("games = 2\nranking", "games = 60\nranking"))
    program = subprocess.Popen(
        [sys.executable, "-m", "schwarm.cli", *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        workers = wait(lambda: found if len(found := descendants(program.pid) - {program.pid}) > 1 else None)
    finally:
        program.kill()
        program.communicate(timeout=PATIENCE_S)
    wait(lambda: not any(alive(pid) for pid in workers or ()))


def test_sprt_finds_the_stronger_bot(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sprt", "greedy@500", "random", "--time", "500", "--elo1", "100", "--quiet", "--seed", "1"]
    assert run(arguments) == 0
    said = capsys.readouterr().out
    assert "is stronger (H1)" in said
    assert "the stronger with probability" in said.replace("\n", " ")


def test_the_qualification_test_keeps_a_log_and_excludes_who_fails(folder: Path) -> None:
    text = FILE.replace(
        '{ name = "C", player = "random" }', '{ name = "C", player = "tests.tournament.bots:raises" }'
    )
    (folder / "cup.toml").write_text("qualification = true\n" + text)
    assert run(["tournament", "run", "cup.toml", "--quiet"]) == 0
    with open_store("schwarm.db") as store:
        failed, passed = bot_view(store, 1, "C"), bot_view(store, 1, "A")
        assert failed.qualified is False
        assert "game 1 fault: crashed" in str(failed.qualification_log)
        assert {(one.reason, one.game) for one in failed.games} == {("walkover", None)}  # none was played
        assert passed.qualified is True
        assert "game 2 ended after" in str(passed.qualification_log)
        assert all("C" not in line.played.players for line in EventJournal(store, 1).games())
    assert run(["tournament", "resume", "--quiet"]) == 0
