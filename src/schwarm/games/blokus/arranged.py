"""Blokus set up by hand: the position text of squares put on a board."""

from __future__ import annotations

from collections.abc import Sequence

from schwarm.game.board import Piece
from schwarm.game.errors import BadPosition, Refusal
from schwarm.game.game import Game
from schwarm.games.blokus import notation
from schwarm.games.blokus.options import COLOURS, LETTERS, SIDES
from schwarm.games.blokus.tables import ALL, KIND_BIT, place_of

PIECES = tuple(Piece("", colour, SIDES[number % 2]) for number, colour in enumerate(COLOURS))


def write(game: Game, pieces: Sequence[Piece], side: str) -> str:
    """The text: squares edge to edge are one piece, and what is not on the board is in hand."""
    _, turn, start, hands, valid, mono = game.position().split()[:6]
    places = {cell.name: (cell.column, cell.row) for cell in game.board().cells}
    colours = COLOURS[: len(hands.split("/"))]
    board: dict[tuple[int, int], int] = {}
    for piece in pieces:
        if piece.cell not in places or piece.kind not in colours:
            raise BadPosition(
                Refusal("blokus/squares_of", colours=", ".join(colours), kind=piece.kind, cell=piece.cell)
            )
        board[places[piece.cell]] = colours.index(piece.kind)
    faults: list[str] = []
    held = []
    for colour in range(len(colours)):
        laid = notation.laid_by(board, colour, None, faults)
        held.append(ALL & ~sum(KIND_BIT[place_of(code)[0]] for code in laid))
    if faults:
        raise BadPosition(*faults)
    size = 1 + max(column for column, _ in places.values())
    rows = [
        "".join(LETTERS[board[x, y]] if (x, y) in board else "." for x in range(size)) for y in range(size)
    ]
    slot = int(turn) if game.to_move == side else int(turn) ^ 1
    hands = "/".join(map(notation.hand_text, held))
    return f"{'/'.join(rows)} {slot} {start} {hands} {valid} {mono}"
