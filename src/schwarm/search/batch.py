"""Evaluators for tree search that are written in Python and evaluate many positions at once.

A neural network on a graphics card evaluates a hundred positions in the time of one. So the tree search
gathers leaves, hands their positions over together, and goes on with the values and priors it gets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cython

from schwarm.game.game import Game
from schwarm.game.rulebook import Move
from schwarm.search.evaluator import Evaluator

REMEMBERED = 1 << 17  # positions whose evaluation is kept; then all are forgotten
LEAST_SHARE = 1e-6  # for moves without a prior: a share of 0 for all moves could not be divided


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a batch evaluator says of one position.

    `value` is the expected result for the FIRST side, from -1 (lost) to 1 (won). `priors` give some or all
    legal moves a share of the search; they need not sum to 1. Moves that are not named get hardly any,
    but without any priors all moves are equal.
    """

    value: float
    priors: Mapping[str, float] | Mapping[Move, float] = field(default_factory=dict)


class BatchEvaluator(Evaluator):
    """Subclass it in Python and write `evaluate_batch`; tree search does the rest.

    >>> from schwarm.game import new_game
    >>> from schwarm.search.mcts import Tree
    >>> class Mobility(BatchEvaluator):
    ...     def evaluate_batch(self, games):
    ...         return [Evaluation((1 - 2 * game.side) * len(game.legal_moves()) / 1000) for game in games]
    >>> tree = Tree(Mobility(), batch_size=8)
    >>> tree.search(new_game("piranhas", seed=7), simulations=40)
    40

    What it said of a position is remembered, so one that occurs again costs nothing.
    """

    known: dict[int, tuple[float, dict[int, float]]]

    def __init__(self) -> None:
        super().__init__()
        self.known = {}

    def require_compiled_methods(self) -> None:
        """Nothing is required: this class calls the methods written in Python itself."""

    def evaluate_batch(self, games: list[Game]) -> Sequence[Evaluation]:
        """One evaluation for each game; the games are copies, to be left at the positions they came with."""
        raise TypeError(f"{type(self).__name__}: expected a method evaluate_batch(games)")

    # --- what the tree search asks -----------------------------------------------------------------
    def learn(self, games: list[Game]) -> list[float]:
        """Evaluate some positions, remember the results, and return the values."""
        keys = [game.zobrist() for game in games]
        found = self.evaluate_batch(games)
        if len(found) != len(keys):
            raise ValueError(f"expected {len(keys)} evaluations, not {len(found)}")
        if len(self.known) + len(keys) > REMEMBERED:
            self.known.clear()
        for key, game, evaluation in zip(keys, games, found, strict=True):
            if not -1 <= evaluation.value <= 1:
                raise ValueError(f"expected a value from -1 to 1, not {evaluation.value}")
            shares: dict[int, float] = {}
            for move, share in evaluation.priors.items():
                if not 0 <= share < 1e300:
                    raise ValueError(f"expected a prior of 0 or more for {move}, not {share}")
                shares[move.code if type(move) is Move else game.read(move)] = float(share)
            self.known[key] = (float(evaluation.value), shares)
        return [float(evaluation.value) for evaluation in found]

    def knows(self, game: Game) -> bool:
        with cython.gil:
            return game.key() in self.known

    def expectation(self, game: Game) -> float:
        with cython.gil:
            found = self.known.get(game.key())
            return found[0] if found else 0.0

    def policy(self, game: Game, move: int) -> float:
        with cython.gil:
            found = self.known.get(game.key())
            if not found or not found[1]:
                return 1.0
            return max(found[1].get(move, 0.0), LEAST_SHARE)

    # --- called from Python -------------------------------------------------------------------------
    def evaluate(self, game: Game) -> int:
        """The value in points of which `scale` win about three games of four; at most 19 times as many."""
        expected = self.win_expectation(game)
        return round(self.scale * expected / max(1 - abs(expected), 0.05))

    def win_expectation(self, game: Game) -> float:
        """The expected result for the first side, from -1 (lost) to 1 (won)."""
        if not self.knows(game):
            self.learn([game.copy()])
        return self.expectation(game)

    def policy_of(self, game: Game) -> dict[Move, float]:
        """Each candidate move with its share of the first visits in tree search; the shares sum to 1."""
        if not self.knows(game):
            self.learn([game.copy()])
        return Evaluator.policy_of(self, game)
