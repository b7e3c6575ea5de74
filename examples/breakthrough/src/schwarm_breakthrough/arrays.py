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
    """The board as the side to move sees it: its own pawns go up."""

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
                scalars=("1 if the mover is white",),
                actions=3 * area,
                symmetries=1,
                turned=lambda symmetry: (list(range(size)), list(range(3 * area))),
            )
        )

    def seen(self, game: Game, square: int) -> int:
        """A square as the mover numbers it: black looks at the board from the other side."""
        return square if game.side == 0 else self.side_length * self.side_length - 1 - square

    def path(self, game: Game, move: Move) -> Path:
        """The start and the direction as one number: left, ahead or right."""
        start, goal = self.seen(game, move.code >> 8), self.seen(game, move.code & 255)
        return (3 * start + goal - start - self.side_length + 1,)

    def observation(self, game: Game, chosen: Path) -> bytes:
        """Both sides' pawns, and who is to move."""
        pawns = cast(Breakthrough, game)
        area = self.side_length * self.side_length
        out = bytearray(self.size)
        for square in range(area):
            owner = pawns.squares[square]
            if owner < 2:
                out[(owner != pawns.side) * area + self.seen(game, square)] = 1
        out[2 * area] = pawns.side == 0
        return bytes(out)


ARRAYS = ArraysFace(BreakthroughArrays)
