"""Which game a pupil's bot plays, read from its file without running it.

The mark is what `ContestBot` needs anyway: `game = "blokus"` in the class, or a constant of the file for it,
as `GAME = "blokus"`. A file that names no game, or several, may play anything.
"""

from __future__ import annotations

import ast
from pathlib import Path, PurePath
from typing import TypeVar

from schwarm.game.errors import Refusal

MARK, CONSTANT = "game", "GAME"
Place = TypeVar("Place", bound=PurePath)
LONGEST_NAME = 60
LARGEST_SOURCE = 1 << 20  # bytes; more is no bot's own file
OWN = "LevelBot"  # of schwarm.contest.program; its first argument is the game


class BadSource(Exception):
    """A file that Python cannot read; `why` is its line and Python's own words."""

    def __init__(self, name: str, error: SyntaxError | ValueError) -> None:
        line = getattr(error, "lineno", None) or 1
        words = (getattr(error, "text", None) or "").strip()
        said = getattr(error, "msg", None) or str(error)
        self.why = Refusal("bad_source", file=name, line=line, why=said, text=words)
        super().__init__(self.why)


def parse(source: str | bytes, name: str) -> ast.Module:
    """The file's statements.

    :raises BadSource: if it is no Python.
    """
    try:
        return ast.parse(source, name)
    except (SyntaxError, ValueError) as error:
        raise BadSource(name, error) from None
    except (RecursionError, MemoryError) as error:  # nested deeper than Python reads
        raise BadSource(name, ValueError(error)) from None


def named_game(source: str | bytes, name: str = "bot.py") -> str | None:
    """The only game that a bot's file names, None if it names none or several.

    :raises BadSource: if it is no Python.

    >>> named_game('class MyBot(ContestBot):\\n    game = "blokus"')
    'blokus'
    >>> named_game('GAME = "hive"\\nclass MyBot(ContestBot):\\n    game = GAME')
    'hive'
    >>> named_game("print(1)") is None
    True
    """
    tree = parse(source, name)
    constants = dict(_assigned(tree.body, {}))
    found: set[str | None] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.bases:
            found.update(game for mark, game in _assigned(node.body, constants) if mark == MARK)
        elif isinstance(node, ast.Call) and _name(node.func) == OWN and node.args:
            found.add(_text(node.args[0], constants))
    if not found:
        found.add(constants.get(CONSTANT))
    return found.pop() if len(found) == 1 else None


def _assigned(body: list[ast.stmt], constants: dict[str, str | None]) -> list[tuple[str, str | None]]:
    """The names that statements give a value, and the text that it is, if it is one."""
    found = []
    for node in body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            targets = [node.target]
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            text = _text(node.value, constants)
            found += [(target.id, text) for target in targets if isinstance(target, ast.Name)]
    return found


def _text(node: ast.expr, constants: dict[str, str | None]) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value[:LONGEST_NAME]
    return constants.get(node.id) if isinstance(node, ast.Name) else None


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def named_game_of_file(path: Path) -> str | None:
    """The same of a file; None if it cannot be read.

    :raises BadSource: if it is no Python.
    """
    try:
        if path.stat().st_size > LARGEST_SOURCE:
            return None
        source = path.read_bytes()
    except OSError:
        return None
    return named_game(source, path.name)


def main_beside(start: Place) -> Place:
    """Where the bot's own file lies in a ZIP that we packed, by its start script."""
    return start.with_name("main.py")
