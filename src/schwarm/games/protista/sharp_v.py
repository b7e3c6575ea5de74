"""Protista, kind 5: sharp Vs (K5). The piece at the point leaps away from the opening.

. . . . .        . . x . .       a leap is the step in two neighbouring directions at once;
 . . . .          . . . .        as many leaps as the legs have pieces
. . x . .   ->   . . . . .
 . w w .          . w w .
"""

from __future__ import annotations

import cython

from schwarm.games.protista.position import Position
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.games.protista.walks import portal_walks, walks


def leg(game: Position, direction: int) -> int:
    """Unbroken own pieces from the origin on, the origin not counted."""
    length = 0
    here = game.ways[WAYS * game.origin + direction]
    while game.owner[here] == game.side:
        length += 1
        here = game.ways[WAYS * here + direction]
    return length


def leaps(game: Position, direction: int) -> int:
    """How often the origin may leap away from legs in this direction and the next, where it has both."""
    one = leg(game, direction)
    other = leg(game, direction + 1 if direction < 5 else 0)
    if game.v_longer:
        return max(one, other) + game.v_vertex
    return min(one, other) + game.v_vertex


def sharp_v(game: Position) -> None:
    """All leaps of the piece on the origin: straight ones first, then through portals."""
    links = game.links
    openings = links & (links >> 1 | links << 5)  # directions with a leg there and in the next one
    if not openings:
        return
    for direction in range(6):
        if openings >> direction & 1:
            walks(game, SHARP_V, (direction + 3) % 6, leaps(game, direction))
    if game.portals_open:
        for direction in range(6):
            if openings >> direction & 1:
                portal_walks(game, SHARP_V, (direction + 3) % 6, leaps(game, direction))
