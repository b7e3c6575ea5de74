"""The games of one arm while figures are worked out."""

from __future__ import annotations

from collections.abc import Collection

from schwarm.lab.figures import Games, intervals, starts
from schwarm.lab.measures import Measured, measures
from schwarm.lab.statistics import Interval
from schwarm.lab.variants import Arm


class ArmGames:
    """By a game's number: what was measured, what searches said, and where the store has it."""

    def __init__(self, arm: Arm) -> None:
        self.arm = arm
        self.measured: dict[int, Measured] = {}
        self.judged: dict[int, Measured] = {}
        self.ids: dict[int, int] = {}

    def games(self, name: str) -> Games:
        """Those that a measure counts."""
        return self.judged if measures()[name].searched else self.measured

    def starts(self, name: str = "plies") -> int:
        """How many different starts these have."""
        return starts(self.games(name), match=self.arm.match)

    def compared(self, name: str, blocks: int, numbers: Collection[int] | None = None) -> Interval | None:
        """A figure from so many blocks, to be compared with another arm's; of these games alone if told."""
        games = self.games(name)
        if numbers is not None:
            games = {number: games[number] for number in sorted(numbers)}
        return intervals(name, games, blocks, match=self.arm.match).get("")
