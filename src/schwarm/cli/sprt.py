"""`schwarm sprt`: is one bot stronger than another? With no more games than needed."""

from typing import Annotated

import typer

from schwarm.cli.tournament import ERRORS, On, Pin, StoreFile, Workers, play
from schwarm.games.random64 import fresh_seed
from schwarm.store import open_store
from schwarm.tournament.errors import BadFormat
from schwarm.tournament.formats import read
from schwarm.tournament.journal import create

__all__ = ["ERRORS", "command"]

BotText = Annotated[str, typer.Argument(help="NAME, NAME@MS for a time of its own, or MODULE:FUNCTION")]


def command(
    a: BotText,
    b: BotText,
    game: Annotated[str, typer.Option("--game", help="the game")] = "piranhas",
    elo0: Annotated[float, typer.Option("--elo0", help="H0: A is stronger by this")] = 0.0,
    elo1: Annotated[float, typer.Option("--elo1", help="H1: A is stronger by this")] = 10.0,
    alpha: Annotated[float, typer.Option("--alpha", help="bound on accepting H1 wrongly")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="bound on accepting H0 wrongly")] = 0.05,
    model: Annotated[str, typer.Option("--model", help="normalised or logistic Elo")] = "normalised",
    time_ms: Annotated[float, typer.Option("--time", help="milliseconds a move")] = 100.0,
    games: Annotated[int, typer.Option("--games", help="games at most", min=2)] = 20_000,
    opening_plies: Annotated[int, typer.Option("--opening", help="random plies at the start")] = 4,
    profile: Annotated[str, typer.Option("--profile", help="a named set of options")] = "",
    seed: Annotated[int | None, typer.Option("--seed", help="draw starts from this seed")] = None,
    workers: Workers = None,
    pin: Pin = False,
    on: On = "local",
    store: StoreFile = "schwarm.db",
    quiet: Annotated[bool, typer.Option("--quiet", help="only the result")] = False,
    json: Annotated[bool, typer.Option("--json", help="a line of JSON for everything that happens")] = False,
) -> int:
    """Play pairs of games until the test is decided; can be resumed with `schwarm tournament resume`."""
    entrants = [entrant(text) for text in (a, b)]
    if entrants[0]["name"] == entrants[1]["name"]:
        entrants[1]["name"] = f"{entrants[1]['name']} (2)"
    event = read(
        {
            "name": f"{a} against {b}",
            "game": game,
            "profile": profile,
            "seed": fresh_seed() >> 1 if seed is None else seed,
            "opening_plies": opening_plies,
            "soft_ms": time_ms,
            "hard_ms": max(5 * time_ms, time_ms + 1000),
            "entrants": entrants,
            "stages": [
                {
                    "name": "Test",
                    "kind": "pair",
                    "games": games + games % 2,
                    "ranking": ["victory points"],
                    "stop": {"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta, "model": model},
                }
            ],
        }
    )
    with open_store(store) as opened:
        return play(create(opened, event), workers, pin=pin, on=on, quiet=quiet, json=json)


def entrant(text: str) -> dict[str, object]:
    """A bot as the command line names it."""
    name, at, time_ms = text.partition("@")
    kind = "think" if ":" in name else "bot"
    said: dict[str, object] = {"name": text, kind: name}
    if at:
        if not time_ms.isdecimal():
            raise BadFormat(f"expected milliseconds after @ in {text!r}")
        said["budget_ms"] = int(time_ms)
    return said
