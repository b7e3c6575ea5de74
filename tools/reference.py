"""Writes docs/reference.md out of the docstrings: `python -m tools.reference`.

The sources are read, not imported, so the page is the same whether they are compiled or not.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from inspect import cleandoc
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference.md"
OPENING = """# Python reference

Written by `make reference` out of the docstrings; do not edit it by hand. Every example is run by the tests.
How the parts belong together is told in [architecture](architecture.md), what words mean in the
[glossary](glossary.md).
"""
# What the searches ask of a rule book is told in adding-a-game.md.
FOR_RULE_BOOKS = {
    "Game": {
        *("generate", "candidates", "pick", "push", "pop", "over", "score", "key", "resample", "zobrist"),
        *(
            "read",
            "write",
            "refusal",
            "verdict",
            "describe_code",
            "before_chance",
            "move_of",
            "code_of",
            "allows",
        ),
        *("list_moves", "list_candidates", "make_room", "lengthen_trail", "follow", "retrace", "after"),
        *("sees_python", "public_start", "check", "first_position", "shown_as", "too_long", "twin"),
    },
    "PythonEvaluator": {"ask_value", "ask_prior", "require_compiled_methods"},
}
# Attributes that a class declares without a method.
ALSO = {
    "Game": (
        "- `turn`: Plies made so far.",
        "- `_repr_svg_() -> str`: The board as a picture: what notebooks show.",
    )
}


@dataclass(frozen=True, slots=True)
class Section:
    """Some public names of one module."""

    title: str
    module: str
    names: tuple[str, ...]
    words: str


SECTIONS = (
    Section(
        "Games", "schwarm", ("list_games", "new_game", "Game", "Move", "Outcome"), "Start and play games."
    ),
    Section(
        "Positions and moves as values",
        "schwarm",
        ("Board", "Piece", "Description"),
        "What `game.board()` and `game.describe(move)` give. All are frozen and compare by value.",
    ),
    Section("Rule books", "schwarm", ("rule_book", "RuleBook"), "A game's facts as data."),
    Section(
        "Counting and random games",
        "schwarm",
        ("perft", "playouts", "Playouts", "compiled"),
        "Compiled, and on as many threads as you like.",
    ),
    Section(
        "Errors",
        "schwarm",
        ("GameError", "UnknownGame", "BadOption", "BadPosition", "BadNotation", "IllegalMove"),
        "All are ValueErrors and say in one line what was expected and what came.",
    ),
    Section(
        "Games out of files", "schwarm", ("load_games",), "Files, journals, stores and official replays."
    ),
    Section(
        "Records",
        "schwarm.game.record",
        ("record_of", "replay", "start_of", "Record", "Ply", "End", "Irregular", "BadRecord"),
        "Whole games as one line of JSON each, which prove themselves by replaying.",
    ),
    Section(
        "Bots",
        "schwarm.bots",
        ("names", "player", "Bot", "SearchBot", "strengths", "Strength", "UnknownBot"),
        "Named players for every game; more in [bots and search](bots.md).",
    ),
    Section(
        "What a search found",
        "schwarm.search.report",
        ("SearchReport", "Line"),
        "What `SearchBot.analyse` gives: the best moves with their scores and variations.",
    ),
    Section(
        "An evaluation of one's own",
        "schwarm.search.python_evaluator",
        ("PythonEvaluator",),
        "In plain Python, under the compiled search.",
    ),
    Section(
        "Replays of the contest",
        "schwarm.contest.replay",
        ("load_replay", "read_replay", "write_replay"),
        "Games as the contest's servers write them.",
    ),
    Section(
        "Who plays",
        "schwarm.players",
        ("read", "check"),
        "One line of text for a bot, a function, a program, a ZIP or a remote client.",
    ),
    Section(
        "A player for the contest",
        "schwarm.contest.program",
        ("ContestBot",),
        "One method makes a bot; see [your first bot](first-bot.md).",
    ),
    Section(
        "The store",
        "schwarm.store",
        ("open_store",),
        "Games in a database; more in [referee and store](referee-and-store.md).",
    ),
    Section("An open store", "schwarm.store.store", ("Store",), "What `open_store` gives."),
)

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def source_of(module: str) -> Path:
    """The file of a module."""
    path = ROOT / "src" / Path(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def find(module: str, name: str) -> tuple[Definition, str]:
    """Where a name is defined, followed through imports, with the text of that file."""
    text = source_of(module).read_text()
    tree = ast.parse(text)
    for node in tree.body:
        if isinstance(node, Definition) and node.name == name:
            return node, text
    for part in ast.walk(tree):
        if isinstance(part, ast.ImportFrom) and part.module:
            for alias in part.names:
                if (alias.asname or alias.name) == name:
                    return find(part.module, alias.name)
    raise LookupError(f"{module} has no {name}")


def signature(node: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> str:
    """How a function is called, without self."""
    arguments = node.args
    if arguments.args and arguments.args[0].arg in ("self", "cls"):
        arguments.args = arguments.args[1:]
    answer = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{name}({ast.unparse(arguments)}){answer}"


def told(node: Definition) -> str:
    """A docstring as Markdown: examples become blocks of code."""
    lines: list[str] = []
    inside = False
    for line in cleandoc(ast.get_docstring(node) or "").splitlines():
        if line.startswith(">>>") and not inside:
            inside = True
            lines.append("```python")
        elif not line and inside:
            inside = False
            lines.append("```")
        lines.append(line)
    return "\n".join([*lines, "```"] if inside else lines)


def first_sentences(node: Definition) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())


def is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Is it read like an attribute?"""
    return any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list)


def members(node: ast.ClassDef, text: str) -> list[str]:
    """The fields and methods of a class, a line each."""
    lines = list(ALSO.get(node.name, ()))
    source = text.splitlines()
    is_data = any("dataclass" in ast.unparse(mark) for mark in node.decorator_list)
    for part in node.body:
        if is_data and isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            comment = source[(part.end_lineno or part.lineno) - 1][part.end_col_offset or 0 :].strip()
            comment = f" {comment.removeprefix('#').strip()}" if comment.startswith("#") else ""
            lines.append(f"- `{part.target.id}: {ast.unparse(part.annotation)}`{comment}")
        elif isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and not part.name.startswith("_"):
            if part.name in FOR_RULE_BOOKS.get(node.name, set()) or not ast.get_docstring(part):
                continue
            called = part.name if is_property(part) else signature(part, part.name)
            lines.append(f"- `{called}`: {first_sentences(part)}")
    return lines


def entry(section: Section, name: str) -> str:
    """One name: how it is called, what it says of itself, what it has."""
    node, text = find(section.module, name)
    if isinstance(node, ast.ClassDef):
        parts = [f"### {name}", told(node), "\n".join(members(node, text))]
    else:
        parts = [f"### {name}", f"`{signature(node, name)}`", told(node)]
    return "\n\n".join(part for part in parts if part)


def page() -> str:
    """The whole reference."""
    parts = [OPENING.rstrip()]
    for section in SECTIONS:
        imports = f">>> from {section.module} import {', '.join(section.names)}"
        parts += [f"## {section.title}", section.words, f"```python\n{imports}\n```"]
        parts += [entry(section, name) for name in section.names]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page())
    sys.stdout.write(f"{PAGE.relative_to(ROOT)}: {page().count('### ')} names\n")
