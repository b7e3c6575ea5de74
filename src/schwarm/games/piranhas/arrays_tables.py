"""Piranhas as arrays: numbers of squares, actions and planes; never compiled.

A square of the view is 10*row + column, an action 8*square + direction, the direction numbered as in the
rule book (N S E W NE SW SE NW). Red starts on the left and right edges; blue sees the board with rows and
columns exchanged, so that its fish start there too.
"""

from schwarm.environments.layout import Layout, turned_planes
from schwarm.games.piranhas.tables import CELLS, DX, DY, SIZE, STRIDE, ray

DIRECTIONS = ("N", "S", "E", "W", "NE", "SW", "SE", "NW")
SQUARES = SIZE * SIZE
ACTIONS = 8 * SQUARES
NO_ACTION = 0
PLANES = (
    "own fish of weight 1",
    "own fish of weight 2",
    "own fish of weight 3",
    "enemy fish of weight 1",
    "enemy fish of weight 2",
    "enemy fish of weight 3",
    "kraken",
)
SCALARS = (
    "plies made",
    "plies left, at most 255",
    "1 if the mover was the first to form a swarm",
    "1 if the enemy was",
    "1 if the mover is the side that began",
)


def swapped(direction: int) -> int:
    """A direction with rows and columns exchanged."""
    return list(zip(DX, DY, strict=True)).index((DY[direction], DX[direction]))


def square(number: int, side: int) -> int:
    """The square on which a side sees a cell; 0 for the spare cells."""
    x, y = divmod(number, STRIDE)
    if y >= SIZE or x >= SIZE:
        return 0
    return SIZE * y + x if side == 0 else SIZE * x + y


# SQUARE_OF[128*side + cell]
SQUARE_OF = [square(number, side) for side in range(2) for number in range(128)]
# START[100*side + square]: the cell a side sees there.
START = [SQUARE_OF.index(s, 128 * side) - 128 * side for side in range(2) for s in range(SQUARES)]
# HEADING[8*side + direction of the view]: the direction on the board.
HEADING = [*range(8), *(swapped(direction) for direction in range(8))]


def actions(side: int) -> list[int]:
    """For each code of a move (128*start + target) its action in the view of a side."""
    found = [NO_ACTION] * (128 * CELLS)
    for start in range(CELLS):
        for direction in range(8):
            for target in ray(start, HEADING[8 * side + direction]):
                found[128 * start + target] = 8 * SQUARE_OF[128 * side + start] + direction
    return found


# ACTION[14080*side + code]
ACTION = actions(0) + actions(1)


def turned(symmetry: int) -> tuple[list[int], list[int]]:
    """The four symmetries that keep a start a start: bit 0 turns left and right round, bit 1 up and down."""

    def image(row: int, column: int) -> int:
        row = SIZE - 1 - row if symmetry & 2 else row
        column = SIZE - 1 - column if symmetry & 1 else column
        return SIZE * row + column

    def heading(direction: int) -> int:
        dx = -DX[direction] if symmetry & 1 else DX[direction]
        dy = -DY[direction] if symmetry & 2 else DY[direction]
        return list(zip(DX, DY, strict=True)).index((dx, dy))

    squares = [image(row, column) for row in range(SIZE) for column in range(SIZE)]
    places = turned_planes(len(PLANES), squares, len(SCALARS))
    return places, [8 * squares[s] + heading(d) for s in range(SQUARES) for d in range(8)]


LAYOUT = Layout(
    game="piranhas",
    version=0,
    planes=PLANES,
    rows=SIZE,
    columns=SIZE,
    scalars=SCALARS,
    actions=ACTIONS,
    symmetries=4,
    turned=turned,
)
