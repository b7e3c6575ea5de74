"""Many games: handed to a share of a pool, noted, and shown as a bar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any

from schwarm.game.errors import BadOption, Refusal
from schwarm.workers.crew import Crew
from schwarm.workers.errors import Unplayable
from schwarm.workers.journal import Journal
from schwarm.workers.local import LocalCrew
from schwarm.workers.pool import hired
from schwarm.workers.share import Share, Urgency
from schwarm.workers.task import Failed, Report, Task

if TYPE_CHECKING:
    from rich.console import Console

LOOK_S = 0.2  # how long one look for a finished game takes at most


def play_all(tasks: Iterable[Task], share: Share, journal: Journal | None = None) -> Iterator[Report]:
    """Every game as soon as it has ended; those that the journal knows are not played again.

    The keys of the tasks must differ. Unplayable if a game cannot be played for reasons of our own.
    """
    for task in tasks:
        known = journal.find(task) if journal is not None else None
        if known is not None:
            yield known
            continue
        share.submit(task)
        while share.full:
            yield from _ended(share, journal)
    while share.out:
        yield from _ended(share, journal)


def _ended(share: Share, journal: Journal | None) -> Iterator[Report]:
    found = share.next(LOOK_S)
    if found is None:
        return
    task, report = found
    if isinstance(report, Failed):
        first, second = (one.name for one in task.players)
        raise Unplayable(Refusal("unplayable", first=first, second=second, why=report.why))
    if journal is not None:
        journal.add(task, report)
    yield report


def crew_of(on: str, slots: int | None = None, *, pin: bool = False, **cluster: Any) -> Crew:
    """Who works: processes of this machine, as `LocalCrew` has them, or Ray, as `RayCrew` has it."""
    if on == "local":
        return LocalCrew(slots, pin=pin)
    if on == "ray" or on.startswith("ray:"):
        from schwarm.workers.cluster import RayCrew

        # ray://HOST:PORT is Ray's client port; ray:HOST:PORT the cluster itself, from one of its nodes.
        address = None if on == "ray" else on if on.startswith("ray://") else on[4:]
        return RayCrew(address, slots, **cluster)
    raise BadOption(Refusal("where_on", said=repr(on)))


@contextmanager
def working(
    on: str = "local", slots: int | None = None, rank: Urgency = Urgency.EVENTS, *, pin: bool = False
) -> Iterator[Share]:
    """A pool for one command: its only share. With one process of this machine mapped work is done here."""
    with hired(crew_of(on, slots, pin=pin), rank, here=on == "local" and slots == 1) as share:
        yield share


class Bar:
    """A bar with the time left, for as long as its `with` block; `note` moves it on by one game."""

    def __init__(self, title: str, total: int, console: Console) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        )  # fmt: skip
        self._title = title
        self._progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._bar = self._progress.add_task(title, total=total)

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def note(self, text: str = "") -> None:
        """One more has ended; `text` says where things stand."""
        self._progress.update(self._bar, advance=1, description=f"{self._title} {text}".rstrip())
