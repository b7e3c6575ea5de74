"""`schwarm analyse`: what a position is worth and what to play."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from schwarm.bots import SearchBot, knowledge
from schwarm.cli.arguments import GameName, Options, Position, Profile, Seed, open_game
from schwarm.games.errors import GameError


def command(
    game: GameName,
    position: Position = None,
    seed: Seed = None,
    profile: Profile = None,
    option: Options = None,
    time: Annotated[int, typer.Option("--time", metavar="MS", min=1, help="time to think")] = 2000,
    depth: Annotated[int | None, typer.Option("--depth", metavar="N", min=1, help="plies to search")] = None,
    lines: Annotated[int, typer.Option("--lines", metavar="N", min=1, help="how many moves to compare")] = 3,
    threads: Annotated[
        int, typer.Option("--threads", metavar="N", min=1, max=256, help="threads that search together")
    ] = 1,
) -> None:
    """Print the best few moves with their scores for the side to move and their variations."""
    opened = open_game(game, seed, position, profile, option)
    if opened.finished():
        raise GameError("expected a game that is not over")
    bot = SearchBot("best", knowledge(game), threads=threads)
    report = bot.analyse(opened, time, lines=lines, depth=depth)
    effort = f"depth {report.depth}, {report.nodes:,} nodes, {report.elapsed_ms} ms"
    table = Table(title=f"{opened.to_move} to move: {effort}")
    table.add_column("move", no_wrap=True)
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("line")
    for line in report.lines:
        table.add_row(line.move, line.score_text(), "  ".join(line.moves))
    Console(highlight=False).print(table)
