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

from schwarm.games.random64 import Stream

SIZE = 10
STRIDE = 11
CELLS = 110
# Directions in pairs, one pair an axis: along a column, a row, a diagonal, an antidiagonal.
DX = [0, 0, 1, -1, 1, -1, 1, -1]
DY = [1, -1, 0, 0, 1, -1, -1, 1]


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


def board(numbers: list[int]) -> int:
    """A board with these cells set."""
    return sum(1 << n for n in numbers)


# STEP[direction]: what one step adds to a cell number.
STEP = [STRIDE * dx + dy for dx, dy in zip(DX, DY, strict=True)]
# ROOM[8*cell + direction]: steps to the edge.
ROOM = [len(ray(n, d)) for n in range(CELLS) for d in range(8)]
# LINE[4*cell + axis]: all cells of the line through a cell.
LINE = [board([n, *ray(n, 2 * a), *ray(n, 2 * a + 1)]) for n in range(CELLS) for a in range(4)]
# PATH[11*axis + n]: the cells between cell 0 and the cell n steps on; shift it to where it is needed.
PATH = [board([k * STEP[2 * a] for k in range(1, n)]) for a in range(4) for n in range(SIZE + 1)]

# ZOBRIST[128*(3*side + weight - 1) + cell]: one random word for each fish on each cell.
_stream = Stream(seed=2026, number=0)
ZOBRIST = [_stream.word() for _ in range(6 * 128)]
# ZOBRIST_FIRST[side]: who holds the first-swarm credit.
ZOBRIST_FIRST = [_stream.word() for _ in range(2)]
