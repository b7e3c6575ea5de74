"""Piranhas as a picture: fish by weight, kraken, and the swarms as lines between the fish."""

from __future__ import annotations

from collections import Counter

from schwarm.games import Game
from schwarm.games.piranhas.options import SIDES
from schwarm.web.boards import Json, last_way, not_composed

HIDDEN = False
COMPOSED = False
SIZE = 10
LETTERS = "ABCDEFGHIJ"
CELLS = [
    {"id": f"{LETTERS[x]}{y}", "x": x, "y": SIZE - 1 - y, "kind": "water"}
    for x in range(SIZE)
    for y in range(SIZE)
]
Square = tuple[int, int]


def board(game: Game) -> Json:
    """Fish, kraken and swarms."""
    fish, kraken = _fish(game)
    pieces = [
        {"cell": _name(square), "side": side, "kind": "fish", "size": weight}
        for square, (side, weight) in fish.items()
    ]
    pieces += [{"cell": _name(square), "kind": "kraken"} for square in kraken]
    sides: Json = {}
    links: list[Json] = []
    marks: list[Json] = []
    taken = _taken(game, fish)
    for side in SIDES:
        swarms = _swarms({square: weight for square, (owner, weight) in fish.items() if owner == side})
        weights = [sum(fish[square][1] for square in swarm) for swarm in swarms]
        heaviest = max(weights, default=0)
        for swarm, weight in zip(swarms, weights, strict=True):
            top = weight == heaviest and len(swarm) > 1
            links += [
                {"from": _name(a), "to": _name(b), "side": side, "strong": top}
                for a in swarm
                for b in _near(a)
                if b in swarm and a < b
            ]
            if top:
                marks += [{"cell": _name(square), "kind": "swarm", "side": side} for square in swarm]
        sides[side] = {
            "facts": [
                {"key": "swarm", "value": heaviest},
                {"key": "swarms", "value": len(swarms)},
                {"key": "weight", "value": sum(weights)},
            ],
            "taken": [
                {"kind": "fish", "size": size, "side": side, "count": count}
                for size, count in sorted(taken[side].items())
                if count
            ],
        }
    credit = game.position().split(" ")[2]
    if credit in sides:
        sides[credit]["facts"].append({"key": "first_swarm", "value": "✓"})
    return {
        "kind": "square",
        "cells": CELLS,
        "pieces": pieces,
        "marks": marks,
        "links": links,
        "sides": sides,
        "view": [-0.5, -0.5, SIZE, SIZE],
        "rounds": game.options["rounds"],
    }


def choices(game: Game) -> list[Json]:
    """Start and target of each move."""
    fish, _ = _fish(game)
    taken = {_name(square) for square, (side, _) in fish.items() if side != game.to_move}
    found = []
    for move in game.legal_moves():
        start, goal = move.split("-")
        found.append({"move": str(move), "path": [start, goal], "capture": goal in taken})
    return found


def last(game: Game) -> Json | None:
    """Start and target of the last move."""
    return last_way(game, path)


def path(game: Game, move: str) -> list[str]:
    """Start and target."""
    return move.split("-")


def text(game: Game, path: list[str]) -> str:
    """Start and target joined."""
    return "-".join(path)


def compose(game: Game, steps: list[str]) -> Json:
    """Moves are two clicks."""
    return not_composed(game)


def _fish(game: Game) -> tuple[dict[Square, tuple[str, int]], list[Square]]:
    """The fish with side and weight, and the kraken."""
    fish: dict[Square, tuple[str, int]] = {}
    kraken = []
    for y, row in enumerate(game.position().split(" ")[0].split("/")):
        for x, letter in enumerate(row):
            if letter == "#":
                kraken.append((x, y))
            elif letter != ".":
                number = int(letter) - 1
                fish[x, y] = SIDES[number // 3], number % 3 + 1
    return fish, kraken


def _taken(game: Game, fish: dict[Square, tuple[str, int]]) -> dict[str, Counter[int]]:
    """What each side has lost since the start, by weight."""
    start = game.copy()
    while start.history:
        start.undo()
    lost = {side: Counter[int]() for side in SIDES}
    for side, weight in _fish(start)[0].values():
        lost[side][weight] += 1
    for side, weight in fish.values():
        lost[side][weight] -= 1
    return lost


def _swarms(fish: dict[Square, int]) -> list[set[Square]]:
    rest = set(fish)
    found = []
    while rest:
        swarm, edge = set(), [rest.pop()]
        while edge:
            square = edge.pop()
            swarm.add(square)
            edge += [near for near in _near(square) if near in rest]
            rest.difference_update(edge)
        found.append(swarm)
    return found


def _near(square: Square) -> list[Square]:
    x, y = square
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def _name(square: Square) -> str:
    return f"{LETTERS[square[0]]}{square[1]}"
