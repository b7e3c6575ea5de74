"""How well each player plays under each rule, by its matches against the yardsticks there.

A player's games say something of a rule only if it can play under that rule. The first yardstick (usually
`greedy`, which looks one ply ahead) is the bar: who beats it for sure is strong, who scores less than half
against it is a beginner, whatever the player is called; in between nothing is shown yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from schwarm import players
from schwarm.bots.evaluation import evaluation_of
from schwarm.bots.knowledge import knowledge
from schwarm.bots.learned import shipped_file
from schwarm.lab.figures import Figure
from schwarm.lab.measures.skill import WEAKER
from schwarm.lab.study import TUNED
from schwarm.lab.variants import BASE, VERSUS
from schwarm.players import BotSpec, FunctionSpec
from schwarm.players.checks import BY_HAND, BY_RULES, ROLLOUTS

if TYPE_CHECKING:
    from schwarm.lab.results import Results

HALF = 0.5


class Grade(StrEnum):
    """What a player is under a rule."""

    STRONG = "strong"
    UNPROVEN = "unproven"  # above half, but that may be luck
    BEGINNER = "beginner"
    UNKNOWN = "unknown"  # no matches were played


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """A player under a rule: its level, and its own share of the points against each yardstick."""

    level: Grade
    scores: dict[str, Figure]


def kind_of(text: str, game: str) -> str:
    """What a player judges positions by: a net, weights (the game's or tuned ones), the rules alone, ..."""
    spec = players.read(text)
    if isinstance(spec, FunctionSpec):
        return "function"
    if not isinstance(spec, BotSpec):
        return "net"
    if spec.bot in (TUNED, "random", "greedy"):
        return spec.bot
    if spec.bot in (ROLLOUTS, BY_RULES) or evaluation_of(game) is None:
        return "rules"
    known = knowledge(game)
    levelled = spec.noise is not None or spec.bot in known.levels
    if spec.bot.startswith("best-"):
        return "net" if knowledge(game, spec.bot.removeprefix("best-")).net_file else "weights"
    by_hand = spec.bot == BY_HAND or (levelled and known.levels_by_hand)
    return "weights" if by_hand or shipped_file(game) is None else "net"


def standing(results: Results, variant: str, player: str) -> PlayerStanding:
    """How well somebody plays under a rule; a yardstick itself is a beginner."""
    scores: dict[str, Figure] = {}
    for stick in results.yardsticks:
        arm = results.arm(variant, f"{stick}{VERSUS}{player}")
        found = arm.figures.get(WEAKER, {}).get("") if arm is not None else None
        if found is not None:
            scores[stick] = Figure(
                value=1 - found.value, low=1 - found.high, high=1 - found.low, games=found.games
            )
    if player in results.yardsticks:
        return PlayerStanding(Grade.BEGINNER, scores)
    bar = scores.get(results.yardsticks[0]) if results.yardsticks else None
    if bar is None:
        return PlayerStanding(Grade.UNKNOWN, scores)
    if bar.low > HALF:
        return PlayerStanding(Grade.STRONG, scores)
    return PlayerStanding(Grade.UNPROVEN if bar.value >= HALF else Grade.BEGINNER, scores)


def level(results: Results, variant: str, player: str) -> Grade:
    """The lesser of what a player is under a rule and under the base, to which the rule is compared."""
    here, there = (standing(results, name, player).level for name in (variant, BASE))
    order = list(Grade)
    return max(here, there, key=order.index)
