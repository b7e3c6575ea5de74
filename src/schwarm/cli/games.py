"""`schwarm games`: what there is to play."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from schwarm.cli.arguments import AsJson, print_json
from schwarm.game import RuleBook, catalogue, faces, list_games, rule_book


def command(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="show this game's options and bots", autocompletion=list_games),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the games and their profiles, or the options and bots of one game."""
    if as_json:
        print_json([told(name) for name in list_games()] if game is None else told(game))
        return
    console = Console(highlight=False)
    if game is None:
        table = Table("game", "title", "sides", "profiles")
        for name in list_games():
            book = rule_book(name)
            table.add_row(name, book.title, " / ".join(book.sides), ", ".join(book.profiles))
        console.print(table)
        for name, fault in catalogue.faults().items():
            console.print(f"{name} is installed but cannot be played: {fault}", style="red")
        for name, fault in faces.faults.items():
            console.print(f"left out: {name}: {fault}", style="red")
        return
    print_options(rule_book(game), console)
    print_bots(game, console)


def told(name: str) -> dict[str, object]:
    """A game for programs: sides, profiles with all their options, bots with the Elo of those measured."""
    from schwarm.bots import strengths
    from schwarm.players import bot_names

    book, elo = rule_book(name), strengths(name)
    return {
        "name": name,
        "title": book.title,
        "version": book.version,
        "sides": list(book.sides),
        "scores": list(book.score_names),
        "profiles": {profile: dict(book.choose(profile, {}).options) for profile in book.profiles},
        "options": {option.name: option.help for option in book.options},
        "bots": {bot: elo[bot].elo if bot in elo else None for bot in bot_names(name)},
    }


def print_options(book: RuleBook, console: Console) -> None:
    """A game's options with the values of its first profile, and what the other profiles change."""
    console.print(book.title)
    default, *others = book.profiles
    table = Table()
    for head in ("option", "values", default):
        table.add_column(head, no_wrap=head == "option", overflow="fold")
    table.add_column("meaning")
    for option in book.options:
        table.add_row(option.name, option.values(), value_of(book, default, option.name), option.help)
    console.print(table)
    for name in others:
        changed = [
            f"{option.name}={value}"
            for option in book.options
            if (value := value_of(book, name, option.name)) != value_of(book, default, option.name)
        ]
        console.print(f"profile {name}: {', '.join(changed) or 'the same'}", markup=False)
    console.print(f"numbers of a result: {', '.join(book.score_names)}", markup=False)


def print_bots(game: str, console: Console) -> None:
    """A game's bots, weakest first, with the Elo of those that were measured."""
    from schwarm.bots import strengths
    from schwarm.players import bot_names

    elo = strengths(game)
    told = [f"{name} ({elo[name].elo})" if name in elo else name for name in bot_names(game)]
    console.print(f"bots{' and their Elo' if elo else ''}: {', '.join(told)}", markup=False)


def value_of(book: RuleBook, profile: str, option: str) -> str:
    """An option's value in a profile, as it is typed."""
    value = book.choose(profile, {}).options[option]
    return str(value).lower() if isinstance(value, bool) else str(value)
