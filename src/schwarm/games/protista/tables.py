"""Geometry of the Protista board as flat lists, one set for each size of board; never compiled.

Cells are numbered row by row from white's left corner: cell = cols*row + column. Odd rows stand half a
cell to the right. Directions run clockwise; a leap joins two neighbouring directions.

    row 3    . . . . .              nw  ne           4   5          leap 5: between ne and e
    row 2   . . . . .                 \\ /             \\ /           leap 4: between nw and ne,
    row 1    . . . . .             w -- o -- e     3 -- o -- 0              two rows straight up
    row 0   a b c d e                 / \\             / \\
                                    sw  se           2   1
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from schwarm import bits as _bits
from schwarm.game.random64 import Stream

SMALL = 128  # cells of a board that is one number when rules are compiled; there may be more
KEY_SLOTS = 2048  # remembered keys of texts, a power of two
WAYS = 12  # six steps, then six leaps
WHITE, BLACK, EMPTY, BEYOND = range(4)  # what holds a cell; BEYOND the edge
# Numbers of the kinds in a move's code, as on the rule sheet; kinds 7 and 9 act inside the others.
ALL_KINDS = 0
SINGLE, CONTIGUOUS, CANNON, WAVE, SHARP_V, GENERATION, UNSTACKING, CREATION, PASS = (
    1,
    2,
    3,
    4,
    5,
    6,
    8,
    10,
    11,
)
LANDS, CAPTURES, STACKS, HITS = range(4)  # endings in a move's code
DIRECTIONS = ("e", "se", "sw", "w", "nw", "ne")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
BACK = [8, 16, 32, 1, 2, 4]  # BACK[way]: the bit of the opposite direction
# A step in axial coordinates (q, row), q = column - row // 2.
AXIAL = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
MOST_ADVANCES, MOST_JUMPS, MOST_CREATED = 15, 3, 7  # what a move's code has room for


@dataclass(frozen=True, slots=True)
class Grid:
    """One size of board. `ways` and `far` hold OFF where a way leads beyond the edge."""

    rows: int
    cols: int
    ways: tuple[int, ...]  # ways[12*cell + way]: a step (way 0-5) or a leap between way-6 and way-5
    around: tuple[int, ...]  # around[cell]: the board of its neighbours
    inside: tuple[int, ...]  # inside[cell]: six bits, the directions with a neighbour
    name_rank: tuple[int, ...]  # name_rank[cell]: by length of the name, then by the name
    names: tuple[str, ...]

    @property
    def cells(self) -> int:
        return self.rows * self.cols

    def cell(self, row: int, column: int) -> int:
        """Number of a cell, OFF beyond the edge."""
        inside = 0 <= row < self.rows and 0 <= column < self.cols
        return self.cols * row + column if inside else _bits.OFF

    def moved(self, number: int, d_q: int, d_row: int) -> int:
        """The cell that lies so far away in axial coordinates."""
        row, column = divmod(number, self.cols)
        q = column - row // 2 + d_q
        row += d_row
        return self.cell(row, q + row // 2)

    def fitted(self, most: int, steps: int) -> Fitted:
        """The tables for memory with room for so many cells, and lines of so many steps."""
        return _fitted(self.rows, self.cols, most, steps)

    def distance(self, one: int, other: int) -> int:
        """Steps from one cell to another on an empty board."""
        row, column = divmod(one, self.cols)
        other_row, other_column = divmod(other, self.cols)
        d_row = other_row - row
        d_q = other_column - other_row // 2 - column + row // 2
        return (abs(d_q) + abs(d_row) + abs(d_q + d_row)) // 2

    def mirror(self, number: int) -> int:
        """The cell's image on the other side of the middle row."""
        row, column = divmod(number, self.cols)
        return self.cell(self.rows - 1 - row, column)

    def rows_from(self, low: int, high: int) -> list[int]:
        """The cells of rows low to high - 1."""
        return list(range(self.cols * low, self.cols * high))

    def find(self, name: str) -> int:
        """The cell of a name, OFF if the board has none of that name."""
        return _numbers(self.rows, self.cols).get(name, _bits.OFF)


