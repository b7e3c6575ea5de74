"""`schwarm tournament`: run, resume, show and export whole events."""

import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from schwarm.cli.arguments import USUAL_STORE, StoreFile, busy
from schwarm.cli.crews import (
    DEFAULT_HOST,
    DEFAULT_PORT,
    Host,
    On,
    Pin,
    Port,
    ProcessPerCore,
    Quiet,
    share_for,
)
from schwarm.cli.words import plural
from schwarm.programs.sandbox import SandboxError
from schwarm.store import StoreError, open_store
from schwarm.tournament.errors import TournamentError
from schwarm.tournament.formats import Event, check, presets, read_file, with_seed
from schwarm.tournament.host import EventHost
from schwarm.tournament.journal import EventJournal, create, listed, newest
from schwarm.tournament.run import Listener, News, RunOver, contestant
from schwarm.whole_file import write_whole
from schwarm.workers import Share, WorkersError

ERRORS = (TournamentError, StoreError, WorkersError, SandboxError)
app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)

EventNumber = Annotated[
    int | None, typer.Argument(metavar="[EVENT]", help="its number; the newest by default")
]
JsonFlag = Annotated[bool, typer.Option("--json", help="a line of JSON for everything that happens")]


@app.command("run")
def run_event(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the event's TOML file")],
    store: StoreFile = USUAL_STORE,
    workers: ProcessPerCore = None,
    pin: Pin = False,
    on: On = "local",
    quiet: Quiet = False,
    json: JsonFlag = False,
    host: Host = DEFAULT_HOST,
    port: Port = DEFAULT_PORT,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, max=2**64 - 1, help="take starts and lots from this seed")
    ] = None,
) -> int:
    """Play a new event."""
    event = read_file(file)
    if seed is not None:
        event = with_seed(event, seed)
    check(event)
    with open_store(store) as opened:
        shown = {"quiet": quiet, "json": json}
        return play(create(opened, event), workers, pin=pin, on=on, host=host, port=port, **shown)


@app.command("resume")
def resume_event(
    event: EventNumber = None,
    store: StoreFile = USUAL_STORE,
    workers: ProcessPerCore = None,
    pin: Pin = False,
    on: On = "local",
    quiet: Quiet = False,
    json: JsonFlag = False,
    host: Host = DEFAULT_HOST,
    port: Port = DEFAULT_PORT,
) -> int:
    """Go on with an event that was stopped; no game is repeated or lost."""
    with open_store(store, create=False) as opened:
        journal = EventJournal(opened, newest(opened) if event is None else event)
        check(journal.event)
        shown = {"quiet": quiet, "json": json}
        return play(journal, workers, pin=pin, on=on, host=host, port=port, **shown)


@app.command("list")
def list_events(store: StoreFile = USUAL_STORE) -> None:
    """List the events of a store, newest first."""
    with open_store(store, create=False) as opened:
        for line in listed(opened):
            state = "running" if line.running else "finished" if line.finished else "stopped"
            print(f"{line.id}\t{line.name}\t{line.game}\t{plural(line.games, 'game')}\t{state}")


@app.command("presets")
def list_presets() -> None:
    """List the formats that come with the package."""
    print("\n".join(presets()))


@app.command("table")
def show_table(event: EventNumber = None, store: StoreFile = USUAL_STORE) -> None:
    """Print the tables of an event, with ratings and how sure they are."""
    from schwarm.tournament.terminal import print_event
    from schwarm.tournament.views import event_view

    with open_store(store, create=False) as opened, busy("rating"):
        print_event(Console(), event_view(opened, newest(opened) if event is None else event))


@app.command("export")
def export_event(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="a file ending in .html, .json or .csv")],
    event: EventNumber = None,
    store: StoreFile = USUAL_STORE,
    tables: Annotated[bool, typer.Option("--tables", help="CSV: the tables instead of the games")] = False,
    language: Annotated[str, typer.Option("--language", help="of the page: en or de")] = "en",
    page: Annotated[
        str,
        typer.Option(
            "--page", metavar="URL", help="HTML: games are links to the page that serves this store"
        ),
    ] = "",
) -> None:
    """Write an event as a page that stands alone, as JSON or as CSV."""
    from schwarm.tournament import export
    from schwarm.tournament.views import event_view, fault_logs, rating_curve

    with open_store(store, create=False) as opened, busy("writing"):
        number = newest(opened) if event is None else event
        if out.suffix == ".html":
            curves, logs = rating_curve(opened, number), fault_logs(opened, number)
            text = export.to_html(event_view(opened, number), curves, language, logs=logs, page=page)
        elif out.suffix == ".json":
            text = export.to_json(event_view(opened, number))
        elif out.suffix == ".csv" and tables:
            text = export.tables_csv(event_view(opened, number))
        elif out.suffix == ".csv":
            text = export.games_csv(EventJournal(opened, number))
        else:
            raise TournamentError(f"expected a file ending in .html, .json or .csv, not {out.name!r}")
    write_whole(out, text.encode())


def play(
    journal: EventJournal,
    workers: int | None,
    *,
    pin: bool,
    on: str,
    quiet: bool,
    json: bool,
    host: str = DEFAULT_HOST,
    port: int = DEFAULT_PORT,
) -> int:
    """Play what is open of an event and show it; 0 if it is over, 1 if not."""
    from schwarm.tournament import live
    from schwarm.tournament.qualification import qualify
    from schwarm.tournament.terminal import print_event
    from schwarm.tournament.views import event_view

    console = Console(stderr=json)
    event = journal.event
    taking_part = [contestant(event, entrant.name) for entrant in event.entrants]
    with share_for(
        taking_part, on=on, slots=workers, pin=pin, host=host, port=port, sandbox=event.sandbox
    ) as share:
        if event.qualification:
            event = qualify(journal, share, event)
        with ExitStack() as stack:
            if json:
                listener: Listener = live.JsonLines(event, journal.number, sys.stdout)
            elif quiet or not console.is_terminal:
                listener = live.Quiet(console)
            else:
                listener = stack.enter_context(live.LiveTable(event, share, console))
            over = _until_interrupted(journal, event, share, listener)
    if not json:
        print_event(console, event_view(journal.store, journal.number))
    if not over:
        print(f"not over yet: schwarm tournament resume {journal.number}", file=sys.stderr)
    return 0 if over else 1


def _until_interrupted(journal: EventJournal, event: Event, share: Share, listener: Listener) -> bool:
    """Play an event; is it over? The first interrupt ends the run in an orderly way."""
    left: list[RunOver] = []

    def hear(number: int, news: News) -> None:
        if isinstance(news, RunOver):
            left.append(news)
        else:
            listener(news)

    host = EventHost(lambda: share, hear)
    before = signal.signal(signal.SIGINT, lambda *_: host.stop(journal.number, wait=False))
    try:
        host.begin(journal, event)
        host.wait(journal.number)
    finally:
        signal.signal(signal.SIGINT, before)
    if left[0].error is not None:
        raise left[0].error
    return left[0].over
