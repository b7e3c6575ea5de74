"""Weights tuned anew for variants, within the study's budget for that; worked out once and kept."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from schwarm import players
from schwarm.lab.journal import WEIGHTS, Journal
from schwarm.lab.study import TUNED
from schwarm.lab.variants import Arm
from schwarm.learning.tuning import climb, tune
from schwarm.players import BotSpec

Weights = tuple[tuple[str, int, int], ...]


def tuned_weights(journal: Journal, arms: Sequence[Arm], stopped: threading.Event) -> dict[str, Weights]:
    """The weights of every variant that a tuned player plays, by variant."""
    study = journal.study
    wanted = {arm.variant.name: arm.variant for arm in arms if _is_tuned(arm)}
    known = journal.notes(WEIGHTS)
    for name, variant in wanted.items():
        if name in known or stopped.is_set():
            continue
        told: list[str] = []
        budget = study.tuning
        if budget.method == "fit":
            found = tune(
                study.game,
                rounds=budget.rounds,
                games=budget.games,
                nodes=budget.nodes,
                opening_plies=study.opening,
                processes=1,
                seed=study.seed,
                tell=told.append,
                profile=variant.profile,
                options=variant.options,
            )
        else:
            found = climb(
                study.game,
                rounds=budget.rounds,
                nodes=budget.nodes,
                opening_plies=study.opening,
                seed=study.seed,
                tell=told.append,
                profile=variant.profile,
                options=variant.options,
            )
        known[name] = {"weights": found, "told": told}
        journal.note(WEIGHTS, name, known[name])
    return {
        name: tuple((fact, opening, end) for fact, (opening, end) in known[name]["weights"].items())
        for name in wanted
        if name in known
    }


def _is_tuned(arm: Arm) -> bool:
    specs = (players.read(arm.first), players.read(arm.second))
    return any(isinstance(spec, BotSpec) and spec.bot == TUNED for spec in specs)
