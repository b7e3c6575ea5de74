"""Breakthrough as arrays: two planes of pawns; an action is a square and one of three directions."""

from __future__ import annotations

from typing import cast

from schwarm.environments.arrays import Path
from schwarm.environments.face import ArraysFace
from schwarm.environments.layout import Layout
from schwarm.environments.plain import PlainArrays
from schwarm.game import Game, Move
from schwarm_breakthrough.rules import Breakthrough


class BreakthroughArrays(PlainArrays):
    """The board as a side sees it: its own pawns go up."""

    def __init__(self, game: Game) -> None:
        self.side_length = cast(Breakthrough, game).size
        area = self.side_length * self.side_length
        size = 2 * area + 1
        super().__init__(
            Layout(
                game=game.name,
                version=1,
                planes=("own pawns", "enemy pawns"),
                rows=self.side_length,
                columns=self.side_length,
                scalars=("1 for white",),
                actions=3 * area,
                symmetries=1,
                turned=lambda symmetry: (list(range(size)), list(range(3 * area))),
            )
        )

    def seen(self, side: int, square: int) -> int:
        """A square as a side numbers it: black looks at the board from the other side."""
        return square if side == 0 else self.side_length * self.side_length - 1 - square

    def path(self, game: Game, move: Move) -> Path:
        """The start and the direction as one number: left, ahead or right."""
        start, goal = self.seen(game.side, move.code >> 8), self.seen(game.side, move.code & 255)
        return (3 * start + goal - start - self.side_length + 1,)

    def observation(self, game: Game, chosen: Path, side: int) -> bytes:
        """Both sides' pawns, and who looks at them."""
        pawns = cast(Breakthrough, game)
        area = self.side_length * self.side_length
        out = bytearray(self.size)
        for square in range(area):
            owner = pawns.squares[square]
            if owner < 2:
                out[(owner != side) * area + self.seen(side, square)] = 1
        out[2 * area] = side == 0
        return bytes(out)


ARRAYS = ArraysFace(BreakthroughArrays)
