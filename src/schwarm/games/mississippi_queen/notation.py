"""Mississippi Queen as text: action lists and positions.

A move is a list of actions joined by one blank: `A+2` acceleration, `T-1` turn (positive is
counter-clockwise), `M3` advance (`M-1` backwards off a sandbank), `P4` push in direction 4. Lists are
written in their canonical form: no two turns and no two advances side by side, `T+3` instead of `T-3`.
Only where a list wastes coal by turning to and fro do turns stand side by side.

A position is `RIVER RED BLUE TURN SIDE LATEST`. RIVER: see board.py. A ship is
`X,Y,DIRECTION,SPEED,COAL,PASSENGERS,FREE`, FREE being the free turn units of its next move. TURN counts
the plies made, SIDE is red or blue, LATEST the foremost segment any ship has been in after a move.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from schwarm.game.errors import BadNotation, BadPosition, Refusal, fields_of
from schwarm.games.mississippi_queen import tables
from schwarm.games.mississippi_queen.board import KINDS, UNKNOWN, river_faults
from schwarm.games.mississippi_queen.tables import PLACES, SEGMENTS, UNITS

SIDES = ("red", "blue")
# What ships can do.
FASTEST = 6
BERTHS = 2
MOST_COAL = 6
MOST_FREE = 2
START = ((-1, 1), (-1, -1))  # S5

# Parts of a move's code, see moves.py.
BACKWARDS = 12
ADVANCE = 1
PUSH = 2
FIRST_STEP = 4
LAST_STEP = 46  # the steps end before this bit
WASTE_STEP = 55
WASTE = 58
DEBT = 63
DEBT_PUSH = 7
DEBT_ACTIONS = 9

ACTION = re.compile(r"(A)([+-][0-9])|(T)([+-]?[0-9])|(M)(-?[0-9])|(P)([0-9])")
MOST_ACTIONS = 64  # far more than any legal list has
TURN_NAMES = ["", "T+1", "T+2", "T+3", "T-2", "T-1", "T+6", "T+7"]  # the last two are no turns


@dataclass(frozen=True, slots=True)
class Action:
    """One action: its letter A, T, M or P and its number."""

    letter: str
    number: int
    text: str


END = Action("", 0, "")


class Ship(NamedTuple):
    """A ship: field number, direction, speed, coal, passengers on board, free turn units."""

    field: int
    course: int
    speed: int
    coal: int
    aboard: int
    free: int


@dataclass(frozen=True, slots=True)
class Placement:
    """What a position text says."""

    segments: list[str]
    ships: tuple[Ship, Ship]
    turn: int
    side: int
    latest: int


# --- moves -----------------------------------------------------------------------------------------
def read_actions(text: str) -> list[Action]:
    """The actions of a move's text."""
    actions = []
    words = text.split(" ", MOST_ACTIONS)
    for number, word in enumerate(words, 1):
        found = ACTION.fullmatch(word)
        if not found or not word.isascii():
            raise BadNotation(
                Refusal(
                    "mississippi_queen/action",
                    number=number,
                    example="A+1, T-1, M2, P3",
                    said=repr(word[:20]),
                )
            )
        letter, amount = (part for part in found.groups() if part is not None)
        actions.append(Action(letter, int(amount), word))
    if len(words) > MOST_ACTIONS:
        raise BadNotation(Refusal("mississippi_queen/actions", most=MOST_ACTIONS))
    return actions


def encode(actions: Sequence[Action]) -> int:
    """The code of a legal list that was never in debt."""
    head = turn = units = wasted = waste_step = 0
    steps: list[int] = []
    for action in [*actions, END]:
        if action.letter == "A":
            head = action.number + 6
            continue
        if action.letter == "T":
            turn = (turn + action.number) % 6
            units += abs(action.number)
            continue
        waste = (units - UNITS[turn]) // 2
        if waste and not wasted:
            waste_step = len(steps)  # all waste is told here: only its sum matters
        wasted += waste
        if action is END:
            steps.append(turn)
        elif action.letter == "P":
            steps.append(turn + 8 * (PUSH + action.number))
        elif action.number > 0:
            steps += [turn + 8 * ADVANCE] + [8 * ADVANCE] * (action.number - 1)
        else:
            head = BACKWARDS
        turn = units = 0
    code = sum(step << FIRST_STEP + 6 * i for i, step in enumerate(steps))
    return head | code | wasted << WASTE | waste_step << WASTE_STEP


