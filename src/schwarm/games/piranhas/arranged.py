"""Piranhas set up by hand: the position text of pieces put on a board."""

from __future__ import annotations

from collections.abc import Sequence

from schwarm.game.board import Piece
from schwarm.game.errors import BadPosition, Refusal
from schwarm.game.game import Game
from schwarm.games.piranhas.notation import FISH
from schwarm.games.piranhas.options import SIDES

HEAVIEST = 3
PIECES = (
    *(Piece("", "fish", side, weight) for side in SIDES for weight in range(1, HEAVIEST + 1)),
    Piece("", "kraken"),
)


def write(game: Game, pieces: Sequence[Piece], side: str) -> str:
    """The text; nobody has been the first to unite a swarm in a position that was never played."""
    letters = {piece.cell: letter(piece) for piece in pieces}
    cells = {(cell.row, cell.column): letters.get(cell.name, ".") for cell in game.board().cells}
    rows = ["".join(cells[y, x] for x in range(10)) for y in range(10)]
    turn = game.turn + (game.to_move != side) * (1 if game.turn == 0 else -1)
    return f"{'/'.join(rows)} {turn} -"


def letter(piece: Piece) -> str:
    """A piece in a position text."""
    if piece.side is None:
        return "#"
    if not 1 <= piece.value <= HEAVIEST:
        raise BadPosition(Refusal("piranhas/weight", most=HEAVIEST, value=piece.value))
    return FISH[HEAVIEST * SIDES.index(piece.side) + piece.value - 1]
