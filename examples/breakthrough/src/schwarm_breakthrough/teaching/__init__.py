"""Breakthrough for those who learn it: one rule in a picture, one lesson, puzzles."""

from typing import Any

from schwarm.teaching.face import PuzzleRules, Teaching, Words
from schwarm.teaching.puzzles.themes import PuzzleBoard


def position_of(rows: Words, entry: dict[str, Any]) -> str:
    """A drawing is the rows of a position text."""
    return f"{'/'.join(map(''.join, rows))} {entry.get('turn', 0)}"


def themes_of(scene: PuzzleBoard) -> set[str]:
    """Does the right move take?"""
    return {"capture" if scene.answer.captured else "race"}


TEACHING = Teaching(position_of, PuzzleRules(themes_of, nodes=20_000, levels=(1, 2), look_nodes=300))
