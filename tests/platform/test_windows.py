"""What Windows users are promised, under a Windows Python; needs Wine, which is fetched once (1 GB)."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from schwarm.cli import COMMANDS
from tests import ROOT
from tests.documents import blocks
from tests.elsewhere import reasons
from tests.ports import free_port
from tests.test_walks import GAME, Reader, walk_the_first_bot
from tools.windows_python import NoWine, start, wine
from tools.windows_tests import USUAL, installed, run

LINES = r"""
games
games hive
show mississippi_queen --seed 7
moves piranhas --seed 7
play piranhas --seed 7 --side none --time 20 --record games.jsonl
perft protista 2 --seed 7 --threads 2
bench piranhas --seconds 0.05
analyse hive --seed 7 --time 200
puzzle piranhas --themes
puzzles make piranhas --games 1
engine
doctor --quick
completion powershell
new bot mybot --game piranhas
check mybot\my_bot.py
package piranhas --file .\mybot\my_bot.py
match piranhas my_bot.zip mybot\my_bot.py --games 2 --journal match.jsonl
replay match.jsonl --all
convert games.jsonl --to replay.xml
export match.jsonl --to plies.csv
tournament run cup.toml
tournament resume
tournament table
tournament export cup.html
sprt 2@20 random@20 --game piranhas --elo1 400 --games 8
lab look piranhas --vary rounds=3,4 --games 4 --player greedy
lab run study.toml
lab report study.html
backup all.zip
restore all.zip --store restored.db
"""
CUP = r"""
name = "Cup"
game = "piranhas"
sandbox = false
stages = [{ name = "League", kind = "round robin", games = 2 }]
entrants = [
    { name = "Zip", player = "my_bot.zip" },
    { name = "File", player = 'mybot\my_bot.py' },
    { name = "One", player = "1" },
    { name = "Chance", player = "random" },
]
"""
STUDY = """
name = "rounds"
about = "Do short games differ?"
game = "piranhas"
players = ["greedy"]
vary = { rounds = [3, 4] }
budget = { games = 4 }
"""
GUIDES = ("docs/how-to/windows.md", "docs/how-to/unter-windows.md")
needs_wine = pytest.mark.skipif(sys.platform != "linux", reason="Wine is for Linux")


@pytest.fixture(scope="module")
def python() -> str:
    """A Windows Python with today's wheel."""
    try:
        return installed()
    except NoWine as error:
        pytest.skip(f"not tested on Windows: {error}")


def test_what_is_not_tested_on_windows_exists_and_has_a_reason() -> None:
    assert len(reasons()) > 10
    for place, why in reasons().items():
        file, _, name = place.partition("::")
        assert (ROOT / file).exists(), place
        assert not name or f"def {name}(" in (ROOT / file).read_text("utf-8"), place
        assert len(why.split()) > 2


@needs_wine
@pytest.mark.long
def test_a_wheel_for_windows_is_compiled_counts_plays_and_serves_the_page(python: str) -> None:
    done = wine([python, str(ROOT / "tools" / "try_wheel.py")])
    assert done.returncode == 0, done.stdout.decode()


@needs_wine
@pytest.mark.long
@pytest.mark.parametrize("guide", GUIDES)
def test_the_guide_for_windows_is_typed_as_it_is_written(guide: str, python: str, tmp_path: Path) -> None:
    """Its lines in one PowerShell, but for those that install, open a browser or a network."""
    folder = tmp_path
    lines = [line for kind, body in blocks(guide) if kind == "powershell" for line in body.splitlines()]
    assert len(lines) > 3
    for line in lines:
        program, *arguments = shlex.split(line)
        if program == "cd":
            folder /= arguments[0]
            continue
        assert program == "schwarm", line
        done = wine([python, "-m", "schwarm", *arguments], cwd=folder)
        assert done.returncode == 0, done.stdout.decode()


@needs_wine
@pytest.mark.long
def test_the_first_bot_does_all_that_its_page_promises_on_windows(python: str, tmp_path: Path) -> None:
    """Typed into a shell of Linux, which keeps a carriage return in what PowerShell puts into a line."""
    wrapper = tmp_path / "windows-python"
    own = f"PYTHONPATH={ROOT} {sys.executable} -m tools.windows_python"
    wrapper.write_text(f"#!/bin/bash\nset -o pipefail\n{own} \"$@\" | sed -u 's/\\r$//'\n", encoding="utf-8")
    wrapper.chmod(0o755)
    walk_the_first_bot(Reader(tmp_path, str(wrapper)), GAME)


@needs_wine
@pytest.mark.long
def test_every_command_works_on_windows(python: str, tmp_path: Path) -> None:
    """All but those that make nets and weights, and what needs Linux' sandbox; a tournament of four bots."""
    tmp_path.joinpath("cup.toml").write_text(CUP, encoding="utf-8")
    tmp_path.joinpath("study.toml").write_text(STUDY, encoding="utf-8")
    typed = set()
    for line in LINES.split("\n")[1:-1]:
        arguments = split(line)
        said = schwarm(python, arguments, tmp_path)
        typed.add(arguments[0])
        if arguments[:2] == ["tournament", "table"]:
            assert all(name in said for name in ("Zip", "File", "One", "Chance")), said
    serve_two_clients(python, tmp_path)
    assert typed | {"up", "server", "client"} == COMMANDS.keys() - {
        "tune",
        "learn",
    }  # the page: test_full_games


def split(line: str) -> list[str]:
    """The words of a line, as Windows reads it."""
    lexer = shlex.shlex(line, posix=True)
    lexer.escape, lexer.whitespace_split = "", True
    return list(lexer)


def schwarm(python: str, arguments: Sequence[str], folder: Path) -> str:
    """Run a command in a folder, where its own files lie as well; what it says."""
    done = wine(
        [python, "-m", "schwarm", *arguments], cwd=folder, given=b"help\nquit\n", more=own_files(folder)
    )
    said = done.stdout.decode()
    assert done.returncode == 0, f"{arguments}\n{said}"
    return said


def own_files(folder: Path) -> dict[str, str]:
    place = "Z:" + str(folder).replace("/", "\\")
    return {"LOCALAPPDATA": place, "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "SCHWARM_STORE": "schwarm.db"}


def serve_two_clients(python: str, folder: Path) -> None:
    """A game between two clients on a server, each a Windows Python of its own."""
    port = str(free_port())
    server = start(
        [python, "-m", "schwarm", "server", "--port", port, "--replays", "replays"], folder, own_files(folder)
    )
    assert server.stdout is not None
    try:
        while b"listening" not in (line := server.stdout.readline()):
            assert line, "the server has ended"
        client = ["client", "piranhas", "--port", port, "--bot", "random"]
        with ThreadPoolExecutor(2) as pool:
            said = list(pool.map(lambda one: schwarm(python, one, folder), [client, client]))
        assert all("won" in one or "lost" in one or "drawn" in one for one in said), said
    finally:
        server.kill()
        server.communicate()
    assert list(folder.glob("replays/*"))


@needs_wine
@pytest.mark.long
def test_the_tests_pass_on_windows() -> None:
    try:
        assert run(USUAL) == 0
    except NoWine as error:
        pytest.skip(f"not tested on Windows: {error}")
