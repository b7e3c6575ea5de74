"""The visible river drawn for a terminal: ships as arrow and letter of their side, the rest as signs."""

from __future__ import annotations

from schwarm.game.board import Board, Piece
from schwarm.game.game import Game
from schwarm.game.rulebook import Drawing
from schwarm.games.mississippi_queen.options import SIDES

ARROWS = "→↗↖←↙↘"
STYLES = {
    "water": ("~", "dim blue"),
    "island": ("#", "green"),
    "sandbank": ("s", "yellow"),
    "log": ("=", "red"),
    "goal": ("G", "bold"),
}
LEGEND = (
    ("→r", "red's ship and where it heads"),
    ("→b", "blue's"),
    ("~", "water"),
    ("#", "island"),
    ("s", "sandbank"),
    ("=", "logs"),
    ("0-5", "passengers, and the direction of their landing stage"),
    ("G", "goal"),
)
GERMAN_LEGEND = (
    "das rote Schiff und wohin es zeigt",
    "das blaue",
    "Wasser",
    "Insel",
    "Sandbank",
    "Baumstämme",
    "Passagiere, und die Richtung ihrer Anlegestelle",
    "Ziel",
)
STAGE = "bold magenta"  # passengers: the number is the direction of the landing stage


def draw(game: Game) -> Drawing:
    """The visible river, top row first, and a line on each ship."""
    board = game.board()
    spots = {cell.name: (cell.column, cell.row) for cell in board.cells}
    shown = {(cell.column, cell.row): STYLES[cell.kind] for cell in board.cells}
    ships = {}
    for piece in board.pieces:
        if piece.side is None:
            shown[spots[piece.cell]] = (str(piece.course), STAGE)
        else:
            shown[spots[piece.cell]] = (arrow(piece), f"bold reverse {piece.side}")
            ships[piece.side] = piece
    return rows(shown) + [legend(board, ships[side]) for side in SIDES]


def arrow(ship: Piece) -> str:
    """Where a ship heads and whose it is."""
    return ARROWS[ship.course or 0] + (ship.side or "")[:1]


def rows(pieces: dict[tuple[int, int], tuple[str, str]]) -> Drawing:
    """Pieces at offset coordinates as lines; even rows stand half a field to the right."""
    left = min(x for x, _ in pieces)
    lines: Drawing = []
    for y in range(min(y for _, y in pieces), max(y for _, y in pieces) + 1):
        line = [(" " * (2 - y % 2), "")]
        for x in range(left, max([x for x, row in pieces if row == y], default=left - 1) + 1):
            text, style = pieces.get((x, y), (" ", ""))
            line += [(text, style), (" " * (2 - len(text)), "")]
        lines.append(line)
    return lines


def legend(board: Board, ship: Piece) -> list[tuple[str, str]]:
    """A ship's numbers."""
    speed, coal, aboard, free = (
        board.fact(name, ship.side) for name in ("speed", "coal", "passengers", "free_turns")
    )
    turns = f", {free} free turns" if free > 1 else ""
    return [
        (f"{arrow(ship)} {ship.side}", f"bold {ship.side}"),
        (f"  speed {speed}, coal {coal}, passengers {aboard}{turns}", ""),
    ]
