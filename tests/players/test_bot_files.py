"""A bot's own file: which game it plays, whether Python can read it, and whose line was wrong."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from schwarm import players
from schwarm.classroom.errors import ClassroomError
from schwarm.classroom.folders import ProgramFolders
from schwarm.classroom.limits import ClassLimits
from schwarm.cli import run
from schwarm.contest.bot_source import named_game
from schwarm.contest.package import MAIN
from schwarm.players import PlayerError
from schwarm.store import open_store
from schwarm.web.shared.programs import read_offer

BOT = """from schwarm.contest.program import ContestBot
class MyBot(ContestBot):
    game = "{game}"
    def choose(self, game, budget_ms):
        {answer}
def think(game, budget_ms):
    {answer}
if __name__ == "__main__":
    raise SystemExit(MyBot().main())
"""
REFUSED = "This bot plays blokus; this is a game of piranhas."
FIRST = "return game.legal_moves()[0]"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(folder: Path, game: str = "piranhas", answer: str = FIRST) -> Path:
    """A bot's file."""
    file = folder / "my_bot.py"
    file.write_text(BOT.format(game=game, answer=answer))
    return file


def zipped(folder: Path, main: str) -> Path:
    """A ZIP as it is uploaded, with this bot."""
    file = folder / "my_bot.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("my_bot/start.sh", "#!/bin/sh\nexit 1\n")
        archive.writestr("my_bot/main.py", main)
    return file


@pytest.mark.parametrize(
    ("source", "game"),
    [
        (BOT.format(game="hive", answer=FIRST), "hive"),
        ('GAME = "hive"\nclass MyBot(ContestBot):\n    game: str = GAME\n', "hive"),
        ('GAME = "hive"\n', "hive"),
        (MAIN.format(game="blokus", level="3"), "blokus"),
        ('class A(ContestBot):\n    game = "hive"\nclass B(ContestBot):\n    game = "blokus"\n', None),
        ("import sys\nclass A(ContestBot):\n    game = sys.argv[1]\n", None),
        ("print('hello')\n", None),
    ],
)
def test_a_bots_file_names_its_game_without_being_run(source: str, game: str | None) -> None:
    assert named_game(source) == game


@pytest.mark.parametrize(
    "text", ["my_bot.py", "python my_bot.py", "./my_bot.py", "my_bot.zip", "my_bot:think"]
)
def test_a_bot_of_another_game_is_refused_before_the_first_game(text: str, folder: Path) -> None:
    bot = written(folder, "blokus")
    zipped(folder, bot.read_text("utf-8"))
    spec = players.read(text, folder)
    with pytest.raises(PlayerError, match=REFUSED):
        players.check(spec, "piranhas")
    players.check(spec, "blokus")
    assert players.game_of(spec) == "blokus"


def test_a_page_offers_a_bot_in_its_own_game_alone(folder: Path) -> None:
    bot = written(folder, "blokus")
    assert read_offer(f"Mine=python {bot}")[1].game == "blokus"
    assert read_offer(f"blokus/Mine={bot}")[1].game == "blokus"
    with pytest.raises(PlayerError, match=REFUSED):
        read_offer(f"piranhas/Mine={bot}")


def test_an_upload_for_another_game_is_refused(folder: Path) -> None:
    upload = zipped(folder, written(folder, "blokus").read_text("utf-8")).read_bytes()
    strange = zipped(folder, "def is no Python of ours").read_bytes()
    with open_store(str(folder / "store.db")) as store:
        folders = ProgramFolders(store, ClassLimits())
        try:
            with pytest.raises(ClassroomError, match=REFUSED):
                folders.check(upload, "piranhas")
            assert folders.check(upload, "blokus")
            assert folders.check(strange, "blokus"), "whatever else lies beside somebody's start script"
        finally:
            folders.close()


def test_a_file_with_a_mistake_shows_its_line_and_pythons_own_words(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(folder, answer="return return")
    assert run(["match", "piranhas", "my_bot.py", "random"]) == 2
    told = capsys.readouterr().err
    assert told == "schwarm: my_bot.py, line 5: invalid syntax: return return\n"


@pytest.mark.compiled_only  # about processes, not about rules
@pytest.mark.parametrize(
    ("player", "answer", "wrong"),
    [
        ("my_bot.py", "return None", "expected one of game.legal_moves(), such as '{move}', not None"),
        pytest.param("my_bot.py", "return 'B2-B4'", "no legal move: B2-B4: M1", marks=pytest.mark.long),
        pytest.param("my_bot.py", "return game.play('hello')", "not 'hello'", marks=pytest.mark.long),
        ("my_bot:think", "return 'hello'", "no legal move: expected a move such as A4-C4, not 'hello'"),
    ],
)
def test_a_bot_that_answers_wrongly_is_shown_its_own_line(
    player: str, answer: str, wrong: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(folder, answer=answer)
    words = ["match", "piranhas", player, "random", "--games", "1", "--processes", "1"]
    assert run([*words, "--option", "rounds=4"]) == 0
    said = capsys.readouterr().out
    line, name = (7, "think") if player.endswith("think") else (5, "choose")
    assert f'File "{file}", line {line}, in {name}\n' in said
    assert f"    {answer}\n" in said
    assert wrong.partition("'{move}'")[0] in said
    assert "/src/schwarm/" not in said, "none of our own lines"
