"""Positions and moves as plain values: what drawings, pages and codecs read instead of taking texts apart.

`Game.board()` gives a Board, `Game.describe(move)` a Description. Both are frozen, compare by value and
can be sent to another process. They hold what every player may see, nothing more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from schwarm.compat import StrEnum

ROW_HEIGHT = sqrt(3) / 2  # between two rows of hexagons whose neighbours are one unit apart
EMPTY = "."


class Shape(StrEnum):
    """How the cells of a board lie."""

    SQUARE = "square"  # rows and columns
    HEX = "hex"  # rows of hexagons, each row shifted by half a cell
    RIVER = "river"  # hexagons as well, but the board comes into sight piece by piece


class Orientation(StrEnum):
    """What a player of the second side sees."""

    HALF_TURN = "half turn"  # the board turned round
    FIXED = "fixed"  # the same picture as everybody


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell. `x` and `y` say where it is drawn: neighbours are one unit apart and y grows downwards."""

    name: str  #: as moves and positions call it
    column: int  #: its coordinates in the game's own notation
    row: int
    x: float
    y: float
    kind: str = ""  #: what the ground is: water, berry, log, island, ...
    group: int = 0  #: the part of the board it belongs to, such as a segment of a river
    value: int = 0  #: what it counts for whoever stands there


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece. `side` is None for what belongs to nobody; `cell` is empty while a piece is in hand.

    >>> import schwarm
    >>> schwarm.new_game("piranhas", seed=7).board().on("A1")[0].value
    3
    """

    cell: str
    kind: str
    side: str | None = None
    value: int = 1  #: a weight, or the number of pieces where a whole stack is one piece
    height: int = 1  #: its place in a stack, counted from the bottom
    covered: bool = False  #: does another piece lie on it?
    course: int | None = None  #: the direction it points to


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that explains a position: a target, a swarm, a stream. `links` join neighbouring cells."""

    kind: str
    cells: tuple[str, ...]
    side: str | None = None
    value: int = 0
    course: int | None = None
    links: tuple[tuple[str, str], ...] = ()
    around: tuple[str, ...] = ()  #: the cells of the pieces that make it, such as those around a portal


@dataclass(frozen=True, slots=True)
class Supply:
    """Pieces of one kind that are not on the board."""

    side: str
    kind: str
    count: int
    value: int = 1


@dataclass(frozen=True, slots=True)
class Fact:
    """A number of the position, of one side or (None) of the whole game."""

    name: str
    value: int
    side: str | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """A position as everybody may see it.

    >>> import schwarm
    >>> board = schwarm.new_game("hive", seed=7).board()
    >>> len(board.cells), board.cell("0,0").kind, sum(supply.count for supply in board.hands)
    (91, 'field', 22)
    """

    shape: Shape
    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...] = ()
    hands: tuple[Supply, ...] = ()  #: pieces still to be set
    taken: tuple[Supply, ...] = ()  #: pieces that were captured; `side` is who lost them
    facts: tuple[Fact, ...] = ()
    behind: tuple[Cell, ...] = ()  #: known cells that are out of play: the river left behind

    def cell(self, name: str) -> Cell:
        """The cell of a name; KeyError if the board has none."""
        for cell in self.cells:
            if cell.name == name:
                return cell
        raise KeyError(name)

    def on(self, name: str) -> tuple[Piece, ...]:
        """The pieces on a cell, bottom first."""
        found = [piece for piece in self.pieces if piece.cell == name]
        return tuple(sorted(found, key=lambda piece: piece.height))

    def marked(self, kind: str) -> tuple[Mark, ...]:
        return tuple(mark for mark in self.marks if mark.kind == kind)

    def fact(self, name: str, side: str | None = None) -> int:
        """A number by its name; KeyError if the board has none."""
        for fact in self.facts:
            if fact.name == name and fact.side == side:
                return fact.value
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Step:
    """One part of a composed move, with what is left of the mover's means after it."""

    kind: str
    number: (
        int  # as the notation has it: fields advanced, sixths turned, change of speed, direction of a push
    )
    text: str
    path: tuple[str, ...]  #: the cells from before to after; a push: those of the piece pushed
    speed: int
    coal: int
    points: int  #: movement points


