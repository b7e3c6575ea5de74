"""What a measure is: a name, a definition, a formula, and a small function of one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from schwarm.lab.trace import Trace


class Sum(StrEnum):
    """How the games of an arm are put together."""

    RATIO = "ratio"  # [n, d] of each game; the sum of n by the sum of d
    SHARES = "shares"  # {"of": d, "parts": {key: n}}; for each key the sum of n by the sum of d
    CURVE = "curve"  # {key: [n, d]}; for each key the sum of n by the sum of d
    MEDIAN = "median"  # a number of each game; their median
    SPREAD = "spread"  # a number of each game; their standard deviation
    EVENNESS = "evenness"  # as shares; 1 if all keys are as frequent, 0 if it is always one


class Searched(NamedTuple):
    """What a search said of a position: scores for the side to move by the best and the second best move."""

    ply: int
    side: int
    score: int
    second: int | None  # None if there is only one move


class Point(NamedTuple):
    """The same as chances of the first side, which calibration.py makes of scores."""

    ply: int
    side: int
    chance: float
    second: float | None  # None if there is only one move
    win_in: int  # plies until the side to move has proven to win; 0: not proven


@dataclass(frozen=True, slots=True)
class Judged:
    """A game of which positions were searched."""

    plies: int
    winner: int | None
    points: Sequence[Point]


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure. `margin` is a difference that would not matter to a designer."""

    name: str
    title: str
    unit: str  # "%" for shares
    group: str
    definition: str
    formula: str
    sum: Sum = Sum.RATIO
    of: Callable[[Trace], Any] | None = None  # None: not of this game
    judged: Callable[[Judged], Any] | None = None
    compared: bool = False  # is the difference to the base worth a plot?
    margin: float = 0.0
    needs_turns: bool = False  # only where a side may make several plies in a row

    @property
    def searched(self) -> bool:
        """Does it need searches of positions?"""
        return self.judged is not None


def ratio(value: float, of: float = 1) -> list[float]:
    """A game's part of a ratio."""
    return [value, of]


def shares(parts: Mapping[str, float], of: float) -> dict[str, Any]:
    """A game's part of several shares of one whole."""
    return {"of": of, "parts": dict(parts)}