def debt_actions(actions: Sequence[Action]) -> list[tuple[int, int]]:
    """Turn and fields of each advance, or direction and DEBT_PUSH of each push, of a list with debts (D7).

    Advances in one line become one if it is not too long. They are not cut anew: that might be at 0 points.
    """
    found: list[tuple[int, int]] = []
    turn = 0
    for action in actions:
        if action.letter == "T":
            turn = (turn + action.number) % 6
        elif action.letter == "P":
            found.append((action.number, DEBT_PUSH))
        elif action.letter == "M" and found and not turn and found[-1][1] + action.number <= FASTEST:
            found[-1] = (found[-1][0], found[-1][1] + action.number)
        elif action.letter == "M":
            found.append((turn, action.number))
            turn = 0
    return found


def encode_debt(actions: Sequence[Action]) -> int:
    """The code of a legal list with debts (D7), of at most DEBT_ACTIONS."""
    held = debt_actions(actions)
    head = actions[0].number + 6 if actions[0].letter == "A" else 0
    units = sum(abs(action.number) for action in actions if action.letter == "T")
    wasted = (units - sum(UNITS[turn] for turn, fields in held if fields != DEBT_PUSH)) // 2
    code = sum((turn + 8 * fields) << FIRST_STEP + 6 * i for i, (turn, fields) in enumerate(held))
    return head | code | wasted << WASTE | 1 << DEBT


def step_text(step: int) -> str:
    """One step of a code: its turn, then m for an advance by one field, or the push."""
    turn, action = TURN_NAMES[step & 7], step >> 3
    then = "m" if action == ADVANCE else f" P{action - PUSH}" if action else ""
    return (f" {turn}" if turn else "") + then


# The texts of a code's first four bits, and of two steps at a time.
HEADS = ["", *(f" A{change:+d}" for change in range(-5, 7)), "", "", ""]
HEADS[BACKWARDS] = " M-1"
PAIRS = [step_text(pair & 63) + step_text(pair >> 6) for pair in range(4096)]
RUNS = [("m" * fields, f" M{fields}") for fields in range(FASTEST, 0, -1)]


def write_move(code: int) -> str:
    """The text of a move's code, in canonical form."""
    if code >> DEBT:
        text = HEADS[code & 15] + debt_text(code)
    elif code >> LAST_STEP:
        text = HEADS[code & 15] + wasteful_text(code)
    else:
        text = HEADS[code & 15] + PAIRS[code >> 4 & 4095] + PAIRS[code >> 16 & 4095]
        text += PAIRS[code >> 28 & 4095] + PAIRS[code >> 40 & 4095]
    for run, advance in RUNS:
        if run in text:
            text = text.replace(run, advance)
    return text[1:]


def wasteful_text(code: int) -> str:
    """The steps of a code with wasted turns."""
    text = ""
    for number in range(7):
        step = code >> FIRST_STEP + 6 * number & 63
        wasted = code >> WASTE & 7 if number == code >> WASTE_STEP & 7 else 0
        text += step_text(step & 7) + " T+1 T-1" * wasted + step_text(step & ~7)
        if step >> 3 == 0:
            break
    return text


def debt_text(code: int) -> str:
    """The actions of a code with debts."""
    text = " T+1 T-1" * (code >> WASTE & 7)
    for number in range(DEBT_ACTIONS):
        held = code >> FIRST_STEP + 6 * number & 63
        if held == 0:
            break
        turn, fields = held & 7, held >> 3
        text += f" P{turn}" if fields == DEBT_PUSH else step_text(turn) + f" M{fields}"
    return text


# --- positions -------------------------------------------------------------------------------------
def write_ship(ship: Ship, spot: tuple[int, int]) -> str:
    """A ship at coordinates."""
    return f"{spot[0]},{spot[1]},{ship.course},{ship.speed},{ship.coal},{ship.aboard},{ship.free}"


