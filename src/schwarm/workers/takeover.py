"""Games that other code has played: they count again once some of them, played anew, are the same.

A journal forgets its games whenever rules, search or knowledge change, also where the change cannot matter to
them. Playing a few of them again tells that far sooner than playing all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from schwarm.game.record import Record
from schwarm.workers.journal import Journal
from schwarm.workers.run import Bar, play_all
from schwarm.workers.share import Share
from schwarm.workers.task import Task


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a game that was played again left the one that is noted: after so many equal plies."""

    seed: int
    plies: int


def of_other_code(tasks: Sequence[Task], journal: Journal) -> list[Task]:
    """Those of the games that only other code has played."""
    return [task for task in tasks if journal.find_older(task) is not None]


def take_over(
    tasks: Sequence[Task], journal: Journal, share: Share, replays: int, bar: Bar | None = None
) -> Difference | None:
    """Play so many of the games that other code has noted again, spread over all of them, and let all count
    if these are the same; else the first difference found, and what was played anew counts alone.
    """
    older = of_other_code(tasks, journal)
    before = {task.key: journal.find_older(task) for task in older}
    replays = min(replays, len(older))
    chosen = [older[number * len(older) // replays] for number in range(replays)]
    found: Difference | None = None
    for report in play_all(chosen, share, journal):
        noted = before[report.key]
        assert noted is not None
        plies = parting(noted.record, report.record)
        if plies is not None and found is None:
            found = Difference(report.record.seed, plies)
        if bar is not None:
            bar.note()
    if older and found is None:
        journal.take_over(older, replays)
    return found


def parting(one: Record, other: Record) -> int | None:
    """After how many plies two games part; None if they are the same to their end."""
    for number, (first, second) in enumerate(zip(one.plies, other.plies, strict=False)):
        if first.move != second.move:
            return number
    same = len(one.plies) == len(other.plies) and one.end == other.end
    return None if same else min(len(one.plies), len(other.plies))
