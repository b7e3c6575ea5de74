"""Matches that were interrupted: their games are kept until the same command goes on with them."""

import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from schwarm.cli.places import state_folder
from schwarm.game.errors import BadOption, Refusal
from schwarm.platform.locks import hold
from schwarm.workers import BadJournal, Journal, Task
from schwarm.workers.journal import name_of

LOCK = ".lock"
KEPT_S = 30 * 86_400  # a match that nobody went on with for so long is forgotten


def folder() -> Path:
    """Where they are kept: the user's folder for what programs remember."""
    return state_folder() / "matches"


@contextmanager
def kept_while_played(tasks: Sequence[Task], chosen: Path | None) -> Iterator[Journal | None]:
    """The journal of a match: the chosen one, or one that is gone once the match is over.

    An exception leaves it for the next time. None where nothing can be written, or where another process
    is playing the same match just now.
    """
    if chosen is not None:
        yield _named_journal(chosen, tasks[0])
        return
    path = folder() / f"{name_of(tasks[0])}.jsonl"
    with ExitStack() as stack:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _forget_old(path.parent)
            stack.callback(os.close, hold(lock := path.with_suffix(LOCK)))
        except OSError:
            yield None
            return
        journal = _opened(path)
        if before := sum(journal.find(task) is not None for task in tasks):
            print(f"{before} of {len(tasks)} games were played before and count", file=sys.stderr)
        yield journal
        for done in (path, lock):  # still locked: a process that takes it next begins a journal of its own
            with suppress(OSError):  # Windows keeps the lock, as it is open; it is forgotten later
                done.unlink()


def _named_journal(path: Path, task: Task) -> Journal:
    """The journal that the player of a match names; BadOption if it is one of another match."""
    if not path.parent.is_dir():
        raise BadOption(Refusal("no_folder", folder=path.parent))
    journal = Journal(path)
    names = {one.name for one in task.players}
    for record in (report.record for report in journal.reports()):
        seated = dict.fromkeys(record.seats.values())
        if record.game != task.game or {*seated} != names:
            players = " - ".join(seated)
            raise BadOption(Refusal("other_journal", file=path, game=record.game, players=players))
    return journal


def _opened(path: Path) -> Journal:
    """The journal in a file; what is no journal is forgotten."""
    try:
        return Journal(path)
    except BadJournal:
        os.truncate(path, 0)
        return Journal(path)


def _forget_old(place: Path) -> None:
    for path in (*place.glob("*.jsonl"), *place.glob(f"*{LOCK}")):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > KEPT_S:
                path.unlink()


@contextmanager
def one_interrupt() -> Iterator[None]:
    """The first interrupt ends what is done in here; further ones do not disturb the clearing up."""

    def end(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
