"""Weights tuned anew for variants, within the study's budget for that; worked out once and kept."""

from __future__ import annotations

from typing import Any

from schwarm.lab.journal import WEIGHTS, StudyJournal
from schwarm.lab.variants import Variant
from schwarm.learning.tuning import TuningTerms, climb, tune
from schwarm.workers import Share

Weights = tuple[tuple[str, int, int], ...]


class TunedWeights:
    """The weights of variants, each tuned when its first game is due."""

    def __init__(self, journal: StudyJournal, share: Share) -> None:
        self._journal = journal
        self._share = share.another()  # games of the study may be under way
        self._known = journal.notes(WEIGHTS)

    def of(self, variant: Variant) -> Weights:
        if variant.name not in self._known:
            self._known[variant.name] = self._tune(variant)
            self._journal.note(WEIGHTS, variant.name, self._known[variant.name])
        weights = self._known[variant.name]["weights"]
        return tuple((fact, opening, end) for fact, (opening, end) in weights.items())

    def _tune(self, variant: Variant) -> dict[str, object]:
        study = self._journal.study
        budget = study.tuning
        told: list[str] = []
        terms = TuningTerms(study.game, budget.nodes, study.opening, variant.profile, variant.options)
        how: dict[str, Any] = {"rounds": budget.rounds, "seed": study.seed, "tell": told.append}
        if budget.method == "fit":
            found = tune(terms, self._share, games=budget.games, **how)
        else:
            found = climb(terms, self._share, **how)
        return {"weights": found, "told": told}
