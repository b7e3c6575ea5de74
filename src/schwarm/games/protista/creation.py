"""Protista, kind 10: creation (K10). New pieces on empty cells drawn at random.

    R   ->   R=b7.d2.h11       the choice is R alone; the move as made names the cells

The m-th move of a game draws from stream 16+m of the secret seed (T6), never from earlier draws, so a game
replays from seed and moves; for a search it is a chance event: `resample` changes the seed.
"""

from __future__ import annotations

import cython

from schwarm.games.protista.position import Position
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import advance, cell, lowest, mix, popcount, stream_state
    from schwarm.games.protista.canonical import add
    from schwarm.games.protista.codes import created_at, created_code, created_of
    from schwarm.games.protista.generation import stock

FIRST_STREAM = 16


def eligible_cells(game: Position) -> int:
    """The cells a creation may fill; none if it is not allowed."""
    if game.create_count == 0 or stock(game) < game.create_count:
        return 0
    cells = game.eligible[game.side] & ~game.pieces[0] & ~game.pieces[1]
    return cells if popcount(cells) >= game.create_count else 0


def creation(game: Position) -> None:
    """The choice to create."""
    if eligible_cells(game):
        add(game, CREATION)


def drawn(game: Position) -> int:
    """The creation of this moment, with its cells."""
    cells = eligible_cells(game)
    count = 0
    while cells:
        game.pool[count] = lowest(cells)
        cells &= cells - 1
        count += 1
    state = stream_state(game.secret, FIRST_STREAM + game.turn)
    chosen = 0
    for i in range(game.create_count):
        state = advance(state)
        j = i + mix(state) % (count - i)
        number = game.pool[j]
        game.pool[j] = game.pool[i]
        chosen |= cell(number)
    return with_cells(chosen)


def with_cells(cells: int) -> int:
    """The code of a creation on these cells."""
    code = CREATION
    while cells:
        code = created_code(code, lowest(cells))
        cells &= cells - 1
    return code


def cells_of(code: int) -> int:
    """The cells of a creation as made."""
    cells = 0
    for i in range(created_of(code)):
        cells |= cell(created_at(code, i))
    return cells


def make_creation(game: Position, code: int) -> None:
    """Make a move of kind 10 whose cells are known."""
    for i in range(created_of(code)):
        game.place(created_at(code, i), game.side, 1, 0)
