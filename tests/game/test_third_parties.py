"""Games that other packages bring along: one file of rules is enough to play everywhere."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import pytest

import schwarm
from schwarm.game import GameError, PythonGame, RuleBook, RuleError, Setup, catalogue, list_games, rule_book
from tests.documents import blocks
from tests.example import EXAMPLE, install

PLUGIN = "schwarm.testing.plugin"
in_processes = pytest.mark.compiled_only  # the example's rules are plain Python in either build
sys.path.insert(0, str(EXAMPLE / "src"))
from schwarm_breakthrough import BOOK  # noqa: E402
from schwarm_breakthrough.rules import EMPTY, Breakthrough  # noqa: E402


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process for which the example is installed."""
    variables = {**os.environ, "PYTHONPATH": install(tmp_path_factory.mktemp("example"))}
    variables.pop("PYTEST_DISABLE_PLUGIN_AUTOLOAD", None)  # a stranger's pytest finds its plugins
    return variables


def run(environment: dict[str, str], *words: str, typed: str = "") -> str:
    command = [sys.executable, "-m", "schwarm", *words]
    done = subprocess.run(
        command, env=environment, input=typed, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def known_plugins() -> set[str]:
    """The plugins that pytest finds by itself: not ours, where schwarm is not installed."""
    return {entry.value for entry in metadata.entry_points(group="pytest11")}


@in_processes
def test_an_installed_game_keeps_the_contract(installed: dict[str, str], tmp_path: Path) -> None:
    """Also where a folder has the game's name."""
    (tmp_path / "breakthrough").mkdir()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    command += ["-p", PLUGIN] * (PLUGIN not in known_plugins()) + ["--schwarm-game", "breakthrough"]
    done = subprocess.run(
        command, env=installed, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


@in_processes
def test_two_files_and_the_package_of_the_guide_are_a_game(tmp_path: Path) -> None:
    (project,) = (body for kind, body in blocks("docs/how-to/add-a-game.md") if kind == "toml mygame")
    package = tmp_path / "mygame/src/schwarm_mygame"
    package.mkdir(parents=True)
    (tmp_path / "mygame/pyproject.toml").write_text(project)
    for name in ("__init__.py", "rules.py"):
        text = (EXAMPLE / "src/schwarm_breakthrough" / name).read_text("utf-8")
        (package / name).write_text(text.replace("breakthrough", "mygame"))
    environment = {**os.environ, "PYTHONPATH": install(tmp_path, tmp_path / "mygame")}
    assert "bbbbbb/bbbbbb/....../....../WWWWWW/WWWWWW 0" in run(environment, "show", "mygame")
    assert "2 games" in run(environment, "match", "mygame", "1", "random", "--games", "2", "--time", "50")


@in_processes
def test_an_installed_game_is_listed_shown_and_played_in_the_terminal(installed: dict[str, str]) -> None:
    assert "Breakthrough" in run(installed, "games")
    assert "bbbbbb/bbbbbb/....../....../WWWWWW/WWWWWW 0" in run(installed, "show", "breakthrough")
    assert "a2-b3" in run(installed, "moves", "breakthrough").split()
    shown = run(installed, "play", "breakthrough", "--bot", "2", typed="b2-b3\nresign\n")
    assert "level 2 (black) plays" in shown
    assert "white resigns" in shown


@in_processes
def test_an_installed_game_is_played_in_matches_and_by_the_engine(installed: dict[str, str]) -> None:
    told = run(installed, "match", "breakthrough", "1", "random", "--games", "2", "--time", "50")
    assert "2 games" in told
    requests = "newgame breakthrough\nplay a2-a3\nlegal\nperft 2\nbestmove depth 2\nbestmove sims 20\nquit\n"
    answers = run(installed, "engine", typed=requests)
    assert "err" not in answers
    assert "a5-a4" in answers


@pytest.fixture(scope="module")
def rules_alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that has a game of one file, `four`: rules, and no evaluation."""
    site = tmp_path_factory.mktemp("site")
    rules = (
        (EXAMPLE / "src" / "schwarm_breakthrough" / "rules.py")
        .read_text("utf-8")
        .replace("Breakthrough", "Four")
    )
    (site / "four.py").write_text(rules + FOUR)
    facts = site / "four-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: four\nVersion: 1\n")
    (facts / "entry_points.txt").write_text("[schwarm.games]\nfour = four:BOOK\n")
    ours = str(Path(schwarm.__file__).parent.parent)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([ours, str(site)])}


FOUR = """
from schwarm.game import Option, RuleBook

BOOK = RuleBook(
    "four", "Four", game=Four, options=(Option("size", 6, "squares of a row", "Felder", low=5, high=8),)
)
"""


@in_processes
def test_best_analyses_an_installed_game_without_an_evaluation(rules_alone: dict[str, str]) -> None:
    told = json.loads(run(rules_alone, "analyse", "four", "--bot", "best#40", "--lines", "2", "--json"))
    assert len(told["lines"]) == 2
    assert told["nodes"] >= 40
    command = [sys.executable, "-m", "schwarm", "analyse", "four", "--depth", "3"]
    done = subprocess.run(command, env=rules_alone, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert "judge by random games, which have no depth" in done.stderr


@in_processes
def test_an_installed_game_of_one_file_is_packed(rules_alone: dict[str, str], tmp_path: Path) -> None:
    packed = tmp_path / "four.zip"
    run(rules_alone, "package", "four", "--to", str(packed))
    with zipfile.ZipFile(packed) as archive:
        names = archive.namelist()
        assert b"four = four:BOOK" in archive.read("four-best/packages/four-0.dist-info/entry_points.txt")
    assert {"four-best/start.sh", "four-best/packages/four.py"} <= {*names}


CUP = """
name = "Cup"
game = "breakthrough"
[[entrants]]
name = "Ada"
player = "3"
[[entrants]]
name = "Bob"
player = "random"
[[stages]]
name = "Final"
kind = "round robin"
games = 2
"""


@in_processes
def test_an_installed_game_is_played_in_tournaments(installed: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(CUP)
    store = str(tmp_path / "cup.db")
    assert "2 of 2" in run(installed, "tournament", "run", str(tmp_path / "cup.toml"), "--store", store)


# --- rules in plain Python under the compiled searches -------------------------------------------------
def start(kind: type[Breakthrough] = Breakthrough) -> Breakthrough:
    book = replace(BOOK, game=kind)  # so that copies are of that kind too
    game = book.game(book.choose(None, {}))
    assert type(game) is kind
    return game


def test_searches_see_rules_written_in_python() -> None:
    game = start()
    moves = game.legal_moves()
    below = 0
    for move in moves:
        game.play(move)
        below += len(game.legal_moves())
        game.undo()
    assert (schwarm.perft(game, 1), schwarm.perft(game, 2)) == (len(moves), below)
    result = schwarm.playouts(game, 20, seed=1, threads=2)
    assert sum(result.wins.values()) == 20


@pytest.mark.long  # daily: all else of an installed game
@pytest.mark.compiled_only
def test_the_same_rules_compile_with_the_sheet_of_the_example(tmp_path: Path) -> None:
    folder = tmp_path / "src" / "schwarm_breakthrough"
    shutil.copytree(EXAMPLE / "src" / "schwarm_breakthrough", folder)
    shutil.copy(EXAMPLE / "compiled" / "rules.pxd", folder)
    for path in ("compiled/setup.py", "pyproject.toml"):
        shutil.copy(EXAMPLE / path, tmp_path)
    ours = str(Path(schwarm.__file__).parent.parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([ours, str(tmp_path / "src")])}
    build = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    done = subprocess.run(
        build, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    built = list(folder.glob("rules*.so"))
    assert built, done.stdout + done.stderr
    environment["PYTHONPATH"] = os.pathsep.join([ours, str(folder.parent)])
    done = subprocess.run(
        [sys.executable, "-c", COMPARE], env=environment, capture_output=True, encoding="utf-8", check=True
    )
    game = start()
    assert done.stdout.split("\n")[0].endswith(".so")
    assert done.stdout.split("\n")[1] == f"{schwarm.perft(game, 4)} {schwarm.playouts(game, 20, seed=3)}"


COMPARE = """
import schwarm, schwarm_breakthrough.rules
game = schwarm_breakthrough.BOOK.game(schwarm_breakthrough.BOOK.choose(None, {}))
print(schwarm_breakthrough.rules.__file__)
print(schwarm.perft(game, 4), schwarm.playouts(game, 20, seed=3))
"""


class Failing(Breakthrough):
    """Its rules fail in the third ply."""

    def push(self, move: int) -> None:
        if self.turn == 2:
            raise KeyError("a mistake in the rules")
        super().push(move)


class Silent(Breakthrough):
    """Forgets to count the turn."""

    def push(self, move: int) -> None:
        super().push(move)
        self.turn -= 1


@pytest.mark.compiled_only
def test_an_error_in_the_rules_comes_out_of_every_search() -> None:
    game = start(Failing)
    assert schwarm.perft(game, 2) == 256  # its last moves are listed, not made
    for search in (lambda: schwarm.perft(game, 4), lambda: schwarm.playouts(game, 3)):
        with pytest.raises(RuleError, match="a mistake in the rules") as caught:
            search()
        assert isinstance(caught.value.__cause__, KeyError)
    with pytest.raises(RuleError, match="push: expected turn 1 after it, not 0"):
        start(Silent).play("a2-a3")


def test_a_half_made_game_says_which_methods_it_lacks() -> None:
    class Half(PythonGame):
        def generate(self, base: int) -> int:
            return base

    with pytest.raises(TypeError, match="Half: expected the methods push, pop, over, score, position"):
        Half(BOOK.choose(None, {}), widest=1, longest=1)


# --- what is broken stands in nobody's way ---------------------------------------------------------------
def stuck(setup: Setup) -> Breakthrough:
    game = Breakthrough(setup)
    game.squares = [EMPTY] * len(game.squares)
    return game


STUCK = RuleBook("stuck", "Nothing to do", game=stuck, options=BOOK.options)
NAMELESS = RuleBook("other", "Another name", game=Breakthrough)


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ("no_such_module_anywhere:BOOK", "ModuleNotFoundError"),
        ("schwarm_breakthrough:NO_BOOK", "AttributeError"),
        ("schwarm_breakthrough.rules:MOVE", "expected a RuleBook named broken"),
        ("tests.game.test_third_parties:NAMELESS", "expected a RuleBook named broken"),
    ],
)
def test_a_broken_package_is_told_in_one_line_and_leaves_the_others_alone(
    monkeypatch: pytest.MonkeyPatch, value: str, fault: str
) -> None:
    entries = [
        metadata.EntryPoint("broken", value, catalogue.GROUP),
        metadata.EntryPoint("breakthrough", "schwarm_breakthrough:BOOK", catalogue.GROUP),
        metadata.EntryPoint("hive", "schwarm_breakthrough:BOOK", catalogue.GROUP),
    ]
    monkeypatch.setattr(metadata, "entry_points", lambda group: entries)
    catalogue._found.cache_clear()
    try:
        assert list_games() == ["blokus", "breakthrough", "hive", "mississippi_queen", "piranhas", "protista"]
        assert rule_book("breakthrough") is BOOK
        assert rule_book("hive").title.startswith("Hive")
        with pytest.raises(GameError, match="broken is installed but cannot be played") as caught:
            schwarm.new_game("broken")
        assert fault in str(caught.value)
        assert "\n" not in str(caught.value)
    finally:
        catalogue._found.cache_clear()


@in_processes
@pytest.mark.long  # tests/contest/test_packages.py plays with packed bots of our own games every day
def test_a_bot_of_an_installed_game_is_packed_with_its_rules(
    installed: dict[str, str], tmp_path: Path
) -> None:
    packed = tmp_path / "bot.zip"
    run(installed, "package", "breakthrough", "--bot", "2", "--to", str(packed))
    with zipfile.ZipFile(packed) as archive:
        assert "breakthrough-2/packages/schwarm_breakthrough/rules.py" in archive.namelist()
        assert not [name for name in archive.namelist() if "/page/" in name]
    assert "2 games" in run(installed, "match", "breakthrough", str(packed), "random", "--games", "2")


def test_a_game_that_cannot_start_is_not_offered() -> None:
    entry = metadata.EntryPoint("stuck", "tests.game.test_third_parties:STUCK", catalogue.GROUP)
    with pytest.raises(ValueError, match="expected a start position with legal moves"):
        catalogue.opened(entry)
