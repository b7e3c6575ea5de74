"""Where each rule comes from: `python -m tools.rule_sources` writes the tables on the games' pages.

docs/reference/games/NAME.toml has a table for each rule of a game: `section` and `quote` of its sentence
in the rule document, or `silent`, what the document leaves open; `options` where readings differ; `tests`
that hold it, functions of tests/games/NAME; `examples`, worked positions of tests/vectors/NAME/examples.txt.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "reference" / "games"
HEADING = "### Sentence and test of each rule\n"
HEAD = ["|rule|sentence in the document|options|test|", "|---|---|---|---|"]


def read_sources(game: str) -> dict[str, Any]:
    """The document, its address, and the rules with their sentences and tests."""
    return tomllib.loads((FOLDER / f"{game}.toml").read_text("utf-8"))


def write_table(game: str) -> str:
    """The table of a game as Markdown, with a line on the document."""
    sources = read_sources(game)
    rows = [
        f"|{rule}|{write_sentence(source)}|{list_code(source.get('options', []))}|{list_tests(source)}|"
        for rule, source in sources["rules"].items()
    ]
    document = f"The document is [{sources['document']}]({sources['address']})."
    return "\n".join([HEADING, document, "", *HEAD, *rows]) + "\n"


def write_sentence(source: dict[str, Any]) -> str:
    """The quote with its section, or what the document leaves open."""
    return (
        f"{source['section']}: “{source['quote']}”" if "quote" in source else f"(silent) {source['silent']}"
    )


def list_tests(source: dict[str, Any]) -> str:
    """Functions of tests, and worked examples by their numbers."""
    tests = [name.partition("::")[2] for name in source.get("tests", [])]
    return list_code([*tests, *source.get("examples", [])])


def list_code(names: list[str]) -> str:
    """The names as code, separated by commas."""
    return ", ".join(f"`{name}`" for name in names)


def insert_table(page: str, game: str) -> str:
    """A game's page with its table as it should be: at the end of the section Sources."""
    start, end = page.index("## Sources"), page.index("## Version history")
    section = page[start:end].partition(HEADING)[0].rstrip()
    return f"{page[:start]}{section}\n\n{write_table(game)}\n{page[end:]}"


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.toml")):
        document = path.with_suffix(".md")
        document.write_text(insert_table(document.read_text("utf-8"), path.stem), "utf-8")
