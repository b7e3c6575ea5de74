"""Protista, kind 6: generation (K6). New pieces grow from the arrangement of old ones.

. . y . .        triangle: two pieces with exactly the gap between them fill the corners y of
 . . . .         the equilateral triangles on both sides
. . . . .
 . . . .            w w       cup: three side by side around an empty cell y
w . . . w            y w      four: four or more around it
"""

from __future__ import annotations

import cython

from schwarm.games.protista.position import Position
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import PLACES, cell, lowest, ones_of, popcount
    from schwarm.games.protista.canonical import add, add_change, add_hit
    from schwarm.games.protista.codes import cell_code, goal_of, origin_of, pair_code, paired
    from schwarm.games.protista.stacking import hit

PLENTY = 1000  # of an unlimited supply
BY_TRIANGLE, BY_CUP, BY_FOUR, BY_NOTHING = range(4)  # places among the choices of the option


def stock(game: Position) -> int:
    """M2: pieces the side to move may still put on the board."""
    return game.supply - game.material[game.side] if game.supply else PLENTY


def generation(game: Position) -> None:
    if game.generate_by == BY_TRIANGLE:
        triangles(game)
    elif game.generate_by != BY_NOTHING and stock(game) > 0:
        fillings(game)


def triangles(game: Position) -> None:
    """Every pair on one line with the gap between."""
    own = game.pieces[game.side]
    rest = own
    while rest:
        one = lowest(rest)
        rest &= rest - 1
        if game.partners[one] & own:
            for direction in range(3):
                other = game.far[6 * one + direction]
                if game.owner[other] == game.side and clear_between(game, one, direction):
                    triangle(game, one, other, direction)


def clear_between(game: Position, one: int, direction: int) -> bool:
    """Are the cells of the gap empty, if they have to be?"""
    if game.gen_any:
        return True
    here = one
    for _ in range(game.gen_gap):
        here = game.ways[WAYS * here + direction]
        if game.owner[here] != EMPTY:
            return False
    return True


def triangle(game: Position, one: int, other: int, direction: int) -> None:
    """The generation of one pair."""
    filled = corners(game, one, direction, False)
    struck = corners(game, one, direction, True)
    if popcount(filled) > stock(game) or not filled | struck:
        return
    code = pair_code(one, other) if one < other else pair_code(other, one)
    if filled:
        add_change(game, code, filled | struck, 1)
    elif popcount(struck) == 1:
        add_hit(game, code, lowest(struck))
    else:
        add_change(game, code, struck, 0)


def corners(game: Position, one: int, direction: int, stacked: bool) -> int:
    """The corners that get a new piece; with `stacked`, those whose enemy stack is hit instead."""
    found = 0
    for turn in range(1, 6, 4):
        corner = game.far[6 * one + (direction + turn) % 6]
        there = game.owner[corner]
        if there == EMPTY:
            if not stacked:
                found |= cell(corner)
        elif there == 1 - game.side and game.gen_capture:
            if stacked == (game.height[corner] > 1):
                found |= cell(corner)
    return found


def fillings(game: Position) -> None:
    """Alternatives: one new piece on an empty cell that is surrounded well enough."""
    rest = game.area & ~game.pieces[0] & ~game.pieces[1] & game.spread(game.pieces[game.side])
    while rest:
        number = lowest(rest)
        rest &= rest - 1
        links = game.linked[PLACES * game.side + number]
        enough = SIDE_BY_SIDE[links] if game.generate_by == BY_CUP else ones_of(links) >= 4
        if enough:
            add(game, cell_code(number))


def make_generation(game: Position, code: int) -> None:
    """Make a move of kind 6."""
    if not paired(code):
        game.place(origin_of(code), game.side, 1, 0)
        return
    for direction in range(6):
        if game.far[6 * origin_of(code) + direction] == goal_of(code):
            filled = corners(game, origin_of(code), direction, False)
            struck = corners(game, origin_of(code), direction, True)
            while filled:
                game.place(lowest(filled), game.side, 1, 0)
                filled &= filled - 1
            while struck:
                hit(game, lowest(struck))
                struck &= struck - 1
            return
