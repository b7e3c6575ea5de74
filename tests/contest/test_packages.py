"""Packages: a ZIP plays wherever there is a Python with its standard library, and as well as at home."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

import schwarm
from schwarm import Game, new_game
from schwarm.bots import knowledge
from schwarm.cli import run
from schwarm.contest import package
from schwarm.contest.package import CONTEST_PYTHONS, Packed, compiled_for
from schwarm.contest.program import MOVE_MS
from schwarm.game import list_games
from schwarm.game.errors import BadOption
from schwarm.game.faces import data
from tests.bare_python import bare_python, bare_settings, find_python
from tests.contest.servers import ServerThread
from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "my_bot.py"
JUDGED_BY = """
import sys
from schwarm import bots
print(type(bots.player(sys.argv[1], "best").searcher.evaluator).__name__)
"""
IMPORT_ALL = """
import pkgutil
import schwarm
for module in pkgutil.walk_packages(schwarm.__path__, "schwarm."):
    if module.name in ("schwarm.platform.jobs", "schwarm.platform.windows"):
        continue  # of Windows alone
    try:
        __import__(module.name)
    except ModuleNotFoundError as error:  # of a part that a player has no use for, as the environments
        assert error.name.startswith("schwarm."), error
"""
VERSION = "import sys\nprint(*sys.version_info[:2], sep='.')\n"


@pytest.fixture(scope="module")
def binaries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a Python without any package is."""
    return bare_python(tmp_path_factory.mktemp("bare") / "python")


@pytest.fixture(scope="module")
def contest_pythons(tmp_path_factory: pytest.TempPathFactory, binaries: Path) -> list[Path]:
    """The same for the Pythons of the contest's computers; our own in the place of one that is not here."""
    folder = tmp_path_factory.mktemp("pythons")
    found = [(version, find_python(version)) for version in CONTEST_PYTHONS]
    return [bare_python(folder / version, base) if base else binaries for version, base in found]


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
        *(pytest.param(game, ("--bot", "best"), marks=pytest.mark.long) for game in list_games()),
        *(
            pytest.param(game, ("--file", str(ROOT / "examples/bots" / f"{game}.py")), marks=pytest.mark.long)
            for game in list_games()
        ),
    ],
)
def test_a_package_plays_on_the_pythons_of_the_contest_without_any_package(
    game: str, arguments: tuple[str, ...], tmp_path: Path, contest_pythons: list[Path]
) -> None:
    script = unpacked(game, tmp_path, *arguments) / "start.sh"
    assert script.read_bytes().startswith(b"#!/bin/sh\n")

    def start(name: str) -> Game:
        return new_game(name, seed=5, rounds=4) if name in ("piranhas", "hive") else new_game(name, seed=5)

    with ServerThread(start=start) as server:
        command = [shutil.which("sh") or "sh", str(script), "-h", "127.0.0.1", "-p", str(server.port)]
        players = [
            subprocess.Popen(
                command,
                env=bare_settings(binaries) | {MOVE_MS: "100"},
                cwd="/",
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
            )
            for binaries in contest_pythons
        ]
        for player in players:
            said, complaints = player.communicate(timeout=PATIENCE_S)
            assert player.returncode == 0, complaints
            assert "won" in said
    verify = subprocess.run(
        [*command, "--verify"], env=bare_settings(contest_pythons[0]), capture_output=True, check=False
    )
    assert (verify.returncode, verify.stderr) == (0, b"")


