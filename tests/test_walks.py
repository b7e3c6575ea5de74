"""The documents for pupils, walked through: files saved, lines typed, and what they promise holds."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import schwarm
from schwarm.store import open_store
from tests import ROOT
from tests.documents import blocks, documents

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

    def __init__(self, place: Path) -> None:
        self.folder = place / "work"
        self.folder.mkdir()
        binaries = place / "bin"
        binaries.mkdir()
        for name, arguments in (("schwarm", "-m schwarm.cli "), ("python", "")):
            (binaries / name).write_text(f'#!/bin/sh\nexec {sys.executable} {arguments}"$@"\n')
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


def test_the_first_bot_does_all_that_its_page_promises(tmp_path: Path) -> None:
    """Every command as it is written; fewer games where ten are played."""
    reader = Reader(tmp_path)
    for file in ("client.js", "engine_client.js"):
        shutil.copyfile(ROOT / "examples" / file, reader.folder / file)
    said = ""
    for name, text in steps("docs/tutorials/first-bot.md"):
        if name:
            reader.save(name, text.replace("games = 4", "games = 2"))
        else:
            said += reader.type(text.replace("--games 10", "--games 2"))
    assert "0 late, 0 illegal" in said
    assert not re.search(r"[1-9]\d* (late|illegal)", said)
    assert "(heavier swarm) after 60 plies" in said, "the list of games"
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
def test_each_step_of_the_better_bot_beats_the_level_that_its_page_names(tmp_path: Path) -> None:
    """Every command as it is written, with fewer games and with time enough on a busy machine.

    Depths and nodes are limited, so the games are the same everywhere.
    """
    reader = Reader(tmp_path)
    beaten = []
    for name, text in steps("docs/tutorials/better-bot.md"):
        if name:
            reader.save(name, text)
            continue
        line = re.sub(r"--games \d+", "--games 4" if "--games 10" in text else "--games 2", text)
        line = line.replace("--time 1000", "") + (" --time 600000" if "--games" in line else "")
        said = reader.type(line)
        if "--games 10" in text:
            (points,) = re.findall(r"([\d.]+) % of the points, 0 late, 0 illegal", said)
            assert float(points) > 70, said
            beaten.append(text.split('"')[2].split()[0])
        elif "sprt" in text:
            assert "LLR" in said
    assert beaten == ["1", "3", "4"]
    assert beaten == re.findall(
        r"^## \d.*: beats level (\d)", (ROOT / "docs/tutorials/better-bot.md").read_text(), re.M
    )
    assert (reader.folder / "learned.zip").exists()


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