@dataclass(frozen=True, slots=True)
class Description:
    """What a legal move does.

    `captured` are the pieces that leave the board or are taken on board, as they stood before; `struck` are
    pieces that stay and lose some of their value. `shape` is the arrangement that allows the move.

    >>> import schwarm
    >>> move = schwarm.new_game("piranhas", seed=7).describe("A1-C3")
    >>> move.start, move.goal, move.path, move.captured
    ('A1', 'C3', ('A1', 'B2', 'C3'), ())
    """

    text: str
    side: str
    kind: str
    piece: Piece | None = None  #: what moves, as it stands before the move; None if none or several do
    start: str | None = None  #: None for a piece from the hand
    goal: str | None = None
    path: tuple[str, ...] = ()  #: the piece's way, start and goal included
    captured: tuple[Piece, ...] = ()
    moved: tuple[tuple[str, str], ...] = ()  #: every piece that changes its cell: from where to where
    created: tuple[str, ...] = ()  #: cells that get a piece from the hand, from stock or out of a stack
    struck: tuple[str, ...] = ()
    shape: tuple[str, ...] = ()
    also: tuple[str, ...] = ()  #: further kinds that act inside the move, such as a portal
    steps: tuple[Step, ...] = ()
    clicks: tuple[tuple[str, ...], ...] = ()  #: the cells that point the move out, one list for each way
    chance: bool = False  #: does chance decide what it changes?

    @property
    def changed(self) -> frozenset[str]:
        """Every cell whose contents the move may change."""
        cells = {cell for pair in self.moved for cell in pair}
        cells.update(piece.cell for piece in self.captured)
        return frozenset(cells.union(self.created, self.struck))


# --- for rule books that say only their position text ------------------------------------------------
def cell_name(column: int, row: int) -> str:
    """`a1` for the lower left cell; numbers where the letters do not suffice."""
    return f"{chr(ord('a') + column)}{row + 1}" if column < 26 else f"{column},{row}"


def lattice(widths: Sequence[int], shape: Shape) -> tuple[Cell, ...]:
    """The cells of a board whose rows, the top one first, have these widths.

    Rows of hexagons with one width are shifted by half a cell every other row; others are centred.
    """
    cells = []
    widest = max(widths)
    for number, width in enumerate(widths):
        row = len(widths) - 1 - number
        shift, height = 0.0, 1.0
        if shape is not Shape.SQUARE:
            shift, height = (row % 2 / 2 if min(widths) == widest else (widest - width) / 2), ROW_HEIGHT
        for column in range(width):
            cells.append(Cell(cell_name(column, row), column, row, column + shift, number * height))
    return tuple(cells)


def board_of_text(text: str, sides: tuple[str, str], shape: Shape) -> Board:
    """The board of a position text whose first field is its rows, joined by `/`, the top one first.

    `.` is an empty cell, a capital letter a piece of the first side, a small letter one of the second,
    anything else a piece of nobody. A text of another form gives a board without cells.

    >>> board_of_text("X./.o 2", ("cross", "nought"), Shape.SQUARE).on("b1")[0].side
    'nought'
    """
    rows = text.split(" ", 1)[0].split("/")
    if len(rows) < 2 or not all(rows) or (shape is Shape.SQUARE and len(set(map(len, rows))) > 1):
        return Board(shape, (), ())
    cells = lattice([len(row) for row in rows], shape)
    pieces = []
    for cell, letter in zip(cells, "".join(rows), strict=True):
        if letter != EMPTY:
            side = sides[0] if letter.isupper() else sides[1] if letter.islower() else None
            pieces.append(Piece(cell.name, letter.lower(), side))
    return Board(shape, cells, tuple(pieces))


def described_by_boards(before: Board, after: Board, text: str, side: str) -> Description:
    """What a move of a side does, seen by comparing the boards before and after it."""
    gone = [piece for piece in before.pieces if piece not in after.pieces]
    come = [piece for piece in after.pieces if piece not in before.pieces]
    fresh = [piece for piece in come if piece.side == side]
    moved, pieces = [], []
    for piece in [piece for piece in gone if piece.side == side]:
        twin = next((new for new in fresh if (new.kind, new.value) == (piece.kind, piece.value)), None)
        if twin is not None:
            fresh.remove(twin)
            moved.append((piece.cell, twin.cell))
            pieces.append(piece)
    captured = tuple(piece for piece in gone if piece not in pieces)
    created = tuple(piece.cell for piece in fresh)
    start, goal = moved[0] if moved else (None, created[0] if created else None)
    return Description(
        text=text,
        side=side,
        kind="move" if moved else "set" if created else "pass",
        piece=pieces[0] if pieces else (Piece("", fresh[0].kind, side) if fresh else None),
        start=start,
        goal=goal,
        path=tuple(cell for cell in (start, goal) if cell is not None),
        captured=captured,
        moved=tuple(moved),
        created=created,
        clicks=(tuple(cell for cell in (start, goal) if cell is not None),),
    )


def supplies(pieces: Iterable[tuple[str, str, int]]) -> tuple[Supply, ...]:
    """Pieces by side, kind and value, counted, in that order."""
    counted = Counter(pieces)
    return tuple(
        Supply(side, kind, counted[side, kind, value], value) for side, kind, value in sorted(counted)
    )
