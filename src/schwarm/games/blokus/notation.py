"""Blokus as text: squares, moves and positions.

A square is a column letter and a row number, `A0` the upper left one. A move is a piece, how it is turned and
flipped, and the upper left square of its bounding box: `5Lrf@C14`; or `SKIP`. A position is
`ROWS TURN START HANDS VALID MONO`: the rows from the top joined by `/`, a letter of `BYRG` or `.` for each
square; the slot, which counts the turns of colours that have dropped out as well; the start piece, `-` if any
piece will do; the pieces that blue, yellow, red and green have in hand, joined by `/`, `-` for none; the
colours still in the game; those that have laid all pieces, the single square last. Once slots were left out a
seventh field says how many moves were made.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from schwarm.game.errors import BadNotation, BadPosition, Refusal, fields_of
from schwarm.game.rulebook import Move
from schwarm.games.blokus.options import COLOURS, LETTERS
from schwarm.games.blokus.tables import (
    ALL,
    COUNT,
    KIND_OF,
    KINDS,
    LONGEST,
    NAMES,
    PENTOMINOES,
    SHAPE_BY,
    SHAPE_OF,
    SKIP,
    code_of,
    place_of,
)

COLUMNS = "ABCDEFGHIJKLMNOPQRST"
SKIPPED = "SKIP"
NOBODY = "-"
MOVE = re.compile(r"([1-5][A-Z]?)([rml]?f?)@([A-T])([0-9]|1[0-9])")
# MOVES[code]: moves as texts, each made when it is first asked for.
MOVES: list[Move | None] = [None] * (SKIP + 1)


@dataclass(frozen=True, slots=True)
class Placement:
    """What a position text says. `laid` has the code of each piece on the board, by colour."""

    laid: tuple[tuple[int, ...], ...]
    slot: int
    plies: int
    start: int  # the kind of the start piece, -1 for any
    valid: int
    mono: int


def square(x: int, y: int) -> str:
    return f"{COLUMNS[x]}{y}"


def read_move(text: str) -> int:
    """The code of a move; every pair of turn and flip is understood."""
    if text == SKIPPED:
        return SKIP
    found = MOVE.fullmatch(text)
    if found is None or found[1] + found[2] not in SHAPE_OF:
        raise BadNotation(Refusal("move", example="5Lrf@C14 or SKIP", said=repr(text)))
    return code_of(SHAPE_OF[found[1] + found[2]], COLUMNS.index(found[3]), int(found[4]))


def write_move(code: int) -> str:
    """The text of a move's code."""
    if code == SKIP:
        return SKIPPED
    shape, x, y = place_of(code)
    return f"{NAMES[shape]}@{square(x, y)}"


def move_of(code: int) -> Move:
    known = MOVES[code]
    if known is None:
        known = MOVES[code] = Move(write_move(code), code)
    return known


def hand_text(hand: int) -> str:
    """The pieces of a hand in the official order."""
    return "".join(KINDS[kind] for kind in range(COUNT) if hand >> kind & 1) or NOBODY


def letters(colours: int) -> str:
    return "".join(letter for number, letter in enumerate(LETTERS) if colours >> number & 1) or NOBODY


# --- reading positions -----------------------------------------------------------------------------------
def read_position(text: str, size: int, colours: int, last_slot: int) -> Placement:
    """Take a position text apart; BadPosition lists all that is wrong with it."""
    fields = fields_of(text, "ROWS TURN START HANDS VALID MONO", more=1)
    rows, turn, start, hands, valid, mono = fields[:6]
    faults: list[str] = []
    board = read_rows(rows, size, colours, faults)
    held = read_hands(hands, colours, faults)
    laid = (
        tuple(laid_by(board, colour, held[colour], faults) for colour in range(colours)) if not faults else ()
    )
    slot = read_number(turn, "turn", last_slot + colours, faults)
    plies = read_number(fields[6], "blokus/moves_made", slot, faults) if len(fields) > 6 else slot
    if start not in (NOBODY, *PENTOMINOES):
        faults.append(Refusal("blokus/start_piece", said=repr(start)))
    able, single = read_letters(valid, colours, faults), read_letters(mono, colours, faults)
    for colour in range(colours):
        if single >> colour & 1 and held[colour]:
            faults.append(Refusal("blokus/not_done", colour=COLOURS[colour]))
    if not faults and able and not able >> slot % colours & 1:
        faults.append(Refusal("blokus/not_in_game", colour=COLOURS[slot % colours]))
    if faults:
        raise BadPosition(*faults)
    return Placement(laid, slot, plies, KINDS.index(start) if start != NOBODY else -1, able, single)


