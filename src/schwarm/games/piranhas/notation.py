"""Piranhas as text: squares, moves and positions.

A square is a column letter and a row digit, `A0` the lower left one. A move is `A4-C4`. A position is
`ROW0/ROW1/.../ROW9 TURN FIRST`: row 0 (the bottom) first, ten characters each: `1 2 3` red fish by
weight, `4 5 6` blue fish of weight 1 2 3, `#` a kraken, `.` nothing; TURN counts the plies made;
FIRST is who holds the first-swarm credit, `-`, `red` or `blue`.
"""

import re
from dataclasses import dataclass

from schwarm.game.errors import BadNotation, BadPosition, Refusal, fields_of
from schwarm.game.rulebook import Move
from schwarm.games.piranhas.options import SIDES
from schwarm.games.piranhas.tables import SIZE, STRIDE

FISH = "123456"
MOVE = re.compile(r"([A-J])([0-9])-([A-J])([0-9])")


@dataclass(frozen=True, slots=True)
class Placement:
    """What a position text says: rows of characters, plies made, holder of the credit (-1 nobody)."""

    rows: tuple[str, ...]
    turn: int
    first: int


@dataclass(frozen=True, slots=True)
class Aim:
    """A fish and a direction: the square it would reach (None off the board), how far, what forbids it."""

    goal: str | None
    distance: int
    refusal: tuple[str, str] | None


def square(cell: int) -> str:
    return "ABCDEFGHIJ"[cell // STRIDE] + str(cell % STRIDE)


def read_move(text: str) -> int:
    """The code of a move: 128*start + target."""
    found = MOVE.fullmatch(text)
    if not found:
        raise BadNotation(Refusal("move", example="A4-C4", said=repr(text)))
    x, y, to_x, to_y = ("ABCDEFGHIJ0123456789".index(letter) % 10 for letter in found.groups())
    return 128 * (STRIDE * x + y) + STRIDE * to_x + to_y


def write_move(code: int) -> str:
    """The text of a move's code."""
    return f"{square(code >> 7)}-{square(code & 127)}"


def _moves() -> list[Move]:
    """By its code every move there can be: along a row, a column or a diagonal of the board."""
    nowhere = Move("", 0)
    found = [nowhere] * (110 * 128)
    for start in range(100):
        for target in range(100):
            across, up = abs(target // 10 - start // 10), abs(target % 10 - start % 10)
            if start != target and (across == up or not across or not up):
                code = 128 * (STRIDE * (start // 10) + start % 10) + STRIDE * (target // 10) + target % 10
                found[code] = Move(write_move(code), code)
    return found


MOVES = _moves()


def read_position(text: str, last_turn: int) -> Placement:
    """Take a position text apart; BadPosition lists all that is wrong with it."""
    rows, turn, first = fields_of(text, "ROWS TURN FIRST")
    lines = rows.split("/")
    faults = []
    if len(lines) != SIZE:
        faults.append(Refusal("rows", rows=SIZE, count=len(lines)))
    for y, line in enumerate(lines):
        if len(line) != SIZE:
            faults.append(Refusal("row_squares", row=y, width=SIZE, count=len(line)))
        strange = "".join(sorted(set(line) - set("123456#.")))
        if strange:
            faults.append(Refusal("row_signs", row=y, signs="1-6, #", last=".", said=repr(strange)))
    plies = int(turn) if re.fullmatch(r"[0-9]{1,6}", turn) else -1
    if not 0 <= plies <= last_turn:
        faults.append(Refusal("turn", last=last_turn, turn=repr(turn)))
    if first not in ("-", *SIDES):
        faults.append(Refusal("piranhas/first_swarm", said=repr(first)))
    if faults:
        raise BadPosition(*faults)
    return Placement(tuple(lines), plies, SIDES.index(first) if first in SIDES else -1)
