"""Packages: a ZIP plays wherever there is a Python with its standard library, and as well as at home."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from schwarm import Game, new_game
from schwarm.bots import knowledge
from schwarm.cli import run
from schwarm.contest.program import MOVE_MS
from schwarm.game import list_games
from schwarm.game.faces import data
from tests.bare_python import bare_python, bare_settings
from tests.contest.servers import ServerThread
from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "my_bot.py"
JUDGED_BY = """
import sys
from schwarm import bots
print(type(bots.player(sys.argv[1], "best").searcher.evaluator).__name__)
"""


@pytest.fixture(scope="module")
def binaries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a Python without any package is."""
    return bare_python(tmp_path_factory.mktemp("bare") / "python")


def unpacked(game: str, folder: Path, *arguments: str) -> Path:
    """The folder of a package made with these arguments."""
    target = folder / "player.zip"
    assert run(["package", game, *arguments, "--to", str(target)]) == 0
    with zipfile.ZipFile(target) as archive:
        archive.extractall(folder)
        name = archive.namelist()[0].split("/")[0]
        assert archive.getinfo(f"{name}/start.sh").external_attr >> 16 & 0o100
    return folder / name


@pytest.mark.parametrize(
    ("game", "arguments"),
    [
        ("piranhas", ("--file", str(EXAMPLE))),
        ("hive", ("--bot", "best")),
        *(pytest.param(game, ("--bot", "greedy"), marks=pytest.mark.long) for game in list_games()),
    ],
)
def test_a_package_plays_where_only_python_is(
    game: str, arguments: tuple[str, ...], tmp_path: Path, binaries: Path
) -> None:
    script = unpacked(game, tmp_path, *arguments) / "start.sh"
    assert script.read_bytes().startswith(b"#!/bin/sh\n")
    settings = bare_settings(binaries) | {MOVE_MS: "100"}

    def start(name: str) -> Game:
        return new_game(name, seed=5, rounds=4) if name in ("piranhas", "hive") else new_game(name, seed=5)

    with ServerThread(start=start) as server:
        command = [shutil.which("sh") or "sh", str(script), "-h", "127.0.0.1", "-p", str(server.port)]
        players = [
            subprocess.Popen(
                command, env=settings, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            for _ in range(2)
        ]
        for player in players:
            said, complaints = player.communicate(timeout=PATIENCE_S)
            assert player.returncode == 0, complaints
            assert "won" in said
        verify = subprocess.run([*command, "--verify"], env=settings, check=False)
        assert verify.returncode == 0


@pytest.mark.parametrize("game", [game for game in list_games() if data(game, "data", "best.net")])
def test_best_in_a_package_judges_by_the_same_net_as_at_home(
    game: str, tmp_path: Path, binaries: Path
) -> None:
    folder = unpacked(game, tmp_path)
    settings = bare_settings(binaries) | {"PYTHONPATH": str(folder / "packages")}
    asked = [str(binaries / "python3"), "-c", JUDGED_BY, game]
    done = subprocess.run(asked, env=settings, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.split() == ["LearnedEvaluator"], done.stderr
    nets = {(path.parent.parent.name, path.name) for path in folder.rglob("*.net")}
    known = knowledge(game)
    wanted = {(game, name) for name in (known.net_file, known.levels_net) if name}
    assert nets == wanted, "the nets of the game's players today, and of no other game"


def test_a_package_of_a_wheel_holds_the_same_files(tmp_path: Path) -> None:
    """Whatever the wheel holds besides, for people or for other games, stays out."""
    folder = unpacked("piranhas", tmp_path)
    held = {path.relative_to(folder / "packages") for path in (folder / "packages").rglob("*.*")}
    wheel = tmp_path / "schwarm-0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path in (ROOT / "src").rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                archive.write(path, path.relative_to(ROOT / "src"))
        archive.writestr("schwarm-0.dist-info/entry_points.json", "{}")
    other = tmp_path / "other"
    other.mkdir()
    folder = unpacked("piranhas", other, "--wheel", str(wheel))
    assert {path.relative_to(folder / "packages") for path in (folder / "packages").rglob("*.*")} == held


def test_a_package_of_an_unknown_bot_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["package", "piranhas", "--bot", "genius", "--to", str(tmp_path / "x.zip")]) == 2
    assert "genius" in capsys.readouterr().err
    (tmp_path / "bot.py").write_text("print('hello')")
    assert run(["package", "piranhas", "--file", str(tmp_path / "bot.py")]) == 2
