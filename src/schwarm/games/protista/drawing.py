"""Protista drawn for a terminal: pieces in their side's colour, stacks with heights, targets, portals, loops.

w b      pieces; w3 a stack of three, w* a king
<w>      a piece on a target; < > an empty target; + instead of > once its attacker has reached it
(o)      a portal of the side to move
[ ]      a cell in a hole of the side to move
"""

from __future__ import annotations

from schwarm.games.game import Game
from schwarm.games.protista.options import SIDES
from schwarm.games.protista.placement import Piece
from schwarm.games.protista.rules import Protista
from schwarm.games.protista.tables import LETTERS, grid
from schwarm.games.rulebook import Drawing

STYLES = ("bold white", "bold blue")
TARGET_STYLES = ("yellow", "cyan")  # of the targets white and black defend


def draw(game: Game) -> Drawing:
    """The board, top row first, odd rows shifted by half a cell, and a line on the turn."""
    assert isinstance(game, Protista)
    cells = grid(game.rows, game.cols)
    frames = frames_of(game)
    lines: Drawing = []
    for row in reversed(range(game.rows)):
        line = [(f"{row + 1:>3} " + "  " * (row % 2), "dim")]
        for column in range(game.cols):
            number = cells.cell(row, column)
            before, empty, after, frame = frames.get(cells.names[number], (" ", "·", " ", "dim"))
            piece = game.piece_on(number)
            text, style = symbol(piece) if piece else (empty.ljust(2), frame)
            line += [(before, frame), (text, style), (after, frame)]
        lines.append(line)
    lines.append([("     " + "".join(f"{LETTERS[column]:<4}" for column in range(game.cols)), "dim")])
    lines.append([(f"{game.to_move} to move, {game.left} left in this turn, turn {game.turns + 1}", "dim")])
    return lines


def symbol(piece: Piece) -> tuple[str, str]:
    """Two characters for a piece and their style; a king is underlined, and starred unless it is a stack."""
    height = str(piece.height) if piece.height > 1 else ""
    mark = "*" if piece.king else ""
    style = STYLES[piece.side] + (" underline" if piece.king else "")
    return (SIDES[piece.side][0] + (height or mark)).ljust(2), style


def frames_of(game: Protista) -> dict[str, tuple[str, str, str, str]]:
    """Cells that stand out: what is drawn before, in (if empty) and after them, and the style."""
    frames = {name: ("[", " ", "]", "green") for hole in game.holes(game.to_move) for name in hole}
    frames |= dict.fromkeys(game.portals(), ("(", "o", ")", "magenta"))
    for defender, part in enumerate(game.position().split(" ")[3].split("|")):
        for name in part.split(".") if part != "-" else []:
            closing = "+" if name.endswith("+") else ">"
            frames[name.removesuffix("+")] = ("<", " ", closing, TARGET_STYLES[defender])
    return frames
