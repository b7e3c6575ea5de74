"""The pieces of Blokus as flat lists, made once at import; never compiled.

A shape is a piece turned and flipped. The 91 shapes are numbered in the order of their texts, so that the
codes of moves sort like the texts. Squares of a shape are pairs (x, y), y downwards, the least x and y are 0.
"""

from __future__ import annotations

# R3: short name, official name and base squares "xy" of each kind, in the official order.
PIECES = (
    ("1", "MONO", "00"),
    ("2", "DOMINO", "00 10"),
    ("3L", "TRIO_L", "00 01 11"),
    ("3I", "TRIO_I", "00 01 02"),
    ("4O", "TETRO_O", "00 10 01 11"),
    ("4T", "TETRO_T", "00 10 20 11"),
    ("4I", "TETRO_I", "00 01 02 03"),
    ("4L", "TETRO_L", "00 01 02 12"),
    ("4Z", "TETRO_Z", "00 10 11 21"),
    ("5L", "PENTO_L", "00 01 02 03 13"),
    ("5T", "PENTO_T", "00 10 20 11 12"),
    ("5V", "PENTO_V", "00 01 02 12 22"),
    ("5S", "PENTO_S", "10 20 30 01 11"),
    ("5Z", "PENTO_Z", "00 10 11 12 22"),
    ("5I", "PENTO_I", "00 01 02 03 04"),
    ("5P", "PENTO_P", "00 10 01 11 02"),
    ("5W", "PENTO_W", "00 01 11 12 22"),
    ("5U", "PENTO_U", "00 01 11 21 20"),
    ("5R", "PENTO_R", "01 11 12 21 20"),
    ("5X", "PENTO_X", "10 01 11 21 12"),
    ("5Y", "PENTO_Y", "01 10 11 12 13"),
)
KINDS = tuple(short for short, _, _ in PIECES)
OFFICIAL = tuple(name for _, name, _ in PIECES)
PENTOMINOES = tuple(short for short in KINDS if short[0] == "5")
COUNT = len(KINDS)
ALL = (1 << COUNT) - 1  # a full hand: a bit for each kind
SQUARES = sum(int(short[0]) for short in KINDS)  # of a colour that has laid everything
MOST = 5  # squares of the largest pieces
LONGEST = 20  # squares of the longest row there may be
DEPTH = 24  # rows of the boards that shapes are tried on: those below the last row are full
LINES = 26  # the same with a row above the first one

Squares = frozenset[tuple[int, int]]
TURNS = ("", "r", "m", "l")  # R4: quarter turns clockwise on the screen


def turned(squares: list[tuple[int, int]], turn: str, flip: bool) -> Squares:
    """R4: first turned, then flipped, then shifted to the upper left."""
    for _ in range(TURNS.index(turn)):
        squares = [(-y, x) for x, y in squares]
    if flip:
        squares = [(-x, y) for x, y in squares]
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    return frozenset((x - left, y - top) for x, y in squares)


def all_shapes() -> dict[str, tuple[int, Squares]]:
    """Text of each of the 168 pairs of turn and flip -> its kind and squares."""
    found = {}
    for kind, (short, _, text) in enumerate(PIECES):
        base = [(int(pair[0]), int(pair[1])) for pair in text.split()]
        for turn in TURNS:
            for flip in ("", "f"):
                found[short + turn + flip] = kind, turned(base, turn, bool(flip))
    return found


PAIRS = all_shapes()
_first: dict[tuple[int, Squares], str] = {}
for _name, _shape in PAIRS.items():
    _first.setdefault(_shape, _name)
# NAMES[shape]: canonical texts, sorted as they are sorted in front of an @.
NAMES = sorted(_first.values(), key=lambda name: f"{name}@")
NUMBER = {name: number for number, name in enumerate(NAMES)}
# SHAPE_OF[text]: the shape of any pair of turn and flip.
SHAPE_OF = {name: NUMBER[_first[shape]] for name, shape in PAIRS.items()}
# SHAPE_BY[squares]: the shape that has these squares.
SHAPE_BY = {squares: NUMBER[name] for (_, squares), name in _first.items()}
SHAPE_SQUARES = [sorted(PAIRS[name][1], key=lambda square: (square[1], square[0])) for name in NAMES]
SHAPES = len(NAMES)

KIND_OF = [PAIRS[name][0] for name in NAMES]
KIND_BIT = [1 << kind for kind in KIND_OF]
SIZE_OF = [len(squares) for squares in SHAPE_SQUARES]
# OF_SIZE[size]: the kinds of so many squares, as bits.
OF_SIZE = [sum(1 << kind for kind, short in enumerate(KINDS) if int(short[0]) == size) for size in range(6)]
WIDTH = [1 + max(x for x, _ in squares) for squares in SHAPE_SQUARES]
HEIGHT = [1 + max(y for _, y in squares) for squares in SHAPE_SQUARES]
# OFFSET[5*shape + k]: where the k-th square lies in a board that stands there five times, each time shifted
# by one column more, DEPTH rows each. Small pieces repeat a square, which changes neither "all" nor "one".
OFFSET = [DEPTH * x + y for squares in SHAPE_SQUARES for x, y in (squares + MOST * squares[:1])[:MOST]]
# ROW[5*shape + y]: the squares of a row of a shape as bits.
ROW = [sum(1 << x for x, row in squares if row == y) for squares in SHAPE_SQUARES for y in range(MOST)]

# N1, N4: rows sort as texts, 0 1 10 11 ... 19 2 3 ...
_rows = sorted(range(LONGEST), key=str)
RANK = [_rows.index(y) for y in range(LONGEST)]
ROW_BY_RANK = _rows
FIELDS = LONGEST * LONGEST
SKIP = SHAPES * FIELDS  # the code of a skip, behind those of all placements


def code_of(shape: int, x: int, y: int) -> int:
    """The code of a placement: 400 * shape + 20 * column + rank of the row."""
    return FIELDS * shape + LONGEST * x + RANK[y]


def place_of(code: int) -> tuple[int, int, int]:
    """Shape, column and row of a placement."""
    shape, place = divmod(code, FIELDS)
    return shape, place // LONGEST, ROW_BY_RANK[place % LONGEST]


def squares_of(code: int) -> list[tuple[int, int]]:
    """The squares that a placement covers, row by row."""
    shape, left, top = place_of(code)
    return [(left + x, top + y) for x, y in SHAPE_SQUARES[shape]]


def widest(size: int) -> int:
    """No position has more moves than there are places for shapes on the board, and a skip."""
    return 1 + sum(
        max(0, size - width + 1) * max(0, size - height + 1)
        for width, height in zip(WIDTH, HEIGHT, strict=True)
    )
