"""Protista, kind 3: cannons (K3). The end piece of a straight row walks away from it.

w w x . . . .   ->   w w . . . x .     as many steps as the row has pieces; it may stop earlier
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from schwarm import nocython as cython

from schwarm.games.protista import tables
from schwarm.games.protista.position import Position

if not cython.compiled:
    from schwarm.bits import cell, popcount
    from schwarm.games.protista.walks import portal_walks, walks

WAYS = tables.WAYS
CANNON = tables.CANNON


def row_length(game: Position, direction: int) -> int:
    """Pieces of the row that ends on the origin and points in a direction; 0 if it is no cannon."""
    back = (direction + 3) % 6
    if game.links & cell(direction) or not game.links & cell(back):
        return 0
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
    if not game.links:
        return
    for direction in range(6):
        length = row_length(game, direction)
        if length:
            walks(game, CANNON, direction, length)
    if game.portals_open:
        for direction in range(6):
            length = row_length(game, direction)
            if length:
                portal_walks(game, CANNON, direction, length)
