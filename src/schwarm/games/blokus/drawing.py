"""Blokus drawn for a terminal: a letter of its colour for each covered square."""

from __future__ import annotations

import re

from schwarm.game.board import Board
from schwarm.game.game import Game
from schwarm.game.rulebook import Drawing
from schwarm.games.blokus.notation import COLUMNS, NOBODY
from schwarm.games.blokus.options import COLOURS
from schwarm.games.blokus.tables import KINDS

LEGEND = (
    ("B Y R G", "blue and red of side one, yellow and green of side two"),
    ("+", "corner where the colour to move may go on"),
    ("·", "empty"),
)
GERMAN_LEGEND = (
    "Blau und Rot von Seite eins, Gelb und Grün von Seite zwei",
    "Ecke, an der es weitergehen kann",
    "leer",
)


def draw(game: Game) -> Drawing:
    """The board, top row first, the piece laid last set off; below it the hands and the colour to move."""
    board, last = game.board(), game.last_move()
    fresh = set() if last is None else set(last.created)
    covered = {piece.cell: piece.kind for piece in board.pieces}
    corners = {cell for mark in board.marks for cell in mark.cells}
    size = max(cell.column for cell in board.cells) + 1
    lines: Drawing = []
    for cell in board.cells:
        if cell.column == 0:
            lines.append([(f"{cell.row:>2}  ", "dim")])
        colour = covered.get(cell.name)
        text, style = ("+", "bold") if cell.name in corners else ("·", "dim")
        if colour is not None:
            text, style = colour[0].upper(), f"bold {colour}" + (" reverse" if cell.name in fresh else "")
        lines[-1] += [(text, style), (" ", "")]
    lines.append([(f"    {' '.join(COLUMNS[:size])}", "dim")])
    hands = game.position().split()[3].split("/")
    for number, (colour, hand) in enumerate(zip(COLOURS, hands, strict=False)):
        side = game.setup.book.sides[number % 2]
        held = "nothing" if hand == NOBODY else " ".join(re.findall("[1-5][A-Z]?", hand))
        gone = "" if board.fact(f"{colour}:playing", side) else ", out of the game"
        told = f"{board.fact(colour, side)} points, in hand {held}{gone}"
        lines.append([(f"{colour:>6} ", colour), (told, "dim")])
    if not game.finished():
        colour = COLOURS[board.fact("colour")]
        lines.append([(f"{colour:>6} ", f"bold {colour}"), (f"is to move{first_piece(board)}", "bold")])
    return lines


def first_piece(board: Board) -> str:
    """Which piece the colour to move must lay first, empty once it has laid one."""
    colour, start = COLOURS[board.fact("colour")], board.fact("start")
    begun = any(piece.kind == colour for piece in board.pieces)
    return "" if begun or start < 0 else f", its first piece must be {KINDS[start]}"
