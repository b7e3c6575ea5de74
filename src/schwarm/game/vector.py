"""A board as an SVG picture, for notebooks and documents, with the same pieces as on the page.

The shapes lie in svg/shapes.json, their colours in svg/shapes.css; the page reads both as well. Each kind of
piece and of ground is a list of SVG elements around 0,0 in units of a cell. Besides its attributes an element
has these words:

    use          the elements of another kind instead
    side         drawn for this side only
    least, most  drawn only for pieces of at least, at most this value
    inside       the elements of a group
    text         what a text element says

{size} is the piece's value, {scale} what a fish is scaled by, {turn} where it points to, {letter} the first
letter of its kind.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from math import cos, hypot, pi, sin
from typing import Any

from schwarm.game.board import Board, Cell, Description, Piece, Shape, Supply

Part = dict[str, Any]  # an element of shapes.json
WORDS = ("tag", "use", "side", "least", "most", "inside", "text")
RADIUS = 0.57  # of a hexagon, from its centre to a corner
EDGE = 0.7
LIFT = 0.09  # of a piece for each one below it
HAND_GAP = 1.3
HEAD = 0.4  # of an arrow


@cache
def shapes() -> dict[str, dict[str, list[Part]]]:
    """The elements of each kind of piece and of ground."""
    found: dict[str, dict[str, list[Part]]] = json.loads(_file("shapes.json"))
    return found


def sheet() -> str:
    """The colours and strokes of the shapes, as CSS."""
    return _file("shapes.css")


@cache
def _notebook_sheet() -> str:
    """The style of a whole picture, in a document that has classes of its own."""
    return _file("notebook.css") + re.sub(r"^\.", ".schwarm-board .", sheet(), flags=re.MULTILINE)


def _file(name: str) -> str:
    return files("schwarm.game").joinpath("svg", name).read_text("utf-8")


def svg_of(
    board: Board,
    last: Description | None = None,
    size: int | None = None,
    coordinates: bool = False,
    arrows: Sequence[tuple[str, ...]] = (),
    small: bool = False,
) -> str:
    """The picture; the cells that the last move changed are set off. An arrow is the cells it leads over.

    A `small` one, for lists, has few elements: no cell names, no marks, one path for each kind of cell.
    """
    if not board.cells:
        return ""
    place = {cell.name: (cell.x, cell.y) for cell in board.cells}
    gone = {cell for mark in board.marked("gone") for cell in mark.cells}
    drawn = (
        grounds(board, gone) if small else [ground(board, cell, cell.name in gone) for cell in board.cells]
    )
    for name in sorted(last.changed if last is not None else ()):
        if name in place:
            drawn.append(outline(board.shape, *place[name], "was"))
    for mark in () if small else board.marks:
        drawn += [link(place[start], place[goal]) for start, goal in mark.links]
        drawn += [outline(board.shape, *place[name], f"mark {mark.kind}", 0.8) for name in mark.cells]
    for piece in sorted(board.pieces, key=lambda piece: piece.height):
        x, y = place[piece.cell]
        rise = piece.height - 1
        drawn.append(at(x + LIFT / 2 * rise, y - LIFT * rise, piece_group(piece)))
    if coordinates:
        drawn += [
            at(x, y, f'<text class="cell-name" y=".44">{escape(name)}</text>')
            for name, (x, y) in place.items()
        ]
    drawn += [
        arrow([place[cell] for cell in way])
        if len(way) > 1
        else outline(board.shape, *place[way[0]], "ringed", 0.9)
        for way in arrows
    ]
    low, high = min(y for _, y in place.values()) - EDGE, max(y for _, y in place.values()) + EDGE
    left, right = min(x for x, _ in place.values()) - EDGE, max(x for x, _ in place.values()) + EDGE
    for hand in hands(board):
        high += HAND_GAP if hand else 0
        first = (left + right - HAND_GAP * (len(hand) - 1)) / 2
        drawn += [in_hand(supply, first + HAND_GAP * i, high - EDGE) for i, supply in enumerate(hand)]
    width, height = right - left, high - low
    box = f"{left:.3f} {low:.3f} {width:.3f} {height:.3f}"
    scale = (size or 0) / max(width, height)
    sized = f' width="{width * scale:.0f}" height="{height * scale:.0f}"' if size else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="schwarm-board" viewBox="{box}"{sized}>'
        f"<style>{_notebook_sheet()}</style>{''.join(drawn)}</svg>"
    )


def ways(move: Description) -> list[tuple[str, ...]]:
    """The cells that the arrows of a move lead over; single cells for what it sets."""
    if len(move.path) > 1:
        return [move.path]
    return [*move.moved, *((cell,) for cell in move.created or ((move.goal,) if move.goal else ()))]


def arrow(points: Sequence[tuple[float, float]]) -> str:
    """A line along some points with a head at its end."""
    (x, y), (before_x, before_y) = points[-1], points[-2]
    length = hypot(x - before_x, y - before_y) or 1
    dx, dy = (x - before_x) / length, (y - before_y) / length
    neck = (x - HEAD * dx, y - HEAD * dy)
    line = " ".join(f"{px:.3f},{py:.3f}" for px, py in (*points[:-1], neck))
    side = HEAD / 2
    corners = ((x, y), (neck[0] - side * dy, neck[1] + side * dx), (neck[0] + side * dy, neck[1] - side * dx))
    head = " ".join(f"{px:.3f},{py:.3f}" for px, py in corners)
    return f'<g class="arrow"><polyline points="{line}"/><polygon points="{head}"/></g>'


def link(start: tuple[float, float], goal: tuple[float, float]) -> str:
    """A line between two cells."""
    return f'<line class="link" x1="{start[0]}" y1="{start[1]}" x2="{goal[0]}" y2="{goal[1]}"/>'


def hands(board: Board) -> list[list[Supply]]:
    """What each side has in hand, sides apart."""
    sides = dict.fromkeys(supply.side for supply in board.hands)
    return [[supply for supply in board.hands if supply.side == side and supply.count] for side in sides]


def in_hand(supply: Supply, x: float, y: float) -> str:
    """A kind of piece in hand with its number."""
    piece = Piece("", supply.kind, supply.side, supply.value)
    return at(x, y, piece_group(piece) + f'<text class="name" x=".62" y=".2">{supply.count}</text>')


def at(x: float, y: float, inside: str) -> str:
    """Something moved to its place."""
    return f'<g transform="translate({x:.3f},{y:.3f})">{inside}</g>'


def outline(shape: Shape, x: float, y: float, kind: str, scale: float = 1) -> str:
    """A cell's edge."""
    if shape is Shape.SQUARE:
        edge = f'<rect class="{kind}" x="{-scale / 2}" y="{-scale / 2}" width="{scale}" height="{scale}"/>'
    else:
        points = " ".join(f"{px:.3f},{py:.3f}" for px, py in hexagon(scale))
        edge = f'<polygon class="{kind}" points="{points}"/>'
    return at(x, y, edge)


