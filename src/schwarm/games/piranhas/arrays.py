"""Piranhas as arrays: a fish and a direction make an action. Numbers: arrays_tables.py."""

from __future__ import annotations

from typing import Any

import cython

from schwarm.environments.arrays import Arrays
from schwarm.environments.face import ArraysFace
from schwarm.game.game import Game
from schwarm.games.piranhas.arrays_tables import *
from schwarm.games.piranhas.rules import Piranhas

if not cython.compiled:
    from schwarm.bits import high_word, low_word, lowest
    from schwarm.environments.memory import clear

SCALARS_AT = len(PLANES) * SQUARES  # where the scalars begin
OBSERVATION = LAYOUT.size
CODES = len(ACTION) // 2
END = -1


def write_fish(game: Piranhas, side: int, me: int, out: Any, at: int) -> None:
    """Three planes: the fish of a side by weight, in the view of `me`."""
    for half in range(2):
        view = 128 * me + 64 * half
        rest = high_word(game.fish[side]) if half else low_word(game.fish[side])
        ones = high_word(game.ones) if half else low_word(game.ones)
        twos = high_word(game.twos) if half else low_word(game.twos)
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            plane = (ones >> number & 1) + 2 * (twos >> number & 1) - 1
            out[at + SQUARES * plane + SQUARE_OF[view + number]] = 1


def write_position(game: Piranhas, me: int, out: Any, at: int) -> None:
    """The whole observation of a side."""
    clear(out, at, OBSERVATION)
    write_fish(game, me, me, out, at)
    write_fish(game, 1 - me, me, out, at + 3 * SQUARES)
    rest = game.kraken
    while rest:
        out[at + 6 * SQUARES + SQUARE_OF[128 * me + lowest(rest)]] = 1
        rest &= rest - 1
    out[at + SCALARS_AT] = min(game.turn, 255)
    out[at + SCALARS_AT + 1] = min(game.last_turn - game.turn, 255)
    out[at + SCALARS_AT + 2] = game.first == me
    out[at + SCALARS_AT + 3] = game.first == 1 - me
    out[at + SCALARS_AT + 4] = me == 0


class PiranhasArrays(Arrays):
    """The arrays of Piranhas."""

    game: Piranhas

    def __init__(self, game: Game) -> None:
        super().__init__(LAYOUT, words=cython.cast(Piranhas, game).place_words, composed=False)
        self.take(game)

    def take(self, game: Game) -> None:
        assert isinstance(game, Piranhas)
        self.engine = game
        self.game = game

    def decode(self, action: int) -> int:
        me = self.game.side
        self.game.try_way(START[SQUARES * me + (action >> 3)], HEADING[8 * me + (action & 7)])
        return self.game.stack[0]

    def token(self, code: int, place: int, side: int) -> int:
        return ACTION[CODES * side + code] if place == 0 else END

    def mark(self, codes: list[int], count: int, side: int, mask: Any, at: int) -> None:
        table = CODES * side
        for i in range(count):
            mask[at + ACTION[table + codes[i]]] = 1

    def write(self, out: Any, at: int, side: int) -> None:
        write_position(self.game, side, out, at)


def most_actions(game: Game) -> int:
    """Every action is a ply."""
    return 2 * game.setup.number("rounds")


ARRAYS = ArraysFace(PiranhasArrays, most_actions)
