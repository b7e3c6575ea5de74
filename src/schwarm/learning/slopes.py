"""A net of few numbers: how much each square, piece or other thing that a game counts is worth.

Where players choose among hundreds of moves, one of them always has rows that a net misjudges, because few
positions had them, and that one looks best. So the rows of a fact can share one number, its slope: their own
numbers are that many times the value they stand for. A layout tells its slopes (`slopes`), and what is
learned beside them but not kept (`surroundings`). Such a net judges by its direct numbers alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, cast

import numpy as np

from schwarm.bots.evaluation import RowsLayout
from schwarm.bots.learned.weights import EMPTY_ROW, HIDDEN, WIDTH, Numbers
from schwarm.game.errors import BadOption
from schwarm.learning.dataset import Array, Data, Samples
from schwarm.learning.training import DIRECT_LIMIT, DIRECT_SCALE, Trained, checked_numbers

CHUNK = 8192  # positions looked at at a time
STEPS = 20  # of Newton's method

Slopes = Sequence[Mapping[int, float]]  # by number to learn: how often each row counts it


class SlopedLayout(RowsLayout, Protocol):
    """A layout whose rows share slopes."""

    def slopes(self) -> Mapping[str, Slopes]:
        """What the net learns, by fact."""

    def surroundings(self) -> Slopes:
        """What all moves of a position share: learned, so that slopes need not tell it, but not kept."""


def train_slopes(
    data: Data, layout: RowsLayout, *, pull: float, corrects: int, facts: Sequence[str] = ()
) -> Trained:
    """The slopes that fit the targets best; `pull` draws them to 0, and `corrects` is as in `train`.

    Only those of the named facts are learned, or of all.
    """
    if not hasattr(layout, "slopes"):
        raise BadOption("expected a game whose rows have slopes")
    sloped = cast(SlopedLayout, layout)
    offered = sloped.slopes()
    kept = table_of([slope for fact in facts or offered for slope in offered[fact]], layout.COUNT)
    beside = table_of(sloped.surroundings(), layout.COUNT)
    table = np.hstack([kept, beside])
    counted = counts(data.learned, table)
    unit = np.maximum(counted.std(axis=0), 1e-6)
    pulls = np.where(np.arange(table.shape[1]) < kept.shape[1], pull, pull / 100)
    given = data.learned.odds_by_hand(corrects, np.float64)
    found = fit(counted / unit, given, data.targets, pulls) / unit
    direct = kept @ found[: kept.shape[1]]
    numbers = direct_numbers(np.clip(direct, -DIRECT_LIMIT, DIRECT_LIMIT)[: layout.COUNT])
    learned = cross_entropy(counted @ found + given, data.targets.astype(np.float64))
    return checked_numbers(numbers, data, corrects, (learned,))


def table_of(slopes: Slopes, count: int) -> Array:
    """A row for each row of the net and one for the empty one; a column for each number to learn."""
    table = np.zeros((count + 1, len(slopes)))
    for column, numbers in enumerate(slopes):
        for row, times in numbers.items():
            table[row, column] = times
    return table


def counts(samples: Samples, table: Array) -> Array:
    """How often each number to learn counts in each position."""
    empty = len(table) - 1
    found = np.empty((len(samples), table.shape[1]))
    for first in range(0, len(samples), CHUNK):
        rows = samples.rows[first : first + CHUNK].astype(np.int64)
        used = int((rows != EMPTY_ROW).sum(axis=1).max(initial=0))
        found[first : first + CHUNK] = table[np.where(rows == EMPTY_ROW, empty, rows)[:, :used]].sum(axis=1)
    return found


def fit(counted: Array, given: Array, targets: Array, pulls: Array) -> Array:
    """Logistic regression by Newton's method; a step that overshoots is halved until it gains."""

    def cost(numbers: Array) -> float:
        return cross_entropy(counted @ numbers + given, targets) + float(pulls @ (numbers * numbers))

    numbers = np.zeros(counted.shape[1])
    least = cost(numbers)
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(counted @ numbers + given, -30, 30)))
        gradient = counted.T @ (chance - targets) / len(targets) + 2 * pulls * numbers
        bend = (counted * (chance * (1 - chance))[:, None]).T @ counted / len(targets)
        step = np.linalg.solve(bend + np.diag(2 * pulls + 1e-12), gradient)
        while (tried := cost(numbers - step)) > least and np.abs(step).max() > 1e-9:
            step /= 2
        if tried > least:
            break
        numbers, least = numbers - step, tried
    return numbers


def cross_entropy(odds: Array, targets: Array) -> float:
    """How badly odds foresee targets."""
    return float((np.logaddexp(0, odds) - targets * odds).mean())


def direct_numbers(direct: Array) -> Numbers:
    """A net whose layers say nothing."""
    whole = np.rint(direct * DIRECT_SCALE).astype(int).tolist()
    return Numbers(
        [0] * (WIDTH * len(whole)),
        whole,
        [0] * WIDTH,
        [0] * (WIDTH * HIDDEN),
        [0] * HIDDEN,
        [0] * HIDDEN,
        0,
    )
