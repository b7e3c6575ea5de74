"""The arguments that many commands share: which game, from which start, under which options."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from schwarm.cli.places import SAID, default_store
from schwarm.game import Game, list_games, new_game, rule_book
from schwarm.game.errors import BadOption, Refusal
from schwarm.game.record import OUTSIDE_OPTIONS

NO_STORE = "none"


def some_profiles(ctx: typer.Context) -> list[str]:
    """The profiles of the game that a line names, for a shell that completes it."""
    named = ctx.params.get("game") or list_games()
    games = [named] if isinstance(named, str) else named
    return sorted({profile for name in games for profile in rule_book(name).profiles})


def needed_store(store: str) -> str:
    """Where games are kept: what was said, else the usual place; only the server can do without."""
    if store == NO_STORE:
        raise BadOption(Refusal("no_store"))
    return store or default_store()


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="the game's name; `schwarm games` lists them", autocompletion=list_games
    ),
]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help="take the start from this seed")]
Position = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="start from a position text")
]
Profile = Annotated[
    str | None,
    typer.Option("--profile", metavar="NAME", help="a named set of options", autocompletion=some_profiles),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="change one option; may be repeated"),
]


def store_option(read: Callable[[str], str]) -> Any:
    """The option that says where games are kept."""
    return typer.Option(
        "--store",
        metavar="FILE",
        help="database file or URL; `schwarm.db` here or among your data",
        envvar=SAID,
        callback=read,
        show_default=False,
    )


StoreFile = Annotated[str, store_option(needed_store)]
StoreOrNone = Annotated[str, store_option(lambda store: store or default_store())]
USUAL_STORE = ""
OperatorToken = Annotated[
    Path | None,
    typer.Option(
        "--operator-token-file",
        metavar="FILE",
        envvar="SCHWARM_OPERATOR_TOKEN_FILE",
        help="the operator's token: with it the operator's link stays the same",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON, for programs")]
Threads = Annotated[int, typer.Option("--threads", metavar="N", min=1, help="threads to use")]


def read_options(texts: list[str], besides: tuple[str, ...] = ()) -> dict[str, str]:
    """Options given as KEY=VALUE; `besides` are further keys that may be given so."""
    options = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise BadOption(Refusal("key_value", said=repr(text)))
        if key in OUTSIDE_OPTIONS and key not in besides:
            raise BadOption(Refusal("rules_option", said=key))
        options[key] = value
    return options


def open_game(
    name: str, seed: int | None, position: str | None, profile: str | None, options: list[str] | None
) -> Game:
    """The game these arguments ask for."""
    changed = read_options(options or [])
    return new_game(name, seed=seed, position=position, profile=profile, **changed)


def print_json(value: object) -> None:
    """One line for programs."""
    print(json.dumps(value, ensure_ascii=False))


@contextmanager
def busy(text: str) -> Iterator[Callable[[str], None]]:
    """A moving sign with this text on a terminal, while something takes its time; gives what tells a line."""
    from rich.console import Console

    console = Console(stderr=True, highlight=False)
    with console.status(text) if console.is_terminal else nullcontext():
        yield lambda line: console.print(line, markup=False, soft_wrap=True)
