"""Hive as a picture: the hexagon with blackberries, stacks, both hands, the queens' free fields."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import cast

from schwarm.games import Game
from schwarm.games.hive.options import SIDES
from schwarm.games.hive.rules import Hive
from schwarm.games.hive.tables import fields, neighbours
from schwarm.web.boards import Json, last_way, not_composed

HIDDEN = False
COMPOSED = False
ROW = sqrt(3) / 2
ORDER = "QSGBA"
NAMES = {"Q": "queen", "S": "spider", "G": "grasshopper", "B": "beetle", "A": "ant"}
Field = tuple[int, int]


def board(game: Game) -> Json:
    """The swarm, the hands and the queens' liberties."""
    hive = cast(Hive, game)
    radius = int(game.options["radius"])
    all_fields = fields(radius)
    berries = set(hive.blackberries())
    cells: list[Json] = [
        {"id": _name(field), **_spot(field), "kind": "berry" if field in berries else "field"}
        for field in all_fields
    ]
    stacks = hive.stacks()
    pieces: list[Json] = []
    marks: list[Json] = []
    queens: dict[str, Field] = {}
    for field, stack in stacks.items():
        for level, letter in enumerate(stack):
            side = SIDES[0] if letter.isupper() else SIDES[1]
            pieces.append(
                {
                    "cell": _name(field),
                    "side": side,
                    "kind": NAMES[letter.upper()],
                    "level": level,
                    "covered": level < len(stack) - 1,
                }
            )
            if letter.upper() == "Q":
                queens[side] = field
    sides: Json = {}
    height = ROW * 2 * radius
    for side, hand, free in zip(SIDES, hive.hands(), hive.liberties(), strict=True):
        counts = Counter(hand)
        kinds = [letter for letter in ORDER if letter in str(game.options["hand"])]
        for place, letter in enumerate(kinds):
            name = f"{side}:{letter}"
            x = (place - (len(kinds) - 1) / 2) * 1.35
            y = (-1 if side == SIDES[1] else 1) * (height / 2 + 1.45)
            cells.append({"id": name, "x": x, "y": y, "kind": "hand", "side": side, "count": counts[letter]})
            if counts[letter]:
                pieces.append({"cell": name, "side": side, "kind": NAMES[letter], "level": 0})
        facts = [{"key": "liberties", "value": free if free >= 0 else "-"}]
        facts.append({"key": "in_hand", "value": len(hand)})
        sides[side] = {"facts": facts, "taken": []}
        if side in queens:
            free_fields = [
                f for f in neighbours(queens[side], radius) if f not in stacks and f not in berries
            ]
            marks += [{"cell": _name(field), "kind": "liberty", "side": side} for field in free_fields]
    return {
        "kind": "hex",
        "cells": cells,
        "pieces": pieces,
        "marks": marks,
        "links": [],
        "sides": sides,
        "view": [-radius - 0.6, -height / 2 - 2.1, 2 * radius + 1.2, height + 4.2],
        "rounds": game.options["rounds"],
    }


def choices(game: Game) -> list[Json]:
    """From the hand or a field to a field; SKIP needs no click."""
    return [{"move": str(move), "path": path(game, str(move))} for move in game.legal_moves()]


def last(game: Game) -> Json | None:
    """The way of the last piece."""
    return last_way(game, path)


def path(game: Game, move: str) -> list[str]:
    """From the hand or a field to a field; a skip has no way."""
    if move == "SKIP":
        return []
    if "@" in move:
        kind, goal = move.split("@")
        return [f"{game.to_move}:{kind}", goal]
    return move.split(">")


def text(game: Game, path: list[str]) -> str:
    """A set if the way begins in a hand, else a move."""
    start = path[0].split(":")
    return f"{start[1]}@{path[-1]}" if len(start) == 2 else ">".join(path)


def compose(game: Game, steps: list[str]) -> Json:
    """Moves are two clicks."""
    return not_composed(game)


def _name(field: Field) -> str:
    return f"{field[0]},{field[1]}"


def _spot(field: Field) -> Json:
    x, y = field
    z = -x - y
    return {"x": x + z / 2, "y": ROW * z}
