"""Who meets whom on which match day: everyone against everyone, or a few against all.

A pairing is (home, away); home begins the first game of the match. Pure functions of names.
"""

from __future__ import annotations

from collections.abc import Sequence

from schwarm.games.random64 import Stream
from schwarm.tournament.errors import BadFormat

Pairing = tuple[str, str | None]  # None: rests on that day
Day = list[Pairing]


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


def lot(names: Sequence[str], seed: int, number: int) -> list[str]:
    """The names in an order drawn from a seed; it does not depend on the order given."""
    return Stream(seed, number).sample(sorted(names), len(names))


def groups(names: Sequence[str], count: int, draw: str, seed: int, number: int) -> list[list[str]]:
    """The field in `count` groups whose sizes differ by one at most.

    draw: `lot`; `order` deals them out in turn; `snake` turns round at each end, so that groups are equal
    when the names are sorted by strength.
    """
    ordered = lot(names, seed, number) if draw == "lot" else list(names)
    dealt: list[list[str]] = [[] for _ in range(count)]
    for place, name in enumerate(ordered):
        row, column = divmod(place, count)
        dealt[count - 1 - column if draw == "snake" and row % 2 else column].append(name)
    return dealt
