"""Protista, kind 1: single steps (K1). Any own piece steps to an adjacent cell.

 . .          . .
. w .   ->   . . w     it takes an enemy single there, stacks onto an own piece, hits an enemy stack
 . .          . .
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from schwarm import nocython as cython

from schwarm.games.protista import tables
from schwarm.games.protista.position import Position

if not cython.compiled:
    from schwarm.games.protista.canonical import add, add_hit, add_stacking, room_for
    from schwarm.games.protista.codes import walk_code, with_ending, with_leg
    from schwarm.games.protista.portals import exits

EMPTY = tables.EMPTY
BEYOND = tables.BEYOND
WAYS = tables.WAYS
SINGLE = tables.SINGLE
CAPTURES = tables.CAPTURES
STACKS = tables.STACKS
HITS = tables.HITS


def singles(game: Position) -> None:
    """All single steps of the piece on the origin."""
    origin = game.origin
    near = game.around[origin]
    enemy = game.pieces[1 - game.side]
    game.landed |= near & ~game.pieces[game.side] & ~enemy
    game.captured |= near & enemy & ~game.stacks
    code = with_leg(walk_code(SINGLE, origin, 0), 0, 1)
    next_way = walk_code(0, 0, 1)
    me = game.side
    room_for(game, 6)
    stack = game.stack
    end = game.list_end
    empty = EMPTY
    first = WAYS * origin
    for way in range(6):
        goal = game.ways[first + way]
        there = game.owner[goal]
        if there == empty:
            stack[end] = code
            end += 1
        elif there == me:
            game.list_end = end
            if game.height[origin] + game.height[goal] <= game.stack_max:
                add_stacking(game, with_ending(code, STACKS), goal)
            end = game.list_end
        elif there != BEYOND:
            game.list_end = end
            if game.height[goal] > 1:
                add_hit(game, with_ending(walk_code(SINGLE, origin, way), HITS), goal)
            else:
                add(game, with_ending(code, CAPTURES))
            end = game.list_end
        code += next_way
    game.list_end = end
    if game.portals_open:
        exits(game, SINGLE, game.around[origin])
