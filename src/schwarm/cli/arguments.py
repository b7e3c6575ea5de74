"""The arguments that many commands share: which game, from which start, under which options."""

from typing import Annotated

import typer

from schwarm.games import Game, new_game
from schwarm.games.errors import BadOption
from schwarm.games.record import OUTSIDE_OPTIONS

GameName = Annotated[str, typer.Argument(metavar="GAME", help="the game's name; `schwarm games` lists them")]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help="draw the start from this seed")]
Position = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="start from a position text")
]
Profile = Annotated[str | None, typer.Option("--profile", metavar="NAME", help="a named set of options")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="change one option; may be repeated"),
]
Threads = Annotated[int, typer.Option("--threads", metavar="N", min=1, help="threads to use")]


def read_options(texts: list[str], besides: tuple[str, ...] = ()) -> dict[str, str]:
    """Options given as KEY=VALUE; `besides` are further keys that may be given so."""
    options = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"expected an option as KEY=VALUE, not {text!r}")
        if key in OUTSIDE_OPTIONS and key not in besides:
            raise BadOption(f"expected an option of the rules, not {key}")
        options[key] = value
    return options


def open_game(
    name: str, seed: int | None, position: str | None, profile: str | None, options: list[str] | None
) -> Game:
    """The game these arguments ask for."""
    changed = read_options(options or [])
    return new_game(name, seed=seed, position=position, profile=profile, **changed)
