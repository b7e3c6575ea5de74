"""Protista: positions as text, eight fields on one line.

`ROWS SIDE LEFT TARGETS IN_TURN TURNS MOVES SEEN`; docs/reference/games/protista.md says what each holds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from schwarm.bits import OFF
from schwarm.game.errors import BadPosition, Refusal, fields_of
from schwarm.games.protista.tables import BLACK, WHITE, Grid, board

NAMES = "ROWS SIDE LEFT TARGETS IN_TURN TURNS MOVES SEEN"


@dataclass(frozen=True, slots=True)
class CellContents:
    """The contents of a cell."""

    side: int
    height: int
    king: bool


@dataclass(frozen=True, slots=True)
class Placement:
    """What a position text says; `targets` are those each side defends, `seen` holes met that are gone."""

    pieces: Mapping[int, CellContents]
    targets: tuple[tuple[int, ...], tuple[int, ...]]
    reached: frozenset[tuple[int, int]] = frozenset()  # (attacker, target)
    side: int = WHITE
    left: int = 1
    in_turn: int = 0
    turns: int = 0
    moves: int = 0
    seen: tuple[int, ...] = field(default=())


def write_row(contents: Sequence[CellContents | None]) -> str:
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
    rows = [
        write_row([placed.pieces.get(grid.cell(row, column)) for column in range(grid.cols)])
        for row in reversed(range(grid.rows))
    ]
    aims = []
    for defender in (WHITE, BLACK):
        marks = ((n, "+" if (1 - defender, n) in placed.reached else "") for n in placed.targets[defender])
        aims.append(".".join(grid.names[n] + mark for n, mark in marks) or "-")
    holes = sorted(
        ".".join(name for n, name in enumerate(grid.names) if hole >> n & 1) for hole in placed.seen
    )
    counts = f"{placed.in_turn} {placed.turns} {placed.moves}"
    side = "wb"[placed.side]
    return f"{'/'.join(rows)} {side} {placed.left} {'|'.join(aims)} {counts} {'|'.join(holes) or '-'}"


@lru_cache(maxsize=64)
def read_position(text: str, grid: Grid) -> Placement:
    """What a position text says; remembered, because searches put up one start many times a game."""
    return PositionReader(grid).read(text)


class PositionReader:
    """Takes a position text apart and collects all that is wrong with it."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.faults: list[str] = []

    def read(self, text: str) -> Placement:
        """What the text says; BadPosition lists its faults."""
        rows, side, left, targets, in_turn, turns, moves, seen = fields_of(text, NAMES)
        if side not in ("w", "b"):
            self.faults.append(Refusal("to_move", sides="w or b", side=repr(side)))
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
            raise BadPosition(*self.faults)
        return placed

    def number(self, name: str, text: str) -> int:
        if re.fullmatch(r"[0-9]{1,8}", text):
            return int(text)
        self.faults.append(Refusal("protista/count", name=name, said=repr(text[:20])))
        return 0

    def cells(self, text: str) -> list[int]:
        """Different cells joined by dots."""
        found = [self.grid.find(name) for name in text.split(".")]
        if OFF in found or len(set(found)) < len(found):
            last = self.grid.names[-1]
            self.faults.append(Refusal("protista/cells", last=last, said=repr(text[:60])))
            return []
        return sorted(found)

    def targets(
        self, text: str
    ) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], frozenset[tuple[int, int]]]:
        """The fourth field."""
        halves = text.split("|")
        if len(halves) != 2:
            self.faults.append(Refusal("protista/targets", said=repr(text[:60])))
            return ((), ()), frozenset()
        defended: list[tuple[int, ...]] = []
        reached = set()
        for defender, part in enumerate(halves):
            names = part.split(".") if part != "-" else []
            defended.append(
                tuple(self.cells(".".join(name.removesuffix("+") for name in names)) if names else ())
            )
            reached |= {(1 - defender, self.grid.find(name[:-1])) for name in names if name.endswith("+")}
        return (defended[0], defended[1]), frozenset(reached)

    def rows(self, text: str) -> dict[int, CellContents]:
        """The first field."""
        pieces: dict[int, CellContents] = {}
        lines = text.split("/")
        if len(lines) != self.grid.rows:
            self.faults.append(Refusal("rows", rows=self.grid.rows, count=len(lines)))
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
                    pieces[number] = CellContents("wb".index(token[0].lower()), height, token.endswith("*"))
                column += 1
            if "".join(tokens) != line or column != self.grid.cols:
                self.faults.append(
                    Refusal("row_cells", row=row + 1, width=self.grid.cols, text=repr(line[:60]))
                )
        return pieces