def start(board: str, coal: int) -> Placement:
    """S5: the start on a river, or on one still to be drawn."""
    segments = board.split("/") if board else ["0" + "W" * PLACES] + [UNKNOWN] * (SEGMENTS - 1)
    spots = tables.coordinates([0])
    red, blue = (Ship(spots.index(spot), 0, 1, coal, 0, 1) for spot in START)
    return Placement(segments, (red, blue), 0, 0, 0)


def read_position(text: str, last_turn: int) -> Placement:
    """Take a position text apart; BadPosition lists all that is wrong with it."""
    fields = fields_of(text, "RIVER RED BLUE TURN SIDE LATEST")
    segments = fields[0].split("/")
    faults = river_faults(segments)
    known = [] if faults else segments[: segments.index(UNKNOWN)] if UNKNOWN in segments else segments
    spots = tables.coordinates([int(segment[0]) for segment in known])
    ships = []
    for name, words in zip(SIDES, fields[1:3], strict=True):
        ship, wrong = read_ship(name, words, spots, "".join(segment[1:] for segment in known))
        faults += wrong
        ships += [ship] if ship else []
    plies = int(fields[3]) if re.fullmatch(r"[0-9]{1,6}", fields[3]) else -1
    if not 0 <= plies <= last_turn:
        faults.append(Refusal("turn", last=last_turn, turn=repr(fields[3])))
    if fields[4] not in SIDES:
        faults.append(Refusal("to_move", sides="red or blue", side=repr(fields[4])))
    latest = int(fields[5]) if re.fullmatch(r"[0-7]", fields[5]) else -1
    if latest < 0:
        faults.append(Refusal("mississippi_queen/latest", said=repr(fields[5])))
    elif known and len(known) < min(SEGMENTS, latest + 2):
        faults.append(
            Refusal("mississippi_queen/known_segments", wanted=min(SEGMENTS, latest + 2), count=len(known))
        )
    if len(ships) == 2:
        if known and ships[0].field == ships[1].field:
            faults.append(Refusal("mississippi_queen/same_field"))
        if known and latest >= 0 and max(ship.field for ship in ships) // PLACES > latest:
            faults.append(Refusal("mississippi_queen/foremost", segment=latest))
    if faults:
        raise BadPosition(*faults)
    return Placement(segments, (ships[0], ships[1]), plies, SIDES.index(fields[4]), latest)


def read_ship(
    side: str, text: str, spots: list[tuple[int, int]], letters: str
) -> tuple[Ship | None, list[Refusal]]:
    """A ship's text taken apart, and what is wrong with it; fields are checked where the river is known."""
    if not re.fullmatch(r"(-?[0-9]{1,3},){2}([0-9],){4}[0-9]", text):
        return None, [Refusal("mississippi_queen/ship_numbers", side=side, text=repr(text[:40]))]
    x, y, course, speed, coal, aboard, free = map(int, text.split(","))
    faults = []
    limits = (
        ("direction", course, 0, tables.DIRECTIONS - 1),
        ("speed", speed, 1, FASTEST),
        ("coal", coal, 0, MOST_COAL),
        ("passengers", aboard, 0, BERTHS),
        ("free_turns", free, 1, MOST_FREE),
    )
    for code, value, low, high in limits:
        if not low <= value <= high:
            faults.append(Refusal(f"mississippi_queen/{code}", side=side, low=low, high=high, value=value))
    field = spots.index((x, y)) if (x, y) in spots else tables.NOWHERE
    if spots and field == tables.NOWHERE:
        faults.append(Refusal("mississippi_queen/river", side=side, cell=f"{x},{y}"))
    elif spots and letters[field] not in KINDS[: tables.ISLAND]:
        faults.append(Refusal("mississippi_queen/passable", side=side, kind=letters[field], cell=f"{x},{y}"))
    elif spots and letters[field] == KINDS[tables.SANDBANK] and speed != 1:
        faults.append(Refusal("mississippi_queen/sandbank", side=side, value=speed))
    return Ship(field, course, speed, coal, aboard, free), faults
