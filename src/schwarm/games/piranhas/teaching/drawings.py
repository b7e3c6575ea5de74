"""Positions of Piranhas as people draw them in rules.toml and lessons.toml."""

from __future__ import annotations

from typing import Any

from schwarm.teaching.face import Words


def position_of(rows: Words, entry: dict[str, Any]) -> str:
    """Rows of squares; a position text begins with the lowest."""
    lines = "/".join(map("".join, reversed(rows)))
    return f"{lines} {entry.get('turn', 20)} {entry.get('first', '-')}"
