"""Blokus: the start piece of a seed and where first pieces begin (R6)."""

from schwarm.game.errors import BadOption
from schwarm.game.random64 import Stream
from schwarm.games.blokus.tables import DEPTH, KINDS, PENTOMINOES


def start_kind(seed: int, word: str, start_at: str) -> int:
    """The kind of the start piece, -1 if any will do; a 5X, which covers no corner, never begins there."""
    if word == "any":
        return -1
    cornered = start_at == "corner"
    if cornered and word == "5X":
        raise BadOption("expected a start piece that covers a corner of the board, not 5X")
    if word.startswith("random"):
        drawn = [name for name in PENTOMINOES if name != "5X" or (word == "random" and not cornered)]
        word = Stream(seed, 0).choice(drawn)
    return KINDS.index(word)


def start_squares(size: int, word: str) -> list[int]:
    """The squares of which a first piece covers one, as rows of bits."""
    ends = 1 | 1 << size - 1
    rows = [0] * DEPTH
    if word == "border":
        rows[:size] = [ends] * size
        rows[0] = rows[size - 1] = (1 << size) - 1
    elif word == "corner":
        rows[0] = rows[size - 1] = ends
    else:  # as far from two opposite corners as on the board of 14 squares a row
        near = size // 3
        far = size - 1 - near
        rows[near], rows[far] = 1 << near, 1 << far
    return rows
