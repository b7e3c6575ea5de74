"""Protista, kind 2: contiguous moves (K2). A piece of a connected set goes wherever the set touches.

 . . . .          . y y y         the piece on x may go to every y: the empty cells that touch
. x w w .   ->   . x w w y        another piece of its set
 . . . .          . y y y
"""

from __future__ import annotations

import cython

from schwarm.games.protista import tables
from schwarm.games.protista.position import Position
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import OFF, cell, lowest, popcount
    from schwarm.games.protista.canonical import add_each, add_hit, add_landing
    from schwarm.games.protista.codes import ending_of, goal_exit_of, goal_of, join_code, jumps_of, origin_of
    from schwarm.games.protista.portals import exits
    from schwarm.games.protista.stacking import hit, pile

# A move from cell 0 to cell 0, and what the next origin and the next goal add to it.
JOIN = join_code(0, 0, tables.LANDS)
JOIN_STACKS = join_code(0, 0, STACKS)
JOIN_CELL = join_code(1, 0, tables.LANDS) - JOIN
JOIN_GOAL = join_code(0, 1, tables.LANDS) - JOIN


def find_sets(game: Position) -> None:
    """Note the connected set of every own piece that has neighbours, and the cells next to that set."""
    rest = game.pieces[game.side]
    rest &= game.spread(rest)
    game.crowds = 0
    while rest:
        group = fresh = cell(lowest(rest))
        rest ^= fresh
        rim = fresh & ~fresh
        while fresh:
            near = game.around[lowest(fresh)]
            fresh &= fresh - 1
            rim |= near
            near &= rest
            rest ^= near
            group |= near
            fresh |= near
        if popcount(group) > 2:
            game.crowds |= group
        members = group
        while members:
            number = lowest(members)
            members &= members - 1
            game.groups[number] = group
            game.rims[number] = rim


def contiguous(game: Position) -> None:
    """All contiguous moves of the piece on the origin."""
    if not game.links:
        return
    origin = game.origin
    others = game.groups[origin] & ~cell(origin)
    enemy = game.pieces[1 - game.side]
    touched = goals_of(game, origin, others)
    free = touched & ~enemy & ~game.landed
    game.landed |= free
    add_each(game, JOIN + JOIN_CELL * origin, JOIN_GOAL, free)
    if game.contiguous_stack:
        piles = others & ~game.piled
        if piles & game.stacks or game.height[origin] >= game.stack_max:
            piles = low_enough(game, piles)
        game.piled |= piles
        add_each(game, JOIN_STACKS + JOIN_CELL * origin, JOIN_GOAL, piles)
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


def goals_of(game: Position, origin: int, others: int) -> int:
    """The cells without an own piece that touch the set of the origin once the origin is lifted."""
    touched = game.rims[origin] & ~game.pieces[game.side]
    # Only cells beside the origin may touch nothing else. Those that nobody will ask for are not looked at.
    doubtful = touched & game.around[origin]
    if not game.portals_open:
        doubtful &= ~game.landed
    if not game.contiguous_capture:
        doubtful &= ~game.pieces[1 - game.side]
    while doubtful:
        goal = lowest(doubtful)
        doubtful &= doubtful - 1
        if not game.around[goal] & others:
            touched &= ~cell(goal)
    return touched


def low_enough(game: Position, piles: int) -> int:
    """Of these own pieces those that the piece on the origin may stack onto."""
    rest = piles
    while rest:
        goal = lowest(rest)
        rest &= rest - 1
        if game.height[game.origin] + game.height[goal] > game.stack_max:
            piles &= ~cell(goal)
    return piles


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
