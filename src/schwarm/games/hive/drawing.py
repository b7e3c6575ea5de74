"""Hive drawn for a terminal: red pieces as capitals, blue ones as small letters, stacks with their height."""

from __future__ import annotations

from schwarm.game.board import Board, Cell
from schwarm.game.game import Game
from schwarm.game.rulebook import Drawing
from schwarm.games.hive.options import SIDES

WIDTH = 4  # of a field: the next row is shifted by half of it
LABEL = 7
LEGEND = (
    ("Q S G B A", "red queen, spider, grasshopper, beetle, ant"),
    ("q s g b a", "the same of blue"),
    ("b2", "a blue beetle on another piece"),
    ("#", "blackberry"),
    ("·", "empty"),
)
GERMAN_LEGEND = (
    "rote Königin, Spinne, Grashüpfer, Käfer, Ameise",
    "dasselbe von Blau",
    "ein blauer Käfer auf einer anderen Figur",
    "Brombeeren",
    "leer",
)


def draw(game: Game) -> Drawing:
    """The board, top row first, with the outer fields of each row named, and what each side has in hand."""
    board, last = game.board(), game.last_move()
    marked = set() if last is None else {last.start, last.goal}
    left = min(cell.x for cell in board.cells)
    lines: Drawing = []
    for y in sorted({cell.y for cell in board.cells}):
        row = [cell for cell in board.cells if cell.y == y]
        indent = round((row[0].x - left) * WIDTH)
        line = [(" " * indent + row[0].name.rjust(LABEL) + "   ", "dim")]
        for cell in row:
            text, style = glyph(board, cell)
            if cell.name in marked:
                style += " reverse"
            line += [(text, style), (" " * (WIDTH - len(text)), "")]
        line.append((row[-1].name, "dim"))
        lines.append(line)
    return lines + [hand(board, side) for side in SIDES]


def glyph(board: Board, cell: Cell) -> tuple[str, str]:
    """Top piece and height of a stack (`b2`), a blackberry or an empty field, with its style."""
    pieces = board.on(cell.name)
    if not pieces:
        return ("#", "magenta") if cell.kind == "berry" else ("·", "dim")
    height = str(len(pieces)) if len(pieces) > 1 else ""
    return letter(pieces[-1].kind, pieces[-1].side) + height, f"bold {pieces[-1].side}"


def letter(kind: str, side: str | None) -> str:
    """A piece as in position texts."""
    return kind[0].upper() if side == SIDES[0] else kind[0].lower()


def hand(board: Board, side: str) -> list[tuple[str, str]]:
    """One line: what a side has not set yet."""
    rest = "".join(letter(supply.kind, side) * supply.count for supply in board.hands if supply.side == side)
    return [(f"{side:>{LABEL}} has ", "dim"), (rest or "nothing", side), (" in hand", "dim")]
