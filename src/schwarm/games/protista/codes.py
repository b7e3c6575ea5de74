"""The 64-bit code of a Protista move, bit by bit. Cells take 7 bits, directions 3.

    bits    all kinds
    0-3     number of the kind on the rule sheet: 1 S, 2 J, 3 C, 4 W, 5 V, 6 G, 8 U, 10 R; 11 the pass
    4-10    origin: the piece that moves; W: the end the zigzag is walked from; G: the filled cell, or
            the piece of the pair with the smaller number
    11-12   ending: 0 lands, 1 captures on its goal (S, J), 2 stacks (S, J), 3 hits a stack
    13-14   number of portal jumps

    bits    S, C, V: walks                       bits    W: waves
    15-17   direction (V: leap)                  15-16   axis: the zigzag steps in directions axis, axis+1
    18-22   advances before the first jump       17      1 if its first step is in direction axis+1
    23-29   exit of the first jump               18-20   direction of the move
    30-34   advances after it                    21-28   number of pieces
    35-41, 42-46, 47-53, 54-58   two more jumps

    bits    J: contiguous     bits    G: generation              bits    U: unstacking
    15-21   goal              15-21   the other piece            15-17   direction
    22-28   exit              22      1 if there is a pair

    bits    R: creation, all but the kind in other places
    4-6     number of cells, 0 for the choice itself
    7-55    the cells, sorted, the smallest lowest

Bit 63 marks a text whose cells cannot be such a move at all: never legal, kept for the refusal.
"""

import cython

from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import cell


# --- reading -------------------------------------------------------------------------------------
def kind_of(code: int) -> int:
    """Number of the kind."""
    return code & 15


def origin_of(code: int) -> int:
    """The cell in the origin's place."""
    return code >> 4 & 127


def ending_of(code: int) -> int:
    """How the move ends."""
    return code >> 11 & 3


def jumps_of(code: int) -> int:
    """Number of portal jumps; a creation's cells are not asked."""
    return code >> 13 & 3 if code & 15 < CREATION else 0


def way_of(code: int) -> int:
    """S, C, V, U: the direction."""
    return code >> 15 & 7


def advances_of(code: int, leg: int) -> int:
    """S, C, V: advances of a leg; leg 0 comes before the first jump."""
    return code >> 18 + 12 * leg & 31


def exit_of(code: int, jump: int) -> int:
    """S, C, V: where a jump comes out; jump 0 is the first."""
    return code >> 23 + 12 * jump & 127


def goal_of(code: int) -> int:
    """J: the goal. G: the other piece."""
    return code >> 15 & 127


def goal_exit_of(code: int) -> int:
    """J: where the jump comes out."""
    return code >> 22 & 127


def axis_of(code: int) -> int:
    """W: the axis."""
    return code >> 15 & 3


def first_turn_of(code: int) -> int:
    """W: 1 if the first step is in direction axis+1."""
    return code >> 17 & 1


def wave_way_of(code: int) -> int:
    """W: the direction of the move."""
    return code >> 18 & 7


def length_of(code: int) -> int:
    """W: number of pieces."""
    return code >> 21 & 255


def paired(code: int) -> bool:
    """G: is there a pair?"""
    return code >> 22 & 1 != 0


def created_of(code: int) -> int:
    """R: number of cells."""
    return code >> 4 & 7


def created_at(code: int, place: int) -> int:
    """R: one of the cells."""
    return code >> 7 + 7 * place & 127


# --- writing -------------------------------------------------------------------------------------
def walk_code(kind: int, origin: int, way: int) -> int:
    """S, C, V: a walk that has not begun; also U."""
    return kind | origin << 4 | way << 15


def with_leg(code: int, leg: int, advances: int) -> int:
    """The walk with a leg of so many advances."""
    return code | advances << 18 + 12 * leg


def with_exit(code: int, jump: int, exit: int) -> int:
    """The walk with one more jump, out of this cell."""
    return (code | exit << 23 + 12 * jump) + 8192


def with_ending(code: int, ending: int) -> int:
    """The move with another ending than landing."""
    return code | ending << 11


def join_code(origin: int, goal: int, ending: int) -> int:
    """J without a jump."""
    return CONTIGUOUS | origin << 4 | ending << 11 | goal << 15


def join_exit(origin: int, goal: int, exit: int) -> int:
    """J with a jump."""
    return CONTIGUOUS | origin << 4 | 8192 | goal << 15 | exit << 22


def wave_code(origin: int, axis: int, first: int, way: int, length: int, ending: int) -> int:
    """W."""
    return WAVE | origin << 4 | ending << 11 | axis << 15 | first << 17 | way << 18 | length << 21


def cell_code(number: int) -> int:
    """G: a filled cell."""
    return GENERATION | number << 4


def pair_code(low: int, high: int) -> int:
    """G: a pair, the smaller number first."""
    return GENERATION | low << 4 | high << 15 | 4194304


def created_code(code: int, number: int) -> int:
    """R with one more cell; `code` is CREATION or made by this."""
    return (code | number << 7 + 7 * created_of(code)) + 16


def impossible(kind: int, origin: int) -> int:
    """What cannot be a move of that kind whatever stands on the board."""
    return kind | origin << 4 | cell(63)


def is_impossible(code: int) -> bool:
    """Does bit 63 mark it?"""
    return code >> 63 != 0
