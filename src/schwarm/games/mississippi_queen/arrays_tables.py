"""Mississippi Queen as arrays: numbers of actions and planes; never compiled.

A move is told step by step, as its code holds it (games/mississippi_queen/moves.py):

    actions 0 .. 12     how it begins: 0 no acceleration, 1-5 slower by 5-1, 7-11 faster by 1-5, 12 backwards
    13 .. 25            the same for a move through a debt of points (option overdraw_onto_sandbank)
    26 .. 89            a step: 26 + turn + 8*deed; turn in sixths to the left, deed 0 the end of the move,
                        1 an advance by one field, 2-7 a push in direction 0-5
                        in a move through a debt: 26 + turn + 8*fields, or 26 + direction + 56 for a push

The planes are a window around the mover's ship, all fields up to RANGE steps away: row = y - own y + RANGE,
column = q - own q + RANGE with q = x - ceil(y/2). Blue sees the river mirrored at its long axis.
"""

from schwarm.environments.layout import Layout, turned_planes
from schwarm.games.mississippi_queen import notation, tables

RANGE = 9
WIDTH = 2 * RANGE + 1
AREA = WIDTH * WIDTH
OFFSET_X = tables.OFFSET_X
OFFSET_Y = tables.OFFSET_Y
HEADERS = 13
FIRST_STEP = 2 * HEADERS
ACTIONS = FIRST_STEP + 64
STEPS = 9  # steps of a path that an observation shows
PLANES = (
    "water",
    "goal",
    "log",
    "sandbank",
    "island",
    "waiting passenger",
    "landing stage of a waiting passenger",
    "the other ship",
)


def ship_scalars(whose: str) -> tuple[str, ...]:
    """The scalars that describe one ship."""
    return (
        f"{whose} speed",
        f"{whose} coal",
        f"{whose} passengers",
        f"{whose} free turns",
        f"{whose} points",
        f"{whose} segment",
        *(f"1 if the {whose} ship heads in direction {course}" for course in range(6)),
    )


SHIP = len(ship_scalars("own"))
SCALARS = (
    *ship_scalars("own"),
    *ship_scalars("other"),
    "plies made, at most 255",
    "plies left, at most 255",
    "foremost visible segment",
    "1 if the mover is red",
    *(f"1 if the move begins with action {header}" for header in range(FIRST_STEP)),
    *(
        f"1 if {part} of step {step} is {value}"
        for step in range(1, STEPS + 1)
        for part in ("the turn", "the deed")
        for value in range(8)
    ),
)
FIRST_CHOICE = 2 * SHIP + 4  # the scalar where the choice begins


def mirrored_turn(turn: int) -> int:
    """A turn, or a direction, in the mirror."""
    return (6 - turn) % 6 if turn < 6 else turn


def mirrored_step(step: int, *, in_debt: bool) -> int:
    turn, deed = step & 7, step >> 3
    if not in_debt and deed >= notation.PUSH:
        deed = notation.PUSH + mirrored_turn(deed - notation.PUSH)
    return mirrored_turn(turn) + 8 * deed


# STEP_IN_VIEW[64*(2*in debt + side) + step]
STEP_IN_VIEW = [
    mirrored_step(step, in_debt=in_debt) if side else step
    for in_debt in (False, True)
    for side in range(2)
    for step in range(64)
]
# HEADING[6*side + direction]
HEADING = [*range(6), *(mirrored_turn(direction) for direction in range(6))]


def distance(row: int, column: int) -> int:
    """Steps from the centre of the window."""
    d_y, d_q = row - RANGE, column - RANGE
    return max(abs(d_q), abs(d_y), abs(d_q + d_y))


def turned(symmetry: int) -> tuple[list[int], list[int]]:
    """Symmetry 1 mirrors the river at its long axis; not for games with overdraw_onto_sandbank."""
    spots = list(range(AREA))
    scalars = list(range(len(SCALARS)))
    actions = list(range(ACTIONS))
    if symmetry:
        for row in range(WIDTH):
            for column in range(WIDTH):
                if distance(row, column) <= RANGE:
                    d_y, d_q = row - RANGE, column - RANGE
                    spots[WIDTH * row + column] = WIDTH * (RANGE - d_y) + d_q + d_y + RANGE
        for ship in (0, SHIP):
            for course in range(6):
                scalars[ship + 6 + course] = ship + 6 + mirrored_turn(course)
        for step in range(STEPS):
            first = FIRST_CHOICE + FIRST_STEP + 16 * step
            for value in range(8):
                scalars[first + value] = first + mirrored_turn(value)
                deed = 2 + mirrored_turn(value - 2) if value >= 2 else value
                scalars[first + 8 + value] = first + 8 + deed
        for step in range(64):
            actions[FIRST_STEP + step] = FIRST_STEP + mirrored_step(step, in_debt=False)
    places = turned_planes(len(PLANES), spots, 0)
    return places + [AREA * len(PLANES) + scalar for scalar in scalars], actions


LAYOUT = Layout(
    game="mississippi_queen",
    version=0,
    planes=PLANES,
    rows=WIDTH,
    columns=WIDTH,
    scalars=SCALARS,
    actions=ACTIONS,
    symmetries=2,
    turned=turned,
)
