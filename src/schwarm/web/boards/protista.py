"""Protista as a picture: pieces and stacks, targets, loops and portals, and every move with its kind."""

from __future__ import annotations

import re
from math import sqrt
from typing import cast

from schwarm.games import Game
from schwarm.games.protista.options import SIDES
from schwarm.games.protista.rules import Protista
from schwarm.games.protista.tables import DIRECTIONS, OFF, WAYS, Grid, grid
from schwarm.web.boards import Json, before, not_composed

HIDDEN = True
COMPOSED = False
ROW = sqrt(3) / 2
CELL = re.compile("[a-z][0-9]+")


def board(game: Game) -> Json:
    """The whole position; nothing on the board is hidden, only what chance will bring."""
    protista = cast(Protista, game)
    cells = _grid(game)
    rows, cols = int(game.options["rows"]), int(game.options["cols"])
    half = rows // 2
    drawn, pieces = [], []
    material = dict.fromkeys(SIDES, 0)
    for row in range(rows):
        kind = "home-white" if row < half else "home-black" if row >= rows - half else "neutral"
        for column in range(cols):
            number = cells.cell(row, column)
            name = cells.names[number]
            spot = {"x": column + 0.5 * (row % 2), "y": ROW * (rows - 1 - row)}
            drawn.append({"id": name, **spot, "kind": kind})
            piece = protista.piece_on(number)
            if piece is not None:
                side = SIDES[piece.side]
                material[side] += piece.height
                shape = "king" if piece.king else "cellule"
                pieces.append({"cell": name, "side": side, "kind": shape, "size": piece.height})
    marks = [
        {"cell": name, "kind": "hole", "side": side}
        for side in SIDES
        for hole in protista.holes(side)
        for name in hole
    ]
    reached = dict.fromkeys(SIDES, 0)
    for attacker, part in zip(SIDES[::-1], game.position().split(" ")[3].split("|"), strict=True):
        for name in part.split(".") if part != "-" else []:
            done = name.endswith("+")
            reached[attacker] += done
            kind = "reached" if done else "target"
            marks.append({"cell": name.removesuffix("+"), "kind": kind, "side": attacker})
    marks += [{"cell": name, "kind": "portal"} for name in protista.portals()]
    supply = int(game.options["supply"])
    sides = {
        side: {
            "facts": [
                {"key": "targets", "value": f"{reached[side]}/{game.options['targets_needed']}"},
                {"key": "material", "value": material[side]},
                {"key": "stock", "value": max(0, supply - material[side]) if supply else "∞"},
                {"key": "loops", "value": len(protista.holes(side))},
            ],
            "taken": [],
        }
        for side in SIDES
    }
    return {
        "kind": "hex",
        "cells": drawn,
        "pieces": pieces,
        "marks": marks,
        "links": [],
        "sides": sides,
        "view": [-0.6, -0.7, cols + 0.7, ROW * (rows - 1) + 1.4],
        "rounds": game.options["turn_limit"] or None,
        "round": protista.turns + 1,
        "left": protista.left,
    }


def choices(game: Game) -> list[Json]:
    """Each move with its kind; a wave can be begun with any of its pieces, a pair with either."""
    cells = _grid(game)
    found: list[Json] = []
    for move in game.legal_moves():
        text = str(move)
        shown = CELL.findall(text)
        for way in _ways(cells, text):
            found.append({"move": text, "path": way, "kind": text[0], "cells": shown, "capture": "x" in text})
    return found


def last(game: Game) -> Json | None:
    """The piece's way; several cells where a move changes several."""
    found = before(game)
    if found is None:
        return None
    back, move = found
    cells = _grid(game)
    shown = CELL.findall(move)
    if move[0] == "W" and not move.endswith("!"):
        shown = [way[1] for way in _ways(cells, move)]
    one = move[0] in "SJCV"
    route = shown[: -1 if "!" in move else None] if one else []
    return {"move": move, "side": back.to_move, "path": route, "cells": [] if one else shown}


def path(game: Game, move: str) -> list[str]:
    """The cells a move names; of a wave all its pieces."""
    return CELL.findall(move)


def text(game: Game, path: list[str]) -> str:
    """A step from one cell to another."""
    return f"S:{path[0]}-{path[-1]}"


def compose(game: Game, steps: list[str]) -> Json:
    """Moves are two clicks."""
    return not_composed(game)


def _grid(game: Game) -> Grid:
    return grid(int(game.options["rows"]), int(game.options["cols"]))


def _ways(cells: Grid, move: str) -> list[list[str]]:
    """The clicks that mean a move, one list for each way to begin."""
    names = CELL.findall(move)
    if move[0] in "SJCV":
        return [[names[0], names[-1]]]
    if move[0] in "WU":
        direction = DIRECTIONS.index(move.rstrip("!").split(">")[1])
        goals = [cells.ways[WAYS * cells.find(name) + direction] for name in names]
        return [[name, cells.names[goal]] for name, goal in zip(names, goals, strict=True) if goal != OFF]
    if move[0] == "G":
        return [names, names[::-1]] if len(names) == 2 else [names]
    return [[]]
