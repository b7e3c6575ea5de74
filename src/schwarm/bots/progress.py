"""Progress rather than repetition: who would make a position for the fourth time looks for another move."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from schwarm.search.report import PROVEN, SearchReport

OFTEN = 3  # times that a position has been there: making it once more is no way to go on


def prefer_progress(report: SearchReport, stale: Collection[int], loss: int) -> SearchReport:
    """The best line alone; if its move is `stale`, the best other one that is worse by no more than `loss`.

    A win is never given away for it, and no move is preferred that is known to lose.
    """
    best = report.lines[0]
    if best.move.code in stale:
        others = (line for line in report.lines if line.move.code not in stale)
        other = next(others, None)
        if other is not None and other.score > -PROVEN and other.score >= best.score - loss:
            best = other
    return replace(report, lines=(best,))
