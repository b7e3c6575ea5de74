"""One word for one thing: what the glossary says a word never means, nobody uses it for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests import ROOT

# What a sentence looks like in which a word means what the glossary forbids.
CHANCE = r"(?:at random|randomly|by lot|by chance|anew|from (?:the|its|a|another|this|`)[\w' ]*`?seed)"
FORBIDDEN = {
    ("draw", "a random choice"): re.compile(
        rf"\b(?:draws?|drawn|drew)\b(?: \w+){{0,4}} {CHANCE}\b|\bthe seed draws\b", re.IGNORECASE
    )
}
NEVER = re.compile(r"^\|(\w+)\|.*; never ([^|;]+?)\|$", re.MULTILINE)


def readable() -> Iterator[Path]:
    """Documents, and sources that are not compiled: a comment there makes nobody's build anew."""
    yield from (ROOT / "docs").rglob("*.md")
    yield ROOT / "README.md"
    for path in (ROOT / "src").rglob("*.py"):
        if not path.with_suffix(".pxd").exists():
            yield path


def test_a_word_is_not_used_for_what_it_never_means() -> None:
    glossary = (ROOT / "docs/reference/glossary.md").read_text("utf-8")
    rules = NEVER.findall(glossary)
    assert set(rules) == FORBIDDEN.keys(), "each `never` of the glossary is checked here"
    for (word, _), pattern in FORBIDDEN.items():
        for path in readable():
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                assert not pattern.search(line), f"{path}:{number}: {word}: {line.strip()}"


def test_every_word_is_told_once() -> None:
    rows = re.findall(r"^\|([^|]+)\|", (ROOT / "docs/reference/glossary.md").read_text("utf-8"), re.MULTILINE)
    words = [word.strip() for row in rows[1:] for word in row.split(",")]
    twice = {word for word in words if words.count(word) > 1}
    assert twice <= {"stage"}, f"told twice: {twice}"  # of a study, and of a tournament
