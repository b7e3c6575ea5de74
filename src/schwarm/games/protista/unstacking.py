"""Protista, kind 8: unstacking (K8). A stack becomes a line of singles with one end on its own cell.

. w3 . b .   ->   . w w w .      the others stand on empty cells or take enemy singles
"""

from __future__ import annotations

import cython

from schwarm.games.protista.position import Position
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import cell, lowest
    from schwarm.games.protista.canonical import add
    from schwarm.games.protista.codes import origin_of, walk_code, way_of


def unstacking(game: Position) -> None:
    rest = game.pieces[game.side] & game.stacks
    while rest:
        origin = lowest(rest)
        rest &= rest - 1
        for direction in range(6):
            if room_for_line(game, origin, direction):
                add(game, walk_code(UNSTACKING, origin, direction))


def room_for_line(game: Position, origin: int, direction: int) -> bool:
    """Is there a free cell or an enemy single for every piece but the lowest?"""
    here = origin
    for _ in range(game.height[origin] - 1):
        here = game.ways[WAYS * here + direction]
        if game.owner[here] == game.side or game.owner[here] == BEYOND or game.height[here] > 1:
            return False
    return True


def make_unstacking(game: Position, code: int) -> None:
    """Make a move of kind 8; a king's mark stays on the origin."""
    here = origin_of(code)
    height = game.height[here]
    king = 1 if game.kings & cell(here) else 0
    game.place(here, game.side, 1, king)
    for _ in range(height - 1):
        here = game.ways[WAYS * here + way_of(code)]
        game.place(here, game.side, 1, 0)
