"""`schwarm package`: the ZIP that the contest takes."""

from pathlib import Path
from typing import Annotated

import typer

from schwarm.cli.arguments import GameName, busy
from schwarm.cli.words import tell
from schwarm.game import rule_book
from schwarm.game.errors import BadOption, Refusal


def command(
    game: GameName,
    bot: Annotated[
        str | None,
        typer.Option("--bot", metavar="LEVEL", help="random, greedy, 1-10 or best (if not named)"),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="your own bot, such as my_bot.py, instead"),
    ] = None,
    target: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="the ZIP to write; GAME-BOT.zip by default")
    ] = None,
    wheel: Annotated[
        list[Path] | None,
        typer.Option(
            "--wheel",
            metavar="FILE",
            help="add machine code for another Python from this wheel; may be repeated",
        ),
    ] = None,
) -> None:
    """Pack a player with its start script. The other end needs Python 3.10 or newer, nothing else."""
    from schwarm import bots
    from schwarm.contest.package import CONTEST_PYTHONS, MAIN, package

    rule_book(game)
    if file is not None and bot is not None:
        raise BadOption(Refusal("file_or_bot"))
    if file is None:
        bot = bot or "best"
        bots.player(game, bot)  # refuse unknown bots here and not at the contest
        main, name = MAIN.format(game=game, level=bot), f"{game}-{bot}"
    else:
        main, name = read_bot(file, game), file.stem
    path = target or Path(f"{name}.zip")
    with busy("packing"):
        packed = package(path, name, main, game, wheel or (), index=not wheel)
    print(tell("packed", file=path, files=packed.files, start=f"{name}/start.sh"))
    if packed.compiled:
        print(tell("packed_for", pythons=", ".join(packed.compiled)))
    if plain := [version for version in CONTEST_PYTHONS if version not in packed.compiled]:
        print(tell("packed_plain", pythons=", ".join(plain)))


def read_bot(file: Path, game: str | None) -> str:
    """The text of a pupil's bot; BadOption if it is no bot, or one for another game than this one."""
    from schwarm.contest.bot_source import BadSource, named_game

    try:
        main = file.read_text("utf-8")
        plays = named_game(main, file.name)
    except UnicodeDecodeError:
        raise BadOption(Refusal("bot_in_file", file=file.name)) from None
    except BadSource as error:
        raise BadOption(error.why) from None
    if "ContestBot" not in main:
        raise BadOption(Refusal("bot_in_file", file=file.name))
    if game is not None and plays not in (None, game):
        raise BadOption(Refusal("other_game", plays=plays, game=game))
    return main