def hexagon(scale: float) -> list[tuple[float, float]]:
    """The corners of a hexagonal cell around 0,0."""
    return [(RADIUS * scale * sin(i * pi / 3), RADIUS * scale * cos(i * pi / 3)) for i in range(6)]


def grounds(board: Board, gone: Collection[str]) -> list[str]:
    """All cells: a path for each kind, and what lies in them."""
    kinds = shapes()["ground"]
    corners = (
        [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)] if board.shape is Shape.SQUARE else hexagon(1)
    )
    edges: dict[str, str] = {}
    drawn = []
    for cell in board.cells:
        points = "L".join(f"{cell.x + x:.2f} {cell.y + y:.2f}" for x, y in corners)
        edges[cell.kind] = f"{edges.get(cell.kind, '')}M{points}Z"
        inside = elements(kinds.get(cell.kind, []), Piece("", cell.kind, value=0 if cell.name in gone else 1))
        drawn += [at(cell.x, cell.y, inside)] if inside else []
    return [*(f'<path class="cell {escape(kind)}" d="{edge}"/>' for kind, edge in edges.items()), *drawn]


def ground(board: Board, cell: Cell, gone: bool) -> str:
    """A cell with what lies in it, and its name to point at."""
    kinds = shapes()["ground"]
    parts = kinds.get(cell.kind, kinds["ripple"] if board.shape is Shape.RIVER else [])
    inside = elements(parts, Piece("", cell.kind, value=0 if gone else 1))
    edge = outline(board.shape, cell.x, cell.y, f"cell {escape(cell.kind)}")
    return f"<g><title>{escape(cell.name)}</title>{edge}{at(cell.x, cell.y, inside)}</g>"


def piece_group(piece: Piece) -> str:
    kinds = shapes()["pieces"]
    inside = elements(kinds.get(piece.kind, kinds["any"]), piece)
    return f'<g class="{escape(piece.kind)} {escape(piece.side or "")}">{inside}</g>'


def elements(parts: list[Part], piece: Piece) -> str:
    """The SVG of a list of elements, as far as they are meant for a piece."""
    drawn = ""
    words = {
        "size": piece.value,
        "scale": round(0.72 + 0.11 * piece.value, 2),
        "turn": -60 * (piece.course or 0),
        "letter": escape(piece.kind[:1].upper()),
    }
    for part in parts:
        if "use" in part:
            drawn += elements(shapes()["pieces"][part["use"]], piece)
        elif part.get("side", piece.side) == piece.side:
            if part.get("least", piece.value) <= piece.value <= part.get("most", piece.value):
                fitting = {
                    name: str(value).format(**words) for name, value in part.items() if name not in WORDS
                }
                attributes = "".join(f' {name}="{value}"' for name, value in fitting.items())
                inside = elements(part.get("inside", []), piece) + part.get("text", "").format(**words)
                drawn += f"<{part['tag']}{attributes}>{inside}</{part['tag']}>"
    return drawn
