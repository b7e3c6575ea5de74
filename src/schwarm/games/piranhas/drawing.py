"""Piranhas drawn for a terminal: fish as side and weight (`r2`), kraken as #."""

from schwarm.game.game import Game
from schwarm.game.rulebook import Drawing

COLUMNS = "ABCDEFGHIJ"
LEGEND = (("r3", "red fish of weight 3"), ("b1", "blue fish of weight 1"), ("#", "kraken"), ("·", "empty"))
GERMAN_LEGEND = (
    "roter Fisch mit Gewicht 3",
    "blauer Fisch mit Gewicht 1",
    "Krake",
    "leer",
)


def draw(game: Game) -> Drawing:
    """The board, top row first; the squares of the last move are set off."""
    board, last = game.board(), game.last_move()
    marked = set() if last is None else {last.start, last.goal}
    standing = {piece.cell: piece for piece in board.pieces}
    lines: Drawing = []
    for y in reversed(range(len(COLUMNS))):
        line = [(f"{y}  ", "dim")]
        for cell in board.cells:
            if cell.row != y:
                continue
            piece = standing.get(cell.name)
            text, style = ("· ", "dim") if piece is None else ("# ", "magenta")
            if piece is not None and piece.side is not None:
                text, style = f"{piece.side[0]}{piece.value}", f"bold {piece.side}"
            if cell.name in marked:
                style += " reverse"
            line += [(text, style), (" ", "")]
        lines.append(line)
    lines.append([(f"   {'  '.join(COLUMNS)}", "dim")])
    return lines
