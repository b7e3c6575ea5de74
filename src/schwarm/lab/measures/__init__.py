"""All measures, found by themselves: every module of this package has a tuple MEASURES.

`measure` gives what is counted in one game by name; `statistics` and `results` put games together.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from schwarm.game.record import Record
from schwarm.lab.measures.measure import Judged, Measure, Point, Searched, Sum
from schwarm.lab.trace import trace

Measured = dict[str, Any]
ORDER = (
    "endings",
    "length",
    "fairness",
    "skill",
    "branching",
    "course",
    "drama",
    "ease",
    "use",
)  # as reports have them

__all__ = [
    "Judged",
    "Measure",
    "Measured",
    "Point",
    "Searched",
    "Sum",
    "judge_measures",
    "measure",
    "measures",
]


@cache
def measures() -> dict[str, Measure]:
    """All measures by name, in the order of reports."""
    modules = [name for _, name, _ in iter_modules(__path__) if name != "measure"]
    modules.sort(key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))
    found = [one for name in modules for one in import_module(f"{__name__}.{name}").MEASURES]
    return {one.name: one for one in found}


def measure(record: Record, names: Collection[str] | None = None) -> Measured:
    """What is counted in a game, by the names of measures; only some of them if asked."""
    played = trace(record)
    return {
        name: one.of(played)
        for name, one in measures().items()
        if one.of is not None and (names is None or name in names)
    }


def judge_measures(judged: Judged) -> Measured:
    """The same for measures that need searches of positions."""
    return {name: one.judged(judged) for name, one in measures().items() if one.judged is not None}
