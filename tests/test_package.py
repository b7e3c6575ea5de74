"""The package as installed: its face, its two modes, its documents."""

import ast
import os
import pydoc
import re
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

import pytest

import schwarm
from schwarm import build_guard
from schwarm.game import list_games, rule_book
from tests import ROOT

FACTS = """
import hashlib, random, schwarm
digest = hashlib.sha256()
for name in schwarm.list_games():
    for seed in range(2):
        game = schwarm.new_game(name, seed=seed)
        chooser = random.Random(seed)
        while (moves := game.legal_moves()) and game.turn < 40:
            digest.update(f"{game.position()} {len(moves)} {moves[0]} {moves[-1]} {game.zobrist()}".encode())
            game.play(chooser.choice(moves))
        digest.update(str((game.outcome(), schwarm.playouts(game, 2, seed=1, limit=40))).encode())
print(schwarm.compiled(), digest.hexdigest())
"""


def facts(pure: str) -> list[str]:
    environment = {**os.environ, "SCHWARM_PURE": pure}
    done = subprocess.run(
        [sys.executable, "-c", FACTS], env=environment, capture_output=True, encoding="utf-8", check=True
    )
    return done.stdout.split()


@pytest.mark.compiled_only
def test_compiled_and_pure_agree() -> None:
    compiled, pure = facts(""), facts("1")
    assert (compiled[0], pure[0]) == ("True", "False")
    assert compiled[1] == pure[1]


CYTHON = """
import sys
before = list(sys.meta_path)
import schwarm.games.protista.rules, schwarm.search.mcts
print(schwarm.compiled(), [finder.__name__ for finder in sys.meta_path if finder not in before])
sys.modules["cython"] = None  # where it is not installed
try:
    import cython
except ImportError:
    print("none")
import schwarm.games.hive.rules
"""


@pytest.mark.parametrize("pure", ["", "1"])
def test_another_program_that_asks_for_cython_gets_its_own_or_none(pure: str) -> None:
    environment = {**os.environ, "SCHWARM_PURE": pure}
    lines = subprocess.run(
        [sys.executable, "-c", CYTHON], env=environment, capture_output=True, encoding="utf-8", check=True
    ).stdout.splitlines()
    compiled, _, finders = lines[0].partition(" ")
    assert finders == ("[]" if compiled == "True" else "['PureFinder']")
    assert lines[1:] == ["none"]


def test_what_a_star_imports_replaces_nothing_that_was_there() -> None:
    """Rules take all constants of their tables by `import *`; a module of the same name would come too."""
    pytest.importorskip("cython")  # an installed wheel does without
    for path in sorted((ROOT / "src").rglob("*.py")):
        bound: dict[str, object] = {}
        imports = [
            node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)
        ]
        if not any(node.names[0].name == "*" for node in imports):
            continue
        import_module(".".join(path.relative_to(ROOT / "src").with_suffix("").parts))  # and all that it needs
        for node in imports:
            module = import_module(str(node.module))
            if node.names[0].name == "*":
                brought = {name: value for name, value in vars(module).items() if not name.startswith("_")}
            else:
                brought = {name.asname or name.name: getattr(module, name.name) for name in node.names}
            replaced = [name for name in brought if bound.get(name, brought[name]) is not brought[name]]
            assert replaced == [], f"{path}: {node.module}"
            bound |= brought


def test_every_public_name_is_there() -> None:
    for name in schwarm.__all__:
        assert getattr(schwarm, name) is not None
    assert schwarm.list_games() == sorted(list_games())
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = schwarm.nonsense


def test_dir_and_help_show_what_can_be_done() -> None:
    fresh = "import schwarm; print(*dir(schwarm)); help(schwarm)"
    utf8 = {**os.environ, "PYTHONUTF8": "1"}
    shown = subprocess.run(
        [sys.executable, "-c", fresh], env=utf8, capture_output=True, encoding="utf-8", check=True
    ).stdout
    assert set(schwarm.__all__) <= set(shown.split("\n")[0].split())
    for entry in ("new_game(", "perft(", "playouts(", "class Outcome"):
        assert entry in shown, entry
    assert "counts move sequences" in (pydoc.render_doc(schwarm))


