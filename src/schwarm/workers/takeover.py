"""Games that other code has played: they count again once some of them, played anew, are the same.

A journal forgets its games whenever rules, search or knowledge change, also where the change cannot matter to
them. Playing a few of them again tells that far sooner than playing all, where players are limited by nodes:
games by the clock never repeat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from schwarm.game.record import Record
from schwarm.workers.journal import Journal
from schwarm.workers.run import Bar, play_all
from schwarm.workers.share import Share
from schwarm.workers.task import Report, Task


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a game that was played again left the one that is noted: after so many equal plies."""

    seed: int
    plies: int


@dataclass(slots=True)
class Older:
    """The games of one other code: those that only it has played, and what is known of its others."""

    code: str
    tasks: list[Task] = field(default_factory=list)
    replayed: list[Task] = field(default_factory=list)  # today's code has played them as well: the same games
    different: Difference | None = None  # one that is not the same

    def missing(self, replays: int) -> int:
        """How many games are still to be played before one can tell."""
        return 0 if self.different else max(0, min(replays - len(self.replayed), len(self.tasks)))

    def compare(self, task: Task, today: Report, older: Report) -> None:
        """Look at a game that both have played."""
        plies = parting(older.record, today.record)
        if plies is None:
            self.replayed.append(task)
        else:
            self.different = self.different or Difference(task.seed, plies)


def of_other_code(tasks: Sequence[Task], journal: Journal) -> list[Older]:
    """Games that only other code has played, by the code that did so last."""
    found: dict[str, Older] = {}
    by_both: list[tuple[Task, Report, dict[str, Report]]] = []
    for task in tasks:
        today, older = journal.noted(task)
        if older and today is not None:
            by_both.append((task, today, older))
        elif older:
            code = list(older)[-1]
            found.setdefault(code, Older(code)).tasks.append(task)
    for task, today, older in by_both:
        for code in older.keys() & found.keys():
            found[code].compare(task, today, older[code])
    return list(found.values())


def take_over(older: Older, journal: Journal, share: Share, replays: int, bar: Bar | None = None) -> None:
    """Play as many games again as are missing, spread over all, and let all count if these are the same.

    With the first game that is not, it is known that they do not count: `different` says so, also to whoever
    asks again, since what was played anew is noted.
    """
    count = older.missing(replays)
    chosen = [older.tasks[number * len(older.tasks) // count] for number in range(count)]
    by_key = {task.key: task for task in chosen}

    def until_different() -> Iterator[Task]:
        for task in chosen:
            if older.different is None:
                yield task

    for report in play_all(until_different(), share, journal):
        task = by_key[report.key]
        older.compare(task, report, journal.noted(task)[1][older.code])
        if bar is not None:
            bar.note()
    if older.different is None:
        journal.take_over([*older.tasks, *older.replayed], older.code, len(older.replayed))


def parting(one: Record, other: Record) -> int | None:
    """After how many plies two games part; None if they are the same to their end."""
    for number, (first, second) in enumerate(zip(one.plies, other.plies, strict=False)):
        if first.move != second.move:
            return number
    same = len(one.plies) == len(other.plies) and one.end == other.end
    return None if same else min(len(one.plies), len(other.plies))
