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
from schwarm.game.random64 import Stream

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
    def observation(self, game: Game, chosen: Path, side: int) -> bytes:
        """What a side sees, `layout.size` bytes; `chosen` are its own actions of a move so far."""

    def paths(self, game: Game) -> list[tuple[Path, Move]]:
        return [(self.path(game, move), move) for move in game.legal_moves()]

    def observe_into(self, game: Game, out: Any, chosen: Path, side: int) -> None:
        size = len(chosen)
        if size and all(path[:size] != chosen for path, _ in self.paths(game)):
            raise BadAction(f"expected the first actions of a legal move, not {chosen}")
        out[:] = memoryview(self.observation(game, chosen, side))


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

    def observation(self, game: Game, chosen: Path, side: int) -> bytes:
        mine = game.setup.book.sides[side]
        area = len(self.rows) * len(self.columns)
        out = bytearray(self.size)
        for piece in game.board().pieces:
            place = self.places.get(piece.cell)
            if place is None:
                continue
            if piece.side is None:
                out[6 * area + place] = kind_number(piece.kind)
                continue
            first = place + (0 if piece.side == mine else 3 * area)
            out[first] = min(out[first] + 1, 255)
            if not piece.covered:
                out[first + area] = min(max(piece.value, 0), 255)
                out[first + 2 * area] = kind_number(piece.kind)
        at = len(PLANES) * area
        out[at] = min(game.turn, 255)
        out[at + 1] = side == 0
        for place, action in enumerate(chosen[:SHOWN]):
            out[at + 2 + place] = action
        return bytes(out)


class PlainTable:
    """One game by action numbers, by its paths alone: what a batch of one does for arrays that are compiled.

    It writes to the arrays of an ArrayGame. The other side's moves are random if somebody has a seat.
    """

    def __init__(self, owner: Any, game: Game) -> None:
        self.arrays: Arrays = owner.arrays
        self.game = game
        self.mask, self.seen, self.samples = owner._mask, owner._seen, owner._samples
        self.done, self.seats = owner._done, owner._seats
        self.stream = Stream(0, 0)
        self.outside = False
        self.options: list[tuple[Path, Move]] = []  # the moves that fit the actions chosen
        self.path: Path = ()

    def take(self, game: Game, outside: bool, chance: int) -> None:
        """Go on with another game; `look` is called then."""
        self.game, self.outside, self.stream.state = game, outside, chance

    def chance(self) -> int:
        """What a random opponent draws from next."""
        return self.stream.state

    def look(self) -> None:
        """Offer what may be done in the position; nothing is chosen yet."""
        while self.seats[0] < 2 and self.game.side != self.seats[0] and not self.outside:
            move = self.game.random_move(self.stream.word())
            if move is None:
                break
            self.game.play(move)
        self.options = self.arrays.paths(self.game)
        self.path = ()
        self.done[0] = not self.options
        self.show()

    def act(self, action: int) -> int:
        """Take an action: 1 if a move was made, 0 if more actions must follow, -1 if it is not legal."""
        place = len(self.path)
        fitting = [(path, move) for path, move in self.options if path[place] == action]
        if len(fitting) == 1:
            self.make(0, fitting[0][1].code)
            return 1
        if fitting:
            self.options = fitting
            self.path = fitting[0][0][: place + 1]
            self.show()
        return 0 if fitting else -1

    def make(self, number: int, code: int) -> None:
        """Make a whole legal move."""
        self.game.play(self.game.move_of(code))
        self.look()

    def made(self) -> Move:
        return self.game.history[-1]

    def chosen(self) -> Path:
        """The actions of a move chosen so far."""
        return self.path

    def show(self) -> None:
        """Take over the actions that all moves left have in common; write mask and observation."""
        if len(self.options) > 1:
            first = self.options[0][0]
            place = len(self.path)
            while all(path[place] == first[place] for path, _ in self.options):
                place += 1
            self.path = first[:place]
        self.mask[:] = 0
        for path, _ in self.options:
            self.mask[0, path[len(self.path)]] = 1
        if self.options:
            self.samples[0] = self.stream.choice(self.options)[0][len(self.path)]
        seat = int(self.seats[0])
        side = seat if self.done[0] and seat < 2 else self.game.side
        self.arrays.observe_into(self.game, self.seen[0], self.path, side)


def kind_number(kind: str) -> int:
    """A number from 1 to 255 for the name of a kind of piece."""
    return crc32(kind.encode()) % 255 + 1
