"""Rating curves as the points of SVG lines; drawn on the server, so they need no script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 130, 12, 24
STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
MOST_TICKS = 7
LABEL_PX = 14  # the least distance of two names
LOOKS = 8  # different strokes


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """One entrant's line; `at` is where its name stands."""

    name: str
    last: float
    look: int
    points: str
    end: float
    at: float


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines, best first, and the marks of both axes as (place, number)."""

    curves: list[RatingCurve]
    ticks: list[tuple[float, int]]
    days: list[tuple[float, int]]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def chart(curves: Mapping[str, Sequence[float]]) -> Chart | None:
    """The chart of ratings after each day; None before there are two days."""
    length = min((len(values) for values in curves.values()), default=0)
    if length < 2:
        return None
    low = min(min(values) for values in curves.values())
    high = max(max(values) for values in curves.values())
    step = next((step for step in STEPS if (high - low) / step <= MOST_TICKS - 2), STEPS[-1])
    first, last = int(low // step), int(-(-high // step))
    last = max(last, first + 1)

    def x(day: int) -> float:
        return round(LEFT + day * (WIDTH - LEFT - RIGHT) / (length - 1), 1)

    def y(elo: float) -> float:
        share = (elo / step - first) / (last - first)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)

    made = []
    free = 0.0
    ranked = sorted(curves.items(), key=lambda item: -item[1][-1])
    for look, (name, values) in enumerate(ranked):
        points = " ".join(f"{x(day)},{y(value)}" for day, value in enumerate(values))
        end = y(values[-1])
        at = max(end, free)
        free = at + LABEL_PX
        made.append(RatingCurve(name, values[-1], look % LOOKS, points, end, round(at, 1)))
    every = max(1, length // 10)
    return Chart(
        made,
        [(y(number * step), number * step) for number in range(first, last + 1)],
        [(x(day), day + 1) for day in range(0, length, every)],
        height=max(HEIGHT, round(free) + LABEL_PX),
    )
