"""Positions of Protista as people draw them in rules.toml and lessons.toml."""

from __future__ import annotations

from typing import Any

from schwarm.teaching.face import Words


def position_of(rows: Words, entry: dict[str, Any]) -> str:
    """`w` and `b` are pieces, `w3` is a stack of three, `w*` a king."""
    lines = "/".join("".join(map(cell, row)) for row in rows)
    for count in range(26, 0, -1):
        lines = lines.replace("." * count, str(count))
    side, left, targets = entry.get("side", "w"), entry.get("left", 1), entry.get("targets", "-|-")
    return f"{lines} {side} {left} {targets} 0 {entry.get('turn', 0)} {entry.get('turn', 0)} -"


def cell(word: str) -> str:
    """A cell's word as position texts write it: stacks have capital letters."""
    return word.upper() if word[1:2].isdigit() else word
