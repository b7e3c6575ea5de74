"""Evaluations that are sums of counted facts with weights: what the tuner can tune.

Each fact counts for the first side minus the second. It has two weights, one for the start of the game
and one for its end; in between they fade into each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schwarm.games.game import Game
from schwarm.search.evaluator import Evaluator

Weights = Mapping[str, Sequence[int]]
WHOLE = 256  # progress of a game at its end
LIMIT = 29_000


class FeatureEvaluator(Evaluator):
    """Weighs facts; a subclass counts them in `look` and says in `progress` how far the game is."""

    names: tuple[str, ...]
    count: int
    early: list[int]
    late: list[int]
    facts: list[int]

    def __init__(self, names: tuple[str, ...], weights: Weights, settings: Mapping[str, int]) -> None:
        """`weights` holds a pair for each name, in hundredths; `settings` the search's own numbers."""
        super().__init__()
        if set(names) != set(weights):
            raise ValueError(f"expected weights for {', '.join(names)}, not for {', '.join(weights)}")
        self.names = names
        self.count = len(names)
        self.early = [0] * 40
        self.late = [0] * 40
        self.facts = [0] * 40
        for number in range(self.count):
            self.early[number], self.late[number] = weights[names[number]]
        self.margin = settings["margin"]
        self.scale = settings["scale"]
        self.quiet_plies = settings["quiet_plies"]
        self.may_skip = bool(settings["may_skip"])
        self.crowd = settings["crowd"]
        self.lottery = bool(settings.get("lottery"))

    def look(self, game: Game) -> None:
        """Set facts[0:count]."""

    def progress(self, game: Game) -> int:
        """How far the game is: 0 at its start, 256 at its end."""
        return 0

    def value(self, game: Game) -> int:
        for i in range(self.count):
            self.facts[i] = 0
        self.look(game)
        first = 0
        final = 0
        for i in range(self.count):
            first += self.facts[i] * self.early[i]
            final += self.facts[i] * self.late[i]
        done = self.progress(game)
        total = (first * (WHOLE - done) + final * done) >> 8
        total = total // 100 if total >= 0 else -(-total // 100)
        return max(-LIMIT, min(LIMIT, total))

    # --- for the tuner ---------------------------------------------------------------------------
    def facts_of(self, game: Game) -> tuple[list[int], int]:
        """The facts of a position and its progress."""
        self.value(game)
        return [self.facts[i] for i in range(self.count)], self.progress(game)
