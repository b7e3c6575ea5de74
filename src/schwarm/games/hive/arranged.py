"""Hive set up by hand: the position text of pieces put on a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from schwarm.game.board import Piece
from schwarm.game.game import Game
from schwarm.games.hive import notation
from schwarm.games.hive.options import INSECTS, KINDS, SIDES
from schwarm.games.hive.rules import Hive
from schwarm.games.hive.tables import Field

LETTERS = dict(zip(INSECTS, KINDS, strict=True))
PIECES = tuple(Piece("", kind, side) for side in SIDES for kind in LETTERS)


def write(game: Game, pieces: Sequence[Piece], side: str) -> str:
    """The text, berries as in `game`; whether it can be is for whoever reads it to say."""
    hive = cast(Hive, game)
    stacks: dict[Field, str] = {}
    for piece in sorted(pieces, key=lambda piece: piece.height):
        letter = LETTERS[piece.kind]
        ((x, y),) = notation.read_fields(piece.cell)
        stacks[x, y] = stacks.get((x, y), "") + (letter if piece.side == SIDES[0] else letter.lower())
    turn = game.turn + (game.to_move != side) * (1 if game.turn == 0 else -1)
    return notation.write_position(stacks, hive.blackberries(), hive.radius, turn)
