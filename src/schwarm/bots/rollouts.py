"""An evaluator that knows nothing but the rules: a position is worth what random games from it give.

It judges every set of rules alike, where a tuned evaluation fits the rules it was tuned for.
"""

from __future__ import annotations

from collections.abc import Sequence

from schwarm.games import rule_book
from schwarm.games.game import Game
from schwarm.games.random64 import Stream
from schwarm.search.batch import BatchEvaluator, Evaluation
from schwarm.search.forest import Forest
from schwarm.search.mcts import Tree
from schwarm.search.open_loop import OpenLoopTree
from schwarm.search.playouts import PlayoutCounter

LONGEST = 400  # plies of a random game; then it counts as drawn
ROOM = 1 << 15  # nodes of the tree


class RolloutEvaluator(BatchEvaluator):
    """Plays one random game from each position."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self.chances = Stream(seed, 77)

    def evaluate_batch(self, games: list[Game]) -> Sequence[Evaluation]:
        """The result of a random game from each position, for the first side."""
        return [Evaluation(self.result(game)) for game in games]

    def result(self, game: Game) -> float:
        """1 won, -1 lost, 0 drawn or cut off."""
        counter = PlayoutCounter(self.chances.word())
        counter.run(game, 1, LONGEST)
        return float(counter.wins - counter.losses)


def rollout_forest(name: str, *, seed: int = 0) -> Forest:
    """An empty search tree for `simulate` with random games at its leaves."""
    book = rule_book(name)
    kind = OpenLoopTree if book.chance or book.hidden else Tree
    return Forest([kind(RolloutEvaluator(seed), ROOM, seed=seed)])
