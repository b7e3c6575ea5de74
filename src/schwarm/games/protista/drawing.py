"""Protista drawn for a terminal: pieces by their side's letter, stacks, targets, portals, loops."""

from __future__ import annotations

from schwarm.game.board import Board, Piece
from schwarm.game.game import Game
from schwarm.game.rulebook import Drawing
from schwarm.games.protista.options import SIDES

LEGEND = (
    ("w b", "white and black pieces"),
    ("w3", "stack of three"),
    ("w*", "king"),
    ("< >", "target"),
    ("< +", "target its attacker has reached"),
    ("(o)", "portal of the side to move"),
    ("[ ]", "cell in a hole of the side to move"),
    ("·", "empty"),
)
GERMAN_LEGEND = (
    "weiße und schwarze Steine",
    "Stapel aus dreien",
    "König",
    "Ziel",
    "Ziel, das erreicht ist",
    "Portal der Seite, die dran ist",
    "Feld in einem Loch der Seite, die dran ist",
    "leer",
)
STYLES = ("bold white", "bold blue")
TARGET_STYLES = ("yellow", "cyan")  # of the targets white and black defend


def draw(game: Game) -> Drawing:
    """The board, top row first, odd rows shifted by half a cell, and a line on the turn."""
    board = game.board()
    frames = frames_of(board, game.to_move)
    standing = {piece.cell: piece for piece in board.pieces}
    lines: Drawing = []
    for row in sorted({cell.row for cell in board.cells}, reverse=True):
        line = [(f"{row + 1:>3} " + "  " * (row % 2), "dim")]
        for cell in board.cells:
            if cell.row != row:
                continue
            before, empty, after, frame = frames.get(cell.name, (" ", "·", " ", "dim"))
            piece = standing.get(cell.name)
            text, style = symbol(piece) if piece else (empty.ljust(2), frame)
            line += [(before, frame), (text, style), (after, frame)]
        lines.append(line)
    letters = [cell.name[0] for cell in board.cells if cell.row == 0]
    lines.append([("     " + "".join(f"{letter:<4}" for letter in letters), "dim")])
    turn = f"{board.fact('left')} left in this turn, turn {board.fact('turns') + 1}"
    lines.append([(f"{game.to_move} to move, {turn}", "dim")])
    return lines


def symbol(piece: Piece) -> tuple[str, str]:
    """Two characters for a piece and their style; a king is underlined, and starred unless it is a stack."""
    side = SIDES.index(piece.side or "")
    height = str(piece.value) if piece.value > 1 else ""
    king = piece.kind == "king"
    style = STYLES[side] + (" underline" if king else "")
    return (SIDES[side][0] + (height or ("*" if king else ""))).ljust(2), style


def frames_of(board: Board, mover: str) -> dict[str, tuple[str, str, str, str]]:
    """Cells that stand out: what is drawn before, in (if empty) and after them, and the style."""
    frames: dict[str, tuple[str, str, str, str]] = {}
    for mark in board.marked("hole"):
        if mark.side == mover:
            frames |= dict.fromkeys(mark.cells, ("[", " ", "]", "green"))
    for mark in board.marked("portal"):
        frames |= dict.fromkeys(mark.cells, ("(", "o", ")", "magenta"))
    for mark in (*board.marked("target"), *board.marked("reached")):
        closing = "+" if mark.kind == "reached" else ">"
        style = TARGET_STYLES[1 - SIDES.index(mark.side or "")]
        frames |= dict.fromkeys(mark.cells, ("<", " ", closing, style))
    return frames
