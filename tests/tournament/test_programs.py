"""Foreign programs in tournaments: sandboxed, uploaded as ZIPs, and badly behaved."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from schwarm.cli import run
from schwarm.game.record import replay
from schwarm.programs.sandbox import SandboxError, check_sandbox
from schwarm.store import open_store
from schwarm.tournament.journal import EventJournal, create
from schwarm.tournament.run import EventRun
from schwarm.tournament.views import bot_view
from schwarm.workers import LocalCrew, hired
from tests.tournament.events import event, stage, told
from tests.tournament.programs import team, upload

try:
    check_sandbox()
    SANDBOX = True
except SandboxError:
    SANDBOX = False

SHORT = {"rounds": 4}
AMPLE_MS = 200_000  # these programs are plain Python on a busy machine

ABORTED = "ended with code 3" if sys.platform == "win32" else "SIGABRT"
pytestmark = pytest.mark.compiled_only  # about processes, not about rules


def play(tmp_path: Path, entrants: list[dict[str, Any]], **said: Any) -> EventJournal:
    store = open_store(str(tmp_path / "games.db"))
    shape: dict[str, Any] = {"stages": stage("round robin", games=2), "options": SHORT, "profile": "official"}
    shape |= {"soft_ms": AMPLE_MS, "hard_ms": AMPLE_MS}
    journal = create(store, event(0, entrants=entrants, sandbox=SANDBOX, **(shape | said)))
    with hired(LocalCrew(1)) as crew:
        played = EventRun(journal, crew)
        played.play()
        assert played.given_up == []
    return journal


def test_programs_play_against_each_other_and_against_bots(tmp_path: Path) -> None:
    entrants: list[dict[str, Any]] = [
        {"name": "P", "command": [str(team(tmp_path / "p"))]},
        {"name": "Q", "command": ["./start.sh"], "folder": str(team(tmp_path / "q").parent)},
        {"name": "R", "player": "random"},
    ]
    journal = play(tmp_path, entrants)
    with journal.store as store:
        games = journal.games()
        assert len(games) == 6
        for line in games:
            assert told(line) == ""
            assert line.played.game is not None
            record = store.record(line.played.game)
            assert replay(record).finished()
            assert list(record.seats.values()) == list(line.played.players)
            assert min(line.think_ms) >= 0
            programs = set(line.played.players) - {"R"}
            assert "\n".join(journal.logs(line.key).values()).count("hello") == len(programs)
            assert "\n".join(journal.logs(line.key).values()).count("goodbye") == len(programs)


@pytest.mark.parametrize(
    ("misdeed", "reason", "said"),
    [
        ("crashes", "left the game", ABORTED),
        ("hangs", "time up", "within 6000 ms, none came"),
        ("floods", "left the game", "writing more than"),
        ("cheats", "illegal move", "A1-"),
        ("ends", "left the game", ""),
    ],
)
def test_a_program_that_misbehaves_loses_its_game_and_harms_nothing_else(
    misdeed: str, reason: str, said: str, tmp_path: Path
) -> None:
    entrants: list[dict[str, Any]] = [
        {"name": "bad", "command": [str(team(tmp_path / "p", misdeed))]},
        {"name": "good", "player": "random"},
    ]
    # The clock decides only where it is what is tested.
    limits = {"soft_ms": 6_000, "hard_ms": 6_000} if misdeed == "hangs" else {}
    journal = play(tmp_path, entrants, **limits)
    with journal.store:
        lines = journal.games()
        assert len(lines) == 2
        for line in lines:
            assert line.played.points_of("bad") == 0
            assert line.played.reason == reason
            assert told(line).startswith("bad: ")
            assert said in told(line)


def test_a_program_that_never_connects_has_lost(tmp_path: Path) -> None:
    script = tmp_path / "start.sh"
    script.write_text("#!/bin/sh\necho no idea what to do\nexit 7\n")
    script.chmod(0o755)
    journal = play(
        tmp_path, [{"name": "bad", "command": [str(script)]}, {"name": "good", "player": "random"}]
    )
    with journal.store:
        for line in journal.games():
            assert line.played.points_of("bad") == 0
            assert line.played.points_of("good") == 2
            assert "ended with code 7" in told(line)
            assert "no idea what to do" in "\n".join(journal.logs(line.key).values())


def test_zips_as_uploaded_to_the_contest_are_tested_and_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, misdeed in (("good", "behaves"), ("bad", "crashes")):
        team(tmp_path / name, misdeed)
        upload(tmp_path / f"{name}.zip", tmp_path / name)
    (tmp_path / "cup.toml").write_text(
        f"""
        name = "Cup"
        game = "piranhas"
        profile = "official"
        qualification = true
        soft_ms = {AMPLE_MS}
        hard_ms = {AMPLE_MS}
        sandbox = {str(SANDBOX).lower()}
        options = {{ rounds = 4 }}
        entrants = [
            {{ name = "good", zip = "good.zip" }},
            {{ name = "bad", zip = "bad.zip", start = "bad/start.sh" }},
            {{ name = "random", player = "random" }},
        ]
        stages = [{{ name = "League", games = 2 }}]
        """
    )
    assert run(["tournament", "run", "cup.toml", "--quiet", "--processes", "1"]) == 0
    with open_store("schwarm.db") as store:
        bad, good = bot_view(store, 1, "bad"), bot_view(store, 1, "good")
        assert (bad.qualified, good.qualified) == (False, True)
        assert ABORTED in str(bad.qualification_log)
        assert "hello" in str(good.qualification_log)
        assert [game.reason == "walkover" for game in good.games] == [True, True, False, False]
    assert not any(name.startswith("schwarm-") for name in os.listdir(tmp_path))
