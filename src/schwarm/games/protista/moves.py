"""Protista: the kinds of moves in the order of the rule sheet, listed and made.

A list is made for one piece after the other where a kind moves single pieces, because what one kind
reaches decides which labels of the later kinds are new results (canonical.py).
"""

from __future__ import annotations

import cython

from schwarm.games.protista.position import Position
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import lowest
    from schwarm.games.protista.cannons import cannons
    from schwarm.games.protista.canonical import add, open_list, open_origin
    from schwarm.games.protista.codes import ending_of, kind_of, origin_of
    from schwarm.games.protista.contiguous import contiguous, find_sets, make_contiguous
    from schwarm.games.protista.creation import creation, make_creation
    from schwarm.games.protista.generation import generation, make_generation
    from schwarm.games.protista.portals import find_cups, find_gates
    from schwarm.games.protista.sharp_v import sharp_v
    from schwarm.games.protista.singles import singles
    from schwarm.games.protista.unstacking import make_unstacking, unstacking
    from schwarm.games.protista.walks import make_walk
    from schwarm.games.protista.waves import make_wave, waves


def list_kind(game: Position, base: int, kind: int) -> int:
    """Write the moves of one kind alone, or the canonical list of all of them, to stack[base:]."""
    open_list(game, base)
    find_sets(game)
    find_cups(game)
    if kind <= SHARP_V and kind != WAVE:
        rest = game.pieces[game.side]
        while rest:
            list_piece(game, lowest(rest), kind)
            rest &= rest - 1
    if kind in (ALL_KINDS, WAVE):
        waves(game)
    if kind in (ALL_KINDS, GENERATION):
        generation(game)
    if kind in (ALL_KINDS, UNSTACKING):
        unstacking(game)
    if kind in (ALL_KINDS, CREATION):
        creation(game)
    if kind == ALL_KINDS and (game.list_end == base or (game.extra_optional and game.in_turn)):
        add(game, PASS)  # L4, E5
    return game.list_end


def list_piece(game: Position, origin: int, kind: int) -> None:
    """Put the moves of one piece on the list: of one kind, or of all that move single pieces."""
    open_origin(game, origin)
    if game.portals_open:
        find_gates(game, origin)
    if kind == ALL_KINDS:
        singles(game)
        if game.links:
            contiguous(game)
            cannons(game)
            sharp_v(game)
    elif kind == SINGLE:
        singles(game)
    elif kind == CONTIGUOUS:
        contiguous(game)
    elif kind == CANNON:
        cannons(game)
    else:
        sharp_v(game)


def list_near(game: Position, base: int, move: int) -> int:
    """Write legal moves to stack[base:], this one among them if it is legal: as few as are quick to find.

    What one piece does by itself no other piece can do; only of hits there is one label for several pieces.
    """
    kind = kind_of(move)
    if kind > SHARP_V or kind == WAVE or ending_of(move) == HITS:
        return list_kind(game, base, ALL_KINDS)
    open_list(game, base)
    if game.owner[origin_of(move)] == game.side:
        find_sets(game)
        find_cups(game)
        list_piece(game, origin_of(move), ALL_KINDS)
    return game.list_end


def make(game: Position, move: int) -> None:
    """Change the board as a move says."""
    kind = kind_of(move)
    if kind in (SINGLE, CANNON, SHARP_V):
        make_walk(game, move)
    elif kind == CONTIGUOUS:
        make_contiguous(game, move)
    elif kind == WAVE:
        make_wave(game, move)
    elif kind == GENERATION:
        make_generation(game, move)
    elif kind == UNSTACKING:
        make_unstacking(game, move)
    elif kind == CREATION:
        make_creation(game, move)
