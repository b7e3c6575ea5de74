"""The 64-bit code of a Protista move, bit by bit. Cells take 9 bits, directions 3.

    bits    all kinds
    0-3     number of the kind on the rule sheet: 1 S, 2 J, 3 C, 4 W, 5 V, 6 G, 8 U, 10 R; 11 the pass
    4-12    origin: the piece that moves; W: the end the zigzag is walked from; G: the filled cell, or
            the piece of the pair with the smaller number
    13-14   ending: 0 lands, 1 captures on its goal (S, J), 2 stacks (S, J), 3 hits a stack
    15-16   number of portal jumps

    bits    S, C, V: walks                       bits    W: waves
    17-19   direction (V: leap)                  17-18   axis: the zigzag steps in directions axis, axis+1
    20-23   advances before the first jump       19      1 if its first step is in direction axis+1
    24-32   exit of the first jump               20-22   direction of the move
    33-36   advances after it                    23-31   number of pieces
    37-45, 46-49, 50-58, 59-62   two more jumps

    bits    J: contiguous     bits    G: generation              bits    U: unstacking
    17-25   goal              17-25   the other piece            17-19   direction
    26-34   exit              26      1 if there is a pair

    bits    R: creation, all but the kind in other places
    4-6     number of cells, 0 for the choice itself
    7-60    the cells, sorted, the smallest lowest; seven have 8 bits each, which is enough for 256 cells

Bit 63 marks a text whose cells cannot be such a move at all: never legal, kept for the refusal.
"""

import cython

from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import cell


# --- reading -------------------------------------------------------------------------------------
def kind_of(code: int) -> int:
    return code & 15


def origin_of(code: int) -> int:
    """The cell in the origin's place."""
    return code >> 4 & 511


if not cython.compiled:  # see codes.pxd
    kind_in, origin_in = kind_of, origin_of


def ending_of(code: int) -> int:
    """How the move ends."""
    return code >> 13 & 3


def jumps_of(code: int) -> int:
    """Number of portal jumps; a creation's cells are not asked."""
    return code >> 15 & 3 if code & 15 < CREATION else 0


def way_of(code: int) -> int:
    """S, C, V, U: the direction."""
    return code >> 17 & 7


def advances_of(code: int, leg: int) -> int:
    """S, C, V: advances of a leg; leg 0 comes before the first jump."""
    return code >> 20 + 13 * leg & 15


def exit_of(code: int, jump: int) -> int:
    """S, C, V: where a jump comes out; jump 0 is the first."""
    return code >> 24 + 13 * jump & 511


def goal_of(code: int) -> int:
    """J: the goal. G: the other piece."""
    return code >> 17 & 511


def goal_exit_of(code: int) -> int:
    """J: where the jump comes out."""
    return code >> 26 & 511


def axis_of(code: int) -> int:
    """W: the axis."""
    return code >> 17 & 3


def first_turn_of(code: int) -> int:
    """W: 1 if the first step is in direction axis+1."""
    return code >> 19 & 1


def wave_way_of(code: int) -> int:
    """W: the direction of the move."""
    return code >> 20 & 7


def length_of(code: int) -> int:
    """W: number of pieces."""
    return code >> 23 & 511


def paired(code: int) -> bool:
    """G: is there a pair?"""
    return code >> 26 & 1 != 0


def created_of(code: int) -> int:
    """R: number of cells."""
    return code >> 4 & 7


def most_created(cells: int) -> int:
    """R: how many cells there is room for on a board of a size."""
    return MOST_CREATED if cells <= 256 else MOST_CREATED - 1


def created_at(code: int, place: int) -> int:
    """R: one of the cells."""
    if created_of(code) == MOST_CREATED:
        return code >> 7 + 8 * place & 255
    return code >> 7 + 9 * place & 511


# --- writing -------------------------------------------------------------------------------------
def walk_code(kind: int, origin: int, way: int) -> int:
    """S, C, V: a walk that has not begun; also U."""
    return kind | origin << 4 | way << 17


def with_leg(code: int, leg: int, advances: int) -> int:
    """The walk with a leg of so many advances."""
    return code | advances << 20 + 13 * leg


def with_exit(code: int, jump: int, exit: int) -> int:
    """The walk with one more jump, out of this cell."""
    return (code | exit << 24 + 13 * jump) + 32768


def with_ending(code: int, ending: int) -> int:
    """The move with another ending than landing."""
    return code | ending << 13


def join_code(origin: int, goal: int, ending: int) -> int:
    """J without a jump."""
    return CONTIGUOUS | origin << 4 | ending << 13 | goal << 17


def join_exit(origin: int, goal: int, exit: int) -> int:
    """J with a jump."""
    return CONTIGUOUS | origin << 4 | 32768 | goal << 17 | exit << 26


def wave_code(origin: int, axis: int, first: int, way: int, length: int, ending: int) -> int:
    """W."""
    return WAVE | origin << 4 | ending << 13 | axis << 17 | first << 19 | way << 20 | length << 23


def cell_code(number: int) -> int:
    """G: a filled cell."""
    return GENERATION | number << 4


def pair_code(low: int, high: int) -> int:
    """G: a pair, the smaller number first."""
    return GENERATION | low << 4 | high << 17 | 67108864


def created_code(code: int, number: int) -> int:
    """R with one more cell; `code` is CREATION or made by this."""
    count = created_of(code)
    if count + 1 < MOST_CREATED:
        return (code | number << 7 + 9 * count) + 16
    packed = CREATION | number << 7 + 8 * count
    for place in range(count):
        packed |= (code >> 7 + 9 * place & 511) << 7 + 8 * place
    return packed + 16 * MOST_CREATED


def impossible(kind: int, origin: int) -> int:
    """What cannot be a move of that kind whatever stands on the board."""
    return kind | origin << 4 | cell(63)


def is_impossible(code: int) -> bool:
    """Does bit 63 mark it?"""
    return code >> 63 != 0