@pytest.mark.long  # games on both Pythons, above, show it every day for all that a game needs
@pytest.mark.parametrize("version", CONTEST_PYTHONS)
def test_every_module_of_a_package_can_be_imported_by_the_pythons_of_the_contest(
    version: str, tmp_path: Path
) -> None:
    base = find_python(version)
    if base is None:
        pytest.skip(f"there is no Python {version} here")
    folder = unpacked("blokus", tmp_path)
    settings = bare_settings(base.parent) | {"PYTHONPATH": str(folder / "packages")}
    asked = [str(base), "-S", "-W", "error", "-c", IMPORT_ALL]
    done = subprocess.run(asked, env=settings, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.long  # games on a Python 3.10, above, show it every day for all that a game needs
def test_a_package_uses_no_name_that_is_newer_than_python_3_10(tmp_path: Path) -> None:
    """Also where no such Python is; what is taken for types alone does not count."""
    vermin = pytest.importorskip("vermin")
    newest: dict[str, tuple[int, int]] = {}
    for path in unpacked("blokus", tmp_path).rglob("*.py"):
        lines = path.read_text("utf-8").replace("if TYPE_CHECKING:\n", "if False:\n")
        found = vermin.visit(without_types(lines), vermin.Config(), str(path)).minimum_versions()[1]
        if found is not None and found > package.OLDEST and path.name != "compat.py":
            newest[path.name] = found
    assert newest == {}


def without_types(source: str) -> str:
    """A module without what it takes for types alone."""
    import ast

    tree = ast.parse(source)
    tree.body = [
        node
        for node in tree.body
        if not (isinstance(node, ast.If) and isinstance(node.test, ast.Constant) and not node.test.value)
    ]
    return ast.unparse(tree)


@pytest.mark.parametrize("game", [game for game in list_games() if data(game, "data", "best.net")])
def test_best_in_a_package_judges_by_the_same_net_as_at_home(
    game: str, tmp_path: Path, binaries: Path
) -> None:
    folder = unpacked(game, tmp_path)
    settings = bare_settings(binaries) | {"PYTHONPATH": str(folder / "packages")}
    asked = [str(binaries / "python3"), "-c", JUDGED_BY, game]
    done = subprocess.run(asked, env=settings, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert done.stdout.split() == ["LearnedEvaluator"], done.stderr
    nets = {(path.parent.parent.name, path.name) for path in folder.rglob("*.net")}
    known = knowledge(game)
    wanted = {(game, name) for name in (known.net_file, known.levels_net) if name}
    assert nets == wanted, "the nets of the game's players today, and of no other game"


def packed_main(tmp_path: Path, wheels: Sequence[Path] = (), *, index: bool = False) -> tuple[Path, Packed]:
    """A package that prints its Python's version; its start script, and what was packed."""
    target = tmp_path / "version.zip"
    packed = package.package(target, "version", VERSION, "piranhas", wheels, index=index)
    with zipfile.ZipFile(target) as archive:
        archive.extractall(tmp_path)
    return tmp_path / "version" / "start.sh", packed


def started(script: Path, *pythons: tuple[str, Path]) -> tuple[int, str, str]:
    """Exit code and words of a start script where only these Pythons are on the path."""
    path = script.parent / "path"
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir()
    for name, place in (("dirname", Path(shutil.which("dirname") or "")), *pythons):
        (path / name).symlink_to(place)
    done = subprocess.run(
        ["/bin/sh", str(script)], env={"PATH": str(path)}, capture_output=True, encoding="utf-8", check=False
    )
    return done.returncode, done.stdout.strip(), done.stderr.strip()


def test_a_package_looks_for_a_python_that_will_do(tmp_path: Path) -> None:
    script, packed = packed_main(tmp_path)
    own = Path(getattr(sys, "_base_executable", sys.executable))
    version = "{}.{}".format(*sys.version_info[:2])
    old = tmp_path / "old"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.8.18" || exit 1\n')
    old.chmod(0o755)
    assert started(script, ("python3", own)) == (0, version, "")
    assert started(script, ("python3", old), (f"python{version}", own)) == (0, version, "")
    none = "this bot needs Python 3.10 or newer; here is: "
    assert started(script, ("python3", old)) == (1, "", f"{none}Python 3.8.18")
    code, said, complaint = started(script)
    assert (code, said, complaint.count("\n")) == (1, "", 0)
    assert complaint.startswith(none)
    other = find_python("3.12" if version != "3.12" else "3.10")
    if other and version in packed.compiled:  # where it can compute fast comes before what the name says
        assert started(script, ("python3", other), (f"python{version}", own)) == (0, version, "")


def wheel_for(version: str, folder: Path, **changed: str) -> Path:
    """A wheel for Linux and this Python, made of our own files, of which some are changed."""
    tag = "cp" + version.replace(".", "")
    wheel = folder / f"schwarm-{schwarm.__version__}-{tag}-{tag}-manylinux_2_28_x86_64.whl"
    described = f"schwarm-{schwarm.__version__}.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path in (ROOT / "src").rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".so", ".pyd"):
                text = changed.get(path.name.partition(".")[0])
                inside = path.relative_to(ROOT / "src").as_posix()
                archive.writestr(inside, path.read_bytes() if text is None else text)
        archive.writestr(f"schwarm/game/game.cpython-{tag[2:]}-x86_64-linux-gnu.so", b"machine code")
        archive.writestr(f"{described}/entry_points.json", "{}")
        told = (
            f"Metadata-Version: 2.1\nName: schwarm\nVersion: {schwarm.__version__}\nRequires-Python: >=3.11\n"
        )
        archive.writestr(f"{described}/METADATA", told)
        archive.writestr(
            f"{described}/WHEEL", f"Wheel-Version: 1.0\nTag: {tag}-{tag}-manylinux_2_28_x86_64\n"
        )
    return wheel


def test_a_package_holds_the_machine_code_of_several_wheels_and_our_own(tmp_path: Path) -> None:
    """Whatever a wheel holds besides, for people or for other games, stays out."""
    plain = {path for path in package.own_files([]) if not path.endswith(package.BINARIES)}
    own = compiled_for(package.own_files([]))
    wheels = [wheel_for(version, tmp_path) for version in CONTEST_PYTHONS]
    script, packed = packed_main(tmp_path, wheels)
    assert set(packed.compiled) == {*own, *CONTEST_PYTHONS}
    packages = script.parent / "packages"
    held = {path.relative_to(packages).as_posix() for path in packages.rglob("*.*")}
    assert {path for path in held if not path.endswith((*package.BINARIES, ".net"))} == plain
    other = tmp_path / "other"
    other.mkdir()
    changed = wheel_for("3.12", other, bits="# another version\n")
    with pytest.raises(BadOption, match="different versions"):
        packed_main(tmp_path, [wheels[0], changed])
    assert packed_main(other, [changed])[1].compiled == ("3.12",), (
        "nothing of ours fits a wheel of another version"
    )
    no_wheel = tmp_path / "wheel.whl"
    no_wheel.write_text("hello")
    with pytest.raises(BadOption, match="is no wheel of schwarm"):
        packed_main(tmp_path, [no_wheel])


@pytest.mark.long  # starts pip; the wheels that it finds are joined with ours every day above
def test_a_package_takes_machine_code_from_the_package_index_if_it_is_of_the_same_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    assert not set(CONTEST_PYTHONS) & set(packed_main(tmp_path, index=True)[1].compiled), (
        "a checkout is newer"
    )
    monkeypatch.setattr(package, "checkout", lambda: None)
    wheel_for("3.10", tmp_path)
    wheel_for("3.12", tmp_path, bits="# another version\n")
    packed = packed_main(tmp_path, index=True)[1]
    assert "3.10" in packed.compiled
    assert "3.12" not in packed.compiled


def test_a_command_says_what_plain_python_costs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unpacked("piranhas", tmp_path)
    assert "plays as plain Python and searches some 200 times slower" in capsys.readouterr().out


def test_a_package_of_an_unknown_bot_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["package", "piranhas", "--bot", "genius", "--to", str(tmp_path / "x.zip")]) == 2
    assert "genius" in capsys.readouterr().err
    (tmp_path / "bot.py").write_text("print('hello')")
    assert run(["package", "piranhas", "--file", str(tmp_path / "bot.py")]) == 2


def test_a_bot_of_another_game_is_not_packed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["package", "blokus", "--file", str(EXAMPLE)]) == 2
    assert capsys.readouterr().err == "schwarm: This bot plays piranhas; this is a game of blokus.\n"


def test_a_file_that_python_cannot_read_is_not_packed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bot = tmp_path / "my_bot.py"
    bot.write_text("class MyBot(ContestBot):\n    def choose(self, game, budget_ms)\n        return None\n")
    assert run(["package", "blokus", "--file", str(bot)]) == 2
    told = capsys.readouterr().err
    assert told.startswith("schwarm: my_bot.py, line 2: expected ':'")
    assert told.count("\n") == 1
