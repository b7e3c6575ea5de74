"""`schwarm moves`: the legal moves of a position, by piece for people, one a line for programs."""

import sys
from typing import Annotated

import typer

from schwarm.cli.arguments import AsJson, GameName, Options, Position, Profile, Seed, open_game, print_json


def command(
    game: GameName,
    seed: Seed = None,
    position: Position = None,
    profile: Profile = None,
    option: Options = None,
    lines: Annotated[bool, typer.Option("--lines", help="one a line, also on a terminal")] = False,
    as_json: AsJson = False,
) -> None:
    """List the legal moves: by piece on a terminal, sorted and one a line in a pipe; none after the end."""
    opened = open_game(game, seed, position, profile, option)
    if as_json:
        moves = [str(move) for move in opened.legal_moves()]
        print_json({"position": opened.public_position(), "to_move": opened.to_move, "moves": moves})
        return
    if lines or not sys.stdout.isatty():
        for move in opened.legal_moves():
            print(move)
        return
    from rich.console import Console

    from schwarm.cli.listing import listed
    from schwarm.cli.terminal import print_lines

    console = Console(highlight=False)
    print_lines(listed(opened, width=console.width, everything=True), console)
