"""Why a move of Blokus is not legal, in the order in which the official server asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schwarm.games.blokus.notation import square
from schwarm.games.blokus.options import COLOURS
from schwarm.games.blokus.tables import (
    ALL,
    KIND_BIT,
    KIND_OF,
    KINDS,
    SHAPE_SQUARES,
    SKIP,
    place_of,
)

if TYPE_CHECKING:
    from schwarm.games.blokus.rules import Blokus


def refusal(game: Blokus, code: int) -> tuple[str, str]:
    """The rule that forbids a move, and the reason."""
    colour = COLOURS.index(game.colour_to_move())
    if code == SKIP:
        if not game.options["skip"]:
            return "R8", f"{COLOURS[colour]} can lay a piece, and only a colour that cannot is left out"
        return "R8", f"{COLOURS[colour]} has laid nothing yet"
    if code > SKIP:
        return "R5a", "expected a piece on the board"
    shape, left, top = place_of(code)
    return at(game, colour, shape, left, top)


def at(game: Blokus, colour: int, shape: int, left: int, top: int) -> tuple[str, str]:
    """What forbids a shape at a place, which may lie off the board; the first of several broken rules."""
    hand, begins_with = game.hands()[colour], game.facts()[3]
    first = hand == ALL
    name = COLOURS[colour]
    if first and begins_with not in (-1, KIND_OF[shape]):
        return "R6a", f"expected {KINDS[begins_with]} as the first piece, not {KINDS[KIND_OF[shape]]}"
    if not hand & KIND_BIT[shape]:
        return "R7a", f"{name} has laid {KINDS[KIND_OF[shape]]} already"
    squares = [(left + x, top + y) for x, y in SHAPE_SQUARES[shape]]
    size, lines = int(game.options["size"]), game.lines()
    for x, y in squares:
        if not (0 <= x < size and 0 <= y < size):
            return "R5a", "does not lie on the board as a whole"
    for x, y in squares:
        if any(rows[y] >> x & 1 for rows in lines):
            return "R5b", f"{square(x, y)} is covered"
    for x, y in squares:
        beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        if any(0 <= u < size and 0 <= v < size and lines[colour][v] >> u & 1 for u, v in beside):
            return "R7b", f"{square(x, y)} is edge to edge with {name}"
    if first:
        where = {"border": "a square of the border", "corner": "a corner", "point": "a start point"}
        return "R6b", f"expected to cover {where[str(game.options['start_at'])]} that is free"
    return "R7c", f"no square is corner to corner with {name}"
