"""Protista, kind 2: contiguous moves (K2). A piece of a connected set goes wherever the set touches.

 . . . .          . y y y         the piece on x may go to every y: the empty cells that touch
. x w w .   ->   . x w w y        another piece of its set
 . . . .          . y y y
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from schwarm import nocython as cython

from schwarm.games.protista import tables
from schwarm.games.protista.position import Position

if not cython.compiled:
    from schwarm.bits import cell, lowest
    from schwarm.games.protista.canonical import add_hit, add_landing, room_for
    from schwarm.games.protista.codes import ending_of, goal_exit_of, goal_of, join_code, jumps_of, origin_of
    from schwarm.games.protista.portals import exits
    from schwarm.games.protista.stacking import hit, pile

OFF = tables.OFF
CONTIGUOUS = tables.CONTIGUOUS
LANDS = tables.LANDS
CAPTURES = tables.CAPTURES
STACKS = tables.STACKS
HITS = tables.HITS


def find_sets(game: Position) -> None:
    """Note the connected set of every own piece, the cells next to that set, and the piece's own links."""
    rest = game.pieces[game.side]
    while rest:
        number = lowest(rest)
        group = cell(number)
        rest ^= group
        if not game.around[number] & rest:
            game.groups[number] = group
            game.linked[number] = 0
            continue
        fresh = group
        rim = group & ~group
        while fresh:
            number = lowest(fresh)
            fresh &= fresh - 1
            near = game.around[number]
            rim |= near
            near &= rest
            rest ^= near
            group |= near
            fresh |= near
        members = group
        while members:
            number = lowest(members)
            members &= members - 1
            game.groups[number] = group
            game.rims[number] = rim
            game.linked[number] = game.own_links(number, game.side)


def contiguous(game: Position) -> None:
    """All contiguous moves of the piece on the origin."""
    origin = game.origin
    others = game.groups[origin] & ~cell(origin)
    if not others:
        return
    enemy = game.pieces[1 - game.side]
    touched = game.rims[origin] & ~game.pieces[game.side]
    # Cells beside the origin may touch nothing else; those where a step leads are not listed again anyway.
    rest = touched & game.around[origin]
    if not game.portals_open and not game.contiguous_capture:
        rest &= ~game.landed
    while rest:
        goal = lowest(rest)
        rest &= rest - 1
        if not game.around[goal] & others:
            touched &= ~cell(goal)
    rest = touched & ~enemy & ~game.landed
    game.landed |= rest
    first = join_code(origin, 0, LANDS)
    step = join_code(0, 1, LANDS) - join_code(0, 0, LANDS)
    room_for(game, 256)
    stack = game.stack
    end = game.list_end
    while rest:
        stack[end] = first + step * lowest(rest)
        end += 1
        rest &= rest - 1
    if game.contiguous_stack:
        rest = others & ~game.piled
        first = join_code(origin, 0, STACKS)
        while rest:
            goal = lowest(rest)
            rest &= rest - 1
            if game.height[origin] + game.height[goal] <= game.stack_max:
                game.piled |= cell(goal)
                stack[end] = first + step * goal
                end += 1
    game.list_end = end
    if game.contiguous_capture:
        rest = touched & enemy
        while rest:
            goal = lowest(rest)
            rest &= rest - 1
            if game.height[goal] > 1:
                add_hit(game, join_code(origin, goal, HITS), goal)
            else:
                add_landing(game, join_code(origin, goal, CAPTURES), goal, cell(goal), OFF)
    if game.portals_open:
        exits(game, CONTIGUOUS, touched & ~enemy)


def make_contiguous(game: Position, code: int) -> None:
    """Make a move of kind 2."""
    ending = ending_of(code)
    if ending == STACKS:
        pile(game, origin_of(code), goal_of(code))
    elif ending == HITS:
        hit(game, goal_of(code))
    elif jumps_of(code):
        game.relocate(origin_of(code), goal_exit_of(code))
    else:
        game.relocate(origin_of(code), goal_of(code))
