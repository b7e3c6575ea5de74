"""Protista, kind 4: waves (K4). A zigzag of three or more pieces moves one step across itself.

 . y y .        the steps along x alternate between two neighbouring directions;
. x x y         all of x goes to y at once; any part of three or more may go alone
 . . x .
"""

from __future__ import annotations

import cython

from schwarm.games.protista.position import Position
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import OFF, PLACES, cell, lowest, popcount
    from schwarm.games.protista.canonical import add, add_change, add_hit
    from schwarm.games.protista.codes import (
        axis_of,
        ending_of,
        first_turn_of,
        length_of,
        origin_of,
        wave_code,
        wave_way_of,
    )
    from schwarm.games.protista.stacking import hit

SHORTEST = 3  # pieces of a zigzag


def waves(game: Position) -> None:
    """All waves: every zigzag is walked once, from the end where its steps lead e, se or sw."""
    rest = game.crowds
    while rest:
        start = lowest(rest)
        rest &= rest - 1
        links = game.linked[PLACES * game.side + start] & 15
        if links:
            for axis in range(3):
                for first in range(2):
                    if links >> axis + first & 1:
                        second = game.ways[WAYS * start + axis + first]
                        if game.linked[PLACES * game.side + second] >> axis + 1 - first & 1:
                            zigzags(game, start, axis, first)


def zigzags(game: Position, start: int, axis: int, first: int) -> None:
    """All waves of the zigzags that begin on a cell with a given step."""
    length = zigzag_length(game, start, axis, first)
    if length < SHORTEST:
        return
    for way in range(6):
        across = way == (axis + 5) % 6 or way == axis + 2
        if across or game.wave_all:
            sweep(game, start, axis, first, way, length)


def zigzag_length(game: Position, start: int, axis: int, first: int) -> int:
    """Pieces of the longest zigzag from a cell on."""
    length = 0
    turn = first
    here = start
    while game.owner[here] == game.side:
        length += 1
        here = game.ways[WAYS * here + axis + turn]
        turn = 1 - turn
    return length


def sweep(game: Position, start: int, axis: int, first: int, way: int, longest: int) -> None:
    """The waves of all lengths from a cell on, moving in one direction."""
    own = game.pieces[game.side]
    enemy = game.pieces[1 - game.side]
    wave = 0
    goals = 0
    turn = first
    here = start
    for i in range(longest):
        goal = game.ways[WAYS * here + way]
        if goal == OFF:
            return
        wave |= cell(here)
        goals |= cell(goal)
        here = game.ways[WAYS * here + axis + turn]
        turn = 1 - turn
        if i + 1 < SHORTEST or goals & own & ~wave:
            continue
        struck = goals & enemy & game.stacks
        if not struck:
            add(game, wave_code(start, axis, first, way, i + 1, LANDS))
            continue
        if game.wave_bounce_kills:
            struck = goals & enemy
        code = wave_code(start, axis, first, way, i + 1, HITS)
        if popcount(struck) == 1:
            add_hit(game, code, lowest(struck))
        else:
            add_change(game, code, struck, 0)


def make_wave(game: Position, code: int) -> None:
    """Make a move of kind 4: all pieces are lifted, then put down one step on."""
    axis = axis_of(code)
    turn = first_turn_of(code)
    way = wave_way_of(code)
    length = length_of(code)
    here = origin_of(code)
    if ending_of(code) == HITS:
        for _ in range(length):
            bounce(game, game.ways[WAYS * here + way])
            here = game.ways[WAYS * here + axis + turn]
            turn = 1 - turn
        return
    for i in range(length):
        king = 1 if game.kings & cell(here) else 0
        game.pool[i] = 2 * game.height[here] + king
        game.place(here, EMPTY, 0, 0)
        here = game.ways[WAYS * here + axis + turn]
        turn = 1 - turn
    here = origin_of(code)
    turn = first_turn_of(code)
    for i in range(length):
        game.place(game.ways[WAYS * here + way], game.side, game.pool[i] >> 1, game.pool[i] & 1)
        here = game.ways[WAYS * here + axis + turn]
        turn = 1 - turn


def bounce(game: Position, goal: int) -> None:
    """What a wave that cannot go does to one of its goals."""
    if game.owner[goal] == 1 - game.side:
        if game.height[goal] > 1:
            hit(game, goal)
        elif game.wave_bounce_kills:
            game.place(goal, EMPTY, 0, 0)
