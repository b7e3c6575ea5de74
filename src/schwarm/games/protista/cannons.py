"""Protista, kind 3: cannons (K3). The end piece of a straight row walks away from it.

w w x . . . .   ->   w w . . . x .     as many steps as the row has pieces; it may stop earlier
"""

from __future__ import annotations

import cython

from schwarm.games.protista.position import Position
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import lowest_of, popcount
    from schwarm.games.protista.walks import portal_walks, walks


def row_length(game: Position, direction: int) -> int:
    """Pieces of the row that ends on the origin and points in a direction; 0 if it is not isolated enough."""
    back = direction + 3 if direction < 3 else direction - 3
    length = 1
    here = game.ways[WAYS * game.origin + back]
    while game.owner[here] == game.side:
        length += 1
        here = game.ways[WAYS * here + back]
    if game.cannon_isolated and popcount(game.groups[game.origin]) != length:
        return 0  # an isolated row is a whole set
    return length


def cannons(game: Position) -> None:
    """All cannon moves of the piece on the origin: straight ones first, then through portals."""
    links = game.links
    ends = (links << 3 | links >> 3) & 63 & ~links  # directions with a piece behind and none ahead
    if not ends or (game.cannon_isolated and links & (links - 1)):
        return  # the end of an isolated row has one neighbour
    rest = ends
    while rest:
        direction = lowest_of(rest)
        rest &= rest - 1
        length = row_length(game, direction)
        if length:
            walks(game, CANNON, direction, length)
    if game.portals_open:
        for direction in range(6):
            if ends >> direction & 1:
                length = row_length(game, direction)
                if length:
                    portal_walks(game, CANNON, direction, length)
