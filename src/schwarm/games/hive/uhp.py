"""Hive's moves as Hive players write them: the notation of the Universal Hive Protocol (UHP).

A piece is its colour, its kind and, where there are several, its number in the order in which they were set:
`wQ`, `bA2`. The side that begins, red, is white. A move is the piece and a neighbour of its goal with a sign
on the side where the goal lies; a climber names the piece it climbs on, without a sign:

          \\x  x/
        -x  x  x-        wS1    bG1 wS1-    wA1 \\wS1    wB1 bQ    pass
          /x  x\\

Blackberries have no name there: the first piece is written without a place, so a game cannot be read back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schwarm.game.board import Board, Description, Piece
from schwarm.games.hive.options import SIDES

COLOURS = dict(zip(SIDES, "wb", strict=True))
SINGLE = frozenset({"queen"})  # kinds of which nobody has two: they need no number
# From the neighbour to the goal, as columns and rows of the board's cells: where the sign stands.
SIGNS: Mapping[tuple[int, int], str] = {
    (1, -1): "{}-",
    (-1, 1): "-{}",
    (1, 0): "{}/",
    (-1, 0): "/{}",
    (0, 1): "\\{}",
    (0, -1): "{}\\",
}


class PieceNames:
    """The names of the pieces on a board, which move with them."""

    def __init__(self, board: Board) -> None:
        """Pieces that stand there already are numbered from the top left on, those below in a stack first."""
        self.stacks: dict[str, list[str]] = {}
        self._set: dict[tuple[str, str], int] = {}
        places = {cell.name: (cell.y, cell.x) for cell in board.cells}
        self._spots = {cell.name: (cell.column, cell.row) for cell in board.cells}
        for piece in sorted(board.pieces, key=lambda piece: (places[piece.cell], piece.height)):
            self.stacks.setdefault(piece.cell, []).append(self._name(piece))

    def play(self, told: Description) -> str:
        """A move's text; the piece has its new place from then on."""
        if told.piece is None or told.goal is None:
            return "pass"
        name = self._name(told.piece) if told.start is None else self._lift(told.start)
        below = self.stacks.get(told.goal, [])
        where = below[-1] if below else self._beside(told.goal)
        self.stacks.setdefault(told.goal, []).append(name)
        return f"{name} {where}" if where else name

    def _name(self, piece: Piece) -> str:
        side = str(piece.side)
        number = self._set[side, piece.kind] = self._set.get((side, piece.kind), 0) + 1
        letters = COLOURS[side] + piece.kind[0].upper()
        return letters if piece.kind in SINGLE and number == 1 else f"{letters}{number}"

    def _lift(self, cell: str) -> str:
        name = self.stacks[cell].pop()
        if not self.stacks[cell]:
            del self.stacks[cell]
        return name

    def _beside(self, goal: str) -> str:
        """The goal as seen from a neighbour: from a queen if there is one, else from the first set."""
        column, row = self._spots[goal]
        near = []
        for cell, stack in self.stacks.items():
            there = self._spots[cell]
            sign = SIGNS.get((column - there[0], row - there[1]))
            if sign is not None:
                near.append(("Q" not in stack[-1], stack[-1], sign.format(stack[-1])))
        return min(near)[2] if near else ""


def uhp_texts(start: Board, moves: Sequence[Description]) -> list[str]:
    """The moves of a game from its start on."""
    names = PieceNames(start)
    return [names.play(told) for told in moves]
