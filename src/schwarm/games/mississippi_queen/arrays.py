"""Mississippi Queen as arrays: a move is composed of steps. Numbers: arrays_tables.py."""

from __future__ import annotations

from typing import Any

import cython

from schwarm.environments.arrays import Arrays
from schwarm.environments.face import ArraysFace
from schwarm.game.game import Game
from schwarm.games.mississippi_queen import notation
from schwarm.games.mississippi_queen.arrays_tables import *
from schwarm.games.mississippi_queen.rules import MississippiQueen

if not cython.compiled:
    from schwarm.bits import cell
    from schwarm.environments.memory import clear

SCALARS_AT = len(PLANES) * AREA  # where the scalars begin
CHOICE = SCALARS_AT + FIRST_CHOICE  # where the part about the choice begins
OBSERVATION = LAYOUT.size
FIRST_BIT = notation.FIRST_STEP
END = -1


def spot_of(x: int, y: int, own_q: int, own_y: int, side: int) -> int:
    """Where a field lies in a plane, -1 if it is out of range."""
    d_q = x - (y + (y & 1) >> 1) - own_q
    d_y = y - own_y
    if side:
        d_q += d_y
        d_y = -d_y
    if max(abs(d_q), abs(d_y), abs(d_q + d_y)) > RANGE:
        return -1
    return WIDTH * (d_y + RANGE) + d_q + RANGE


def write_river(game: MississippiQueen, me: int, out: Any, at: int, own_q: int, own_y: int) -> None:
    """The planes: the visible fields by kind, passengers, the other ship."""
    for segment in range(game.low // 20, game.high // 20):
        shape = 20 * game.flow[segment]
        for place in range(20):
            x = game.centre_x[segment] + OFFSET_X[shape + place]
            y = game.centre_y[segment] + OFFSET_Y[shape + place]
            spot = spot_of(x, y, own_q, own_y, me)
            if spot >= 0:
                out[at + AREA * game.kind[20 * segment + place] + spot] = 1
    for i in range(game.passengers):
        field = game.island[i]
        if game.low <= field < game.high and not game.gone & cell(i):
            spot = spot_of(game.x_of(field), game.y_of(field), own_q, own_y, me)
            if spot >= 0:
                out[at + 5 * AREA + spot] = 1
            field = game.beside[6 * field + game.pier[i]]
            spot = spot_of(game.x_of(field), game.y_of(field), own_q, own_y, me)
            if spot >= 0:
                out[at + 6 * AREA + spot] = 1
    field = game.field[1 - me]
    spot = spot_of(game.x_of(field), game.y_of(field), own_q, own_y, me)
    if spot >= 0:
        out[at + 7 * AREA + spot] = 1


def write_ship(game: MississippiQueen, side: int, me: int, out: Any, at: int) -> None:
    """The scalars of one ship, in the view of `me`."""
    out[at] = game.speed[side]
    out[at + 1] = game.coal[side]
    out[at + 2] = game.aboard[side]
    out[at + 3] = game.free[side]
    out[at + 4] = game.points_of(side)
    out[at + 5] = game.field[side] // 20
    out[at + 6 + HEADING[6 * me + game.course[side]]] = 1


def write_position(game: MississippiQueen, me: int, out: Any, at: int) -> None:
    """The whole observation of a side, nothing chosen yet."""
    clear(out, at, OBSERVATION)
    own_y = game.y_of(game.field[me])
    own_q = game.x_of(game.field[me]) - (own_y + (own_y & 1) >> 1)
    write_river(game, me, out, at, own_q, own_y)
    write_ship(game, me, me, out, at + SCALARS_AT)
    write_ship(game, 1 - me, me, out, at + SCALARS_AT + SHIP)
    at += SCALARS_AT + 2 * SHIP
    out[at] = min(game.turn, 255)
    out[at + 1] = min(game.last_turn - game.turn, 255)
    out[at + 2] = game.high // 20 - 1
    out[at + 3] = me == 0


class MississippiQueenArrays(Arrays):
    """The arrays of Mississippi Queen."""

    game: MississippiQueen

    def __init__(self, game: Game) -> None:
        super().__init__(LAYOUT, words=cython.cast(MississippiQueen, game).place_words, composed=True)
        self.take(game)

    def take(self, game: Game) -> None:
        assert isinstance(game, MississippiQueen)
        self.engine = game
        self.game = game

    def token(self, code: int, place: int, side: int) -> int:
        in_debt = 1 if code >> 63 else 0
        if place == 0:
            return HEADERS * in_debt + (code & 15)
        step = code >> FIRST_BIT + 6 * (place - 1) & 63
        if place > 1:
            before = code >> FIRST_BIT + 6 * (place - 2) & 63
            if before == 0 or (not in_debt and before < 8):
                return END
        if place > STEPS:
            return END
        return FIRST_STEP + STEP_IN_VIEW[64 * (2 * in_debt + side) + step]

    def spell(self, codes: list[int], count: int, place: int, side: int, tokens: list[int]) -> None:
        for i in range(count):
            tokens[i] = self.token(codes[i], place, side)

    def write(self, out: Any, at: int, side: int) -> None:
        write_position(self.game, side, out, at)

    def write_choice(self, code: int, place: int, side: int, out: Any, at: int) -> None:
        at += CHOICE
        out[at + self.token(code, 0, side)] = 1
        for number in range(1, place):
            step = self.token(code, number, side) - FIRST_STEP
            out[at + FIRST_STEP + 16 * (number - 1) + (step & 7)] = 1
            out[at + FIRST_STEP + 16 * (number - 1) + 8 + (step >> 3)] = 1


ARRAYS = ArraysFace(MississippiQueenArrays)
