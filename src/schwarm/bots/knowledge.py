"""What the bots know of each game: its evaluator, and its data file of weights, settings and levels."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from schwarm.bots.evaluation import evaluation_of, read_bot_file
from schwarm.bots.features import FeatureEvaluator
from schwarm.game import GameError, rule_book
from schwarm.search.evaluator import Evaluator

if TYPE_CHECKING:
    from schwarm.bots.learned import LearnedEvaluator, Net, NetFile
    from schwarm.search.policy import Policy


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: at most so many nodes a move, and noise of up to so many points in each evaluation."""

    nodes: int
    noise: int


# The levels of games of which only the rules are known: simulations with a random game each (rollouts.py).
SIMULATIONS = (80, 140, 240, 400, 700, 1200, 2000, 3500, 6000, 10_000)
RULES_ALONE = {str(number): Level(nodes, 0) for number, nodes in enumerate(SIMULATIONS, 1)}


@dataclass(frozen=True, slots=True)
class Knowledge:
    """One game's data file: weights in hundredths of a point, the search's settings, and the levels."""

    game: str
    weights: dict[str, list[int]]
    settings: dict[str, int]
    levels: dict[str, Level]
    version: str = ""  # of a frozen player; empty for today's
    best: dict[str, int] = field(default_factory=dict)  # settings of the strongest player that differ
    levels_by_hand: bool = False  # levels judge without a net, as they did when they were measured
    net: NetFile | None = None  # what judges instead of the net that comes with the package
    net_file: str = "best.net"  # that one's; empty: there is none
    rules: dict[str, int] = field(default_factory=dict)  # weights of what the rules count, chosen by hand
    levels_net: str = ""  # the file of the net that levels were measured with, where that is another one
    strives: bool = True  # does the strongest player search as it does since version 0.2?
    chance_scale: int = 400  # points of the strongest player that make odds of e to 1, by results of games
    policy_weights: dict[str, list[float]] = field(default_factory=dict)  # of random games and tree search
    escapes: bool = True  # ... and leave a move that loses for the one it was about to search when time ends?

    @property
    def determinizations(self) -> int:
        """In how many ways hidden parts are filled in for a search; 1 where nothing is hidden."""
        return self.settings.get("determinizations", 1)

    def evaluator(self, weights: dict[str, list[int]] | None = None, *, strongest: bool = False) -> Evaluator:
        """A new evaluator without a net; of a game without a data file it sees wins and losses only."""
        own = evaluation_of(self.game)
        if own is None:
            return Evaluator()
        settings = {**self.settings, **self.best} if strongest else self.settings
        return own.evaluator(weights or self.weights, settings)

    def feature_evaluator(
        self, weights: dict[str, list[int]] | None = None, *, strongest: bool = False
    ) -> FeatureEvaluator:
        """The evaluator that counts features, with other weights than the file's if given.

        It has the search settings of the levels, or those of the strongest player.
        """
        made = self.evaluator(weights, strongest=strongest)
        if not isinstance(made, FeatureEvaluator):
            raise GameError(f"expected a game with an evaluation to tune, not {self.game}")
        return made

    def ruled(self) -> Evaluator:
        """The evaluator that knows the rules alone: what they count and the way to it."""
        return self.evaluator({name: [self.rules.get(name, 0)] * 2 for name in self.weights})

    def strongest(self, net_file: str = "") -> Evaluator:
        """The strongest player's evaluator: learned where there is a net; frozen players keep theirs.

        `net_file`: another net that comes with the package.
        """
        from schwarm.bots.learned import shared, shipped_net

        if self.net is not None:
            return self.learned(self.net)
        file = net_file or self.net_file
        net = shipped_net(self.game, file) if file else None
        if net is None:
            return self.evaluator(strongest=True)
        return self.learned(net, shared(self.game, file))

    def levelled(self) -> Evaluator:
        """The evaluator of a level: that which it was measured with."""
        return self.evaluator(strongest=True) if self.levels_by_hand else self.strongest(self.levels_net)

    def policy(self) -> Policy | None:
        """What draws the moves of random games and gives first visits; None where the game has no policy."""
        own = evaluation_of(self.game)
        return None if own is None or own.policy is None else own.policy(self.policy_weights)

    def striving(self) -> Evaluator:
        """The evaluator of a player without a level: the strongest, with settings tried with it alone."""
        made = self.strongest()
        made.futility_margin = self.best.get("net_futility_margin", made.futility_margin)
        made.quiescence_plies = self.best.get("net_quiescence_plies", made.quiescence_plies)
        return made

    def learned(self, net: NetFile, ready: Net | None = None) -> LearnedEvaluator:
        """A new evaluator with a net; its numbers may have been unpacked before."""
        from schwarm.bots.learned import learned_evaluator

        return learned_evaluator(net, self.evaluator(strongest=True), ready=ready)


@cache
def knowledge(game: str, version: str = "") -> Knowledge:
    """What the bots know of a game, today or in an earlier version, read once."""
    known = read_bot_file(game, f"bots-{version}.json" if version else "bots.json")
    if known is None:
        return Knowledge(rule_book(game).name, {}, {}, RULES_ALONE)
    levels = {name: Level(**numbers) for name, numbers in known["levels"].items()}
    return Knowledge(
        game,
        known["weights"],
        known["search"],
        levels,
        version,
        known.get("best", {}),
        levels_by_hand=bool(known.get("levels_by_hand")),
        levels_net=known.get("levels_net", ""),
        net_file=known.get("net", {}).get("file", "") if version else "best.net",
        rules=known.get("rules", {}),
        strives=bool(known.get("strives", not version)),
        escapes=bool(known.get("escapes", not version)),
        policy_weights=known.get("policy", {}),
        chance_scale=known.get("chance_scale", known["search"].get("scale", 400)),
    )
