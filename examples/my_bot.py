#!/usr/bin/env python3
"""A bot of your own in a few lines. Start a server with `schwarm server`, then run this file twice.

`schwarm package piranhas --file my_bot.py` makes the ZIP that the contest takes.
"""

from schwarm import Game
from schwarm.contest.program import ContestBot


class MyBot(ContestBot):
    """Captures when it can, else takes the first move there is."""

    game = "piranhas"

    def choose(self, game: Game, budget_ms: float) -> str:
        """Any legal move will do; this one looks one move ahead."""
        moves = game.legal_moves()
        fish = count(game)
        for move in moves:
            game.play(move)
            fewer = count(game) < fish
            game.undo()
            if fewer:
                return move
        return moves[0]


def count(game: Game) -> int:
    """Fish on the board: the digits of the position's rows."""
    rows = game.position().split(" ")[0]
    return sum(letter.isdigit() for letter in rows)


if __name__ == "__main__":
    raise SystemExit(MyBot().main())
