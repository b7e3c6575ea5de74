"""Many games: handed to a crew, tried again where the fault is ours, noted, and shown as a bar."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

from schwarm.game.errors import BadOption
from schwarm.referee.interrupts import ignore_interrupts, interrupts_held
from schwarm.workers.crew import Crew
from schwarm.workers.errors import Unplayable
from schwarm.workers.journal import Journal
from schwarm.workers.local import LocalCrew
from schwarm.workers.task import Failed, Key, Report, Task

if TYPE_CHECKING:
    from rich.console import Console

Item = TypeVar("Item")
Result = TypeVar("Result")
LOOK_S = 0.2  # how long one look for a finished game takes at most
TRIES = 3  # a game that fails for our own reasons is tried again


class Dispatcher:
    """Hands games to a crew and gathers them again; what failed through nobody's fault is tried again."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self._tries: dict[Key, int] = {}
        self.out: dict[Key, Task] = {}  # handed out and not back

    @property
    def full(self) -> bool:
        """Has the crew as much to do as it needs so that nobody waits for us?"""
        return len(self.out) >= 2 * self._crew.slots

    def submit(self, task: Task) -> None:
        """Have this game played."""
        self.out[task.key] = task
        self._crew.submit(task)

    def next(self, timeout_s: float = LOOK_S) -> tuple[Task, Report | Failed] | None:
        """A game that ended or is given up; None if there is none in that time."""
        report = self._crew.next(timeout_s)
        if report is None:
            return None
        task = self.out.pop(report.key)
        if isinstance(report, Failed):
            self._tries[task.key] = self._tries.get(task.key, 0) + 1
            if self._tries[task.key] < TRIES and not report.final:
                self.submit(task)
                return None
            if report.otherwise is not None:
                return task, report.otherwise
        return task, report


def play_all(tasks: Iterable[Task], crew: Crew, journal: Journal | None = None) -> Iterator[Report]:
    """Every game as soon as it has ended; those that the journal knows are not played again.

    The keys of the tasks must differ. Unplayable if a game cannot be played for reasons of our own.
    """
    dispatcher = Dispatcher(crew)
    for task in tasks:
        known = journal.find(task) if journal is not None else None
        if known is not None:
            yield known
            continue
        dispatcher.submit(task)
        while dispatcher.full:
            yield from _ended(dispatcher, journal)
    while dispatcher.out:
        yield from _ended(dispatcher, journal)


def _ended(dispatcher: Dispatcher, journal: Journal | None) -> Iterator[Report]:
    found = dispatcher.next()
    if found is None:
        return
    task, report = found
    if isinstance(report, Failed):
        first, second = (one.name for one in task.players)
        raise Unplayable(f"{first} - {second} cannot be played: {report.why}")
    if journal is not None:
        journal.add(task, report)
    yield report


def crew_of(
    on: str, slots: int | None = None, *, pin: bool = False, nice: int = 0, live: bool = False
) -> Crew:
    """Who plays: worker processes of this machine, as `LocalCrew` has them, or a Ray cluster."""
    if on == "local":
        return LocalCrew(slots, pin=pin, nice=nice, live=live)
    if on == "ray" or on.startswith("ray:"):
        from schwarm.workers.cluster import RayCrew

        # ray://HOST:PORT is Ray's client port; ray:HOST:PORT the cluster itself, from one of its nodes.
        return RayCrew(None if on == "ray" else on if on.startswith("ray://") else on[4:], slots)
    raise BadOption(f"expected --on local, ray, ray:HOST:PORT or ray://HOST:PORT, not {on!r}")


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


def map_processes(
    function: Callable[[Item], Result], items: Sequence[Item], processes: int
) -> Iterator[Result]:
    """What the function makes of each item, in the order of the items; so many are worked on at a time.

    The function must be importable, and goes to other processes only if there is more than one.
    """
    if processes == 1:
        yield from map(function, items)
        return
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context, initializer=ignore_interrupts) as pool:
        try:
            with interrupts_held():
                results = pool.map(function, items)
            yield from results
        except BaseException:  # nobody waits for what is still being worked on
            for child in set(multiprocessing.active_children()) - before:
                child.kill()
            raise
