"""Two entrants, many games: how much stronger is one of them?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from schwarm.ratings.pairs import pair_counts
from schwarm.ratings.sprt import Sprt
from schwarm.tournament.formats.round_robin import round_robin
from schwarm.tournament.formats.stage import Days, League, Meet
from schwarm.tournament.results import Match
from schwarm.tournament.table import STRICT

Elo = Annotated[float, Ge(-4_000), Le(4_000)]
Error = Annotated[float, Gt(0), Lt(0.5)]  # with a half or more a coin would do as well


@dataclass(frozen=True, slots=True)
class SequentialStop:
    """A sequential test that ends a pair before its last game (ratings/sprt.py)."""

    __pydantic_config__ = STRICT

    elo0: Elo = 0.0
    elo1: Elo = 10.0
    alpha: Error = 0.05
    beta: Error = 0.05
    model: Literal["normalised", "logistic"] = "normalised"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair(League):
    """One match; a sequential test may end it as soon as it knows enough."""

    kind = "pair"

    stop: SequentialStop | None = None

    @property
    def test(self) -> Sprt | None:
        stop = self.stop
        return None if stop is None else Sprt(stop.elo0, stop.elo1, stop.alpha, stop.beta, stop.model)

    def faults(self, sizes: Sequence[int], score_names: Sequence[str]) -> Iterator[str]:
        yield from super(Pair, self).faults(sizes, score_names)
        if sum(sizes) != 2:
            yield f"expected two entrants, not {sum(sizes)}"
        if self.stop is not None and self.stop.elo0 >= self.stop.elo1:
            yield f"stop.elo1: expected a number above elo0 = {self.stop.elo0:g}, not {self.stop.elo1:g}"

    def days(self, names: Sequence[str], meet: Meet) -> Days:
        return [meet(number, day) for number, day in enumerate(round_robin(names))], True

    def judged(self, match: Match, seed: int, score_names: Sequence[str]) -> Match:
        test = self.test
        if test is not None and len(match.games) < self.games:
            if test.verdict(pair_counts(match.by_number, match.home)) is not None:
                return replace(match, finished=True, winner=match.leader())
        return super(Pair, self).judged(match, seed, score_names)
