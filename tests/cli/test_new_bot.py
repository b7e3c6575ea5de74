"""`schwarm new bot` and `schwarm check`: a folder that works at once, and what is wrong with a bot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import schwarm
from schwarm.cli import run
from schwarm.game import list_games
from tests.waiting import PATIENCE_S

BOT = """
from schwarm.contest.program import ContestBot

class Bot(ContestBot):
    game = "blokus"

    def choose(self, game, budget_ms):
        if game.turn < 2:
            return game.legal_moves()[0]
        {line}

if __name__ == "__main__":
    raise SystemExit(Bot().main())
"""


def python(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    source = str(Path(schwarm.__file__).parent.parent)
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": source},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
    )


@pytest.mark.parametrize("game", list_games())
def test_a_new_bot_plays_its_game_and_passes_its_own_test(game: str, tmp_path: Path) -> None:
    assert run(["new", "bot", str(tmp_path / "bot"), "--game", game]) == 0
    tested = python("-m", "unittest", folder=tmp_path / "bot")
    assert tested.returncode == 0, tested.stderr
    readme = (tmp_path / "bot/README.md").read_text("utf-8")
    assert "[[" not in readme + (tmp_path / "bot/my_bot.py").read_text("utf-8")
    assert all(f'`"{side}"`' in readme for side in schwarm.rule_book(game).sides)


def test_the_readme_of_blokus_names_its_questions(tmp_path: Path) -> None:
    run(["new", "bot", str(tmp_path / "bot"), "--game", "blokus"])
    assert "| `game.start_piece()` | R6: the piece that" in (tmp_path / "bot/README.md").read_text("utf-8")


def test_the_debugging_recipe_plays_a_game_without_a_server_or_a_clock(tmp_path: Path) -> None:
    run(["new", "bot", str(tmp_path / "bot"), "--game", "piranhas"])
    recipes = json.loads((tmp_path / "bot/.vscode/launch.json").read_text("utf-8"))["configurations"]
    debug, match, check = recipes
    played = python(Path(debug["program"]).name, *debug["args"], folder=tmp_path / "bot")
    assert played.returncode == 0, played.stderr
    assert "  (1)\n" in played.stdout
    assert played.stdout.splitlines()[-1].startswith(("red won: ", "blue won: ", "draw: "))
    assert match["module"] == check["module"] == "schwarm"
    assert check["args"] == ["check", "my_bot.py"]


def test_a_folder_with_something_in_it_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    assert run(["new", "bot", str(tmp_path), "--game", "hive"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_check_plays_as_the_contest_starts_a_bot_and_names_the_next_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["new", "bot", str(tmp_path / "bot"), "--game", "piranhas"])
    assert run(["check", str(tmp_path / "bot/my_bot.py"), "--games", "1", "--time", "60000"]) == 0
    said = capsys.readouterr().out
    assert "my_bot.py plays piranhas" in said
    assert "late: 0, illegal moves: 0, other faults: 0" in said
    assert "schwarm package piranhas --file my_bot.py" in said


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('return "1@A0"', 'bot.py", line 10, in choose\n        return "1@A0"\n    no legal move: 1@A0: R'),
        ("pass", "line 10, in choose\n        pass\n    expected one of game.legal_moves(), such as"),
        ("return game.legal_moves()[9999]", "line 10, in choose"),
    ],
)
def test_check_shows_the_line_of_the_bot_that_answered_badly(
    line: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.py").write_text(BOT.format(line=line))
    assert run(["check", str(tmp_path / "bot.py"), "--games", "1", "--time", "60000"]) == 1
    assert told in capsys.readouterr().out


@pytest.mark.parametrize(
    ("source", "more", "told"),
    [
        (BOT.format(line="return"), ["--game", "hive"], "This bot plays blokus; this is a game of hive."),
        (BOT.format(line="return ]"), [], "bot.py, line 10: "),
        ("import nothing_there\n" + BOT.format(line="return"), [], "bot.py does not start: exit code 1"),
        ("print(1)", [], "bot.py holds no bot: "),
        (BOT.replace('game = "blokus"', "").format(line="return"), [], "does not name its game"),
        (BOT.partition("if __name__")[0].format(line="return"), [], "its last line must be"),
    ],
)
def test_check_says_before_any_game_what_is_wrong_with_a_file(
    source: str, more: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.py").write_text(source)
    assert run(["check", str(tmp_path / "bot.py"), *more]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.compiled_only
@pytest.mark.parametrize("game", list_games())
def test_a_new_bot_beats_the_random_player(game: str, tmp_path: Path) -> None:
    """The short form of every day: its own test, above."""
    run(["new", "bot", str(tmp_path / "bot"), "--game", game])
    line = ["match", game, "my_bot.py", "random", "--games", "10", "--time", "600000", "--json"]
    played = python("-m", "schwarm", *line, folder=tmp_path / "bot")
    result = json.loads(played.stdout)
    assert (result["late"], result["illegal"]) == (0, 0)
    assert result["share"] > 0.5
