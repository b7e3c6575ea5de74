"""`schwarm learn`: a net for a game's evaluation, from self-play."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from schwarm.cli.arguments import GameName
from schwarm.cli.crews import On, Processes
from schwarm.extras import MissingExtra
from schwarm.game.errors import BadOption
from schwarm.learning.loop import LearningRun, Loop, start_of
from schwarm.learning.recipes import recipe_for
from schwarm.workers import Urgency, WorkersError, working

ERRORS = (WorkersError,)


class ConsoleBar:
    """A bar on the console."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self.progress = progress
        self.task = task

    def update(self, done: int, text: str = "") -> None:
        """So much is done."""
        self.progress.update(self.task, completed=done, text=text)


class ConsoleTeller:
    """Lines and bars on a console."""

    def __init__(self) -> None:
        self.console = Console(highlight=False)

    def say(self, text: str) -> None:
        self.console.print(text)

    @contextmanager
    def bar(self, title: str, total: int) -> Iterator[ConsoleBar]:
        """A bar for a step of a known size; it goes when the step ends."""
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[text]}"),
        )
        quiet = not self.console.is_terminal
        with Progress(*columns, console=self.console, transient=True, disable=quiet) as progress:
            yield ConsoleBar(progress, progress.add_task(title, total=total, text=""))


def command(
    game: GameName,
    quick: Annotated[
        bool, typer.Option("--quick", help="see it all in five minutes: few positions, one generation")
    ] = False,
    generations: Annotated[
        int | None, typer.Option("--generations", metavar="N", min=1, help="rounds of play, training, match")
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option("--positions", metavar="N", min=100, help="positions to learn from, a generation"),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", metavar="N", min=1, help="nodes a move of self-play")
    ] = None,
    epochs: Annotated[
        int | None, typer.Option("--epochs", metavar="N", min=1, help="epochs of training")
    ] = None,
    keep: Annotated[
        int | None, typer.Option("--keep", metavar="N", min=1, help="generations whose games are used")
    ] = None,
    gate_games: Annotated[
        int | None, typer.Option("--gate-games", metavar="N", min=2, help="games of a match, at most")
    ] = None,
    gate_ms: Annotated[
        int | None, typer.Option("--gate-ms", metavar="MS", min=1, help="time a move of a match")
    ] = None,
    gate_nodes: Annotated[
        int | None,
        typer.Option("--gate-nodes", metavar="N", min=0, help="nodes a move of a match instead of time"),
    ] = None,
    start: Annotated[
        str,
        typer.Option(
            "--start", metavar="PLAYER", help="who begins: hand (hand-made), shipped, or a net's file"
        ),
    ] = "hand",
    go_on: Annotated[
        bool,
        typer.Option("--go-on", help="training goes on from the net that leads, not from nothing"),
    ] = False,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=1, help="seed of everything")] = 1,
    processes: Processes = 2,
    on: On = "local",
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="DIR", help="keep the run here; one that exists goes on"),
    ] = None,
    arrays: Annotated[
        bool, typer.Option("--arrays", help="also write each generation's positions as arrays (.npz)")
    ] = False,
) -> None:
    """Learn an evaluation: self-play, training, a match against the player before; nets stay if they win.

    The folder of the run (learn-GAME, or learn-GAME-quick) keeps games, nets, journal and plots. A run that
    was stopped goes on with the same command. Needs the extra `learn`.
    """
    require_torch()
    given = {
        "positions": positions,
        "nodes": nodes,
        "epochs": epochs,
        "keep": keep,
        "gate_games": gate_games,
        "gate_ms": gate_ms,
        "gate_nodes": gate_nodes,
    }
    recipe = recipe_for(game)
    if quick:
        recipe = recipe.quickened()
    recipe = recipe.changed({name: number for name, number in given.items() if number is not None})
    if go_on:
        recipe = recipe.changed({"go_on": True})
    rounds = generations or recipe.generations
    first = start_of(game, start)
    teller = ConsoleTeller()
    kept = folder or Path(f"learn-{game}-quick" if quick else f"learn-{game}")
    flags = [flag for flag, given_too in (("--quick", quick), ("--go-on", go_on)) if given_too]
    command = command_line(game, flags, start=start, seed=seed, generations=rounds, given=given)
    with working(on, processes, Urgency.LEARNING) as share:
        run = LearningRun(game, kept, recipe, rounds, seed, share, command, first, arrays)
        loop = Loop(run, teller)
        for line in recipe.plan(rounds, start):
            teller.say(line)
        best = loop.go()
    if best is None:
        teller.say("no net passed its gate: the player stays as it was")
    else:
        teller.say(f"the strongest net is {best}; plots and journal are in {run.folder}")


def command_line(
    game: str, flags: list[str], *, start: str, seed: int, generations: int, given: dict[str, int | None]
) -> str:
    """The command that makes the same run again."""
    parts = ["schwarm learn", game, *flags, f"--start {start}", f"--seed {seed}"]
    parts.append(f"--generations {generations}")
    parts += [f"--{name.replace('_', '-')} {number}" for name, number in given.items() if number is not None]
    return " ".join(parts)


def require_torch() -> None:
    """Say what is missing before anything starts."""
    from importlib.util import find_spec

    if find_spec("torch") is None or find_spec("numpy") is None:
        raise BadOption(str(MissingExtra("learning", "torch", "learn")))