def test_the_package_runs_as_a_program() -> None:
    command = [sys.executable, "-m", "schwarm", "moves", "piranhas", "--seed", "7"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.split() == schwarm.new_game("piranhas", seed=7).legal_moves()


def replies(game: schwarm.Game) -> list[str]:
    """What the other process finds."""
    return [str(move) for move in game.legal_moves()]


def test_games_travel_to_other_processes() -> None:
    games = [schwarm.new_game(name, seed=5) for name in list_games()]
    for game in games:
        game.play(game.legal_moves()[0])
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(replies, games)) == [replies(game) for game in games]


USER_SCRIPT = """
import schwarm
from schwarm.game import RuleBook, rule_book


def heaviest(game: schwarm.Game) -> int:
    return max(piece.value for piece in game.board().pieces if piece.side == game.to_move)


game = schwarm.new_game("piranhas", seed=7)
book: RuleBook = rule_book(game.name)
for move in game.legal_moves():
    told = game.describe(move)
    if told.captured:
        print(told.kind, told.start, told.goal, [piece.value for piece in told.captured])
made: schwarm.Move = game.play(game.legal_moves()[0])
outcome = game.outcome()
winner: str | None = None if outcome is None else outcome.winner
print(heaviest(game), made, winner, schwarm.perft(game, 2), schwarm.list_games()[0], book.shape)
print(game == game.copy())
"""


@pytest.mark.long
@pytest.mark.compiled_only  # types are the same in both builds
def test_scripts_of_users_are_clean_under_strict_mypy(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(USER_SCRIPT)
    pytest.importorskip("mypy")
    place = {**os.environ, "MYPYPATH": str(Path(build_guard.HERE).parent)}
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(script)]
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", cwd=tmp_path, env=place, check=False
    )
    assert done.returncode == 0, done.stdout
    subprocess.run([sys.executable, str(script)], check=True, capture_output=True)


@pytest.mark.compiled_only
def test_a_rule_book_that_is_not_compiled_is_refused() -> None:
    class Tame(schwarm.Game):
        pass

    with pytest.raises(TypeError, match="Tame is not compiled: expected PythonGame as its base"):
        Tame(rule_book("piranhas").choose(None, {}), widest=1, longest=1)


def test_a_partly_compiled_package_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_guard, "modules", lambda: {"a": None, "b": "b.so"})
    with pytest.raises(ImportError, match="only partly compiled"):
        build_guard.refuse_partly_compiled()


def test_a_build_is_stale_when_any_sheet_it_takes_names_from_is_newer() -> None:
    parts = build_guard.sources("schwarm.games.protista.rules")
    told = {os.path.relpath(part, build_guard.HERE).replace(os.sep, "/") for part in parts}
    sheets = {f"games/protista/{name}.pxd" for name in ("rules", "position", "moves", "walks")}
    assert told >= {"bits.pxd", "game/game.pxd", "games/protista/rules.py", *sheets}


SHEET = os.path.join("hive", "rules.pxd")


@pytest.mark.compiled_only
def test_a_changed_sheet_makes_its_users_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.path.getmtime
    monkeypatch.setattr(os.path, "getmtime", lambda path: real(path) + 1e9 * path.endswith(SHEET))
    assert "games/hive/rules.py" in build_guard.stale().split(", ")
    assert "games/piranhas/rules.py" not in build_guard.stale().split(", ")


@pytest.mark.parametrize("name", list_games())
def test_every_game_has_a_page_with_all_its_rules_and_options(name: str) -> None:
    book = rule_book(name)
    page = (ROOT / f"docs/reference/games/{name}.md").read_text("utf-8")
    for heading in ("Rules", "Notation", "Options and profiles", "Sources", "Version history"):
        assert re.search(rf"^## {heading}", page, re.MULTILINE), heading
    for rule in book.rules:
        assert re.search(rf"\b{rule}\b", page), rule
    for option in book.options:
        assert f"`{option.name}`" in page, option.name
    for profile in book.profiles:
        assert f"`{profile}`" in page, profile


def test_every_command_and_error_is_documented() -> None:
    from schwarm.cli import COMMANDS
    from schwarm.game import errors

    pages = "\n".join(path.read_text("utf-8") for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
    for command in COMMANDS:
        assert f"schwarm {command}" in pages, command
    for name, value in vars(errors).items():
        if isinstance(value, type) and value.__module__ == errors.__name__:
            assert f"`{name}`" in pages, name


def test_every_engine_request_is_documented() -> None:
    from schwarm.cli.engine import Engine

    page = (ROOT / "docs/reference/engine-protocol.md").read_text("utf-8")
    for verb in Engine.verbs():
        assert f"`{verb}" in page, verb
