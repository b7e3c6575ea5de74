"""The house knows no game: what is true of one game alone stands in that game's folder."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

import schwarm
from schwarm.contest.wire.seasons import season_of_game
from schwarm.game.catalogue import own_games
from schwarm.game.faces import FACES, face, has
from schwarm.game.rulebook import RuleBook

pytestmark = pytest.mark.compiled_only  # about files, not about rules

HOUSE = Path(schwarm.__file__).parent
KINDS = (".py", ".pxd", ".js", ".css", ".ts", ".html", ".toml", ".json")
FILES = sorted(
    path
    for path in HOUSE.rglob("*")
    if path.suffix in KINDS and HOUSE / "games" not in path.parents and "__pycache__" not in path.parts
)


def names() -> re.Pattern[str]:
    """What a file of the house may not say: names of games and of the seasons that play them."""
    seasons = [season_of_game(game).game_type for game in own_games()]
    titles = [game.replace("_", ".") for game in own_games()]
    return re.compile(rf"\b({'|'.join([*own_games(), *titles, *seasons])})\b|challenge-20\d\d", re.IGNORECASE)


def code_of(path: Path) -> str:
    """A file without its comments and docstrings: those may give examples."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                if ast.get_docstring(node, clean=False) is not None:
                    node.body[0] = ast.Pass()
        return ast.unparse(tree)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return re.sub(r"(^|\s)(//|#|cdef.*#).*", "", text) if path.suffix in (".js", ".ts", ".pxd") else text


def test_no_file_of_the_house_names_a_game_or_a_season() -> None:
    wrong = names()
    found = {str(path.relative_to(HOUSE)): hit[0] for path in FILES if (hit := wrong.search(code_of(path)))}
    assert not found


def test_the_search_for_names_finds_them() -> None:
    assert names().search('if game == "hive": ...')
    assert names().search("import schwarm.games.mississippi_queen")
    assert names().search("<p>Mississippi Queen</p>")
    assert names().search("software-challenge-2026")
    assert not names().search("an archive of shiver")


def test_every_fact_of_a_rule_book_is_read_by_the_house() -> None:
    parts = "|".join(part.name for part in fields(RuleBook))
    reading = re.compile(rf"\b(?:\w*book|rule_book\([^()]*\)|known|told)\.({parts})\b")
    files = [path for path in FILES if path.suffix == ".py" and path.name != "rulebook.py"]
    read = {name for path in files for name in reading.findall(path.read_text("utf-8"))}
    assert not {part.name for part in fields(RuleBook)} - read


@pytest.mark.parametrize("game", own_games())
@pytest.mark.parametrize("name", FACES)
def test_every_face_of_our_games_opens_and_is_of_its_type(game: str, name: str) -> None:
    assert (face(game, name) is not None) == has(game, name)


# What the files of a face may import beside the game's own folder, `game` and `bits`; all others are rules.
ROWS = {
    "bot": ("search", "bots"),
    "evaluator": ("search", "bots"),
    "wide": ("search", "bots"),  # rules and evaluation of large boards, compiled as one module
    "policy": ("search",),
    "rows": ("search", "bots"),
    "rows_layout": ("bots",),
    "reach": ("bots",),
    "recipe": ("learning",),
    "arrays": ("environments",),
    "arrays_tables": ("environments",),
    "season": ("contest.wire",),
    "page": ("web",),
    "teaching": ("teaching",),
    "study": ("lab",),
}


def imported(path: Path) -> set[str]:
    """The modules of ours that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return {name for name in found if name.startswith("schwarm.")}


@pytest.mark.parametrize("game", own_games())
def test_no_face_reaches_above_its_row(game: str) -> None:
    folder = HOUSE / "games" / game
    for path in sorted(folder.rglob("*.py")):
        part = path.relative_to(folder).parts[0].removesuffix(".py")
        mine = (f"games.{game}", "game", "bits", "compat", *ROWS.get(part, ()))
        above = [
            name
            for name in imported(path)
            if not any(f"{name}.".startswith(f"schwarm.{known}.") for known in mine)
        ]
        assert not above, path
        if part not in ROWS:  # rules ask no face
            faces = tuple(f"schwarm.games.{game}.{face}" for face in ROWS)
            assert not [name for name in imported(path) if name.startswith(faces)], path
