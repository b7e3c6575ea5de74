"""Protista: loops and extra moves (L1-L4).

A hole of a side is a connected region without its pieces that does not touch the edge of the board; a loop
of its pieces closes it off. Holes are never adjacent, so one board, `enclosed`, holds all holes of a side.

     . w w .         c3 is a hole; it may hold enemy pieces. Closing a new one
    . w . w .        earns a move.
     . w w .
"""

from __future__ import annotations

import cython

from schwarm.games.protista.position import Position

if not cython.compiled:
    from schwarm.bits import BOARD_WORDS, board_at, cell, lowest, mix, word_of

NEW_IN_TURN, NEW_IN_MOVE, NEW_BY_COUNT = range(3)  # places among the choices of the option


def enclosed_by(game: Position, side: int) -> int:
    """All cells in holes of a side: what a flood from the edge does not reach."""
    free = game.area & ~game.pieces[side]
    outside = free & game.edge
    while True:
        grown = (outside | game.spread(outside)) & free
        if grown == outside:
            return free & ~outside
        outside = grown


def settle(game: Position) -> None:
    """Bring the holes up to date where a change may have touched them."""
    for side in range(2):
        if game.disturbed[side]:
            game.disturbed[side] = False
            game.enclosed[side] = enclosed_by(game, side)


def first_hole(game: Position, enclosed: int) -> int:
    """The hole with the lowest cell."""
    hole = cell(lowest(enclosed))
    while True:
        grown = (hole | game.spread(hole)) & enclosed
        if grown == hole:
            return hole
        hole = grown


def is_hole(game: Position, hole: int, enclosed: int) -> bool:
    """Is this region, whole and alone, one of these holes?"""
    return hole & ~enclosed == 0 and game.spread(hole) & enclosed & ~hole == 0


def met_before(game: Position, hole: int) -> bool:
    """L2: was this hole there at the start of the turn, or after a move of it?"""
    if is_hole(game, hole, game.met_enclosed):
        return True
    i = game.met_start
    while i < game.met_end:
        if board_at(game.met, i) == hole:
            return True
        i += BOARD_WORDS
    return False


def count_new_loops(game: Position, before: int) -> int:
    """L2: new loops of the side to move after its move; `before` are the cells enclosed until then."""
    now = game.enclosed[game.side]
    if now == before:
        return 0
    count = 0
    rest = now
    while rest:
        hole = first_hole(game, rest)
        rest &= ~hole
        if game.loop_new == NEW_IN_TURN:
            if not met_before(game, hole):
                game.remember_hole(hole)
                count += 1
        elif game.loop_new == NEW_BY_COUNT or not is_hole(game, hole, before):
            count += 1
    if game.loop_new == NEW_BY_COUNT:
        rest = before
        while rest and count:
            rest &= ~first_hole(game, rest)
            count -= 1
    return count


def hole_key(hole: int) -> int:
    """A random word for a hole."""
    key = 1
    for place in range(BOARD_WORDS - 1, 0, -1):
        if place == 1 or key > 1 or word_of(hole, place):  # what is empty beyond a small board adds nothing
            key = mix(word_of(hole, place) ^ key)
    return mix(word_of(hole, 0) ^ key)
