"""Budgets by width: an arm has had enough games once the interval of one measure is narrow."""

from __future__ import annotations

import json

from schwarm.lab.figures import figure_of
from schwarm.lab.journal import StudyJournal
from schwarm.lab.measures import Measured
from schwarm.lab.study import Study
from schwarm.lab.variants import Arm

LOOK = 20  # an arm is looked at again after so many games


class Widths:
    """What the measure of the budget gave in each arm so far."""

    def __init__(self, study: Study) -> None:
        self._until = study.budget.until
        self._games: dict[tuple[str, str], dict[int, Measured]] = {}
        self._narrow: dict[tuple[str, str], bool] = {}

    def remember(self, journal: StudyJournal) -> None:
        """Take over the games of earlier runs."""
        if self._until is not None:
            for game in journal.games():
                if game.measured:
                    self._note(game.key.variant, game.key.players, game.key.number, json.loads(game.measured))

    def add(self, arm: Arm, number: int, measured: Measured) -> None:
        """A game has ended."""
        if self._until is not None:
            self._note(arm.variant.name, arm.players, number, measured)

    def _note(self, variant: str, who: str, number: int, measured: Measured) -> None:
        self._games.setdefault((variant, who), {})[number] = measured
        self._narrow.pop((variant, who), None)

    def narrow(self, arm: Arm) -> bool:
        """Has this arm had enough games?"""
        if self._until is None:
            return False
        place = (arm.variant.name, arm.players)
        games = self._games.get(place, {})
        if len(games) < self._until.least or len(games) % LOOK:
            return self._narrow.get(place, False)
        if place not in self._narrow:
            found = figure_of(self._until.measure, games, match=arm.match)
            self._narrow[place] = found is not None and found.high - found.low < self._until.width
        return self._narrow[place]
