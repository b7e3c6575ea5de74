"""`schwarm package`: the ZIP that the contest takes."""

from pathlib import Path
from typing import Annotated

import typer

from schwarm.cli.arguments import GameName, busy
from schwarm.game import catalogue, rule_book
from schwarm.game.errors import BadOption, Refusal


def command(
    game: GameName,
    bot: Annotated[str, typer.Option("--bot", metavar="LEVEL", help="random, greedy, 1-10 or best")] = "best",
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="your own bot, as examples/my_bot.py, instead"),
    ] = None,
    target: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="the ZIP to write; GAME-BOT.zip by default")
    ] = None,
    wheel: Annotated[
        Path | None,
        typer.Option(
            "--wheel", metavar="FILE", help="take this package from a wheel made for another Python"
        ),
    ] = None,
) -> None:
    """Pack a player with its start script. The other end needs Python 3.11 or newer, nothing else."""
    from schwarm import bots
    from schwarm.contest.package import MAIN, package

    rule_book(game)
    ours = catalogue.own_games()
    if game not in ours:
        raise BadOption(Refusal("not_ours", names=", ".join(ours), game=game))
    if file is None:
        bots.player(game, bot)  # refuse unknown bots here and not at the contest
        main, name = MAIN.format(game=game, level=bot), f"{game}-{bot}"
    else:
        main, name = file.read_text(), file.stem
        if "ContestBot" not in main:
            raise BadOption(Refusal("bot_in_file", file=file.name))
    path = target or Path(f"{name}.zip")
    with busy("packing"):
        count = package(path, name, main, game, wheel)
    print(f"{path}: {count} files, started by {name}/start.sh")
