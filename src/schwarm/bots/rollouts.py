"""Players that know nothing but the rules: a position is worth what random games from it give.

They judge every set of rules alike, where a tuned evaluation fits the rules it was tuned for. And they are
the bots of games whose folder offers no evaluation.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from schwarm.bots.bot import RandomBot, policy_tree, simulate
from schwarm.bots.clock import BUDGET_MS
from schwarm.bots.knowledge import knowledge
from schwarm.game import rule_book
from schwarm.game.errors import GameError
from schwarm.game.game import Game
from schwarm.game.random64 import Stream
from schwarm.game.rulebook import Move
from schwarm.search.batch import BatchEvaluator, Evaluation
from schwarm.search.evaluator import Evaluator
from schwarm.search.forest import Forest
from schwarm.search.mcts import Tree
from schwarm.search.open_loop import OpenLoopTree
from schwarm.search.playouts import PlayoutCounter
from schwarm.search.report import Listener

LONGEST = 400  # plies of a random game; then it counts as drawn
ROOM = 1 << 15  # nodes of the tree
MOST = 1_000_000  # simulations of a player that only the clock limits
IN_TIME = 0.85  # the part of its time that is used: the last random game may take a moment


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
    book, known = rule_book(name), knowledge(name)
    if known.policy() is not None:
        return Forest([policy_tree(known, Evaluator(), playout_share=1.0, seed=seed)])
    kind = OpenLoopTree if book.chance or book.hidden else Tree
    return Forest([kind(RolloutEvaluator(seed), ROOM, seed=seed)])


class RolloutBot:
    """Tree search with random games at its leaves; a level has a number of simulations."""

    def __init__(self, name: str, game: str, simulations: int, *, seed: int = 0) -> None:
        self.name = name
        self.game = game
        self.simulations = simulations
        self.seed = seed

    def choose(
        self,
        game: Game,
        budget_ms: int = BUDGET_MS,
        *,
        started: float | None = None,
        listener: Listener | None = None,
    ) -> Move:
        """The move tried most often; it depends on the position and the simulations made in time alone."""
        if game.name != self.game:
            raise GameError(f"expected a game of {self.game}, not of {game.name}")
        begun = time.monotonic() if started is None else started
        report = simulate(
            game,
            simulations=self.simulations,
            deadline=begun + budget_ms * IN_TIME / 1000,
            forest=rollout_forest(self.game, seed=self.seed),
        )
        if listener is not None:
            listener(report)
        return report.move


class StandingBot(RandomBot):
    """Looks one ply ahead, at the sides' numbers if the game were stopped there; else at random."""

    name = "greedy"

    def candidates(self, game: Game) -> list[Move]:
        """Winning moves, else those with the best difference of numbers."""
        view = game.view()
        moves = view.legal_moves()
        own, enemy = view.to_move, next(side for side in view.setup.book.sides if side != view.to_move)
        worth = [view.after(move.code, lambda: standing_of(view, own, enemy)) for move in moves]
        best = max(worth, default=())
        return [move for move, value in zip(moves, worth, strict=True) if value == best]


def standing_of(game: Game, own: str, enemy: str) -> tuple[int, ...]:
    """How far a side is ahead: by the outcome, then by the numbers of its standing."""
    outcome = game.outcome()
    winner = 0 if outcome is None or outcome.winner is None else 1 if outcome.winner == own else -1
    numbers = game.standing()
    return winner, *(one - other for one, other in zip(numbers[own], numbers[enemy], strict=True))
