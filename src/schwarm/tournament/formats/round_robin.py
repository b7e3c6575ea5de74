"""Everyone against everyone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from schwarm.tournament.formats.stage import MOST, Count, Days, Grouped, Meet
from schwarm.tournament.schedule import Day, Pairing


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobin(Grouped):
    """Everyone against everyone, by match days; with an odd number each rests equally often."""

    kind = "round robin"

    cycles: Count = 1  # how often everybody meets
    most_days: Annotated[int, Ge(0), Le(MOST)] = 0  # it ends after so many match days; 0: when all have met

    def days(self, names: Sequence[str], meet: Meet) -> Days:
        plan = round_robin(names, self.cycles)[: self.most_days or None]
        return [meet(number, day) for number, day in enumerate(plan)], True


def round_robin(names: Sequence[str], cycles: int = 1) -> list[Day]:
    """Everyone against everyone, `cycles` times; with an odd number each rests once a cycle.

    On day r those meet whose numbers add up to r modulo m; whoever would meet itself meets the last
    number of an even field, or rests. Home is decided by the parity of the difference, which
    alternates from day to day and gives everybody equally many games at home, or one more.
    """
    m = len(names) - 1 + len(names) % 2  # the odd number of places on the circle
    days = []
    for cycle in range(cycles):
        for r in range(m):
            day: Day = []
            for i in range(m):
                j = (r - i) % m
                if i == j:
                    day.append(_lone(names, i, m, at_home=r % 2 == 0))
                elif (j - i) % m % 2 == 1:  # of both differences one is odd
                    day.append((names[i], names[j]))
            days.append([_turned(pairing) for pairing in day] if cycle % 2 else day)
    return days


def _lone(names: Sequence[str], i: int, m: int, *, at_home: bool) -> Pairing:
    """Whoever has no partner on the circle: meets the one that stands beside it, or rests."""
    if len(names) == m:
        return names[i], None
    return (names[i], names[m]) if at_home else (names[m], names[i])


def _turned(pairing: Pairing) -> Pairing:
    home, away = pairing
    return pairing if away is None else (away, home)
