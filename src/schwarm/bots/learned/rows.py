"""What a learned evaluation sees of a position: the numbers of its active rows.

A net has a table with one row of numbers for every fact that may be true of a position: a piece of some
kind in some state on some cell, a count that has some value, two counts that have some pair of values. A
position is judged by the sum of the rows that are true of it, so a fact's value is a choice of row and
needs no multiplication. Every game lists its rows in a subclass, always as the side to move sees them.
"""

from __future__ import annotations

from schwarm.bots.learned.weights import ROOM
from schwarm.game.game import Game


class Rows:
    """Lists no rows; each game's subclass lists its own. Not to be shared between threads."""

    rows: list[int]
    listed: int  # how many; -1 if a net cannot judge such a game, because its options make it too large
    known: int  # the net's rows are the first so many: others need not be listed

    def __init__(self) -> None:
        self.rows = [0] * 257
        self.listed = 0
        self.known = ROOM

    def list_rows(self, game: Game) -> None:
        """Write the rows of a position, as the side to move sees it."""
        self.listed = 0

    # --- for people ------------------------------------------------------------------------------
    def rows_of(self, game: Game) -> list[int]:
        """The rows of a position; one that is true of several pieces stands there several times."""
        self.list_rows(game)
        return [self.rows[i] for i in range(self.listed)]
