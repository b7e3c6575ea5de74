"""Does skill tell? Elo between players, ladders, and what doubled thinking is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import log2
from operator import itemgetter

from pydantic import BaseModel

from schwarm import players as grammar
from schwarm.lab.arm_games import ArmGames
from schwarm.lab.figures import Figure, figure
from schwarm.lab.measures.skill import DOUBLING, ELO, WEAKER
from schwarm.lab.statistics import BLOCKS, Bootstrap, Interval, elo
from schwarm.lab.study import Study
from schwarm.lab.variants import VERSUS, Arm
from schwarm.players import BotSpec


class SkillTrace(BaseModel):
    """What doubled thinking is worth: the score of who has twice the nodes, by the nodes of the other."""

    steps: dict[int, Figure]
    mean: Figure


def add_elo(figures: dict[str, dict[str, Figure]], arm: Arm) -> None:
    """Add the Elo that a match means."""
    share = figures[WEAKER][""]
    between = {part: elo(getattr(share, part), share.games) for part in ("value", "low", "high")}
    doublings = _doublings(arm)
    for name, by in ((ELO, 1.0), (DOUBLING, doublings)):
        if by:
            figures[name] = {
                "": Figure(
                    value=between["value"] / by,
                    low=between["high"] / by,
                    high=between["low"] / by,
                    games=share.games,
                )
            }


def _doublings(arm: Arm) -> float:
    """How often the nodes double from one player to the other; 0 if that cannot be said."""
    specs = [grammar.read(text) for text in arm.players.split(VERSUS)]
    nodes = [spec.nodes if isinstance(spec, BotSpec) else 0 for spec in specs]
    return log2(nodes[1] / nodes[0]) if len(nodes) == 2 and all(nodes) and nodes[0] != nodes[1] else 0.0


def rungs(study: Study, found: Mapping[tuple[str, str], Figure]) -> dict[str, tuple[int, int]]:
    """For each ladder of three players or more: how many of them each beat the one below for sure.

    `found` has the weaker player's share of the points in each match.
    """
    made: dict[str, tuple[int, int]] = {}
    for ladder in study.skill:
        pairs = [
            f"{low}{VERSUS}{high}" for low, high in zip(ladder.players, ladder.players[1:], strict=False)
        ]
        for variant in dict.fromkeys(name for name, _ in found):
            steps = [found[variant, pair] for pair in pairs if (variant, pair) in found]
            if len(steps) == len(pairs) > 1:
                sure = sum(weaker.high < 0.5 for weaker in steps)
                made[variant] = (1 + sure, len(ladder.players))
    return made


def skill_trace(found: Iterable[ArmGames]) -> dict[str, SkillTrace]:
    """Of every variant with matches whose second player has twice the nodes of the first, otherwise alike."""
    steps: dict[str, list[tuple[int, ArmGames]]] = {}
    for one in found:
        nodes = _doubled(one.arm)
        if nodes and one.measured:
            steps.setdefault(one.arm.variant.name, []).append((nodes, one))
    return {variant: _trace(sorted(known, key=itemgetter(0))) for variant, known in steps.items()}


def _trace(known: list[tuple[int, ArmGames]]) -> SkillTrace:
    blocks = min(BLOCKS, *(one.starts() for _, one in known))
    found = [(nodes, one, one.compared(WEAKER, blocks)) for nodes, one in known]
    rungs = [(nodes, len(one.measured), part) for nodes, one, part in found if part is not None]
    drawn = zip(*(part.replicates for _, _, part in rungs), strict=True)
    mean = Bootstrap(blocks).interval(
        1 - sum(part.value for _, _, part in rungs) / len(rungs),
        [1 - sum(values) / len(rungs) for values in drawn],
    )
    return SkillTrace(
        steps={
            nodes: figure(WEAKER, Interval(1 - part.value, 1 - part.high, 1 - part.low, []), games)
            for nodes, games, part in rungs
        },
        mean=Figure(
            value=mean.value, low=mean.low, high=mean.high, games=sum(games for _, games, _ in rungs)
        ),
    )


def _doubled(arm: Arm) -> int:
    """The first player's nodes if the second is the same with twice as many, else 0."""
    one, other = grammar.read(arm.first), grammar.read(arm.second)
    if not isinstance(one, BotSpec):
        return 0
    return one.nodes if one.nodes and replace(one, nodes=2 * one.nodes) == other else 0
