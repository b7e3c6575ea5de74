"""`schwarm match`: two bots, many games, both sides of every start."""

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from schwarm.bots import player
from schwarm.bots.match import Spec, Tally, pairings, play_all
from schwarm.cli.arguments import GameName, Options, Profile, read_options

BotName = Annotated[
    str,
    typer.Argument(
        metavar="BOT", help="a bot's name; NAME@MS has its own time, NAME#N its own number of nodes"
    ),
]


def command(
    game: GameName,
    first: BotName,
    second: BotName,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="games to play")] = 100,
    time: Annotated[int, typer.Option("--time", metavar="MS", min=1, help="time for a move")] = 2000,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="seed of the first start")] = 0,
    opening: Annotated[
        int, typer.Option("--opening", metavar="N", min=0, help="random plies at the start")
    ] = 0,
    processes: Annotated[int, typer.Option("--processes", metavar="N", min=1, help="games at a time")] = 2,
    profile: Profile = None,
    option: Options = None,
) -> None:
    """Play a match. Each start is played twice with the sides changed; late or illegal moves lose."""
    specs = Spec.read(first), Spec.read(second)
    for spec in specs:
        player(game, spec.name)  # refuse unknown bots before anything starts
    options: dict[str, object] = dict(read_options(option or []))
    if profile is not None:
        options["profile"] = profile
    plan = pairings(game, specs, games, time_ms=time, seed=seed, opening_plies=opening, options=options)
    console = Console(highlight=False)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    result = Tally()
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task(f"{first} - {second}", total=games)
        for result in play_all(plan, processes):
            progress.update(
                bar, completed=result.games, description=f"{first} - {second} {100 * result.share:.0f} %"
            )
    console.print(f"{game}: {first} against {second}, {result.games} games")
    console.print(result.text())
    console.print(f"slowest move {result.slowest_ms:.0f} ms, {result.plies / result.games:.1f} plies a game")
    for reason, count in result.reasons.items():
        console.print(f"  {count:5}  {reason}")