def read_number(text: str, code: str, most: int, faults: list[str]) -> int:
    number = int(text) if re.fullmatch(r"[0-9]{1,4}", text) else -1
    if not 0 <= number <= most:
        faults.append(Refusal(code, most=most, last=most, said=repr(text), turn=repr(text)))
    return number


def read_letters(text: str, colours: int, faults: list[str]) -> int:
    """Colours by their letters, in their order."""
    found = sum(1 << number for number, letter in enumerate(LETTERS[:colours]) if letter in text)
    if letters(found) != text:
        faults.append(Refusal("blokus/colour_letters", letters=LETTERS[:colours], said=repr(text)))
    return found


def read_rows(text: str, size: int, colours: int, faults: list[str]) -> dict[tuple[int, int], int]:
    """Whose each covered square is."""
    rows = text.split("/")
    if len(rows) != size:
        faults.append(Refusal("rows", rows=size, count=len(rows)))
    board: dict[tuple[int, int], int] = {}
    for y, row in enumerate(rows[:LONGEST]):
        if len(row) != size:
            faults.append(Refusal("row_squares", row=y, width=size, count=len(row)))
        strange = "".join(sorted(set(row) - set(LETTERS[:colours]) - {"."}))
        if strange:
            faults.append(Refusal("row_signs", row=y, signs=LETTERS[:colours], last=".", said=repr(strange)))
        board |= {(x, y): LETTERS.index(letter) for x, letter in enumerate(row) if letter in LETTERS}
    return board


def read_hands(text: str, colours: int, faults: list[str]) -> list[int]:
    """The pieces of each hand as bits."""
    hands = text.split("/")
    if len(hands) != colours:
        faults.append(Refusal("blokus/hands", colours=colours, count=len(hands)))
    found = []
    for hand in hands[:colours]:
        kinds = [KINDS.index(name) for name in re.findall("[1-5][A-Z]?", hand) if name in KINDS]
        found.append(sum({1 << kind for kind in kinds}))
        if hand_text(found[-1]) != hand:
            faults.append(Refusal("blokus/hand_order", order="".join(KINDS), said=repr(hand)))
    return found + [ALL] * (colours - len(found))


def laid_by(
    board: dict[tuple[int, int], int], colour: int, hand: int | None, faults: list[str]
) -> tuple[int, ...]:
    """The codes of a colour's pieces: its pieces never touch, so squares edge to edge are one piece.

    Where the hand is known the pieces must be those that are not in it.
    """
    rest = {place for place, whose in board.items() if whose == colour}
    found, kinds = [], 0
    while rest:
        edge = [min(rest, key=lambda place: (place[1], place[0]))]
        piece = set()
        while edge:
            x, y = edge.pop()
            if (x, y) in rest:
                rest.remove((x, y))
                piece.add((x, y))
                edge += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        left, top = min(x for x, _ in piece), min(y for _, y in piece)
        shape = SHAPE_BY.get(frozenset((x - left, y - top) for x, y in piece))
        if shape is None or kinds >> KIND_OF[shape] & 1:
            code = "blokus/no_piece" if shape is None else "blokus/second_piece"
            faults.append(Refusal(code, colour=COLOURS[colour], cell=square(left, top)))
            continue
        kinds |= 1 << KIND_OF[shape]
        found.append(code_of(shape, left, top))
    if not faults and hand is not None and kinds != ALL & ~hand:
        faults.append(Refusal("blokus/laid", colour=COLOURS[colour]))
    return tuple(found)
