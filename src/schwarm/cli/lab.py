"""`schwarm lab`: measure rule variants, with intervals."""

import signal
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from schwarm.cli.arguments import (
    USUAL_STORE,
    GameName,
    Options,
    Profile,
    StoreFile,
    busy,
    read_options,
)
from schwarm.cli.crews import On, Pin, ProcessPerCore
from schwarm.game import rule_book
from schwarm.game.errors import BadOption, Refusal
from schwarm.game.meant import expected
from schwarm.lab.errors import LabError
from schwarm.lab.journal import StudyJournal, listed, number_of, open_study
from schwarm.lab.run import Run, StudyProgress
from schwarm.lab.study import Study, checked, read_file
from schwarm.store import StoreError, open_store
from schwarm.whole_file import write_whole
from schwarm.workers import Urgency, WorkersError, working

ERRORS = (LabError, StoreError, WorkersError)
OUTS = (".html", ".md", ".csv", ".json", ".json.gz")


class Commands(typer.core.TyperGroup):
    """`schwarm lab GAME ...` is short for `schwarm lab look GAME ...`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Which of the commands, and its arguments."""
        short = bool(args) and args[0] not in self.commands and not args[0].startswith("-")
        found: list[str] = super().parse_args(ctx, ["look", *args] if short else args)
        return found


app = typer.Typer(cls=Commands, add_completion=False, rich_markup_mode=None, no_args_is_help=True)


@app.command("run")
def run_study(
    file: Annotated[Path, typer.Argument(metavar="STUDY", help="the study's TOML file")],
    store: StoreFile = USUAL_STORE,
    workers: ProcessPerCore = None,
    pin: Pin = False,
    on: On = "local",
) -> int:
    """Play a study, or go on with one that was stopped or has got more games; no game is played twice."""
    study = read_file(file)
    with open_store(store) as opened:
        return play(open_study(opened, study), workers, pin=pin, on=on)


def play(journal: StudyJournal, workers: int | None, *, pin: bool, on: str) -> int:
    """Play what is missing of a study and show how far it is; 0 if it is complete, 1 if not."""
    from schwarm.lab.judging import judge_missing, measure_missing
    from schwarm.lab.results import keep, results

    console = Console(stderr=True)
    with (
        working(on, workers, Urgency.LAB, pin=pin) as share,
        StudyBar(journal.study, console) as picture,
    ):
        run = Run(journal, share, picture)
        before = signal.signal(signal.SIGINT, lambda *_: run.stop())
        try:
            complete = run.play()
        finally:
            signal.signal(signal.SIGINT, before)
        if complete:
            measure_missing(journal, share)
            judge_missing(journal, share)
            keep(journal, results(journal, share))
    for failed in run.given_up[:3]:
        print(f"a game could not be played: {failed.why}", file=sys.stderr)
    if not complete:
        print("not complete yet: the same command goes on", file=sys.stderr)
    return 0 if complete else 1


class StudyBar:
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

    def __enter__(self) -> "StudyBar":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, progress: StudyProgress) -> None:
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


@app.command("look")
def quick_look(
    game: GameName,
    vary: Annotated[
        list[str],
        typer.Option("--vary", metavar="OPTION=A,B,C", help="an option and its values; may be repeated"),
    ],
    player: Annotated[
        list[str] | None, typer.Option("--player", metavar="PLAYER", help="who plays itself; may be repeated")
    ] = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=2, help="games of each variant")] = 40,
    profile: Profile = None,
    option: Options = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="seed of the study")] = 1,
    design: Annotated[str, typer.Option("--design", help="one (at a time), pairs or grid")] = "one",
    store: Annotated[
        str | None, typer.Option("--store", metavar="FILE", help="keep the games here; forgotten by default")
    ] = None,
    workers: ProcessPerCore = None,
    on: On = "local",
) -> int:
    """A quick look: one or a few options of a game, a table in the terminal."""
    from tempfile import TemporaryDirectory

    from schwarm.lab.markdown import in_terminal
    from schwarm.lab.results import results
    from schwarm.programs.folders import home

    changed = read_options(vary)
    book = rule_book(game)
    known = {one.name: one for one in book.options}
    values: dict[str, list[Any]] = {}
    for name, listed_values in changed.items():
        if name not in known:
            raise BadOption(Refusal("said_of", what=game, why=expected("expected_option", known, name)))
        values[name] = [known[name].read(value) for value in listed_values.split(",")]
    base = dict(book.choose(profile, read_options(option or [])).options) if option else {}
    said: dict[str, Any] = {
        "name": f"{game}: " + "; ".join(sorted(vary)),
        "game": game,
        "profile": profile or "",
        "options": {name: base[name] for name in read_options(option or [])},
        "players": player or ["best#100"],
        "seed": seed,
        "design": design,
        "vary": values,
        "budget": {"games": games},
        "judging": {"games": min(10, games)},
    }
    with TemporaryDirectory(dir=home()) as folder, open_store(store or f"{folder}/look.db") as opened:
        journal = open_study(opened, checked(said))
        code = play(journal, workers, pin=False, on=on)
        Console(highlight=False).print(in_terminal(results(journal)), markup=False, soft_wrap=True)
        return code


@app.command("report")
def write_report(
    out: Annotated[
        list[Path],
        typer.Argument(metavar="OUT...", help=f"files ending in {', '.join(OUTS)}"),
    ],
    study: Annotated[
        str | None, typer.Option("--study", metavar="STUDY", help="its number or name; the newest by default")
    ] = None,
    store: StoreFile = USUAL_STORE,
    data: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="draw from results written as JSON before")
    ] = None,
    figures: Annotated[
        Path | None, typer.Option("--figures", metavar="FOLDER", help="write the plots as SVG files, too")
    ] = None,
    language: Annotated[str, typer.Option("--language", help="of the page: en or de")] = "en",
    workers: ProcessPerCore = None,
) -> None:
    """Write what a study found, as far as it is: a page that stands alone, Markdown, CSV or JSON."""
    from schwarm.lab import report
    from schwarm.lab.judging import judge_missing, measure_missing
    from schwarm.lab.markdown import to_markdown, write_figures
    from schwarm.lab.results import keep, results

    for path in out:
        if not path.name.endswith(OUTS):
            raise LabError(f"expected a file ending in {', '.join(OUTS)}, not {path.name!r}")
    if data is not None:
        found = report.read_json(data)
    else:
        with (
            open_store(store, create=False) as opened,
            busy("measuring and judging"),
            working("local", workers, Urgency.LAB) as share,
        ):
            journal = StudyJournal(opened, number_of(opened, study))
            measure_missing(journal, share)
            judge_missing(journal, share)
            found = results(journal, share)
            keep(journal, found)
    if figures is not None:
        write_figures(found, figures, language)
    for path in out:
        if path.suffix == ".gz":
            write_whole(path, report.to_shipped(found))
        else:
            text = {
                ".html": lambda: report.to_html(found, language),
                ".md": lambda: to_markdown(found),
                ".csv": lambda: report.to_csv(found),
                ".json": lambda: report.to_json(found),
            }[path.suffix]()
            write_whole(path, text.encode())


@app.command("list")
def list_studies(store: StoreFile = USUAL_STORE) -> None:
    """List the studies of a store, newest first."""
    with open_store(store, create=False) as opened:
        for line in listed(opened):
            state = "running" if line.running else "complete" if line.finished else "stopped"
            print(f"{line.id}\t{line.name}\t{line.game}\t{line.games} of {line.planned} games\t{state}")
