"""The course of a game: positions that come back, and who is ahead by the game's own numbers."""

from __future__ import annotations

from schwarm.game import rule_book
from schwarm.lab.measures.measure import Measure, Sum, ratio
from schwarm.lab.trace import Trace

TENTHS = 10


def repetition(game: Trace) -> list[float]:
    """Positions that had been there before."""
    return ratio(sum(step.repeats for step in game.steps), game.plies)


def lead(game: Trace) -> dict[str, list[float]]:
    """How far apart the sides are in each number that the game counts, whoever is ahead."""
    names = rule_book(game.game).score_names[1:]
    found = {name: [0.0, 0.0] for name in names}
    for step in game.steps:
        for name, number in zip(names, step.leads, strict=False):
            found[name][0] += abs(number)
            found[name][1] += 1
    return found


def winners_lead(game: Trace) -> dict[str, list[float]] | None:
    """How far the later winner is ahead in the last of these numbers, for each tenth of a game."""
    if game.winner is None or not game.steps or not game.steps[0].leads:
        return None
    sign = 1 if game.winner == 0 else -1
    found: dict[str, list[float]] = {}
    for number, step in enumerate(game.steps):
        part = found.setdefault(str(TENTHS * number // game.plies), [0.0, 0.0])
        part[0] += sign * step.leads[-1]
        part[1] += 1
    return found


MEASURES = (
    Measure(
        "repetition", "repeated positions", "%", "course",
        "the share of positions that had been there before in the same game, by pieces and side to move",
        "positions seen before / positions", of=repetition, compared=True, margin=0.02,
    ),
    Measure(
        "lead", "score difference", "", "course",
        "how far apart the sides are in each number that the game counts, the mean over all positions",
        "sum of |first side's number - second side's| / positions", Sum.CURVE, of=lead,
    ),
    Measure(
        "winners_lead_over_time", "the winner's lead over time", "", "course",
        "how far the later winner is ahead in the last number that the game counts, by tenths of won games",
        "sum of (winner's number - loser's) / positions of the tenth", Sum.CURVE, of=winners_lead,
    ),
)  # fmt: skip
