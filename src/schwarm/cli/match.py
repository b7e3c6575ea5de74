"""`schwarm match`: two bots, many games, both sides of every start."""

from collections.abc import Callable, Iterable
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from schwarm.bots import player
from schwarm.bots.match import Pairing, Spec, Tally, pairings, play_all, play_pairing
from schwarm.cli.arguments import GameName, Options, Profile, read_options
from schwarm.games import rule_book
from schwarm.games.errors import BadOption

BotName = Annotated[
    str,
    typer.Argument(
        metavar="BOT",
        help="a bot's name; NAME@MS has its own time, NAME#N its own nodes; or ./PROGRAM of the contest",
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
    sandbox: Annotated[
        bool, typer.Option("--sandbox", help="lock programs in: no network, no files, the contest's limits")
    ] = False,
    profile: Profile = None,
    option: Options = None,
) -> None:
    """Play a match. Each start is played twice with the sides changed; late or illegal moves lose."""
    specs = Spec.read(first), Spec.read(second)
    play = judge_for(game, [spec.name for spec in specs], sandbox=sandbox)
    options: dict[str, object] = dict(read_options(option or []))
    if profile is not None:
        options["profile"] = profile
    elif play is not play_pairing and "official" in rule_book(game).profiles:
        options["profile"] = "official"  # what programs of the contest were written for
    plan = pairings(game, specs, games, time_ms=time, seed=seed, opening_plies=opening, options=options)
    console = Console(highlight=False)
    result = watch(f"{first} - {second}", play_all(plan, processes, play), games, console)
    console.print(f"{game}: {first} against {second}, {result.games} games")
    console.print(result.text())
    console.print(f"slowest move {result.slowest_ms:.0f} ms, {result.plies / result.games:.1f} plies a game")
    for reason, count in result.reasons.items():
        console.print(f"  {count:5}  {reason}")


def watch(
    title: str, results: Iterable[Tally], games: int, console: Console, begun: Tally | None = None
) -> Tally:
    """Show a bar while a match is played, from `begun` on if games were played before; its last result."""
    result = begun or Tally()
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task(title, total=games, completed=result.games)
        for result in results:
            progress.update(bar, completed=result.games, description=f"{title} {100 * result.share:.0f} %")
    return result


def judge_for(game: str, names: list[str], *, sandbox: bool) -> Callable[[Pairing], Tally]:
    """How a game between these is played; refuses unknown bots and programs before anything starts."""
    from schwarm.contest.matches import ProgramMatch, is_program
    from schwarm.programs.program import ProgramError, read_command

    programs = [name for name in names if is_program(name)]
    for name in names:
        if name not in programs:
            player(game, name)
    try:
        for name in programs:
            read_command([name])
    except ProgramError as error:
        raise BadOption(str(error)) from None
    if sandbox and not programs:
        raise BadOption("expected a program for --sandbox, not only bots")
    return ProgramMatch(sandbox) if programs else play_pairing
