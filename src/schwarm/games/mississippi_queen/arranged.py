"""Mississippi Queen set up by hand: the position text of ships put on a river."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from schwarm.game.board import Piece
from schwarm.game.errors import BadPosition, Refusal
from schwarm.game.game import Game
from schwarm.game.rulebook import Number
from schwarm.games.mississippi_queen.notation import BERTHS, FASTEST, MOST_COAL, MOST_FREE, SIDES, write_ship
from schwarm.games.mississippi_queen.rules import MississippiQueen

PIECES = tuple(Piece("", "ship", side, 0, course=0) for side in SIDES)
NUMBERS = (
    Number("speed", 1, FASTEST),
    Number("coal", 0, MOST_COAL),
    Number("passengers", 0, BERTHS),
    Number("free_turns", 1, MOST_FREE),
)
FIRST_NUMBER = 3  # of a ship's text; X, Y and the direction come before


def write(game: Game, pieces: Sequence[Piece], side: str) -> str:
    """The text: ships as in `game`, but where and as they were put; the river stays as it is."""
    queen = cast(MississippiQueen, game)
    river, *_, latest = game.public_position().split(" ")
    spots = {cell.name: (cell.column, cell.row) for cell in game.board().cells}
    ships = []
    for number, name in enumerate(SIDES):
        found = [piece for piece in pieces if piece.kind == "ship" and piece.side == name]
        if len(found) != 1 or found[0].cell not in spots:
            raise BadPosition(Refusal("mississippi_queen/one_ship", side=name, count=len(found)))
        course = found[0].course or 0
        ship = queen.ship(number)._replace(course=course % 6)
        ships.append(write_ship(ship, spots[found[0].cell]))
    return f"{river} {' '.join(ships)} {game.turn} {side} {latest}"


def adjust(text: str, numbers: Mapping[str, Mapping[str, int]]) -> str:
    """The text with other numbers of the ships."""
    words = text.split(" ")
    for at, side in enumerate(SIDES, 1):
        ship = words[at].split(",")
        for place, number in enumerate(NUMBERS, FIRST_NUMBER):
            ship[place] = str(numbers.get(side, {}).get(number.name, ship[place]))
        words[at] = ",".join(ship)
    return " ".join(words)
