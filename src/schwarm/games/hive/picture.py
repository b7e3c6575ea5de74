"""Hive as values: the board with its stacks and hands, and what a move does, with the way a piece walks."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from schwarm.game.board import ROW_HEIGHT, Board, Cell, Description, Fact, Mark, Piece, Shape, Supply
from schwarm.games.hive import notation
from schwarm.games.hive.options import INSECTS, KINDS, SIDES
from schwarm.games.hive.refusals import HiveFields, name, scene_of
from schwarm.games.hive.tables import CELL, RADIUS, Field, beside, field_of, fields

if TYPE_CHECKING:
    from schwarm.games.hive.rules import Hive

INSECT = dict(zip(KINDS, INSECTS, strict=True))
ORDER = "QSGBA"  # of the hands
SPIDER_STEPS = 3


def board_of(game: Hive) -> Board:
    """Every piece of every stack, both hands, and the free fields around the queens as marks."""
    radius = game.radius
    stacks, berries = game.stacks(), set(game.blackberries())
    cells = []
    for x, y in fields(radius):
        z = -x - y
        kind = "berry" if (x, y) in berries else "field"
        cells.append(Cell(name((x, y)), x, y, x + z / 2, ROW_HEIGHT * z, kind))
    pieces = [piece for field, stack in stacks.items() for piece in stacked(field, stack)]
    facts, hands, marks = [], [], []
    for side, hand, free in zip(SIDES, game.hands(), game.liberties(), strict=True):
        counts = Counter(hand)
        kinds = [letter for letter in ORDER if letter in str(game.options["hand"])]
        hands += [Supply(side, INSECT[letter], counts[letter]) for letter in kinds]
        facts += [Fact("liberties", free, side), Fact("in_hand", len(hand), side)]
        around = tuple(map(name, game.free_fields(side)))
        if around:
            marks.append(Mark("liberty", around, side))
    return Board(Shape.HEX, tuple(cells), tuple(pieces), tuple(marks), tuple(hands), facts=tuple(facts))


def stacked(field: Field, stack: str) -> list[Piece]:
    """The pieces of a stack, bottom first."""
    return [
        Piece(
            cell=name(field),
            kind=INSECT[letter.upper()],
            side=SIDES[letter.islower()],
            height=number,
            covered=number < len(stack),
        )
        for number, letter in enumerate(stack, 1)
    ]


def describe(game: Hive, code: int) -> Description:
    """A piece set from the hand, a piece that goes its way, or a skip."""
    text, side = game.write(code), game.to_move
    start = code >> 7
    if start == notation.SKIP:
        return Description(text, side, "skip")
    goal = field_of(CELL[code & 127])
    if start >= notation.SET:
        piece = Piece("", INSECT[KINDS[start - notation.SET]], side)
        there = (name(goal),)
        return Description(text, side, "set", piece, None, name(goal), there, created=there, clicks=(there,))
    origin = field_of(CELL[start])
    piece = stacked(origin, game.stacks()[origin])[-1]
    way = walk(scene_of(game, origin), piece.kind, origin, goal)
    return Description(
        text=text,
        side=side,
        kind="move",
        piece=piece,
        start=name(origin),
        goal=name(goal),
        path=tuple(map(name, way)),
        moved=((name(origin), name(goal)),),
        clicks=((name(origin), name(goal)),),
    )


def walk(scene: HiveFields, kind: str, start: Field, goal: Field) -> list[Field]:
    """The way of a legal move, start and goal included: around the swarm, over it, or one step."""
    if kind == "grasshopper":
        return jump(start, goal)
    if kind == "beetle":
        return [start, goal]
    return spider_way(scene, [start], goal) if kind == "spider" else shortest_way(scene, start, goal)


def jump(start: Field, goal: Field) -> list[Field]:
    """I3: all fields of a straight line."""
    for direction in range(6):
        way = [start]
        while way[-1] != goal and len(way) <= 2 * RADIUS:
            way.append(beside(way[-1], direction))
        if way[-1] == goal:
            return way
    raise ValueError(f"expected two fields on one line, not {name(start)} and {name(goal)}")


def spider_way(scene: HiveFields, way: list[Field], goal: Field) -> list[Field]:
    """I4: three slides that enter no field twice, the first found; empty if the way begun leads nowhere."""
    if len(way) > SPIDER_STEPS:
        return way if way[-1] == goal else []
    found = (spider_way(scene, [*way, field], goal) for field in scene.slides(way[-1]) if field not in way)
    return next((whole for whole in found if whole), [])


def shortest_way(scene: HiveFields, start: Field, goal: Field) -> list[Field]:
    """I1, I5: as few slides as possible."""
    came_from = {start: start}
    edge = [start]
    while goal not in came_from and edge:
        here = edge.pop(0)
        for field in scene.slides(here):
            if field not in came_from:
                came_from[field] = here
                edge.append(field)
    way = [goal]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way[::-1]
