"""Pairings, and how a field is dealt out in groups.

A pairing is (home, away); home begins the first game of the match.
"""

from __future__ import annotations

from collections.abc import Sequence

from schwarm.game.random64 import Stream

Pairing = tuple[str, str | None]  # None: rests on that day
Day = list[Pairing]


def lot(names: Sequence[str], seed: int, number: int) -> list[str]:
    """The names in an order decided by a seed; it does not depend on the order given."""
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
