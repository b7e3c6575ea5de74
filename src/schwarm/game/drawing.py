"""Any board drawn for a terminal, for rule books that do not draw themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schwarm.game.board import Board, Cell, Shape
from schwarm.game.rulebook import Drawing

if TYPE_CHECKING:
    from schwarm.game.game import Game

STYLES = ("bold red", "bold blue")
NEUTRAL = "magenta"


def draw_board(game: Game) -> Drawing:
    """The board, top row first, each row with the name of its first cell; the last move is set off.

    Pieces are the first letter of their kind, capitals for the first side; stacks show their height.
    """
    board = game.board()
    if not board.cells:
        return [[(game.public_position(), "")]]
    last = game.last_move()
    changed = last.changed if last is not None else frozenset()
    width = 2 if board.shape is Shape.SQUARE else 4
    label = max(len(cell.name) for cell in board.cells)
    lines: Drawing = []
    left = min(cell.x for cell in board.cells)
    for y in sorted({cell.y for cell in board.cells}):
        row = sorted((cell for cell in board.cells if cell.y == y), key=lambda cell: cell.x)
        line = [(row[0].name.rjust(label) + "  ", "dim")]
        used = 0
        for cell in row:
            text, style = symbol(board, cell, game.setup.book.sides)
            at = round((cell.x - left) * width)
            line += [(" " * (at - used), ""), (text, style + (" reverse" if cell.name in changed else ""))]
            used = at + len(text)
        line.append(("  " + row[-1].name, "dim"))
        lines.append(line)
    return lines


def symbol(board: Board, cell: Cell, sides: tuple[str, str]) -> tuple[str, str]:
    """What stands for a cell, and its style."""
    pieces = board.on(cell.name)
    if not pieces:
        return "·", "dim"
    top = pieces[-1]
    letter = top.kind[:1]
    style = NEUTRAL
    if top.side is not None:
        letter = letter.upper() if top.side == sides[0] else letter.lower()
        style = STYLES[sides.index(top.side)]
    count = max(len(pieces), top.value)
    return letter + (str(count) if count > 1 else ""), style
