"""Records of games as a table needs them: played through as far as they go, and whose ply each was."""

from __future__ import annotations

from contextlib import suppress

from schwarm.game import Game, GameError
from schwarm.game.record import Record, start_of


def played(record: Record) -> Game:
    """The game at a record's end, as far as its moves are legal by today's rules; the end is as stored."""
    game = start_of(record)
    with suppress(GameError):
        for ply in record.plies:
            game.play(ply.move)
    return game


def movers(game: Game) -> list[str]:
    """Whose ply each move of a game was."""
    back = game.copy()
    found = []
    while back.history:
        back.undo()
        found.append(back.to_move)
    return found[::-1]
