"""`schwarm lab`: measure rule variants, with intervals."""

import signal
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from schwarm.cli.crews import On, Pin, crew_for
from schwarm.lab.errors import LabError
from schwarm.lab.journal import Journal, listed, open_study
from schwarm.lab.run import Progress, Run
from schwarm.lab.study import Study, read_file
from schwarm.store import StoreError, open_store
from schwarm.workers import WorkersError

ERRORS = (LabError, StoreError, WorkersError)
DEFAULT_STORE = "schwarm.db"

StoreFile = Annotated[str, typer.Option("--store", metavar="FILE", help="database file or URL")]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, help="games at a time; one a core by default")
]
app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)


@app.command("run")
def run_study(
    file: Annotated[Path, typer.Argument(metavar="STUDY", help="the study's TOML file")],
    store: StoreFile = DEFAULT_STORE,
    workers: Workers = None,
    pin: Pin = False,
    on: On = "local",
) -> int:
    """Play a study, or go on with one that was stopped or has got more games; no game is played twice."""
    study = read_file(file)
    with open_store(store) as opened:
        return play(open_study(opened, study), workers, pin=pin, on=on)


def play(journal: Journal, workers: int | None, *, pin: bool, on: str) -> int:
    """Play what is missing of a study and show how far it is; 0 if it is complete, 1 if not."""
    console = Console(stderr=True)
    with crew_for((), on=on, slots=workers, pin=pin) as crew, Picture(journal.study, console) as picture:
        run = Run(journal, crew, picture)
        before = signal.signal(signal.SIGINT, lambda *_: run.stop())
        try:
            complete = run.play()
        finally:
            signal.signal(signal.SIGINT, before)
    for failed in run.given_up[:3]:
        print(f"a game could not be played: {failed.why}", file=sys.stderr)
    if not complete:
        print("not complete yet: the same command goes on", file=sys.stderr)
    return 0 if complete else 1


class Picture:
    """A bar with the time left on a terminal, a line now and then elsewhere."""

    def __init__(self, study: Study, console: Console) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as Bar

        columns = (
            TextColumn(study.name),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.description}"),
        )
        self._bar = Bar(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._task = self._bar.add_task("", total=None)
        self._console = console
        self._told = -1

    def __enter__(self) -> "Picture":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, progress: Progress) -> None:
        """Show where the study stands."""
        left = "" if progress.left_s is None else f"{in_words(progress.left_s)} left"
        self._bar.update(self._task, total=progress.planned, completed=progress.done, description=left)
        tenth = 10 * progress.done // max(1, progress.planned)
        if not self._console.is_terminal and tenth != self._told:
            self._told = tenth
            self._console.print(
                f"{progress.done} of {progress.planned} games, {left or 'begun'}, measuring took "
                f"{100 * progress.measuring:.1f} % of playing",
                highlight=False,
            )


def in_words(seconds: float) -> str:
    """A time for people."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


@app.command("list")
def list_studies(store: StoreFile = DEFAULT_STORE) -> None:
    """List the studies of a store, newest first."""
    with open_store(store) as opened:
        for line in listed(opened):
            state = "running" if line.running else "complete" if line.finished else "stopped"
            print(f"{line.id}\t{line.name}\t{line.game}\t{line.games} of {line.planned} games\t{state}")
