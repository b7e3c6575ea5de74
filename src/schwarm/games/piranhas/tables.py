"""Geometry of the Piranhas board as flat lists, made once at import; never compiled.

Cells are numbered 11*x + y, column by column: the order of their names, A0 A1 ... J9. The unused
eleventh row stays empty, so a shift by one cell never runs over into the next column.

    y
    9   9 20 31 ...                 NW  N  NE        +10  +1 +12
    :   : :  :                        \\ | /             \\ | /
    1   1 12 23                    W -- o -- E      -11 -- o -- +11
    0   0 11 22 ...                   / | \\             / | \\
        A  B  C  x                 SW  S  SE        -12  -1 -10
"""

from schwarm.game.random64 import Stream

SIZE = 10
STRIDE = 11
CELLS = 110
# Directions in pairs, one pair an axis: along a column, a row, a diagonal, an antidiagonal.
DX = [0, 0, 1, -1, 1, -1, 1, -1]
DY = [1, -1, 0, 0, 1, -1, -1, 1]
DIRECTIONS = list(zip(DX, DY, strict=True))


def ray(number: int, direction: int) -> list[int]:
    """The cells from one cell to the edge of the board, nearest first."""
    x, y = divmod(number, STRIDE)
    found = []
    while y < SIZE:  # the spare row has no neighbours
        x += DX[direction]
        y += DY[direction]
        if not (0 <= x < SIZE and 0 <= y < SIZE):
            break
        found.append(STRIDE * x + y)
    return found


# STEP[direction]: what one step adds to a cell number.
STEP = [STRIDE * dx + dy for dx, dy in zip(DX, DY, strict=True)]
# ROOM[8*cell + direction]: steps to the edge.
ROOM = [len(ray(n, d)) for n in range(CELLS) for d in range(8)]

# Each of the 58 lines is also a small number of its own, in which squares stand side by side: the k-th
# square of a line, counted in the axis' first direction, is bit MARGIN + k. The margins hold
# moves that would leave the board: all their bits count as closed.
MARGIN = 10
LINES = 58
# LINE_OF[4*cell + axis]: number of the line. Columns 0-9, rows 10-19, diagonals 20-38, antidiagonals 39-57.
LINE_OF = [
    line
    for n in range(CELLS)
    for x, y in [divmod(n, STRIDE)]
    for line in ([x, 10 + y, 29 + x - y, 39 + x + y] if y < SIZE else [0, 0, 0, 0])
]
# PLACE[4*cell + axis]: bit of the cell in that line.
PLACE = [MARGIN + len(ray(n, 2 * a + 1)) for n in range(CELLS) for a in range(4)]


def outside() -> list[int]:
    """For each line all bits that are not squares of the board."""
    closed = [(1 << 3 * MARGIN) - 1] * LINES
    for n in range(CELLS):
        for a in range(4):
            if n % STRIDE < SIZE:
                closed[LINE_OF[4 * n + a]] &= ~(1 << PLACE[4 * n + a])
    return closed


OUTSIDE = outside()
# SQUARE[4*cell + axis]: the cell as a number of that line.
SQUARE = [1 << place for place in PLACE]
# WAYS[4*cell + axis]: where the moves of a cell along that axis begin in MOVES.
WAYS = [2 * (SIZE + 1) * place for place in PLACE]


def barred(place: int, distance: int, direction: int) -> int:
    """What a move along a line must not meet: enemy fish on its way (lower half of a word), a closed square
    at its end (upper half)."""
    if place < MARGIN:
        return 0
    passed = sum(1 << place + direction * step for step in range(1, distance))
    return 1 << place + direction * distance + 32 | passed


# MOVES[22*place + 2*distance]: that of a move up the line; behind it that of one down.
MOVES = [
    barred(place, distance, direction)
    for place in range(2 * MARGIN)
    for distance in range(SIZE + 1)
    for direction in (1, -1)
]

# ZOBRIST[128*(3*side + weight - 1) + cell]: one random word for each fish on each cell.
_stream = Stream(seed=2026, number=0)
ZOBRIST = [_stream.word() for _ in range(6 * 128)]
# ZOBRIST_FIRST[side]: who holds the first-swarm credit.
ZOBRIST_FIRST = [_stream.word() for _ in range(2)]