@cache
def _numbers(rows: int, cols: int) -> dict[str, int]:
    return {LETTERS[n % cols] + str(n // cols + 1): n for n in range(rows * cols)}


@cache
def grid(rows: int, cols: int) -> Grid:
    """The tables of one size of board, made once."""
    names = tuple(_numbers(rows, cols))
    by_name = sorted(range(len(names)), key=lambda n: (len(names[n]), names[n]))
    rank = [0] * len(names)
    for place, number in enumerate(by_name):
        rank[number] = place
    bare = Grid(rows, cols, (), (), (), tuple(rank), names)
    ways = [_bits.OFF] * (WAYS * _bits.PLACES)
    for number in range(bare.cells):
        for d, (q, r) in enumerate(AXIAL):
            next_q, next_r = AXIAL[(d + 1) % 6]
            ways[WAYS * number + d] = bare.moved(number, q, r)
            ways[WAYS * number + 6 + d] = bare.moved(number, q + next_q, r + next_r)
    around = [0] * bare.cells
    inside = [0] * bare.cells
    for number in range(bare.cells):
        near = {ways[WAYS * number + d] for d in range(6)} - {_bits.OFF}
        around[number] = board(sorted(near))
        inside[number] = board([d for d in range(6) if ways[WAYS * number + d] != _bits.OFF])
    return Grid(rows, cols, tuple(ways), tuple(around), tuple(inside), bare.name_rank, names)


@dataclass(frozen=True, slots=True)
class Fitted:
    """The tables of a size of board as rules keep them: the first number that is no cell stands for OFF."""

    ways: list[int]
    around: list[int]
    inside: list[int]
    name_rank: list[int]
    far: list[int]  # far[6*cell + direction]: the cell some steps away on a straight line
    partners: list[int]  # partners[cell]: the board of the cells as far away to the e, se and sw


@cache
def _fitted(rows: int, cols: int, most: int, steps: int) -> Fitted:
    """Made once: searches put up a position many times a move."""
    cells = grid(rows, cols)
    spare = most - cells.cells
    far = [cells.moved(n, steps * q, steps * r) for n in range(cells.cells) for q, r in AXIAL]
    partners = [board(sorted({*far[6 * n : 6 * n + 3]} - {_bits.OFF})) for n in range(cells.cells)]
    return Fitted(
        ways=[min(n, most) for n in cells.ways[: WAYS * (most + 1)]],
        around=[*cells.around, *[0] * spare],
        inside=[*cells.inside, *[0] * spare],
        name_rank=[*cells.name_rank, *[0] * spare],
        far=[*(min(n, most) for n in far), *[most] * (6 * spare)],
        partners=partners + [0] * spare,
    )


@dataclass(frozen=True, slots=True)
class Zones:
    """Parts of a board that rules ask for, one bit a cell; the halves are white's and black's."""

    area: int
    edge: int
    odd_rows: int
    left_column: int
    right_column: int
    halves: tuple[int, int]


@cache
def zones(rows: int, cols: int) -> Zones:
    """The zones of one size of board, made once."""
    cells = grid(rows, cols)
    every = range(cells.cells)
    return Zones(
        area=board(list(every)),
        edge=board([n for n in every if cells.around[n].bit_count() < 6]),
        odd_rows=board([n for n in every if n // cols % 2]),
        left_column=board(list(range(0, cells.cells, cols))),
        right_column=board(list(range(cols - 1, cells.cells, cols))),
        halves=(board(cells.rows_from(0, rows // 2)), board(cells.rows_from(rows - rows // 2, rows))),
    )


def zeros(count: int) -> list[int]:
    """What a block of numbers begins with; as an expression it could be compiled for known lengths only."""
    return [0] * count


def board(numbers: list[int]) -> int:
    """A board with these cells set."""
    return sum(1 << n for n in numbers)


def runs(mask: int) -> int:
    """How many separate runs the unset ones of six places in a ring form."""
    places = [mask >> d & 1 for d in range(6)]
    return sum(places[d] == 0 and places[d - 1] == 1 for d in range(6))


# SPLITS[mask]: do the free cells around a cell, own ones being set in the mask, form two or more runs?
SPLITS = [int(runs(mask) > 1) for mask in range(64)]

# CUP[mask]: are the set ones of six places in a ring exactly three, side by side?
CUP = [int(mask.bit_count() == 3 and runs(mask) == 1) for mask in range(64)]
# SIDE_BY_SIDE[mask]: are three of them side by side set, whatever the others?
SIDE_BY_SIDE = [int(any((mask | mask << 6) >> d & 7 == 7 for d in range(6))) for mask in range(64)]

# Letters of move texts as numbers: of a kind, of an ending, two of a direction (0: none).
LETTER = [ord(letter) for letter in " SJCWVG U R-"]
MARK = [ord(mark) for mark in "-x+!"]
DIRECTION_LETTERS = [ord(letter) if letter > " " else 0 for name in DIRECTIONS for letter in f"{name:2}"]
# SHORT[letter]: six bits in the order of the letters; those a text can begin with fit in four.
_order = "!+-.0123456789>" + LETTERS + "~"
SHORT = [_order.find(chr(n)) + 1 or "CGJRSUVW".find(chr(n)) + 4 for n in range(128)]

# Random words: for each side and height, for kings, for targets that each side has reached; on the cells of
# small boards first, then on all further ones, so that no key depends on how many cells there is room for.
_near = Stream(seed=2021, number=0)
_far = Stream(seed=2021, number=1)
_WORDS = [[_near.word() for _ in range(SMALL)] for _ in range(23)]
for _words in _WORDS:
    _words += [_far.word() for _ in range(_bits.MOST_CELLS - SMALL)]


def zobrist(most: int) -> list[int]:
    """zobrist(most)[most*(10*side + height) + cell]: a random word for each piece on each cell."""
    return [word for words in _WORDS[:20] for word in words[:most]]


def zobrist_king(most: int) -> list[int]:
    """For each cell: a king stands there."""
    return _WORDS[20][:most]


def zobrist_reached(most: int) -> list[int]:
    """zobrist_reached(most)[most*side + cell]: a target that the side has reached."""
    return _WORDS[21][:most] + _WORDS[22][:most]
