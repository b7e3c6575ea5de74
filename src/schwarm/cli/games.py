"""`schwarm games`: what there is to play."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from schwarm.games import names, rule_book, third_parties


def command(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="show this game's options")] = None,
) -> None:
    """List the games and their profiles, or the options of one game."""
    console = Console()
    if game is None:
        table = Table("game", "title", "sides", "profiles")
        for name in names():
            book = rule_book(name)
            table.add_row(name, book.title, " / ".join(book.sides), ", ".join(book.profiles))
        console.print(table)
        for name, fault in third_parties.faults().items():
            console.print(f"{name} is installed but cannot be played: {fault}", style="red", highlight=False)
        return
    book = rule_book(game)
    console.print(book.title, highlight=False)
    table = Table("option", "values", *book.profiles, "meaning")
    for option in book.options:
        values = [str(profile.get(option.name, option.default)) for profile in book.profiles.values()]
        table.add_row(option.name, option.values(), *values, option.help)
    console.print(table)
