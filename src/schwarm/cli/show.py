"""`schwarm show`: a position drawn in the terminal."""

from rich.console import Console

from schwarm.cli.arguments import GameName, Options, Position, Profile, Seed, open_game
from schwarm.cli.terminal import legend_lines, print_board, status


def command(
    game: GameName,
    seed: Seed = None,
    position: Position = None,
    profile: Profile = None,
    option: Options = None,
) -> None:
    """Draw a start or a position, what its signs mean, its text and whose turn it is."""
    opened = open_game(game, seed, position, profile, option)
    console = Console(highlight=False)
    print_board(opened, console)
    for line in legend_lines(opened.setup.book, console.width):
        console.print(line, style="dim", soft_wrap=True, markup=False)
    console.print(status(opened))
    console.print(opened.public_position(), style="dim", soft_wrap=True, markup=False)
    if position is None:
        console.print(f"seed {opened.seed}", style="dim")
