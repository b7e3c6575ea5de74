"""`schwarm analyse`: what a position is worth and what to play."""

from pathlib import Path
from time import monotonic
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from schwarm import players
from schwarm.bots import RolloutBot, SearchBot, rollout_forest, simulate
from schwarm.cli.arguments import (
    AsJson,
    GameName,
    Options,
    Position,
    Profile,
    Seed,
    busy,
    open_game,
    print_json,
)
from schwarm.cli.words import plural
from schwarm.game.errors import BadOption, GameError, Refusal
from schwarm.players.thinking import bot_of, scores


def command(
    game: GameName,
    position: Position = None,
    seed: Seed = None,
    profile: Profile = None,
    option: Options = None,
    bot: Annotated[
        str, typer.Option("--bot", metavar="BOT", help="who judges: best, a level, best#NODES or net:FILE")
    ] = "best",
    time: Annotated[int, typer.Option("--time", metavar="MS", min=1, help="time to think")] = 2000,
    depth: Annotated[int | None, typer.Option("--depth", metavar="N", min=1, help="plies to search")] = None,
    lines: Annotated[int, typer.Option("--lines", metavar="N", min=1, help="how many moves to compare")] = 3,
    threads: Annotated[
        int, typer.Option("--threads", metavar="N", min=1, max=256, help="threads that search together")
    ] = 1,
    as_json: AsJson = False,
) -> None:
    """Print the best few moves with their scores for the side to move and their variations."""
    opened = open_game(game, seed, position, profile, option)
    if opened.finished():
        raise GameError(Refusal("not_over"))
    spec = players.read(bot, Path.cwd())
    players.check(spec, opened.name)
    refusal = BadOption(Refusal("analysis_bot", said=repr(bot)))
    if not scores(spec):
        raise refusal
    judge, budget_ms = bot_of(spec, opened.name, threads=threads), spec.time_ms or time
    if isinstance(judge, RolloutBot) and depth is not None:
        raise BadOption(Refusal("analysis_depth", game=opened.name))
    if not isinstance(judge, SearchBot | RolloutBot):
        raise refusal
    with busy("thinking"):
        if isinstance(judge, SearchBot):
            report = judge.analyse(opened, budget_ms, lines=lines, depth=depth, nodes=spec.nodes or None)
        else:
            report = simulate(
                opened,
                simulations=spec.nodes or judge.simulations,
                lines=lines,
                deadline=monotonic() + budget_ms / 1000,
                forest=rollout_forest(opened.name),
            )
    if as_json:
        found = [
            {"score": line.score_text(), "moves": [str(move) for move in line.moves]} for line in report.lines
        ]
        effort = {"depth": report.depth, "nodes": report.nodes, "ms": report.elapsed_ms}
        print_json({"to_move": opened.to_move, **effort, "lines": found})
        return
    searched = f"depth {report.depth}, {plural(report.nodes, 'node')}, {report.elapsed_ms} ms"
    table = Table(title=f"{opened.to_move} to move: {searched}")
    table.add_column("move", no_wrap=True)
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("line")
    for line in report.lines:
        table.add_row(line.move, line.score_text(), "  ".join(line.moves))
    Console(highlight=False).print(table)
