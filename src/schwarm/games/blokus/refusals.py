"""Why a move of Blokus is not legal, in the order in which the official server asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schwarm.game.errors import Refusal
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
            return "R8", Refusal("blokus/can_lay", colour=COLOURS[colour])
        return "R8", Refusal("blokus/nothing_laid", colour=COLOURS[colour])
    if code > SKIP:
        return "R5a", Refusal("blokus/no_piece_on_board")
    shape, left, top = place_of(code)
    return at(game, colour, shape, left, top)


def at(game: Blokus, colour: int, shape: int, left: int, top: int) -> tuple[str, str]:
    """What forbids a shape at a place, which may lie off the board; the first of several broken rules."""
    hand, begins_with = game.hands()[colour], game.facts()[3]
    first = hand == ALL
    name = COLOURS[colour]
    if first and begins_with not in (-1, KIND_OF[shape]):
        return "R6a", Refusal("blokus/wrong_start", piece=KINDS[begins_with], other=KINDS[KIND_OF[shape]])
    if not hand & KIND_BIT[shape]:
        return "R7a", Refusal("blokus/laid_already", colour=name, other=KINDS[KIND_OF[shape]])
    squares = [(left + x, top + y) for x, y in SHAPE_SQUARES[shape]]
    size, lines = int(game.options["size"]), game.lines()
    for x, y in squares:
        if not (0 <= x < size and 0 <= y < size):
            return "R5a", Refusal("blokus/over_edge")
    for x, y in squares:
        if any(rows[y] >> x & 1 for rows in lines):
            return "R5b", Refusal("blokus/covered", cell=square(x, y))
    for x, y in squares:
        beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        if any(0 <= u < size and 0 <= v < size and lines[colour][v] >> u & 1 for u, v in beside):
            return "R7b", Refusal("blokus/edge_to_edge", cell=square(x, y), colour=name)
    if first:
        return "R6b", Refusal(f"blokus/no_start_{game.options['start_at']}")
    return "R7c", Refusal("blokus/no_corner", colour=name)
