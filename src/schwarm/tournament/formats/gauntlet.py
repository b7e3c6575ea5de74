"""A few against all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from schwarm.tournament.errors import BadFormat
from schwarm.tournament.formats.stage import Count, Days, Grouped, Meet
from schwarm.tournament.schedule import Day


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauntlet(Grouped):
    """The first `heroes` of a group against each of the others."""

    kind = "gauntlet"

    heroes: Count = 1
    cycles: Count = 1  # how often everybody meets

    def faults(self, sizes: Sequence[int], score_names: Sequence[str]) -> Iterator[str]:
        yield from super(Gauntlet, self).faults(sizes, score_names)
        smallest = min(sizes)
        if 1 < smallest <= self.heroes:
            yield f"heroes: expected a number from 1 to {smallest - 1}, not {self.heroes}"

    def days(self, names: Sequence[str], meet: Meet) -> Days:
        plan = gauntlet(names, self.heroes, self.cycles)
        return [meet(number, day) for number, day in enumerate(plan)], True


def gauntlet(names: Sequence[str], heroes: int = 1, cycles: int = 1) -> list[Day]:
    """The first `heroes` against each of the others; a day holds one match of every challenger at most."""
    if not 1 <= heroes < len(names):
        raise BadFormat(f"gauntlet: expected 1 to {len(names) - 1} heroes, not {heroes}")
    ours, others = names[:heroes], names[heroes:]
    days: list[Day] = []
    wide = max(len(ours), len(others))
    for cycle in range(cycles):
        for r in range(wide):
            day: Day = []
            for i, hero in enumerate(ours):
                j = (r + i) % wide
                if j < len(others):
                    pairing = (hero, others[j])
                    day.append(pairing if (i + j + cycle) % 2 == 0 else (others[j], hero))
            days.append(day)
    return days
