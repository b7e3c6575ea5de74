"""Hive as arrays: numbers of fields, actions and planes; never compiled.

A plane has 11 rows and 11 columns: row z + 5, column x + 5, so a row of the board leans into the square.
Fields are numbered in reading order, 0 to 90, on the widest board, whatever the option `radius` says.

    actions 0 .. 8280      a piece goes: 91*from + to
    8281 .. 8735           a piece is set: 8281 + 91*kind + to, kinds in the order A B G Q S
    8736                   the skip
"""

from schwarm.environments.layout import Layout, turned_planes
from schwarm.games.hive.notation import SET, SKIP
from schwarm.games.hive.options import INSECTS
from schwarm.games.hive.tables import CELL, CELLS, FIELDS, RADIUS, Field, cell_of

WIDTH = 2 * RADIUS + 1
AREA = WIDTH * WIDTH
ALL = FIELDS[RADIUS]
COUNT = len(ALL)
FIRST_SET = COUNT * COUNT
SKIP_ACTION = FIRST_SET + len(INSECTS) * COUNT
DEPTH = 4  # levels below the top that are shown
PLANES = (
    *(f"own {insect} on top" for insect in INSECTS),
    *(f"enemy {insect} on top" for insect in INSECTS),
    *(f"the piece {level} below the top: 1-5 own, 6-10 enemy, by kind" for level in range(1, DEPTH + 1)),
    "blackberry",
)
SCALARS = (
    *(f"own {insect}s in hand" for insect in INSECTS),
    *(f"enemy {insect}s in hand" for insect in INSECTS),
    "plies made, at most 255",
    "plies left, at most 255",
    "1 if the mover is the side that began",
)

# NUMBER_OF[cell]: the field's number; SPOT[cell]: its place in a plane.
NUMBER_OF = [0] * CELLS
SPOT = [0] * CELLS
for _number, _field in enumerate(ALL):
    NUMBER_OF[cell_of(_field)] = _number
    SPOT[cell_of(_field)] = WIDTH * (RADIUS - _field[0] - _field[1]) + _field[0] + RADIUS


def action_of(code: int) -> int:
    """The action of a move's code."""
    start, target = code >> 7, code & 127
    if start == SKIP:
        return SKIP_ACTION
    goal = NUMBER_OF[CELL[target]]
    if start >= SET:
        return FIRST_SET + COUNT * (start - SET) + goal
    return COUNT * NUMBER_OF[CELL[start]] + goal


# ACTION[code] and CODE[action]
ACTION = [0] * (128 * (SKIP + 1))
CODE = [0] * (SKIP_ACTION + 1)
for _start in range(SKIP + 1):
    for _target in range(1 if _start == SKIP else SET):
        ACTION[128 * _start + _target] = action_of(128 * _start + _target)
        CODE[action_of(128 * _start + _target)] = 128 * _start + _target


def image(field: Field, symmetry: int) -> Field:
    """A field turned by `symmetry % 6` sixths, and before that mirrored from symmetry 6 on."""
    x, y = field
    z = -x - y
    if symmetry >= 6:
        x, y, z = x, z, y
    for _ in range(symmetry % 6):
        x, y, z = -y, -z, -x
    return x, y


def turned(symmetry: int) -> tuple[list[int], list[int]]:
    """The twelve symmetries of the hexagon."""
    numbers = [ALL.index(image(field, symmetry)) for field in ALL]
    spots = list(range(AREA))
    for number, field in enumerate(ALL):
        spots[SPOT[cell_of(field)]] = SPOT[cell_of(ALL[numbers[number]])]
    moves = [COUNT * start + goal for start in numbers for goal in numbers]
    sets = [FIRST_SET + COUNT * kind + goal for kind in range(len(INSECTS)) for goal in numbers]
    return turned_planes(len(PLANES), spots, len(SCALARS)), [*moves, *sets, SKIP_ACTION]


LAYOUT = Layout(
    game="hive",
    version=0,
    planes=PLANES,
    rows=WIDTH,
    columns=WIDTH,
    scalars=SCALARS,
    actions=SKIP_ACTION + 1,
    symmetries=12,
    turned=turned,
)
