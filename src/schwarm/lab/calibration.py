"""From the scores of searches to chances, calibrated on games that are held out.

A score means a chance of 1 / (1 + exp(-score / scale)) for the side to move, and a proven win one near to
certain. How near, and what the scale is, depends on who plays, so both are fitted to results: the starts are
parted in two halves, and the chances of each half are those that make the other half's results likeliest. So
no game has a say in its own chances, and what is said can be compared with what came true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log, log1p

from pydantic import BaseModel

from schwarm.lab.figures import Figure
from schwarm.lab.measures import Judged, Point, Searched
from schwarm.lab.statistics import BLOCKS, Bootstrap
from schwarm.search.report import PROVEN, WIN

STEPS = range(-16, 17)  # quarters of doublings of the evaluation's own scale that are tried
CREDIT = 5.0  # proven wins that are taken to have come true before the first game
DOUBT = 1.0  # standard deviation of the scale's logarithm before the first game
EDGES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


@dataclass(frozen=True, slots=True)
class FittedScale:
    """What a score means: the scale of those that prove nothing, and the chance of a proven win."""

    scale: float
    proven: float = 1.0


@dataclass(frozen=True, slots=True)
class Scored:
    """A game of which positions were searched, with the scores as they came."""

    plies: int
    winner: int | None
    points: Sequence[Searched]

    @property
    def result(self) -> float:
        """The first side's points."""
        return 0.5 if self.winner is None else float(self.winner == 0)


class Bin(BaseModel):
    """Positions of which about the same was said, and how often it came true (95 % interval over games)."""

    said: float
    true: Figure
    positions: int


class Calibration(BaseModel):
    """All that was said of held-out games; `off`: how far that is, on average, from what came true."""

    bins: list[Bin]
    off: float
    games: int
    positions: int
    scales: dict[str, float]  # by players, in units of the evaluation's own


def calibrated(
    scored: Mapping[str, Mapping[int, Scored]], scale: int, players_of: Callable[[str], str]
) -> tuple[dict[str, dict[int, Judged]], Calibration | None]:
    """Every game of an arm with chances fitted to the other half of the starts of the same players."""
    fitted: dict[tuple[str, int], FittedScale] = {}
    by_half: dict[tuple[str, int], list[Scored]] = {}
    for name, games in scored.items():
        for number, game in games.items():
            by_half.setdefault((players_of(name), number % 2), []).append(game)
    for players, half in by_half:
        others = by_half.get((players, 1 - half), [])
        fitted[players, half] = fit([(point, game.result) for game in others for point in game.points], scale)
    found: dict[str, dict[int, Judged]] = {}
    for name, games in scored.items():
        found[name] = {
            number: judged(game, fitted[players_of(name), number % 2]) for number, game in games.items()
        }
    return found, check(found, scale, fitted)


def fit(points: Iterable[tuple[Searched, float]], scale: int) -> FittedScale:
    """What makes the results likeliest; a wild scale needs evidence, and proven wins may be missed."""
    known, proven = [], []
    for point, result in points:
        own = result if point.side == 0 else 1 - result
        if abs(point.score) < PROVEN:
            known.append((point.score, own))
        else:
            proven.append(own if point.score > 0 else 1 - own)

    def worth(step: int) -> float:
        factor = 2 ** (step / 4)
        likely = 0.0
        for score, result in known:
            odds = score / (scale * factor)
            likely += result * odds - (max(odds, 0.0) + log1p(exp(-abs(odds))))
        return likely - (log(factor) / DOUBT) ** 2 / 2

    certain = (sum(proven) + CREDIT) / (len(proven) + CREDIT)
    return FittedScale(scale * 2 ** (max(STEPS, key=worth) / 4), certain)


def judged(game: Scored, fitted: FittedScale) -> Judged:
    """A game's scores as chances of the first side."""
    points = [
        Point(
            point.ply,
            point.side,
            chance_of(point.score, fitted, point.side),
            None if point.second is None else chance_of(point.second, fitted, point.side),
            WIN - point.score if point.score >= PROVEN else 0,
        )
        for point in game.points
    ]
    return Judged(game.plies, game.winner, points)


def chance_of(score: int, fitted: FittedScale, side: int) -> float:
    """The first side's chance by a score for the side to move."""
    if abs(score) >= PROVEN:
        own = fitted.proven if score > 0 else 1 - fitted.proven
    else:
        own = 1 / (1 + exp(-max(-40.0, min(40.0, score / fitted.scale))))
    return own if side == 0 else 1 - own


def check(
    found: Mapping[str, Mapping[int, Judged]], scale: int, fitted: Mapping[tuple[str, int], FittedScale]
) -> Calibration | None:
    """What was said of all games, and what came true; None before the first one."""
    games = [game for numbered in found.values() for game in numbered.values()]
    said = [(n, point.chance, _result(game)) for n, game in enumerate(games) for point in game.points]
    if not said:
        return None
    blocks = min(BLOCKS, len(games))
    boot = Bootstrap(blocks)
    bins, off = [], 0.0
    for low, high in pairwise(EDGES):
        inside = [one for one in said if low <= one[1] < high or high == one[1] == 1.0]
        if not inside:
            continue
        over, under = [0.0] * blocks, [0.0] * blocks
        for number, _, result in inside:
            over[number % blocks] += result
            under[number % blocks] += 1
        true = boot.ratio(over, under)
        assert true is not None
        mean = sum(chance for _, chance, _ in inside) / len(inside)
        off += abs(true.value - mean) * len(inside) / len(said)
        figure = Figure(value=true.value, low=true.low, high=true.high, games=len({n for n, _, _ in inside}))
        bins.append(Bin(said=mean, true=figure, positions=len(inside)))
    scales = {who: round(value.scale / scale, 3) for (who, half), value in fitted.items() if half == 0}
    return Calibration(bins=bins, off=off, games=len(games), positions=len(said), scales=scales)


def _result(game: Judged) -> float:
    return 0.5 if game.winner is None else float(game.winner == 0)
