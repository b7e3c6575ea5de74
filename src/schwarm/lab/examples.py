"""What else a report shows of an arm: games to look at, lengths in columns, arrivals on cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from schwarm.lab.figures import Games
from schwarm.lab.measures import Sum, measures

BIN = 10  # plies of a column of the histogram


def examples(measured: Games, ids: Mapping[int, int]) -> dict[str, list[int]]:
    """Games to look at: with the least, the middle and the most of a measure; for shares one with it."""
    found: dict[str, list[int]] = {}
    for name, measure in measures().items():
        if measure.of is None or name == "heat":
            continue
        values = {n: game[name] for n, game in measured.items() if game.get(name) is not None}
        if measure.sum is Sum.RATIO and values:
            ordered = sorted(values, key=lambda n: (values[n][0] / (values[n][1] or 1), n))
            some = [ordered[0], ordered[len(ordered) // 2], ordered[-1]]
            found[name] = list(dict.fromkeys(ids[number] for number in some))
        elif measure.sum is Sum.SHARES:
            for number, value in values.items():
                for key in value["parts"]:
                    place = f"{name}:{key}"
                    if len(found.setdefault(place, [])) < 1:
                        found[place].append(ids[number])
    return found


def histogram(games: Games) -> dict[str, int]:
    """How many games are how long, by the first ply of each column."""
    counted = Counter(int(game["plies"][0]) // BIN * BIN for game in games.values() if "plies" in game)
    return {str(size): counted[size] for size in sorted(counted)}


def heat(games: Games) -> dict[str, float]:
    """The share of all arrivals that each cell gets."""
    total: Counter[str] = Counter()
    for game in games.values():
        total.update(game.get("heat", {}).get("parts", {}))
    whole = sum(total.values())
    return {cell: round(count / whole, 5) for cell, count in sorted(total.items())} if whole else {}
