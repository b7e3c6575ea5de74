"""Protista as text: moves and positions, as docs/games/protista.md lays them down.

Reading a move needs the size of the board only; whether it is legal is not asked here. A position is
`ROWS SIDE LEFT TARGETS IN_TURN TURNS MOVES SEEN`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from schwarm.games.errors import BadNotation, BadPosition
from schwarm.games.protista import codes
from schwarm.games.protista.options import MOST_CREATED, MOST_JUMPS
from schwarm.games.protista.tables import (
    BLACK,
    CANNON,
    CREATION,
    DIRECTIONS,
    HITS,
    LANDS,
    OFF,
    PASS,
    SHARP_V,
    SINGLE,
    UNSTACKING,
    WAVE,
    WAYS,
    WHITE,
    Grid,
    board,
)

CELL = r"[a-z][1-9][0-9]{0,2}"
DIRECTION = "|".join(sorted(DIRECTIONS, key=len, reverse=True))
STEP = re.compile(rf"S:({CELL})(?:-({CELL})~({CELL})|([-x+!])({CELL}))")
JOIN = re.compile(rf"J:({CELL})(?:-({CELL})~({CELL})|([-x+!])({CELL}))")
WALK = re.compile(rf"([CV]):({CELL})((?:-{CELL})?(?:~{CELL}(?:-{CELL})?)*)(?:!({CELL}))?")
WAVES = re.compile(rf"W:({CELL}(?:\.{CELL}){{2,}})>({DIRECTION})(!?)")
GENERATE = re.compile(rf"G:({CELL})(?:-({CELL}))?")
UNSTACK = re.compile(rf"U:({CELL})>({DIRECTION})")
CREATE = re.compile(rf"R(?:=({CELL}(?:\.{CELL})*))?")
ENDINGS = "-x+!"


# --- moves ---------------------------------------------------------------------------------------
def read_move(text: str, grid: Grid) -> int:
    """The code of a move; BadNotation if the text is none or names cells beyond the edge."""
    if text == "-":
        return PASS
    for pattern, reader in READERS:
        found = pattern.fullmatch(text)
        if found:
            return reader(found, grid)
    raise BadNotation(
        f"expected a move such as S:c4-c5, J:b3-e3, C:c1-f1, W:d2.d3.c3>ne, V:e5-e11, G:c5-g5, U:d4>ne, R or -, "
        f"not {text[:60]!r}"
    )


def numbers(text: str, grid: Grid) -> list[int]:
    """The cells named in a text, in its order."""
    found = re.findall(CELL, text)
    for name in found:
        if grid.find(name) == OFF:
            raise BadNotation(f"expected cells from a1 to {grid.names[-1]}, not {name}")
    return [grid.find(name) for name in found]


def direction_to(grid: Grid, start: int, goal: int, first_way: int) -> tuple[int, int]:
    """Direction and number of advances that lead straight from one cell to another; (0, 0) if none do."""
    for direction in range(6):
        here, advances = start, 0
        while here != OFF:
            here = grid.ways[WAYS * here + first_way + direction]
            advances += 1
            if here == goal and here != OFF:
                return direction, advances
    return 0, 0


def read_step(found: re.Match[str], grid: Grid) -> int:
    """S: a single step."""
    cells = numbers(found[0], grid)
    origin, goal = cells[:2]
    direction, advances = direction_to(grid, origin, goal, 0)
    if advances != 1:
        return codes.impossible(SINGLE, origin)
    code = codes.walk_code(SINGLE, origin, direction)
    ending = ENDINGS.index(found[4] or "-")
    if ending == HITS:
        return codes.with_ending(code, ending)
    code = codes.with_ending(codes.with_leg(code, 0, 1), ending)
    return codes.with_exit(code, 0, cells[2]) if found[3] else code


def read_join(found: re.Match[str], grid: Grid) -> int:
    """J: a contiguous move."""
    cells = numbers(found[0], grid)
    if found[3]:
        return codes.join_exit(*cells)
    return codes.join_code(cells[0], cells[1], ENDINGS.index(found[4]))


def read_walk(found: re.Match[str], grid: Grid) -> int:
    """C, V: straight parts, portal exits, perhaps a stack hit."""
    kind = CANNON if found[1] == "C" else SHARP_V
    first_way = 6 if kind == SHARP_V else 0
    here = origin = numbers(found[2], grid)[0]
    if not found[3] and not found[4]:
        raise BadNotation(f"expected a way after {found[2]}, not {found[0]!r}")
    parts = re.findall(rf"([-~!])({CELL})", found[0][2 + len(found[2]) :])
    code, jumps, direction = 0, 0, -1
    for sign, name in parts:
        number = numbers(name, grid)[0]
        if sign == "~":
            if jumps == MOST_JUMPS:
                return codes.impossible(kind, origin)
            code = codes.with_exit(code, jumps, number)
            jumps += 1
            here = number
            continue
        straight, advances = direction_to(grid, here, number, first_way)
        if advances == 0 or direction not in (-1, straight) or (sign == "!" and advances != 1):
            return codes.impossible(kind, origin)
        direction = straight
        if sign == "-":
            code = codes.with_leg(code, jumps, advances)
            here = number
        else:
            code = codes.with_ending(code, HITS)
    if direction < 0 or (jumps and parts[0][0] == "~"):
        return codes.impossible(kind, origin)
    return code | codes.walk_code(kind, origin, direction)


def read_wave(found: re.Match[str], grid: Grid) -> int:
    """W: the pieces in path order."""
    path = numbers(found[1], grid)
    way, ending = DIRECTIONS.index(found[2]), HITS if found[3] else LANDS
    for cells in (path, path[::-1]):  # the code starts at the end from where the steps lead e, se or sw
        steps = [direction_to(grid, one, other, 0) for one, other in zip(cells, cells[1:], strict=False)]
        for axis in range(3):
            for first in range(2):
                if steps == [(axis + (first + i) % 2, 1) for i in range(len(steps))]:
                    return codes.wave_code(cells[0], axis, first, way, len(cells), ending)
    return codes.impossible(WAVE, path[0])


def read_generation(found: re.Match[str], grid: Grid) -> int:
    """G: a pair, or a cell to fill."""
    cells = numbers(found[0], grid)
    if len(cells) == 1:
        return codes.cell_code(cells[0])
    return codes.pair_code(min(cells), max(cells))


def read_unstacking(found: re.Match[str], grid: Grid) -> int:
    """U: a stack and a direction."""
    return codes.walk_code(UNSTACKING, numbers(found[1], grid)[0], DIRECTIONS.index(found[2]))


def read_creation(found: re.Match[str], grid: Grid) -> int:
    """R: the choice, or the move as made."""
    code = CREATION
    cells = sorted(set(numbers(found[1] or "", grid)))
    if len(cells) > MOST_CREATED:
        raise BadNotation(f"expected at most {MOST_CREATED} cells, not {found[0]!r}")
    for number in cells:
        code = codes.created_code(code, number)
    return code


READERS = (
    (STEP, read_step),
    (JOIN, read_join),
    (WALK, read_walk),
    (WAVES, read_wave),
    (GENERATE, read_generation),
    (UNSTACK, read_unstacking),
    (CREATE, read_creation),
)


# --- positions -----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Piece:
    """The contents of a cell."""

    side: int
    height: int
    king: bool


@dataclass(frozen=True, slots=True)
class Placement:
    """What a position text says; `targets` are those white and black defend, `seen` holes met that are gone."""

    pieces: Mapping[int, Piece]
    targets: tuple[tuple[int, ...], tuple[int, ...]]
    reached: frozenset[tuple[int, int]] = frozenset()  # (attacker, target)
    side: int = WHITE
    left: int = 1
    in_turn: int = 0
    turns: int = 0
    moves: int = 0
    seen: tuple[int, ...] = field(default=())


def write_row(contents: Sequence[Piece | None]) -> str:
    """One row of the first field."""
    text, gap = "", 0
    for piece in contents:
        if piece is None:
            gap += 1
            continue
        letter = "wb"[piece.side]
        text += str(gap) if gap else ""
        text += letter if piece.height == 1 else f"{letter.upper()}{piece.height}"
        text += "*" if piece.king else ""
        gap = 0
    return text + (str(gap) if gap else "")


def write_position(placed: Placement, grid: Grid) -> str:
    """The position text."""
    rows = [
        write_row([placed.pieces.get(grid.cell(row, column)) for column in range(grid.cols)])
        for row in reversed(range(grid.rows))
    ]
    aims = []
    for defender in (WHITE, BLACK):
        marks = ((n, "+" if (1 - defender, n) in placed.reached else "") for n in placed.targets[defender])
        aims.append(".".join(grid.names[n] + mark for n, mark in marks) or "-")
    holes = sorted(".".join(name for n, name in enumerate(grid.names) if hole >> n & 1) for hole in placed.seen)
    counts = f"{placed.in_turn} {placed.turns} {placed.moves}"
    side = "wb"[placed.side]
    return f"{'/'.join(rows)} {side} {placed.left} {'|'.join(aims)} {counts} {'|'.join(holes) or '-'}"


class PositionReader:
    """Takes a position text apart and collects all that is wrong with it."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.faults: list[str] = []

    def read(self, text: str) -> Placement:
        """What the text says; BadPosition lists its faults."""
        fields = text.split(" ")
        if len(fields) != 8:
            raise BadPosition(
                f"expected eight fields ROWS SIDE LEFT TARGETS IN_TURN TURNS MOVES SEEN, not {len(fields)}: "
                f"{text[:60]!r}"
            )
        rows, side, left, targets, in_turn, turns, moves, seen = fields
        if side not in ("w", "b"):
            self.faults.append(f"expected w or b to move, not {side!r}")
        defended, reached = self.targets(targets)
        placed = Placement(
            pieces=self.rows(rows),
            targets=defended,
            reached=reached,
            side=BLACK if side == "b" else WHITE,
            left=self.number("left", left),
            in_turn=self.number("in_turn", in_turn),
            turns=self.number("turns", turns),
            moves=self.number("moves", moves),
            seen=tuple(board(self.cells(hole)) for hole in seen.split("|")) if seen != "-" else (),
        )
        if self.faults:
            raise BadPosition("; ".join(self.faults))
        return placed

    def number(self, name: str, text: str) -> int:
        """A count."""
        if re.fullmatch(r"[0-9]{1,8}", text):
            return int(text)
        self.faults.append(f"{name}: expected a number, not {text[:20]!r}")
        return 0

    def cells(self, text: str) -> list[int]:
        """Different cells joined by dots."""
        found = [self.grid.find(name) for name in text.split(".")]
        if OFF in found or len(set(found)) < len(found):
            last = self.grid.names[-1]
            self.faults.append(f"expected different cells from a1 to {last} joined by dots, not {text[:60]!r}")
            return []
        return sorted(found)

    def targets(
        self, text: str
    ) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], frozenset[tuple[int, int]]]:
        """The fourth field."""
        halves = text.split("|")
        if len(halves) != 2:
            self.faults.append(f"targets: expected white's|black's, not {text[:60]!r}")
            return ((), ()), frozenset()
        defended: list[tuple[int, ...]] = []
        reached = set()
        for defender, part in enumerate(halves):
            names = part.split(".") if part != "-" else []
            defended.append(tuple(self.cells(".".join(name.removesuffix("+") for name in names)) if names else ()))
            reached |= {(1 - defender, self.grid.find(name[:-1])) for name in names if name.endswith("+")}
        return (defended[0], defended[1]), frozenset(reached)

    def rows(self, text: str) -> dict[int, Piece]:
        """The first field."""
        pieces: dict[int, Piece] = {}
        lines = text.split("/")
        if len(lines) != self.grid.rows:
            self.faults.append(f"expected {self.grid.rows} rows, not {len(lines)}")
            return pieces
        for row, line in enumerate(reversed(lines)):
            tokens = re.findall(r"[0-9]+|[wb]\*?|[WB][2-9]\*?", line)
            column = 0
            for token in tokens:
                if token[0] in "0123456789":
                    column += int(token[:4])
                    continue
                height = 1 if token[0] in "wb" else int(token[1])
                number = self.grid.cell(row, column)
                if number != OFF:
                    pieces[number] = Piece("wb".index(token[0].lower()), height, token.endswith("*"))
                column += 1
            if "".join(tokens) != line or column != self.grid.cols:
                self.faults.append(f"row {row + 1}: expected {self.grid.cols} cells, not {line[:60]!r}")
        return pieces
