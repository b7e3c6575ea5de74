"""2020's test mode: results added up by display name."""

from __future__ import annotations

from dataclasses import dataclass, field

from schwarm.contest.wire.element import Element, tag
from schwarm.contest.wire.messages import switch
from schwarm.contest.wire.season import Finish, Fragment, Season

MAX_NAMES = 10_000


@dataclass(slots=True)
class ScoreSum:
    """One player's games."""

    fragments: tuple[Fragment, ...]
    tests: int = 0
    sums: list[int] = field(default_factory=list)


class ScoreSums:
    """Counts only while `on`."""

    def __init__(self) -> None:
        self.on = False
        self._tallies: dict[str, ScoreSum] = {}

    def add(self, season: Season, names: tuple[str, str], finish: Finish) -> None:
        if not self.on:
            return
        for side in range(2):
            if len(self._tallies) >= MAX_NAMES and names[side] not in self._tallies:
                continue
            tally = self._tallies.setdefault(names[side], ScoreSum(season.fragments))
            if tally.fragments != season.fragments:
                tally = self._tallies[names[side]] = ScoreSum(season.fragments)
            tally.tests += 1
            before = tally.sums or [0] * len(tally.fragments)
            tally.sums = [a + b for a, b in zip(before, finish.scores[side], strict=True)]

    def score(self, name: str) -> Element | None:
        """A player's sums and averages, or None if it is unknown."""
        tally = self._tallies.get(name)
        if tally is None:
            return None
        values = []
        for fragment, total in zip(tally.fragments, tally.sums, strict=True):
            mean = fragment.aggregation == "AVERAGE"
            values.append(
                tag(
                    "values",
                    tag(
                        "fragment",
                        tag("aggregation", fragment.aggregation),
                        tag("relevantForRanking", switch(fragment.ranked)),
                        name=fragment.name,
                    ),
                    tag("value", f"{total / tally.tests:.7f}" if mean else str(total)),
                )
            )
        score = tag("score", *values, displayName=name, numberOfTests=str(tally.tests))
        return tag("playerScore", score)
