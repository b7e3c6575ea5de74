"""Arrays in plain Python, and those of a game whose folder has none of its own.

The generic arrays know a game by its board and the texts of its moves alone. They are slow and say little,
but every game has them, and every move has its path.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any
from zlib import crc32

from schwarm.environments.arrays import Arrays, Path
from schwarm.environments.errors import BadAction
from schwarm.environments.layout import Layout
from schwarm.game import Game, Move

LETTERS = 256  # a text is spelled in UTF-8, byte by byte; 0 is its end
SHOWN = 24  # so many bytes of the text chosen so far are in an observation
PLANES = (
    "own pieces on the cell, by number",
    "value of the own piece on top",
    "kind of the own piece on top, a number made of its name",
    "enemy pieces on the cell, by number",
    "value of the enemy piece on top",
    "kind of the enemy piece on top",
    "kind of what belongs to nobody",
)
SCALARS = (
    "plies made, at most 255",
    "1 if the mover is the side that began",
    *(f"byte {place} of the move's text so far" for place in range(SHOWN)),
)


class PlainArrays(Arrays, ABC):
    """Arrays written in plain Python: a subclass says `path` and `observation`; one game at a time."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, words=0, composed=True, bound="expected arrays that are compiled")

    @abstractmethod
    def path(self, game: Game, move: Move) -> Path:
        """The actions that make a legal move; no path may begin another."""

    @abstractmethod
    def observation(self, game: Game, chosen: Path) -> bytes:
        """What the side to move sees after the actions of a move chosen so far: `layout.size` bytes."""

    def paths(self, game: Game) -> list[tuple[Path, Move]]:
        return [(self.path(game, move), move) for move in game.legal_moves()]

    def observe_into(self, game: Game, out: Any, chosen: Path) -> None:
        size = len(chosen)
        if size and all(path[:size] != chosen for path, _ in self.paths(game)):
            raise BadAction(f"expected the first actions of a legal move, not {chosen}")
        out[:] = memoryview(self.observation(game, chosen))


class GenericArrays(PlainArrays):
    """What any game has: the cells of the start board, and moves spelled by their texts."""

    def __init__(self, game: Game) -> None:
        cells = game.setup.book.game(game.setup).board().cells
        self.rows = sorted({cell.row for cell in cells})
        self.columns = sorted({cell.column for cell in cells})
        self.places = {
            cell.name: len(self.columns) * self.rows.index(cell.row) + self.columns.index(cell.column)
            for cell in cells
        }
        size = len(PLANES) * len(self.rows) * len(self.columns) + len(SCALARS)
        layout = Layout(
            game=game.name,
            version=0,
            planes=PLANES,
            rows=len(self.rows),
            columns=len(self.columns),
            scalars=SCALARS,
            actions=LETTERS,
            symmetries=1,
            turned=lambda symmetry: (list(range(size)), list(range(LETTERS))),
        )
        super().__init__(layout)

    def path(self, game: Game, move: Move) -> Path:
        return (*move.encode(), 0)

    def observation(self, game: Game, chosen: Path) -> bytes:
        area = len(self.rows) * len(self.columns)
        out = bytearray(self.size)
        for piece in game.board().pieces:
            place = self.places.get(piece.cell)
            if place is None:
                continue
            if piece.side is None:
                out[6 * area + place] = kind_number(piece.kind)
                continue
            first = place + (0 if piece.side == game.to_move else 3 * area)
            out[first] = min(out[first] + 1, 255)
            if not piece.covered:
                out[first + area] = min(max(piece.value, 0), 255)
                out[first + 2 * area] = kind_number(piece.kind)
        at = len(PLANES) * area
        out[at] = min(game.turn, 255)
        out[at + 1] = game.side == 0
        for place, action in enumerate(chosen[:SHOWN]):
            out[at + 2 + place] = action
        return bytes(out)


def kind_number(kind: str) -> int:
    """A number from 1 to 255 for the name of a kind of piece."""
    return crc32(kind.encode()) % 255 + 1
