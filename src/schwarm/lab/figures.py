"""Figures of some games: the parts of each game put together by a measure, with their intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial
from typing import Any

from pydantic import BaseModel

from schwarm.lab.errors import BadStudy
from schwarm.lab.measures import Measured, Sum, measures
from schwarm.lab.measures.skill import DOUBLING, ELO, WEAKER
from schwarm.lab.statistics import BLOCKS, Bootstrap, Interval, block_of, evenness, none_of, spread

Games = Mapping[int, Measured]


class Figure(BaseModel):
    """A figure with its 95 % interval, and how many games it comes from."""

    value: float
    low: float
    high: float
    games: int


def figure_of(name: str, games: Games, *, match: bool) -> Figure | None:
    """One measure of some games by number; what a budget by width looks at."""
    if name not in measures():
        raise BadStudy(f"expected a measure of {', '.join(measures())}, not {name!r}")
    found = intervals(name, games, min(BLOCKS, starts(games, match=match)), match=match)
    return figure(name, next(iter(found.values())), len(games)) if found else None


def starts(numbers: Iterable[int], *, match: bool) -> int:
    """How many different starts the games with these numbers have."""
    return len({number // 2 if match else number for number in numbers})


def counted(name: str, games: Games) -> int:
    """Of how many games a figure is made."""
    return len(games) if name == WEAKER else sum(game.get(name) is not None for game in games.values())


def figure(name: str, interval: Interval, games: int) -> Figure:
    """What never or always happened gets the interval of that many games."""
    low, high = interval.low, interval.high
    if measures()[name].unit == "%" and low == high:
        if interval.value == 0:
            high = none_of(games)
        elif interval.value == 1:
            low = 1 - none_of(games)
    return Figure(value=interval.value, low=low, high=high, games=games)


@cache
def _boot(blocks: int) -> Bootstrap:
    return Bootstrap(blocks)


def intervals(name: str, games: Games, blocks: int, *, match: bool) -> dict[str, Interval]:
    """A measure's figures by key, from so many blocks of starts; the key of a plain measure is empty."""
    measure = measures()[name]
    place = partial(_block, blocks=blocks, match=match)
    boot = _boot(blocks)
    if name in (ELO, DOUBLING):
        return {}
    if name == WEAKER:
        if not match:
            return {}
        games = {
            number: {WEAKER: [_weaker(number, game["first_side"][0]), 1]} for number, game in games.items()
        }
    values = {number: game[name] for number, game in games.items() if game.get(name) is not None}
    if not values:
        return {}
    if measure.sum is Sum.MEDIAN:
        lists: list[list[float]] = [[] for _ in range(blocks)]
        for number, value in values.items():
            lists[place(number)].append(value)
        found = boot.median(lists)
        return {"": found} if found else {}
    if measure.sum is Sum.SPREAD:
        columns: list[list[float]] = [[0.0] * blocks for _ in range(3)]
        for number, value in values.items():
            for column, part in zip(columns, (value, value * value, 1), strict=True):
                column[place(number)] += part
        return {"": boot.combined(columns, spread)}
    parts: dict[str, tuple[list[float], list[float]]] = {}
    for key in _keys(measure.sum, values):
        over, under = [0.0] * blocks, [0.0] * blocks
        for number, value in values.items():
            top, bottom = _part(measure.sum, value, key)
            over[place(number)] += top
            under[place(number)] += bottom
        parts[key] = (over, under)
    if measure.sum is Sum.EVENNESS:
        return {"": boot.combined([over for over, _ in parts.values()], evenness)}
    made = {key: boot.ratio(over, under) for key, (over, under) in parts.items()}
    return {key: interval for key, interval in made.items() if interval is not None}


def _block(number: int, *, blocks: int, match: bool) -> int:
    return block_of(number // 2 if match else number, blocks)


def _weaker(number: int, first_side: float) -> float:
    """In games with even numbers the weaker player has the first move."""
    return first_side if number % 2 == 0 else 1 - first_side


def _keys(kind: Sum, values: Mapping[int, Any]) -> list[str]:
    if kind is Sum.RATIO:
        return [""]
    inside = [value if kind is Sum.CURVE else value["parts"] for value in values.values()]
    return sorted({key for part in inside for key in part}, key=lambda key: (len(key), key))


def _part(kind: Sum, value: Any, key: str) -> tuple[float, float]:
    if kind is Sum.RATIO:
        top, bottom = value
        return top, bottom
    if kind in (Sum.SHARES, Sum.EVENNESS):
        return value["parts"].get(key, 0), value["of"]
    top, bottom = value.get(key, (0, 0))
    return top, bottom
