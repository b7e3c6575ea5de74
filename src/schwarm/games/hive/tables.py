"""Geometry of the Hive board as flat lists, made once at import; never compiled.

A field (x, y) has z = -x-y; a row has one z, the top row the smallest, and x grows to the right. Its cell
is 12*(z+5) + x+5. Rows are 11 wide, so the twelfth column stays empty, and so do the corners that the
hexagon leaves out: a shift to a neighbour never runs over into another row. The last cell is 125.

    z -5            5  6  7 ... 10
    z -4        16 17 18 ...                    -12   -11             NW    NE
    :          :                                   \\ /                  \\ /
    z  0    60 61 62 ...        70             -1 -- o -- +1        W -- o -- E
    :          :                                   / \\                  / \\
    z  5        120 121 ... 125                 +11   +12             SW    SE

Moves name fields by their place: all fields in the order of their texts (`-1,-1` `-1,-2` ... `5,0`),
so that the codes of moves sort as their texts do.
"""

from collections.abc import Iterable
from functools import cache

from schwarm.game.random64 import Stream

RADIUS = 5  # the widest board that fits
STRIDE = 12
CELLS = 128
# Directions clockwise: E SE SW W NW NE.
DX = [1, 0, -1, -1, 0, 1]
DY = [-1, -1, 0, 1, 1, 0]
STEP = [1, 12, 11, -1, -12, -11]

Field = tuple[int, int]


def cell_of(field: Field) -> int:
    """The cell of a field, which must be on the widest board."""
    x, y = field
    return STRIDE * (RADIUS - x - y) + x + RADIUS


def field_of(number: int) -> Field:
    x = number % STRIDE - RADIUS
    return x, RADIUS - number // STRIDE - x


def on_board(field: Field, radius: int = RADIUS) -> bool:
    """Does a board of this radius have the field?"""
    return max(abs(field[0]), abs(field[1]), abs(field[0] + field[1])) <= radius


def fields(radius: int) -> list[Field]:
    """All fields of a board in reading order: top row first, left to right."""
    span = range(-radius, radius + 1)
    return [(x, -x - z) for z in span for x in span if on_board((x, -x - z), radius)]


def beside(field: Field, direction: int) -> Field:
    """The next field in a direction, on the board or not."""
    return field[0] + DX[direction % 6], field[1] + DY[direction % 6]


@cache
def neighbours(field: Field, radius: int = RADIUS) -> tuple[Field, ...]:
    """The fields around one, clockwise from the right."""
    return tuple(f for f in (beside(field, d) for d in range(6)) if on_board(f, radius))


def board(members: Iterable[Field]) -> int:
    """A board with these fields set."""
    return sum(1 << cell_of(field) for field in members)


def toward(cells: int, direction: int) -> int:
    """The cells whose next cell in a direction is one of these."""
    step = STEP[direction % 6]
    return cells >> step if step > 0 else cells << -step


def tracks(field: int, berries: int) -> list[int]:
    """For each direction the cells from which a slide may go there, as far as berries and border tell.

    The target is in `field` and neither common neighbour is a blackberry, which would be a gate post.
    """
    return [field & toward(field, d) & ~toward(berries, d - 1) & ~toward(berries, d + 1) for d in range(6)]


# FIELDS[radius]: all fields of a board; BOARDS[radius]: the same as a board.
FIELDS = [fields(radius) for radius in range(RADIUS + 1)]
BOARDS = [board(members) for members in FIELDS]
FULL = BOARDS[RADIUS]
# The outermost fields of the widest board.
RIM = board([f for f in fields(RADIUS) if len(neighbours(f)) < 6])
# NEAR[cell]: the neighbours on the widest board.
NEAR = [board(neighbours(field_of(n))) if FULL >> n & 1 else 0 for n in range(CELLS)]
# NAMES[place]: the fields as text, sorted.
NAMES = sorted(f"{x},{y}" for x, y in fields(RADIUS))
# CELL[place] and PLACE[cell].
CELL = [cell_of((int(x), int(y))) for x, y in (name.split(",") for name in NAMES)] + [0] * (
    CELLS - len(NAMES)
)
PLACE = [CELL.index(n) if FULL >> n & 1 else 0 for n in range(CELLS)]

# ZOBRIST[128*piece + cell]: one random word for each piece (see rules.py) on each cell.
_stream = Stream(seed=2020, number=0)
ZOBRIST = [_stream.word() for _ in range(16 * CELLS)]
# ZOBRIST_BERRY[cell]: a blackberry there.
ZOBRIST_BERRY = [_stream.word() for _ in range(CELLS)]
