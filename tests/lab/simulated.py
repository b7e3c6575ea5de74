"""Simulated games with known properties: a biased coin decides, and lengths are drawn from known ones."""

from __future__ import annotations

import random
from typing import Any

from schwarm.lab.measures import measures
from schwarm.lab.trace import Trace, TracedPly

LENGTHS = (10, 20, 60)  # equally likely, so the mean is 30
MEAN_LENGTH = sum(LENGTHS) / len(LENGTHS)


def step(side: int, *kinds: str, branching: int = 3, captured: int = 0, chosen: bool = True) -> TracedPly:
    """A ply of a hand-made game."""
    offered = frozenset({"walk", *kinds})
    return TracedPly(side, chosen, branching, offered, kinds or ("walk",), captured, 1.0, ("a1",))


def game(sides: str, winner: int | None, reason: str = "won", **more: Any) -> Trace:
    """A hand-made game: `0110` says which side made which ply."""
    return Trace("protista", tuple(step(int(side), **more) for side in sides), winner, reason, 2.0)


def coin(chance: random.Random, bias: float) -> dict[str, Any]:
    """What is measured of a game that the first side wins with this probability."""
    plies = chance.choice(LENGTHS)
    played = game("01" * (plies // 2), 0 if chance.random() < bias else 1)
    names = ("first_side", "plies", "drawn", "branching")
    return {name: measures()[name].of(played) for name in names}  # type: ignore[misc]
