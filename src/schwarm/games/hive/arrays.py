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
    from schwarm.bits import high_word, join_words, low_word, lowest
    from schwarm.environments.memory import clear, copy_in, copy_out

SCALARS_AT = len(PLANES) * AREA  # where the scalars begin
OBSERVATION = LAYOUT.size
END = -1


def save_board(block: list[Any], at: int, board: int) -> None:
    """A board as two words."""
    block[at] = low_word(board)
    block[at + 1] = high_word(board)


def load_board(block: list[Any], at: int) -> int:
    """The board of two words."""
    return join_words(block[at], block[at + 1])


def save_position(game: Hive, block: list[Any], at: int) -> None:
    """All that changes in a game, and what its blackberries decide."""
    copy_out(block, at, game.columns, 1024)
    copy_out(block, at + 128, game.tops, 32)
    copy_out(block, at + 132, game.kinds, 80)
    copy_out(block, at + 142, game.hand, 40)
    copy_out(block, at + 147, game.placed, 8)
    copy_out(block, at + 148, game.queens, 8)
    save_board(block, at + 149, game.tall)
    block[at + 151] = game.hash
    block[at + 152] = game.turn
    save_board(block, at + 153, game.field)
    save_board(block, at + 155, game.berries)
    save_board(block, at + 157, game.first_goals)
    save_board(block, at + 159, game.over_berries)
    copy_out(block, at + 161, game.tracks, 96)
    copy_out(block, at + 173, game.ways, 2048)


def load_position(game: Hive, block: list[Any], at: int) -> None:
    """What `save_position` wrote."""
    copy_in(game.columns, block, at, 1024)
    copy_in(game.tops, block, at + 128, 32)
    copy_in(game.kinds, block, at + 132, 80)
    copy_in(game.hand, block, at + 142, 40)
    copy_in(game.placed, block, at + 147, 8)
    copy_in(game.queens, block, at + 148, 8)
    game.tall = load_board(block, at + 149)
    game.hash = block[at + 151]
    game.turn = block[at + 152]
    game.side = game.turn & 1
    game.field = load_board(block, at + 153)
    game.berries = load_board(block, at + 155)
    game.first_goals = load_board(block, at + 157)
    game.over_berries = load_board(block, at + 159)
    copy_in(game.tracks, block, at + 161, 96)
    copy_in(game.ways, block, at + 173, 2048)


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


def write_position(game: Hive, out: Any, at: int) -> None:
    """The whole observation."""
    me = game.side
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
        super().__init__(LAYOUT, words=429, composed=False)
        self.take(game)

    def take(self, game: Game) -> None:
        assert isinstance(game, Hive)
        self.engine = game
        self.game = game

    def load(self, block: list[Any], at: int) -> None:
        load_position(self.game, block, at)

    def save(self, block: list[Any], at: int) -> None:
        save_position(self.game, block, at)

    def decode(self, action: int) -> int:
        return CODE[action]

    def token(self, code: int, place: int, side: int) -> int:
        return ACTION[code] if place == 0 else END

    def mark(self, codes: list[int], count: int, side: int, mask: Any, at: int) -> None:
        for i in range(count):
            mask[at + ACTION[codes[i]]] = 1

    def wipe(self, mask: Any, at: int) -> None:
        # Only the rows of own pieces and the sets can be marked: far less than the whole mask.
        rest = self.game.tops[self.game.side]
        while rest:
            clear(mask, at + COUNT * NUMBER_OF[lowest(rest)], COUNT)
            rest &= rest - 1
        clear(mask, at + FIRST_SET, SKIP_ACTION + 1 - FIRST_SET)

    def write(self, out: Any, at: int) -> None:
        write_position(self.game, out, at)


def most_actions(game: Game) -> int:
    """Every action is a ply."""
    return 2 * game.setup.number("rounds")


ARRAYS = ArraysFace(HiveArrays, most_actions)
