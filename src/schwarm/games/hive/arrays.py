"""Hive as arrays: from where to where, or which insect to where. Numbers: arrays_tables.py."""

from __future__ import annotations

from typing import Any

import cython

from schwarm.environments.arrays import Arrays
from schwarm.environments.face import ArraysFace
from schwarm.game.game import Game
from schwarm.games.hive.arrays_tables import *
from schwarm.games.hive.rules import Hive

if not cython.compiled:
    from schwarm.bits import board_at, keep_board, lowest
    from schwarm.environments.memory import clear, fetch_bytes

SCALARS_AT = len(PLANES) * AREA  # where the scalars begin
OBSERVATION = LAYOUT.size
END = -1


def write_column(column: int, me: int, out: Any, at: int) -> None:
    """The pieces on one field, from the top down; `at` is the field in the first plane."""
    kind = (column & 7) - 1 + (5 if (column & 8 != 0) != (me != 0) else 0)
    out[at + AREA * kind] = 1
    column >>= 4
    level = 10
    while column and level < 10 + DEPTH:
        out[at + AREA * level] = (column & 7) + (5 if (column & 8 != 0) != (me != 0) else 0)
        column >>= 4
        level += 1


def write_position(game: Hive, me: int, out: Any, at: int) -> None:
    """The whole observation of a side."""
    clear(out, at, OBSERVATION)
    rest = game.tops[0] | game.tops[1]
    while rest:
        number = lowest(rest)
        rest &= rest - 1
        write_column(game.columns[number], me, out, at + SPOT[number])
    rest = game.berries
    while rest:
        out[at + AREA * (10 + DEPTH) + SPOT[lowest(rest)]] = 1
        rest &= rest - 1
    for kind in range(5):
        out[at + SCALARS_AT + kind] = game.hand[5 * me + kind]
        out[at + SCALARS_AT + 5 + kind] = game.hand[5 * (1 - me) + kind]
    out[at + SCALARS_AT + 10] = min(game.turn, 255)
    out[at + SCALARS_AT + 11] = min(game.last_turn - game.turn, 255)
    out[at + SCALARS_AT + 12] = me == 0


class HiveArrays(Arrays):
    """The arrays of Hive."""

    game: Hive

    def __init__(self, game: Game) -> None:
        super().__init__(LAYOUT, words=cython.cast(Hive, game).place_words, composed=False)
        self.take(game)

    def take(self, game: Game) -> None:
        assert isinstance(game, Hive)
        self.engine = game
        self.game = game

    def decode(self, action: int) -> int:
        return CODE[action]

    def token(self, code: int, place: int, side: int) -> int:
        return ACTION[code] if place == 0 else END

    def mark(self, codes: list[int], count: int, side: int, mask: Any, at: int) -> None:
        for i in range(count):
            mask[at + ACTION[codes[i]]] = 1

    def hint(self, hints: list[int], place: int) -> None:
        keep_board(hints, place, self.game.tops[0] | self.game.tops[1])

    def fetch_mask(self, mask: Any, at: int, hints: list[int], place: int) -> None:
        # The rows of both sides' pieces, where moves begin, and the sets.
        rest = board_at(hints, place)
        while rest:
            fetch_bytes(mask, at + COUNT * NUMBER_OF[lowest(rest)], COUNT)
            rest &= rest - 1
        fetch_bytes(mask, at + FIRST_SET, SKIP_ACTION + 1 - FIRST_SET)

    def wipe(self, mask: Any, at: int) -> None:
        # Only the rows of own pieces and the sets can be marked: far less than the whole mask.
        rest = self.game.tops[self.game.side]
        while rest:
            clear(mask, at + COUNT * NUMBER_OF[lowest(rest)], COUNT)
            rest &= rest - 1
        clear(mask, at + FIRST_SET, SKIP_ACTION + 1 - FIRST_SET)

    def write(self, out: Any, at: int, side: int) -> None:
        write_position(self.game, side, out, at)


def most_actions(game: Game) -> int:
    """Every action is a ply."""
    return 2 * game.setup.number("rounds")


ARRAYS = ArraysFace(HiveArrays, most_actions)
