"""Protista as arrays: numbers of actions and planes for one size of board; never compiled.

A move is told step by step. n is the number of cells; black sees the board upside down, so that its own
half is the lower one, with directions mirrored.

    actions 0 .. 7n-1      what moves: n*kind + cell, kinds in the order S J C W V G U; the cell is the piece,
                           for W the end of the zigzag it is walked from, for G the filled cell or the lower
                           piece of the pair
    7n, 7n+1               R (creation) and the pass: whole moves
    D .. D+5               D = 7n+2: a direction (S, C, V, U); of V the leap between it and the next one
    D+6 .. D+41            the shape of a wave: D + 6 + 12*axis + 6*first turn + direction it goes
    D+42 .. D+41+n         a cell: goal of J, other piece of G, exit of a portal
    A .. A+31              A = D+42+n: so many advances (C, V)
    A+32 .. A+63           so many advances, then a hit
    A+64                   nothing more: no portal, no pair
    A+65 .. A+192          length of a wave

A path is S cell, direction, exit or nothing; J cell, goal, exit or nothing; C and V cell, direction,
advances, then exit and advances for each portal, nothing; W cell, shape, length; G cell, other piece or
nothing; U cell, direction.
"""

from schwarm.environments.layout import Layout
from schwarm.games.protista.tables import Grid

KINDS = "SJCWVGU"
SHAPES = 36
PLANES = (
    "own single",
    "height of an own stack",
    "enemy single",
    "height of an enemy stack",
    "own king",
    "enemy king",
    "target the mover attacks",
    "of these: reached",
    "target the enemy attacks",
    "of these: reached",
    "hole of the mover",
    "hole of the enemy",
    "the choice so far: what moves",
    "the choice so far: goal or portal exits",
)
SCALARS = (
    "moves left in this turn",
    "moves made in this turn",
    "turns finished, at most 255",
    "turns left, at most 255; 0 without a limit",
    "passes in a row",
    "own material",
    "enemy material",
    "1 if the mover is white",
    *(f"1 if the choice so far is of kind {kind}" for kind in KINDS),
    *(f"1 if its direction is {direction}" for direction in ("e", "se", "sw", "w", "nw", "ne")),
    *(f"1 if its wave has shape {shape}" for shape in range(SHAPES)),
    "advances before the first portal",
)
FIRST_CHOICE = 8


def action_count(cells: int) -> int:
    """Size of the action space of a board with so many cells."""
    return 8 * cells + 2 + 6 + SHAPES + 64 + 1 + 128


def layout(grid: Grid) -> Layout:
    """The shape of the arrays for one size of board."""
    size = len(PLANES) * grid.cells + len(SCALARS)

    def turned(symmetry: int) -> tuple[list[int], list[int]]:
        """The board has no symmetry but the one between the sides, which the view has used up."""
        return list(range(size)), list(range(action_count(grid.cells)))

    return Layout(
        game="protista",
        version=0,
        planes=PLANES,
        rows=grid.rows,
        columns=grid.cols,
        scalars=SCALARS,
        actions=action_count(grid.cells),
        symmetries=1,
        turned=turned,
    )
