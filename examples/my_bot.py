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
        """Any legal move will do; `describe` says what a move does."""
        moves = game.legal_moves()
        for move in moves:
            if game.describe(move).captured:
                return move
        return moves[0]


if __name__ == "__main__":
    raise SystemExit(MyBot().main())
