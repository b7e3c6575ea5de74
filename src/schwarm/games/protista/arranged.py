"""Protista set up by hand: the position text of pieces put on a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from schwarm.game.board import Piece
from schwarm.game.game import Game
from schwarm.games.protista import placement
from schwarm.games.protista.options import SIDES
from schwarm.games.protista.rules import Protista
from schwarm.games.protista.tables import grid

PIECES = (
    *(Piece("", "cellule", side, height) for side in SIDES for height in (1, 2, 3)),
    *(Piece("", "king", side) for side in SIDES),
)


def write(game: Game, pieces: Sequence[Piece], side: str) -> str:
    """The text at the beginning of a turn, with the targets of `game` and no loops met before."""
    protista = cast(Protista, game)
    cells = grid(protista.rows, protista.cols)
    placed = placement.PositionReader(cells).read(game.public_position())
    contents = {
        cells.find(piece.cell): placement.CellContents(
            SIDES.index(str(piece.side)), piece.value, piece.kind == "king"
        )
        for piece in pieces
    }
    fresh = replace(placed, pieces=contents, side=SIDES.index(side), left=1, in_turn=0, seen=())
    return placement.write_position(fresh, cells)
