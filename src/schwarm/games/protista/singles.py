"""Protista, kind 1: single steps (K1). Any own piece steps to an adjacent cell.

 . .          . .
. w .   ->   . . w     it takes an enemy single there, stacks onto an own piece, hits an enemy stack
 . .          . .
"""

from __future__ import annotations

import cython

from schwarm.games.protista import tables
from schwarm.games.protista.position import Position
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import PLACES, cell
    from schwarm.games.protista.canonical import add_hit, room_for
    from schwarm.games.protista.codes import walk_code, with_ending, with_leg
    from schwarm.games.protista.portals import exits

# A step in direction 0 from cell 0, and what the next cell, the next direction and endings add to it.
STEP = with_leg(walk_code(SINGLE, 0, 0), 0, 1)
STEP_CELL = walk_code(0, 1, 0)
STEP_WAY = walk_code(0, 0, 1)
STEP_CAPTURES = with_ending(0, tables.CAPTURES)
STEP_STACKS = with_ending(0, tables.STACKS)


def singles(game: Position) -> None:
    """All single steps of the piece on the origin."""
    origin = game.origin
    near = game.around[origin]
    own = game.pieces[game.side] & near
    enemy = game.pieces[1 - game.side] & near
    game.landed |= near & ~own & ~enemy
    game.captured |= enemy & ~game.stacks
    room_for(game, 6)
    if near & game.stacks or game.height[origin] >= game.stack_max:
        steps_among_stacks(game)
    else:
        game.piled |= own
        plain_steps(game)
    if game.portals_open and near & game.gates:
        exits(game, SINGLE, near)


def plain_steps(game: Position) -> None:
    """Nothing but empty cells and singles around: every direction inside the board is a move."""
    code = STEP + STEP_CELL * game.origin
    inside = game.inside[game.origin]
    own = game.links
    enemy = game.linked[PLACES * (1 - game.side) + game.origin]
    stack = game.stack
    end = game.list_end
    for way in range(6):
        stack[end] = code + STEP_STACKS * (own >> way & 1) + STEP_CAPTURES * (enemy >> way & 1)
        end += inside >> way & 1  # written in any case: cheaper than to decide
        code += STEP_WAY
    game.list_end = end


def steps_among_stacks(game: Position) -> None:
    """The same where stacks stand around: enemy ones are hit, own ones may grow too high."""
    origin = game.origin
    code = STEP + STEP_CELL * origin
    end = game.list_end
    for way in range(6):
        goal = game.ways[WAYS * origin + way]
        there = game.owner[goal]
        if there == EMPTY:
            game.stack[end] = code
            end += 1
        elif there == game.side:
            if game.height[origin] + game.height[goal] <= game.stack_max:
                game.piled |= cell(goal)
                game.stack[end] = code + STEP_STACKS
                end += 1
        elif there == 1 - game.side:
            if game.height[goal] > 1:
                game.list_end = end
                add_hit(game, with_ending(walk_code(SINGLE, origin, way), HITS), goal)
                end = game.list_end
            else:
                game.stack[end] = code + STEP_CAPTURES
                end += 1
        code += STEP_WAY
    game.list_end = end
