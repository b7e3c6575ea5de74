"""Positions of Hive as people draw them in rules.toml and lessons.toml."""

from __future__ import annotations

from typing import Any

from schwarm.teaching.face import Words


def position_of(rows: Words, entry: dict[str, Any]) -> str:
    """Rows of fields as in a position text."""
    return f"{'/'.join(map(''.join, rows))} {entry.get('turn', 20)}"
