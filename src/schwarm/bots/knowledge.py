"""What the bots know of each game: its evaluator, and its data file of weights, settings and levels."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files

from schwarm.bots.features import FeatureEvaluator
from schwarm.games.errors import UnknownGame

# Game -> module and class of its evaluator; a module is imported when its game is asked for.
EVALUATORS = {
    "hive": ("schwarm.bots.hive", "HiveEvaluator"),
    "mississippi_queen": ("schwarm.bots.mississippi_queen", "MississippiQueenEvaluator"),
    "protista": ("schwarm.bots.protista", "ProtistaEvaluator"),
    "piranhas": ("schwarm.bots.piranhas", "PiranhasEvaluator"),
}


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: at most so many nodes a move, and noise of up to so many points in each evaluation."""

    nodes: int
    noise: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    """One game's data file: weights in hundredths of a point, the search's settings, and the levels."""

    game: str
    weights: dict[str, list[int]]
    settings: dict[str, int]
    levels: dict[str, Level]

    @property
    def determinizations(self) -> int:
        """In how many ways hidden parts are filled in for a search; 1 where nothing is hidden."""
        return self.settings.get("determinizations", 1)

    def evaluator(self, weights: dict[str, list[int]] | None = None) -> FeatureEvaluator:
        """A new evaluator, with other weights than the file's if given."""
        module, name = EVALUATORS[self.game]
        made: FeatureEvaluator = getattr(import_module(module), name)(weights or self.weights, self.settings)
        return made


@cache
def knowledge(game: str) -> Knowledge:
    """What the bots know of a game, read once."""
    if game not in EVALUATORS:
        raise UnknownGame(f"expected a game of {', '.join(sorted(EVALUATORS))}, not {game!r}")
    data = json.loads(files("schwarm.bots").joinpath("data", f"{game}.json").read_text("utf-8"))
    levels = {name: Level(**numbers) for name, numbers in data["levels"].items()}
    return Knowledge(game, data["weights"], data["search"], levels)
