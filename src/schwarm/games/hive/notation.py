"""Hive as text: fields, moves and positions.

A field is `x,y`. A move is `K@x,y` (set a piece from the hand; K is one of A B G Q S), `x,y>x,y` (move a
piece) or `SKIP`. A position is `ROWS TURN`: the rows from the top (smallest z) down, separated by `/`,
inside a row the fields from left to right: `.` nothing, `#` a blackberry, a letter a piece, several
letters in parentheses a stack, bottom first; upper case is red, lower case blue. TURN counts the plies
made. What is not on the board is in hand.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from schwarm.game.errors import BadNotation, BadPosition, Refusal, fields_of
from schwarm.game.rulebook import Move
from schwarm.games.hive.options import INSECTS, KINDS, SIDES
from schwarm.games.hive.tables import FIELDS, NAMES, Field, neighbours

# Starts of moves that are no fields: sets by kind, and the skip. OFF is any field off the board.
SET = len(NAMES)
SKIP = SET + len(KINDS)
OFF = 127
SKIP_CODE = SKIP << 7

NUMBER = r"(?:0|-?[1-9][0-9]{0,3})"
FIELD = re.compile(rf"{NUMBER},{NUMBER}")
MOVE = re.compile(rf"(?:([{KINDS}])@|({FIELD.pattern})>)({FIELD.pattern})")
CONTENT = re.compile(rf"[.#{KINDS}{KINDS.lower()}]|\([{KINDS}{KINDS.lower()}]{{2,}}\)")
PLACES = {name: place for place, name in enumerate(NAMES)}


@dataclass(frozen=True, slots=True)
class Placement:
    """What a position text says: the stacks (bottom first), the blackberries, the plies made."""

    stacks: Mapping[Field, str]
    berries: list[Field]
    turn: int


def read_fields(text: str) -> list[Field]:
    """Fields separated by spaces, which must parse."""
    pairs = (name.split(",") for name in text.split())
    return [(int(x), int(y)) for x, y in pairs]


def read_move(text: str) -> int:
    """The code of a move: 128*start + target, both as places; sets and the skip have starts of their own."""
    if text == "SKIP":
        return SKIP_CODE
    found = MOVE.fullmatch(text)
    if not found:
        raise BadNotation(Refusal("move", example="Q@0,0 or 0,0>1,-1 or SKIP", said=repr(text)))
    kind, start, goal = found.groups()
    return (SET + KINDS.index(kind) if kind else PLACES.get(start, OFF)) << 7 | PLACES.get(goal, OFF)


def write_move(code: int) -> str:
    """The text of a move's code; `?` stands for a field off the board."""
    start, goal = code >> 7, code & 127
    if start == SKIP:
        return "SKIP"
    target = NAMES[goal] if goal < SET else "?"
    if start == OFF:
        return f"?>{target}"
    return f"{NAMES[start]}>{target}" if start < SET else f"{KINDS[start - SET]}@{target}"


# MOVES[code]: every move there can be, made once.
MOVES = [
    Move(write_move(code), code) if code & 127 < SET or code == SKIP_CODE else Move("", code)
    for code in range(SKIP_CODE + 1)
]


def read_position(text: str, radius: int, last_turn: int, hand: str) -> Placement:
    """Take a position text apart; BadPosition lists all that is wrong with it."""
    rows, turn = fields_of(text, "ROWS TURN")
    faults: list[str] = []
    plies = int(turn) if re.fullmatch(r"[0-9]{1,6}", turn) else -1
    if not 0 <= plies <= last_turn:
        faults.append(Refusal("turn", last=last_turn, turn=repr(turn)))
    lines = rows.split("/")
    widths = [2 * radius + 1 - abs(z) for z in range(-radius, radius + 1)]
    if len(lines) != len(widths):
        faults.append(Refusal("rows", rows=len(widths), count=len(lines)))
    contents: list[str] = []
    for number, (line, width) in enumerate(zip(lines, widths, strict=False)):
        found = CONTENT.findall(line)
        if "".join(found) != line:
            faults.append(Refusal("hive/row_insects", row=number, said=repr(line)))
        elif len(found) != width:
            faults.append(Refusal("row_fields", row=number, width=width, count=len(found)))
        contents += found
    if faults:
        raise BadPosition(*faults)
    content = dict(zip(FIELDS[radius], contents, strict=True))
    stacks = {field: text.strip("()") for field, text in content.items() if text not in ".#"}
    faults = misplaced(stacks, hand)
    if faults:
        raise BadPosition(*faults)
    return Placement(stacks, [field for field, text in content.items() if text == "#"], plies)


def misplaced(stacks: Mapping[Field, str], hand: str) -> list[str]:
    """What rules out that these stacks ever stand on a board: too many pieces, climbers, two swarms."""
    faults: list[str] = []
    pieces = "".join(stacks.values())
    for side, own in zip(SIDES, (hand, hand.lower()), strict=True):
        for letter in sorted(set(own)):
            if pieces.count(letter) > own.count(letter):
                faults.append(
                    Refusal(
                        "hive/too_many",
                        side=side,
                        most=own.count(letter),
                        letter=letter,
                        insect=INSECTS[KINDS.index(letter.upper())],
                        count=pieces.count(letter),
                    )
                )
    for letter in sorted(set(pieces) - set(hand + hand.lower())):
        faults.append(
            Refusal("hive/not_in_hand", hand=hand, letter=letter, insect=INSECTS[KINDS.index(letter.upper())])
        )
    for (x, y), stack in stacks.items():
        climbers = set(stack[1:].upper()) - {"B"}
        if climbers:
            faults.append(Refusal("hive/climbers", cell=f"{x},{y}", stack=stack))
    if stacks:
        todo = [next(iter(stacks))]
        seen = set(todo)
        while todo:
            fresh = [field for field in neighbours(todo.pop()) if field in stacks and field not in seen]
            seen.update(fresh)
            todo += fresh
        if len(seen) < len(stacks):
            faults.append(Refusal("hive/apart", count=len(stacks) - len(seen)))
    return faults


def write_position(stacks: Mapping[Field, str], berries: list[Field], radius: int, turn: int) -> str:
    rows = ["" for _ in range(2 * radius + 1)]
    for field in FIELDS[radius]:
        stack = stacks.get(field, "#" if field in berries else ".")
        rows[radius - field[0] - field[1]] += f"({stack})" if len(stack) > 1 else stack
    return f"{'/'.join(rows)} {turn}"
