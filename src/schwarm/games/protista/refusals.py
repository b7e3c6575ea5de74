"""Protista: why a move is not legal; the rule's id and the reason in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schwarm.games.protista.rules import Protista


def refusal(game: Protista, code: int) -> tuple[str, str]:
    """The rule that a move breaks first, and how."""
    return "M3", "not yet"
