"""Protista: reading moves, as docs/reference/games/protista.md lays their text down; spelling.py writes them.

Reading needs the size of the board only; whether the move is legal is not asked here.
"""

from __future__ import annotations

import re
from itertools import pairwise

from schwarm.bits import OFF
from schwarm.game.errors import BadNotation, Refusal
from schwarm.games.protista import codes
from schwarm.games.protista.tables import (
    CANNON,
    CREATION,
    DIRECTIONS,
    HITS,
    LANDS,
    MOST_ADVANCES,
    MOST_JUMPS,
    PASS,
    SHARP_V,
    SINGLE,
    UNSTACKING,
    WAVE,
    WAYS,
    Grid,
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
    raise BadNotation(Refusal("move", example=EXAMPLES, said=repr(text[:60])))


EXAMPLES = "S:c4-c5, J:b3-e3, C:c1-f1, W:d2.d3.c3>ne, V:e5-e11, G:c5-g5, U:d4>ne, R or -"


def numbers(text: str, grid: Grid) -> list[int]:
    """The cells named in a text, in its order."""
    found = re.findall(CELL, text)
    for name in found:
        if grid.find(name) == OFF:
            raise BadNotation(Refusal("protista/off_board", last=grid.names[-1], said=name))
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
        raise BadNotation(Refusal("protista/way", start=found[2], said=repr(found[0])))
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
        possible = advances == 1 if sign == "!" else 0 < advances <= MOST_ADVANCES
        if not possible or direction not in (-1, straight):
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
        steps = [direction_to(grid, one, other, 0) for one, other in pairwise(cells)]
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
    if len(cells) > (most := codes.most_created(grid.cells)):
        raise BadNotation(Refusal("protista/created", most=most, said=repr(found[0])))
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
