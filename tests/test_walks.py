"""The documents for pupils, walked through: files saved, lines typed, and what they promise holds."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import schwarm
from schwarm.cli.new import EXAMPLE, template
from schwarm.game import list_games
from schwarm.game.catalogue import folder
from schwarm.store import open_store
from tests import ROOT
from tests.documents import blocks, documents

GAME = "blokus"  # named in the guides, where a reader writes another one
SHORT = {"mississippi_queen": 2}  # a ply that all games reach
PAGES = (
    ("docs/tutorials/first-bot.md", "docs/tutorials/erster-bot.md"),
    ("docs/tutorials/better-bot.md", "docs/tutorials/besserer-bot.md"),
    ("docs/how-to/bring-a-client.md", "docs/how-to/eigener-client.md"),
)
pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize(("english", "german"), PAGES)
def test_both_languages_show_the_same_commands(english: str, german: str) -> None:
    assert blocks(english) == blocks(german)


def steps(page: str) -> Iterator[tuple[str, str]]:
    """What a page has its reader do after the installation: (file to save, its text), ("", line to type)."""
    for kind, body in blocks(page):
        language, _, name = kind.partition(" ")
        if language in ("python", "toml"):
            yield name, body
        elif kind == "sh" or (kind in ("sh node", "sh java") and shutil.which(kind[3:]) is not None):
            for line in body.splitlines():
                if not line.startswith("schwarm up"):  # the page has tests of its own
                    yield "", line


class Reader:
    """Somebody who does what a page says, in an empty folder."""

    def __init__(self, place: Path, python: str = sys.executable) -> None:
        self.folder = place / "work"
        self.folder.mkdir()
        binaries = place / "bin"
        binaries.mkdir()
        for name, arguments in (("schwarm", "-m schwarm.cli "), ("python", "")):
            (binaries / name).write_text(f'#!/bin/sh\nexec {python} {arguments}"$@"\n')
            (binaries / name).chmod(0o755)
        source = str(Path(schwarm.__file__).parent.parent)
        self.environment = {
            **os.environ,
            "PATH": f"{binaries}:{os.environ['PATH']}",
            "PYTHONPATH": source,
            "LANGUAGE": "en",
        }

    def save(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def type(self, line: str) -> str:
        """What the command says."""
        if line.startswith("cd "):
            self.folder /= line[3:]
            return ""
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            input="",
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        return done.stdout


OTHER_GAMES = [pytest.param(game, marks=pytest.mark.long) for game in list_games() if game != GAME]


@pytest.mark.parametrize("game", [GAME, *OTHER_GAMES])
def test_the_first_bot_does_all_that_its_page_promises(game: str, tmp_path: Path) -> None:
    walk_the_first_bot(Reader(tmp_path), game)


def walk_the_first_bot(reader: Reader, game: str) -> None:
    """Every command as it is written; fewer games where ten are played."""
    said = ""
    for name, text in steps("docs/tutorials/first-bot.md"):
        if name == "my_bot.py":  # `schwarm new bot` has written it
            assert game != GAME or (reader.folder / name).read_text() == text
        elif name:
            reader.save(name, text.replace(GAME, game).replace("games = 4", "games = 2"))
        else:
            if "engine_client" in text:
                shutil.copy(ROOT / "examples" / "engine_client.js", reader.folder)
            line = text.replace(GAME, game).replace("--games 10", "--games 2")
            said += reader.type(line.replace("--ply 20", f"--ply {SHORT.get(game, 20)}"))
    assert "late: 0, illegal moves: 0, other faults: 0" in said, "check"
    assert "0 late, 0 illegal" in said
    assert not re.search(r"[1-9]\d* (late|illegal)", said)
    assert re.search(r"after \d+ plies", said), "the list of games"
    assert (reader.folder / "cup.html").exists()
    assert (reader.folder / "my_bot.zip").exists()


@pytest.mark.long
@pytest.mark.skipif(shutil.which("javac") is None, reason="needs Java")
def test_a_client_that_is_there_already_plays_is_read_about_and_packed_as_its_page_says(
    tmp_path: Path,
) -> None:
    """Every command as it is written; a Java machine has time enough on a busy machine."""
    reader = Reader(tmp_path)
    shutil.copyfile(ROOT / "examples" / "Client.java", reader.folder / "Client.java")
    said = ""
    for _, line in steps("docs/how-to/bring-a-client.md"):
        said += reader.type(f"{line} --time 600000 --arrive 600" if " match " in line else line)
    assert said.count("0 late, 0 illegal") == 3
    assert "lost by" not in said
    assert "java Client.java (red)" in said, "the list of games"


@pytest.mark.long
@pytest.mark.parametrize("game", list_games())
def test_each_step_of_the_better_bot_beats_the_level_that_its_page_names(game: str, tmp_path: Path) -> None:
    """Every command as it is written, with fewer games and with time enough on a busy machine.

    Depths and nodes are limited, so the games are the same everywhere.
    """
    reader = Reader(tmp_path)
    reader.save("judge.py", example_bot(game))
    named = str(beaten_level(game))
    beaten = []
    for name, text in steps("docs/tutorials/better-bot.md"):
        if name:
            reader.save(name, text.replace(GAME, game))
            continue
        line = re.sub(
            r"--games \d+", "--games 8" if "judge.py" in text and "match" in text else "--games 2", text
        )
        line = line.replace("--time 1000", "") + (" --time 600000" if "--games" in line else "")
        line = re.sub(r"judge.py \d", f"judge.py {named}", line.replace(GAME, game))
        said = reader.type(line)
        if "judge.py" in line and "--games 8" in line:
            (points,) = re.findall(r"([\d.]+) % of the points, 0 late, 0 illegal", said)
            assert float(points) >= 60, said
            beaten.append(line.split()[4])
        elif "sprt" in text:
            assert "LLR" in said
    assert beaten == [named]
    assert (reader.folder / "learned.zip").exists()
    assert (reader.folder / "judged" / "my_bot.py").read_text() == example_bot(game)


def example_bot(game: str) -> str:
    """The text of the example bot of a game."""
    return (ROOT / "examples" / "bots" / f"{game}.py").read_text()


def beaten_level(game: str) -> int:
    """The level that the guide says the example bot of a game beats."""
    page = (ROOT / "docs/tutorials/bot-by-game.md").read_text()
    (level,) = re.findall(rf"^## {game.replace('_', ' ')}: beats level (\d+)$", page, re.M | re.I)
    return int(level)


def test_every_game_has_an_example_bot_that_guide_and_wheel_show_as_it_is() -> None:
    """After a change of examples/bots: copy the file to where it differs."""
    shown = dict(blocks("docs/tutorials/bot-by-game.md"))
    german = (ROOT / "docs/tutorials/bot-je-spiel.md").read_text("utf-8")
    headings = re.findall(r"^## (.*): schlägt Stufe (\d+)$", german, re.M)
    assert set(shown) == {f"python bots/{game}.py" for game in list_games()}
    assert {name.lower().replace(" ", "_"): int(level) for name, level in headings} == {
        game: beaten_level(game) for game in list_games()
    }
    for game in list_games():
        assert shown[f"python bots/{game}.py"] == example_bot(game)
        assert template(folder(game), EXAMPLE) == example_bot(game), game
        assert f"(../../examples/bots/{game}.py)" in german


@pytest.mark.parametrize("game", list_games())
def test_an_example_bot_answers_in_time_with_legal_moves(game: str) -> None:
    """The short form of every day: whole matches are played by the test of the better bot."""
    space: dict[str, Any] = {"__name__": "example"}
    exec(example_bot(game), space)
    bot, position, rivals = space["MyBot"](), schwarm.new_game(game, seed=7), random.Random(7)
    while position.outcome() is None and position.turn < 12:
        if position.turn % 3:
            answer = bot.choose(position.view(), 100)
            assert answer in position.legal_moves()
            position.play(answer)
        else:
            position.play(rivals.choice(position.legal_moves()))


# Lines of other pages that are not run here: commands that go on until they are stopped, or take minutes or
# hours, have tests of their own (tests/web, tests/contest, tests/cli, tests/lab, tests/puzzles), and make is
# run by people.
ELSEWHERE = re.compile(r"make |schwarm (up|server|client|doctor|puzzles check|lab .*explanation/studies)\b")
OTHERS = sorted(
    page
    for page in documents()
    if page not in {name for pair in PAGES for name in pair} and any(kind == "sh" for kind, _ in blocks(page))
)
LESS = (  # less of everything than people would want
    (r"--games \d+", "--games 2"),
    (r"games = \d+", "games = 2"),
    (r"nodes = \d+", "nodes = 10"),
    (r"#(\d+)00\b", r"#\1"),
    (r"(schwarm sprt .*--elo1 \d+)", r"\1 --games 2"),
    (r"(schwarm lab \w+ --vary (?!.*--games).*)", r"\1 --games 2"),
)


def less(text: str) -> str:
    for pattern, small in LESS:
        text = re.sub(pattern, small, text)
    return text


@pytest.mark.long
@pytest.mark.parametrize("page", OTHERS)
def test_every_other_line_of_a_shell_runs_as_it_is_written(page: str, tmp_path: Path) -> None:
    """In a folder that has what the pages speak of: a bot, an event, a study, a store with some games."""
    reader = Reader(tmp_path)
    reader.environment |= {"HOME": str(tmp_path), "SCHWARM_STORE": "schwarm.db"}
    for kind, body in blocks("docs/tutorials/first-bot.md"):
        if kind in ("python my_bot.py", "toml cup.toml"):
            reader.save(kind.split()[1], less(body))
    (study,) = (body for kind, body in blocks("docs/how-to/study-a-rule.md") if kind == "toml")
    reader.save("STUDY.toml", less(study))
    with open_store(str(reader.folder / "schwarm.db")) as store:
        for seed in range(12):
            store.save(schwarm.record_of(schwarm.new_game("hive", seed=seed)))
    for kind, body in blocks(page):
        for line in body.splitlines() if kind == "sh" else ():
            if not ELSEWHERE.match(line):
                reader.type(less(line))
