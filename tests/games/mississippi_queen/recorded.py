"""What the tests of Mississippi Queen share: recorded states put up as positions, and hashes of lists."""

import hashlib
from collections.abc import Iterable
from typing import Any

import schwarm
from schwarm.games.mississippi_queen.rules import MississippiQueen

SIDES = ("red", "blue")


def river(board: list[dict[str, Any]], left: list[int]) -> str:
    """The river's text; passengers wait only in the segments listed."""
    gone = str.maketrans("012345", "abcdef")
    letters = [part["f"] if part["i"] in left else part["f"].translate(gone) for part in board]
    return "/".join(f"{part['d']}{fields}" for part, fields in zip(board, letters, strict=True))


def position(board: list[dict[str, Any]], state: dict[str, Any]) -> str:
    """A recorded state as a position text."""
    ships = []
    for ship, free in zip((state["r"], state["b"]), state["fts"], strict=True):
        x, y, course, speed, coal, _, aboard, _ = ship
        ships.append(f"{x},{y},{course},{speed},{coal},{aboard},{free}")
    front = max(state["r"][5], state["b"][5], state["v"][1] - 1)
    return f"{river(board, state['p'])} {' '.join(ships)} {state['t']} {SIDES[state['c']]} {front}"


def put_up(
    board: list[dict[str, Any]], state: dict[str, Any], profile: str, **options: Any
) -> MississippiQueen:
    """A game at a recorded state."""
    game = schwarm.new_game("mississippi_queen", profile=profile, position=position(board, state), **options)
    assert isinstance(game, MississippiQueen)
    return game


def recorded(game: MississippiQueen) -> dict[str, Any]:
    """The state as the recordings write it."""
    ships = []
    for side in range(2):
        ship = game.ship(side)
        x, y = game.coordinates(ship.field)
        ships.append(
            [x, y, ship.course, ship.speed, ship.coal, ship.field // 20, ship.aboard, game.points()[side]]
        )
    letters = game.position().split(" ")[0].split("/")
    return {
        "t": game.turn,
        "c": game.side,
        "ft": int(game.ship(game.side).free == 2),
        "fts": [game.ship(0).free, game.ship(1).free],
        "r": ships[0],
        "b": ships[1],
        "v": list(game.window()),
        "p": [i for i, segment in enumerate(letters) if any(letter.isdigit() for letter in segment[1:])],
    }


def digest(texts: Iterable[str]) -> str:
    """Hash of a list as in the recordings."""
    return hashlib.sha256("\n".join(sorted(texts)).encode()).hexdigest()[:16]
