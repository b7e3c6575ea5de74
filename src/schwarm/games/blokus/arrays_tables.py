"""Blokus as arrays: numbers of planes, scalars and actions; never compiled.

An action is the code of its move (tables.py): it means the same to both sides. The colours are told in the
order of play from the one to move on: the mover's, the enemy's next one, the mover's other one, the enemy's
other one. With two colours the third and the fourth are empty.
"""

from __future__ import annotations

from functools import cache, partial

from schwarm.environments.layout import Layout, turned_planes
from schwarm.games.blokus.tables import (
    HEIGHT,
    KINDS,
    SHAPE_BY,
    SHAPE_SQUARES,
    SKIP,
    WIDTH,
    code_of,
    place_of,
)

WHOSE = ("to move", "enemy's next", "own other", "enemy's other")
PLANES = (
    *(f"squares of the colour {whose}" for whose in WHOSE),
    "corners where it may go on",
    "squares it may cover",
)
SCALARS = (
    *(f"1 if the colour {whose} has {name}" for whose in WHOSE for name in KINDS),
    *(f"1 if the colour {whose} is in the game" for whose in WHOSE),
    *(f"1 if the start piece is {name}" for name in KINDS),
    "slots gone, at most 255",
    "slots left, at most 255",
    "1 if the mover is the side that began",
)
ACTIONS = SKIP + 1
SYMMETRIES = 8


def image(x: int, y: int, symmetry: int, last: int) -> tuple[int, int]:
    """Where a square's image is read from: bit 0 turns left and right, bit 1 up and down, 2 swaps both."""
    x = last - x if symmetry & 1 else x
    y = last - y if symmetry & 2 else y
    return (y, x) if symmetry & 4 else (x, y)


def image_of_code(code: int, symmetry: int, size: int) -> int:
    """The move that a move's image is read from; itself where it does not lie on the board."""
    if code == SKIP:
        return code
    shape, x, y = place_of(code)
    right, bottom = x + WIDTH[shape] - 1, y + HEIGHT[shape] - 1
    if right >= size or bottom >= size:
        return code
    corners = [image(u, v, symmetry, size - 1) for u, v in ((x, y), (right, bottom))]
    left, top = (min(pair) for pair in zip(*corners, strict=True))
    return code_of(image_of_shape(shape, symmetry), left, top)


@cache
def image_of_shape(shape: int, symmetry: int) -> int:
    """The shape that a shape's image is read from."""
    squares = [image(x, y, symmetry, 0) for x, y in SHAPE_SQUARES[shape]]
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    return SHAPE_BY[frozenset((x - left, y - top) for x, y in squares)]


def turned(size: int, symmetry: int) -> tuple[list[int], list[int]]:
    """The eight symmetries of the square."""
    squares = []
    for y in range(size):
        for x in range(size):
            left, top = image(x, y, symmetry, size - 1)
            squares.append(size * top + left)
    places = turned_planes(len(PLANES), squares, len(SCALARS))
    return places, [image_of_code(code, symmetry, size) for code in range(ACTIONS)]


@cache
def layout(size: int) -> Layout:
    return Layout(
        game="blokus",
        version=0,
        planes=PLANES,
        rows=size,
        columns=size,
        scalars=SCALARS,
        actions=ACTIONS,
        symmetries=SYMMETRIES,
        turned=partial(turned, size),
    )
