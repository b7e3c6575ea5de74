"""Evaluators written in plain Python, under the compiled searches: slower, and enough to begin with."""

from __future__ import annotations

import cython

from schwarm.game.game import Game
from schwarm.search.evaluator import Evaluator

MOST = 29_000  # values stay below the scores of proven wins


class PythonEvaluator(Evaluator):
    """Subclass it and write `judge`; `order` if some moves should be tried first.

    >>> import schwarm
    >>> from schwarm.search.alphabeta import AlphaBeta
    >>> class Swarm(PythonEvaluator):
    ...     def judge(self, game):
    ...         red, blue = (numbers[1] for numbers in game.standing().values())
    ...         return 100 * (red - blue)
    >>> report = AlphaBeta(Swarm()).search(schwarm.new_game("piranhas", seed=7), depth=2)
    >>> report.depth, len(report.lines)
    (2, 1)
    """

    failure: BaseException | None
    ordered: bool

    def __init__(self) -> None:
        super().__init__()
        self.failure = None
        self.ordered = type(self).order is not PythonEvaluator.order

    def require_compiled_methods(self) -> None:
        """Its methods are called through this class."""

    # --- for whoever subclasses it -------------------------------------------------------------------
    def judge(self, game: Game) -> int:
        """What a position is worth to the first side; the game is not over and stays as it is."""
        raise TypeError(f"{type(self).__name__}: expected a method judge(game)")

    def order(self, game: Game, move: int) -> int:
        """How promising the move of this code is, from 0 to 2 million; from 1 million on it is noisy."""
        return 0

    # --- called by the searches, without Python's lock -------------------------------------------------
    def value(self, game: Game) -> int:
        with cython.gil:
            return self.ask_value(game)

    def prior(self, game: Game, move: int) -> int:
        if not self.ordered:
            return 0
        with cython.gil:
            return self.ask_prior(game, move)

    def ask_value(self, game: Game) -> int:
        """The value, within bounds; 0 after an error, which `check` raises when the search has ended."""
        if self.failure is not None:
            return 0
        try:
            return max(-MOST, min(MOST, int(self.judge(game))))
        except BaseException as error:
            self.failure = error
            return 0

    def ask_prior(self, game: Game, move: int) -> int:
        """The prior, within bounds; 0 after an error."""
        if self.failure is not None:
            return 0
        try:
            return max(0, min(2_000_000, int(self.order(game, move))))
        except BaseException as error:
            self.failure = error
            return 0

    def check(self) -> None:
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
