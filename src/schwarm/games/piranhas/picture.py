"""Piranhas as values: the board with its swarms, and what a move does."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from schwarm.game.board import Board, Cell, Description, Fact, Mark, Piece, Shape, supplies
from schwarm.games.piranhas.notation import square
from schwarm.games.piranhas.options import SIDES
from schwarm.games.piranhas.tables import SIZE, STRIDE

if TYPE_CHECKING:
    from schwarm.games.piranhas.rules import Piranhas

NUMBERS = [STRIDE * x + y for x in range(SIZE) for y in range(SIZE)]
CELLS = tuple(
    Cell(square(n), n // STRIDE, n % STRIDE, n // STRIDE, SIZE - 1 - n % STRIDE, "water") for n in NUMBERS
)


def board_of(game: Piranhas) -> Board:
    """Fish by weight and kraken; every swarm is a mark with its weight and the links between its fish."""
    pieces = [piece for piece in (piece_on(game, number) for number in NUMBERS) if piece is not None]
    marks = []
    facts = []
    for side, swarms in zip(SIDES, game.swarms_of_sides(), strict=True):
        for weight, members in swarms:
            links = [(square(a), square(b)) for a, b in combinations(members, 2) if touching(a, b)]
            marks.append(Mark("swarm", tuple(map(square, members)), side, weight, links=tuple(links)))
        facts += [
            Fact("swarm", max([weight for weight, _ in swarms], default=0), side),
            Fact("swarms", len(swarms), side),
            Fact("weight", sum(weight for weight, _ in swarms), side),
            Fact("first_swarm", int(game.first_swarm() == side), side),
        ]
    taken = supplies((SIDES[side], "fish", weight) for side, weight in game.fish_eaten())
    return Board(Shape.SQUARE, CELLS, tuple(pieces), tuple(marks), taken=taken, facts=tuple(facts))


def touching(one: int, other: int) -> bool:
    """Are two squares next to each other, diagonals included?"""
    return abs(one // STRIDE - other // STRIDE) <= 1 and abs(one % STRIDE - other % STRIDE) <= 1


def piece_on(game: Piranhas, number: int) -> Piece | None:
    """What stands on a square."""
    side, weight = game.content(number)
    if weight:
        return Piece(square(number), "fish", SIDES[side], weight)
    return Piece(square(number), "kraken") if side == len(SIDES) else None


def describe(game: Piranhas, code: int) -> Description:
    """A fish that swims in a straight line; M7: an enemy fish on its goal is eaten."""
    start, goal = code >> 7, code & 127
    eaten = piece_on(game, goal)
    return Description(
        text=game.write(code),
        side=game.to_move,
        kind="move",
        piece=piece_on(game, start),
        start=square(start),
        goal=square(goal),
        path=tuple(map(square, line(start, goal))),
        captured=() if eaten is None else (eaten,),
        moved=((square(start), square(goal)),),
        clicks=((square(start), square(goal)),),
    )


def line(start: int, goal: int) -> list[int]:
    """The squares from one to another in a straight line."""
    dx, dy = goal // STRIDE - start // STRIDE, goal % STRIDE - start % STRIDE
    steps = max(abs(dx), abs(dy))
    return [start + k * (STRIDE * dx + dy) // steps for k in range(steps + 1)]
