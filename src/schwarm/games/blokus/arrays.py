"""Blokus as arrays: a move's code is its action. Numbers: arrays_tables.py."""

from __future__ import annotations

from typing import Any

import cython

from schwarm.environments.arrays import Arrays
from schwarm.environments.face import ArraysFace
from schwarm.game.game import Game
from schwarm.games.blokus import arrays_tables, tables
from schwarm.games.blokus.rules import Blokus

if not cython.compiled:
    from schwarm.environments.memory import clear

COUNT = tables.COUNT
LINES = tables.LINES
SKIP = tables.SKIP
ACTIONS = arrays_tables.ACTIONS
SCALARS = len(arrays_tables.SCALARS)
END = -1


def write_rows(rows: list[int], first: int, size: int, out: Any, at: int) -> None:
    """One plane: a byte for each bit of rows of bits."""
    for y in range(size):
        row = rows[first + y]
        x = 0
        while row:
            out[at + size * y + x] = row & 1
            row >>= 1
            x += 1


def write_position(game: Blokus, me: int, out: Any, at: int) -> None:
    """The whole observation of a side; who waits sees the colours from that of its next turn on."""
    size = game.size
    plane = size * size
    colours = game.colours
    first = game.slot + (0 if me == game.side else 1)
    clear(out, at, 6 * plane + SCALARS)
    scalars = at + 6 * plane
    for number in range(colours):
        colour = (first + number) % colours
        write_rows(game.own, LINES * colour + 1, size, out, at + plane * number)
        for kind in range(COUNT):
            out[scalars + COUNT * number + kind] = game.hand[colour] >> kind & 1
        out[scalars + 4 * COUNT + number] = game.valid >> colour & 1
    game.prepare(first % colours)
    write_rows(game.corner, 0, size, out, at + 4 * plane)
    write_rows(game.open, 0, size, out, at + 5 * plane)
    scalars += 4 * COUNT + 4
    if game.begins_with >= 0:
        out[scalars + game.begins_with] = 1
    scalars += COUNT
    left = game.last_slot - game.slot
    out[scalars] = min(game.slot, 255)
    out[scalars + 1] = 0 if left < 0 else min(left, 255)
    out[scalars + 2] = me == 0


class BlokusArrays(Arrays):
    """The arrays of Blokus."""

    game: Blokus

    def __init__(self, game: Game) -> None:
        layout = arrays_tables.layout(game.setup.number("size"))
        super().__init__(layout, words=cython.cast(Blokus, game).place_words, composed=False)
        self.take(game)

    def take(self, game: Game) -> None:
        assert isinstance(game, Blokus)
        self.engine = game
        self.game = game

    def decode(self, action: int) -> int:
        if not cython.compiled:
            return int(action)  # a number of numpy's, which cannot grow
        return action

    def token(self, code: int, place: int, side: int) -> int:
        return code if place == 0 else END

    def mark(self, codes: list[int], count: int, side: int, mask: Any, at: int) -> None:
        for i in range(count):
            mask[at + codes[i]] = 1

    def write(self, out: Any, at: int, side: int) -> None:
        write_position(self.game, side, out, at)


def most_actions(game: Game) -> int:
    """Every action is a ply, and no slot has more than one."""
    return (4 if game.setup.word("colours") == "four" else 2) * game.setup.number("rounds")


ARRAYS = ArraysFace(BlokusArrays, most_actions)
