"""Evaluations that are weighted sums of features: what the tuner can tune.

A feature is a number counted on the board for the first side, minus the same number for the second side.
It has two weights, one for the start of the game and one for its end (a tapered evaluation): in between the
weight changes evenly with the progress of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schwarm.game.game import Game
from schwarm.search.evaluator import Evaluator

Weights = Mapping[str, Sequence[int]]
MOST_FEATURES = 64  # the compiled evaluator has room for so many
FULL_PROGRESS = 256  # progress of a game at its end
LIMIT = 29_000  # values stay below the scores of proven wins


def feature_names(**numbers: int) -> tuple[str, ...]:
    """The names of a game's features in the order of their numbers, which must be 0, 1, 2 and so on.

    >>> feature_names(mobility=1, material=0)
    ('material', 'mobility')
    """
    names = tuple(sorted(numbers, key=lambda name: numbers[name]))
    if sorted(numbers.values()) != list(range(len(names))):
        raise ValueError(f"expected features numbered from 0 to {len(names) - 1}, not {numbers}")
    return checked_names(names)


def checked_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names, if there is room for so many features."""
    if not 1 <= len(names) <= MOST_FEATURES:
        raise ValueError(f"expected 1 to {MOST_FEATURES} features, not {len(names)}")
    return names


class FeatureEvaluator(Evaluator):
    """Weighs features; a subclass counts them and says how far the game has progressed."""

    names: tuple[str, ...]
    count: int
    early: list[int]
    late: list[int]
    features: list[int]

    def __init__(self, names: tuple[str, ...], weights: Weights, settings: Mapping[str, int]) -> None:
        """`weights` holds a pair in hundredths for each name, `settings` the numbers the search uses."""
        super().__init__()
        self.names = checked_names(names)
        if set(names) != set(weights):
            raise ValueError(f"expected weights for {', '.join(names)}, not for {', '.join(weights)}")
        self.count = len(names)
        self.early = [0] * 64
        self.late = [0] * 64
        self.features = [0] * 64
        for number in range(self.count):
            self.early[number], self.late[number] = weights[names[number]]
        self.futility_margin = settings["futility_margin"]
        self.scale = settings["scale"]
        self.quiescence_plies = settings["quiescence_plies"]
        self.null_moves = bool(settings["null_moves"])
        self.late_move_count = settings["late_move_count"]
        self.chance_moves = bool(settings.get("chance_moves"))

    def count_features(self, game: Game) -> None:
        """Set features[0:count], which are all 0 before."""

    def progress(self, game: Game) -> int:
        """How far the game is: 0 at its start, FULL_PROGRESS at its end."""
        return 0

    def value(self, game: Game) -> int:
        for i in range(self.count):
            self.features[i] = 0
        self.count_features(game)
        early = 0
        late = 0
        for i in range(self.count):
            early += self.features[i] * self.early[i]
            late += self.features[i] * self.late[i]
        done = self.progress(game)
        total = (early * (FULL_PROGRESS - done) + late * done) >> 8
        total = total // 100 if total >= 0 else -(-total // 100)
        return max(-LIMIT, min(LIMIT, total))

    # --- for the tuner ---------------------------------------------------------------------------
    def features_of(self, game: Game) -> tuple[list[int], int]:
        """The features of a position and the game's progress."""
        self.value(game)
        return [self.features[i] for i in range(self.count)], self.progress(game)
