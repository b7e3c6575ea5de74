"""`schwarm puzzles`: make puzzles from self-play, and prove those that there are again."""

import time
from gzip import BadGzipFile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from schwarm.cli.arguments import GameName
from schwarm.cli.crews import On, Processes
from schwarm.cli.words import plural
from schwarm.game.errors import BadOption
from schwarm.whole_file import write_whole
from schwarm.workers import Bar, Urgency, WorkersError, working

ERRORS = (WorkersError,)

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)


@app.command("make")
def make_puzzles(
    game: GameName,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="games to look through")] = 1000,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="seed of the first game")] = 1,
    most: Annotated[
        int, typer.Option("--most", metavar="N", min=1, help="puzzles to keep, as different as can be")
    ] = 240,
    processes: Processes = 2,
    on: On = "local",
    journal: Annotated[
        Path | None,
        typer.Option("--journal", metavar="FILE", help="what was made so far; GAME.journal by default"),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="the puzzles; GAME.jsonl.gz by default")
    ] = None,
) -> None:
    """Make puzzles: bots play, positions with one right move are proven, and all levels try to solve them.

    A run that was stopped, even killed, goes on with the same command; more games may be asked for then.
    """
    from schwarm.teaching.puzzles.making import MakingJournal, distinct, make, varied
    from schwarm.teaching.puzzles.puzzle import packed

    console = Console(highlight=False)
    kept = MakingJournal(journal or Path(f"{game}.journal"), game)
    found = 0
    began = time.monotonic()
    with working(on, processes, Urgency.PUZZLES) as share, Bar(f"{game}:", games, console) as bar:
        for made in make(game, range(seed, seed + games), kept, share):
            found += len(made.puzzles)
            bar.note(f"{plural(found, 'puzzle')},")
    made_so_far = [puzzle for number in sorted(kept.harvests) for puzzle in kept.harvests[number].puzzles]
    puzzles = varied(distinct(made_so_far), most)
    target = out or Path(f"{game}.jsonl.gz")
    write_whole(target, packed(puzzles))
    minutes = (time.monotonic() - began) / 60
    console.print(
        f"{target}: {plural(len(puzzles), 'puzzle')} of {plural(len(kept.harvests), 'game')}, "
        f"{minutes:.1f} minutes this time"
    )


@app.command("check")
def check_puzzles(
    game: GameName,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="puzzles that `make` wrote, not the shipped ones"),
    ] = None,
    processes: Processes = 2,
    on: On = "local",
) -> int:
    """Prove every puzzle again; says which ones do not hold, and ends with 1 if there are any."""
    from schwarm.teaching.puzzles import shipped
    from schwarm.teaching.puzzles.proof import proven
    from schwarm.teaching.puzzles.puzzle import unpacked

    console = Console(highlight=False)
    try:
        puzzles = shipped(game) if file is None else unpacked(file.read_bytes())
    except (ValueError, EOFError, BadGzipFile) as error:
        raise BadOption(f"{file}: expected a file of puzzles: {error}") from None
    wrong = []
    with working(on, processes, Urgency.PUZZLES) as share, Bar(f"{game}:", len(puzzles), console) as bar:
        for puzzle, holds in zip(puzzles, share.map(proven, puzzles), strict=True):
            bar.note()
            if not holds:
                wrong.append(puzzle)
    for puzzle in wrong:
        console.print(f"{puzzle.name} does not hold: {puzzle.goal} by {puzzle.answer} at {puzzle.position}")
    console.print(f"{game}: {len(puzzles) - len(wrong)} of {len(puzzles)} puzzles proven")
    return 1 if wrong else 0
