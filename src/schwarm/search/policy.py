"""The seam between tree search and the cheap knowledge of one game: moves for random games, first visits.

A policy is asked thousands of times a second, so it knows little: no search, no evaluation. The one here
knows nothing: all legal moves are equally likely. A game offers a better one, compiled, by its `Evaluation`.
"""

from __future__ import annotations

from schwarm.game.game import Game
from schwarm.game.rulebook import Move


class Policy:
    """Draws moves for random games, and says how promising the moves of a position are."""

    def begin(self, game: Game) -> None:
        """Look at a position; `weight` is asked about its moves next."""

    def weight(self, game: Game, move: int) -> float:
        """How promising a move is, above 0; weights count in proportion to each other."""
        return 1.0

    def draw(self, game: Game, word: int) -> bool:
        """Write one legal move, chosen by a random word, to stack[0]; False if there is none."""
        return game.pick(word)

    def mover(self, game: Game) -> int:
        """Who moves, 0 to 7: the side, or a part of it that has moves of its own."""
        return game.side

    def result(self, game: Game) -> float:
        """What an ended game is worth to the first side, from -1 to 1; a clearer win may be worth more."""
        return 1.0 * game.score()

    # --- called from Python -------------------------------------------------------------------------
    def random_move(self, game: Game, word: int) -> Move | None:
        """The legal move that a random word draws; None if there is none."""
        return game.move_of(game.stack[0]) if self.draw(game, word) else None

    def shares(self, game: Game) -> dict[Move, float]:
        """Each candidate move with its share; the shares sum to 1."""
        moves = [game.stack[i] for i in range(game.list_candidates(0))]
        self.begin(game)
        weights = [self.weight(game, move) for move in moves]
        return {
            game.move_of(move): weight / sum(weights) for move, weight in zip(moves, weights, strict=True)
        }
