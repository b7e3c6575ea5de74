"""The package as installed: its face, its two modes, its documents."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import schwarm
from schwarm import build_guard
from schwarm.games import names, rule_book

ROOT = Path(__file__).parent.parent

FACTS = """
import hashlib, random, schwarm
digest = hashlib.sha256()
for name in schwarm.games():
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
        [sys.executable, "-c", FACTS], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.compiled_only
def test_compiled_and_pure_agree() -> None:
    compiled, pure = facts(""), facts("1")
    assert (compiled[0], pure[0]) == ("True", "False")
    assert compiled[1] == pure[1]


def test_every_public_name_is_there() -> None:
    for name in schwarm.__all__:
        assert getattr(schwarm, name) is not None
    assert schwarm.games() == sorted(names())
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = schwarm.nonsense


@pytest.mark.compiled_only
def test_a_rule_book_that_is_not_compiled_is_refused() -> None:
    class Tame(schwarm.Game):
        pass

    with pytest.raises(TypeError, match="Tame is not compiled"):
        Tame(rule_book("piranhas").choose(None, {}), widest=1, longest=1)


def test_a_partly_compiled_package_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_guard, "modules", lambda: {"a": None, "b": "b.so"})
    with pytest.raises(ImportError, match="only partly compiled"):
        build_guard.refuse_partly_compiled()


@pytest.mark.parametrize("name", names())
def test_every_game_has_a_page_with_all_its_rules_and_options(name: str) -> None:
    book = rule_book(name)
    page = (ROOT / "docs" / "games" / f"{name}.md").read_text()
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
    from schwarm.games import errors

    pages = "\n".join(path.read_text() for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
    for command in COMMANDS:
        assert f"schwarm {command}" in pages, command
    for name, value in vars(errors).items():
        if isinstance(value, type):
            assert f"`{name}`" in pages, name


def test_every_engine_request_is_documented() -> None:
    from schwarm.cli.engine import Engine

    page = (ROOT / "docs" / "engine-protocol.md").read_text()
    for verb in Engine.verbs():
        assert f"`{verb}" in page, verb
