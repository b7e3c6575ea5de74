"""One form for all positions that look alike: turned, mirrored, or with the colours exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from math import cos, pi, sin

from schwarm.game.board import Cell, Shape
from schwarm.game.game import Game

Spot = tuple[int, int]  # a place on the board, in thousandths of a cell
FINE = 1000


def canonical(game: Game) -> str:
    """Equal for two positions exactly if a symmetry of the board turns one into the other.

    Sides count as the one to move and the other one; plies made do not count. A river has no symmetries.
    """
    board = game.board()
    contents = [
        (piece.cell, f"{piece.kind}{piece.value}.{piece.height}{piece.course}", own(piece.side, game))
        for piece in board.pieces
    ]
    contents += [(cell.name, cell.kind, "") for cell in board.cells if cell.kind == "berry"]
    for mark in board.marks:
        if mark.kind in ("target", "reached"):
            contents += [(name, mark.kind, own(mark.side, game)) for name in mark.cells]
    hands = sorted(
        f"{own(supply.side, game)}{supply.kind}{supply.count}" for supply in (*board.hands, *board.taken)
    )
    if board.shape is Shape.RIVER:
        return digest(game.position())
    forms = [
        sorted(f"{image[name]}:{what}:{who}" for name, what, who in contents)
        for image in images(board.shape, board.cells)
    ]
    return digest("|".join(min(forms)) + "/" + "|".join(hands))


def own(side: str | None, game: Game) -> str:
    """A side seen by whoever is to move."""
    return "" if side is None else "own" if side == game.to_move else "enemy"


def digest(text: str) -> str:
    """A short form of a long text."""
    return sha256(text.encode()).hexdigest()[:24]


@cache
def images(shape: Shape, cells: tuple[Cell, ...]) -> list[dict[str, int]]:
    """Where each symmetry of the board takes every cell, as numbers of cells."""
    middle_x = sum(cell.x for cell in cells) / len(cells)
    middle_y = sum(cell.y for cell in cells) / len(cells)
    spots = {cell.name: (cell.x - middle_x, cell.y - middle_y) for cell in cells}
    numbers = {rounded(*spot): number for number, spot in enumerate(spots.values())}
    found = []
    for turn in turns(4 if shape is Shape.SQUARE else 6):
        image: dict[str, int] = {}
        for name, (x, y) in spots.items():
            number = nearest(numbers, turn(x, y))
            if number is None:
                break
            image[name] = number
        else:
            found.append(image)
    return found


def turns(parts: int) -> Iterator[Callable[[float, float], tuple[float, float]]]:
    """All turns by whole parts of a circle, plain and mirrored."""
    for mirrored in (1, -1):
        for part in range(parts):
            angle = 2 * pi * part / parts

            def turn(
                x: float, y: float, c: float = cos(angle), s: float = sin(angle), m: int = mirrored
            ) -> tuple[float, float]:
                return c * x - s * m * y, s * x + c * m * y

            yield turn


def rounded(x: float, y: float) -> Spot:
    """A place in whole thousandths."""
    return round(FINE * x), round(FINE * y)


def nearest(numbers: dict[Spot, int], place: tuple[float, float]) -> int | None:
    """The cell at a place; None if there is none."""
    x, y = rounded(*place)
    for dx in (0, -1, 1):
        for dy in (0, -1, 1):
            if (x + dx, y + dy) in numbers:
                return numbers[x + dx, y + dy]
    return None
