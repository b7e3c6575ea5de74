"""Hive boards drawn in tests: rows of fields as in a position text, spread out with spaces.

Marks: `Q!` is the piece that moves, `*` an empty field it can move to, `a*` an occupied one; `?` is an
empty field that the test asks about, `a?` an occupied one.
"""

from dataclasses import dataclass
from typing import Any

import pytest

import schwarm
from schwarm.games.hive.rules import Hive
from schwarm.games.hive.tables import FIELDS


@dataclass(frozen=True, slots=True)
class Drawn:
    game: Hive
    start: str  # the field of the piece marked with !
    goals: set[str]  # the fields marked with *
    asked: str  # the field marked with ?


def drawn(drawing: str, turn: int = 20, **options: Any) -> Drawn:
    """The game of a drawing; its radius is that of the drawing."""
    rows = [row.split() for row in drawing.strip().splitlines()]
    radius = len(rows) // 2
    names = [f"{x},{y}" for x, y in FIELDS[radius]]
    tokens = [token for row in rows for token in row]
    text = "/".join("".join(token.strip("!*?") or "." for token in row) for row in rows)
    game = schwarm.new_game("hive", radius=radius, position=f"{text} {turn}", **options)
    assert isinstance(game, Hive)

    def marked(mark: str) -> list[str]:
        return [name for name, token in zip(names, tokens, strict=True) if token.endswith(mark)]

    return Drawn(game, "".join(marked("!")), set(marked("*")), "".join(marked("?")))


def goals(game: Hive, start: str) -> set[str]:
    """The fields the piece on a field can move to."""
    return {move.split(">")[1] for move in game.legal_moves() if move.startswith(f"{start}>")}


def check(drawing: str, turn: int = 20, **options: Any) -> None:
    """The piece marked with ! can move to the fields marked with * and to no others."""
    board = drawn(drawing, turn, **options)
    assert goals(board.game, board.start) == board.goals


def refused(game: schwarm.Game, move: str) -> tuple[str, str]:
    """Rule and reason of a refusal; it must change nothing."""
    before = game.position(), game.zobrist(), game.history
    with pytest.raises(schwarm.IllegalMove) as refusal:
        game.play(move)
    assert (game.position(), game.zobrist(), game.history) == before
    assert refusal.value.rule in game.setup.book.rules
    return refusal.value.rule, refusal.value.why


def check_refused(drawing: str, rule: str, why: str, kind: str = "", turn: int = 20, **options: Any) -> None:
    """The piece marked with !, or one of this kind from the hand, cannot go to the field marked with ?."""
    board = drawn(drawing, turn, **options)
    found = refused(board.game, f"{kind}@{board.asked}" if kind else f"{board.start}>{board.asked}")
    assert found[0] == rule, found
    assert why in found[1]
