"""What the bots know of each game: which evaluator, and its data file of weights, settings and levels."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING

from schwarm.bots.features import FeatureEvaluator
from schwarm.games.errors import UnknownGame
from schwarm.search.evaluator import Evaluator

if TYPE_CHECKING:
    from schwarm.bots.learned import LearnedEvaluator, Net, NetFile

# game -> its evaluator; opened only when asked for.
EVALUATORS = {
    "hive": ("schwarm.bots.hive", "HiveEvaluator"),
    "mississippi_queen": ("schwarm.bots.mississippi_queen", "MississippiQueenEvaluator"),
    "protista": ("schwarm.bots.protista", "ProtistaEvaluator"),
    "piranhas": ("schwarm.bots.piranhas", "PiranhasEvaluator"),
}


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: at most so many nodes a move, values blurred by up to so much."""

    nodes: int
    noise: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    """One game's data file. Weights are in hundredths of a point."""

    game: str
    weights: dict[str, list[int]]
    settings: dict[str, int]
    levels: dict[str, Level]
    version: str = ""  # of a frozen player; empty for today's

    @property
    def drawings(self) -> int:
        """In how many ways what is hidden is drawn in; 1 where all is open."""
        return self.settings.get("drawings", 1)

    def evaluator(self, weights: dict[str, list[int]] | None = None) -> FeatureEvaluator:
        """A new evaluator, with other weights than the file's if given."""
        module, name = EVALUATORS[self.game]
        made: FeatureEvaluator = getattr(import_module(module), name)(weights or self.weights, self.settings)
        return made

    def strongest(self) -> Evaluator:
        """The evaluator of the strongest player: the learned one where there is one; frozen players keep theirs."""
        from schwarm.bots.learned import shared, shipped_net

        net = None if self.version else shipped_net(self.game)
        return self.evaluator() if net is None else self.learned(net, shared(self.game))

    def learned(self, net: NetFile, ready: Net | None = None) -> LearnedEvaluator:
        """A new evaluator with a net; its numbers may have been unpacked before."""
        from schwarm.bots.learned import learned_evaluator

        return learned_evaluator(net, self.evaluator(), ready=ready)


@cache
def knowledge(game: str, version: str = "") -> Knowledge:
    """What is known of a game, today or to the players of an earlier version."""
    if game not in EVALUATORS:
        raise UnknownGame(f"expected a game of {', '.join(sorted(EVALUATORS))}, not {game!r}")
    data = json.loads(files("schwarm.bots").joinpath("data", version, f"{game}.json").read_text("utf-8"))
    levels = {name: Level(**numbers) for name, numbers in data["levels"].items()}
    return Knowledge(game, data["weights"], data["search"], levels, version)
