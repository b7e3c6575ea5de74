"""The moves of Protista as texts, remembered for all games on boards of one size."""

from __future__ import annotations

import cython

from schwarm.game.rulebook import Move
from schwarm.games.protista.position import Position

if not cython.compiled:
    from schwarm.bits import free_words, mix, new_words
    from schwarm.games.protista.spelling import text_of

SLOTS = 16384  # moves at hand, a power of two; each has two slots to go to
MOST_TEXTS = 65536
KNOWN: dict[tuple[int, int], Names] = {}  # by rows and columns


class Names:
    """A Move for each code, made once; the last ones asked for are at hand."""

    slots: list[int]  # codes of the moves at hand
    moves: list[Move]
    texts: dict[int, Move]

    def __init__(self) -> None:
        self.slots = new_words(SLOTS)
        self.moves = [Move("", 0)] * SLOTS
        self.texts = {}

    def __dealloc__(self) -> None:
        free_words(self.slots)

    def move_of(self, game: Position, code: int) -> Move:
        """The Move of a code; no other thread comes in between as long as this is compiled."""
        slot = mix(code) & SLOTS - 2
        if cython.compiled:
            if self.slots[slot] == code:
                return self.moves[slot]
            if self.slots[slot + 1] == code:
                return self.moves[slot + 1]
        move = self.texts.get(code)
        if move is None:
            move = Move(text_of(game, code), code)
            if len(self.texts) >= MOST_TEXTS:
                self.texts.clear()
            self.texts[code] = move
        self.slots[slot + 1], self.moves[slot + 1] = self.slots[slot], self.moves[slot]
        self.slots[slot], self.moves[slot] = code, move
        return move


def names_of(rows: int, cols: int) -> Names:
    """What is remembered for boards of a size."""
    return KNOWN.setdefault((rows, cols), Names())
