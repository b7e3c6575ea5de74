"""Rules, searches, bots and contest players need no package but this one, and the rest says what it needs."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import schwarm
from tests import ROOT
from tests.bare_python import bare_python, bare_settings
from tests.documents import blocks, examples

PLAY = """
import importlib, pkgutil
import schwarm
from schwarm import bots

for part in PARTS:
    package = importlib.import_module(part)
    for module in pkgutil.walk_packages(package.__path__, part + "."):
        importlib.import_module(module.name)
for name in schwarm.list_games():
    place = importlib.import_module("schwarm.games." + name)
    for module in pkgutil.iter_modules(place.__path__, place.__name__ + "."):
        if module.name.rpartition(".")[2] not in ABOVE:
            importlib.import_module(module.name)
    game = schwarm.new_game(name, seed=7)
    for bot in ("random", "1", "best"):
        game.play(bots.player(name, bot).choose(game, 100))
    print(name, game.turn, schwarm.perft(schwarm.new_game(name, seed=7), 1) > 0)
"""
PARTS = tuple(f"schwarm.{name}" for name in ("game", "search", "bots", "referee", "contest"))
ABOVE = ("arrays", "page", "recipe", "study", "teaching")  # faces of a game that are no part of the core


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that holds our wheel, put there with --no-deps, and nothing else."""
    folder = tmp_path_factory.mktemp("light")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copyfile(ROOT / name, source / name)
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
    shutil.copytree(ROOT / "src", source / "src", ignore=ignored)
    binaries = bare_python(folder / "bare")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    settings = bare_settings(binaries) | {"SCHWARM_COMPILE": "0"}
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(source)]
    subprocess.run(build, check=True, env=settings)
    (wheel,) = folder.glob("*.whl")
    target = [*pip, "--python", str(binaries / "python3"), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(target, check=True, env=settings)
    return binaries


def ran(bare: Path, *command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    words = [str(bare / command[0]), *command[1:]]
    return subprocess.run(words, env=bare_settings(bare), cwd=cwd, capture_output=True, encoding="utf-8")


def test_rules_searches_bots_and_contest_players_run_where_no_package_is(bare: Path, tmp_path: Path) -> None:
    code = PLAY.replace("PARTS", repr(PARTS)).replace("ABOVE", repr(ABOVE))
    done = ran(bare, "python3", "-c", code, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"{name} 3 True" for name in schwarm.list_games()]


def test_the_examples_for_those_who_embed_it_run_there(bare: Path, tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_text(examples((ROOT / "docs/reference/python.md").read_text("utf-8")))
    done = ran(bare, "python3", "-m", "doctest", "page.txt", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_contest_player_starts_there(bare: Path, tmp_path: Path) -> None:
    (code,) = (body for kind, body in blocks("docs/tutorials/first-bot.md") if kind == "python my_bot.py")
    (tmp_path / "my_bot.py").write_text(code)
    done = ran(bare, "python3", "my_bot.py", "--port", "9", cwd=tmp_path)
    assert done.returncode != 0
    assert "ModuleNotFoundError" not in done.stderr
    assert len(done.stderr.splitlines()) == 1, "nobody serves there, and that is all it says"


def test_a_command_that_needs_more_says_so_in_one_line(bare: Path, tmp_path: Path) -> None:
    assert ran(bare, "schwarm", "--version", cwd=tmp_path).stdout.startswith("schwarm ")
    done = ran(bare, "schwarm", "games", cwd=tmp_path)
    assert done.returncode == 2
    told = r"schwarm: schwarm games needs typer, which is not installed here: pip install 'schwarm'\n"
    assert re.fullmatch(told, done.stderr)


def test_an_extra_that_is_missing_is_named_with_the_install_of_this_checkout(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from schwarm.cli import run
    from schwarm.extras import pip_install

    monkeypatch.setattr("schwarm.extras.checkout", lambda: ROOT)
    monkeypatch.chdir(ROOT)
    assert pip_install("learn") == "pip install '.[learn]'"
    monkeypatch.chdir(ROOT.parent)
    assert pip_install("learn") == f"pip install './{ROOT.name}[learn]'"
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert run(["learn", "piranhas"]) == 2
    assert f"learning needs torch: {pip_install('learn')}" in capsys.readouterr().err


def test_dependencies_leave_room_in_larger_environments() -> None:
    """Nobody is held to a minor version; every extra that the commands name exists."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    users = [*project["dependencies"], *(line for name in extras if name != "dev" for line in extras[name])]
    for line in users:
        assert re.fullmatch(r"[\w\[\]-]+(>=[\d.]+)?(,<\d+)?", line.partition(";")[0]), line
    assert not any("torch" in line for line in extras["env"])
    guide = (ROOT / "docs/how-to/install.md").read_text("utf-8")
    assert all(f"`{name}`" in guide for name in extras if name != "dev")
    for path in (ROOT / "src").rglob("*.py"):
        named = re.findall(r"(?:MissingExtra\(.*|pip_install\()[\"'](\w+)[\"']\)", path.read_text("utf-8"))
        assert set(named) <= set(extras), path
