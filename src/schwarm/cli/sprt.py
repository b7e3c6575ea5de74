"""`schwarm sprt`: is one bot stronger than another? With no more games than needed."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer

from schwarm.cli.arguments import USUAL_STORE, Profile, StoreFile
from schwarm.cli.crews import (
    DEFAULT_HOST,
    DEFAULT_PORT,
    Book,
    DrawAgreed,
    Host,
    JudgeText,
    On,
    Pin,
    PlayerA,
    PlayerB,
    Port,
    ProcessPerCore,
    Quiet,
    Sandbox,
    StartsSeed,
    WinAgreed,
    contestants,
    opening_option,
    read_adjudication,
    read_time,
    time_option,
)
from schwarm.cli.match import default_profile
from schwarm.cli.tournament import ERRORS, JsonFlag, play
from schwarm.contest.wire.seasons import usual_game
from schwarm.game.random64 import fresh_seed
from schwarm.ratings.sprt import Sprt, plan_text
from schwarm.store import open_store
from schwarm.tournament.formats import read
from schwarm.tournament.journal import create

__all__ = ["ERRORS", "command"]

TIME_MS = 100
OPENING_PLIES = 4
Model = Literal["normalised", "logistic"]


def command(
    a: PlayerA,
    b: PlayerB,
    game: Annotated[str, typer.Option("--game", help="the game; without it that of the newest season")] = "",
    elo0: Annotated[float, typer.Option("--elo0", help="H0: A is stronger by this")] = 0.0,
    elo1: Annotated[float, typer.Option("--elo1", help="H1: A is stronger by this")] = 10.0,
    alpha: Annotated[float, typer.Option("--alpha", help="bound on accepting H1 wrongly")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="bound on accepting H0 wrongly")] = 0.05,
    model: Annotated[Model, typer.Option("--model", help="normalised or logistic Elo")] = "normalised",
    time: Annotated[str | None, time_option(TIME_MS)] = None,
    games: Annotated[int, typer.Option("--games", help="games at most", min=2)] = 20_000,
    opening_plies: Annotated[int | None, opening_option("4, none after a book")] = None,
    openings: Book = None,
    adjudicate_win: WinAgreed = None,
    adjudicate_draw: DrawAgreed = None,
    judge: JudgeText = "",
    profile: Profile = None,
    seed: StartsSeed = None,
    sandbox: Sandbox = False,
    workers: ProcessPerCore = None,
    pin: Pin = False,
    on: On = "local",
    host: Host = DEFAULT_HOST,
    port: Port = DEFAULT_PORT,
    store: StoreFile = USUAL_STORE,
    quiet: Quiet = False,
    json: JsonFlag = False,
) -> int:
    """Play pairs of games until the test is decided; can be resumed with `schwarm tournament resume`."""
    game = game or usual_game()
    both = contestants((a, b), game, check=False)  # the event is checked as a whole
    specs = [one.spec for one in both]
    limits = read_time(time, TIME_MS, specs)
    rules = read_adjudication(adjudicate_win, adjudicate_draw, judge, specs, game)
    plies = OPENING_PLIES if opening_plies is None and openings is None else opening_plies or 0
    entrants = [{"name": one.name, "player": text} for one, text in zip(both, (a, b), strict=True)]
    event = read(
        {
            "name": f"{a} against {b}",
            "game": game,
            "profile": profile or default_profile(game, specs),
            "seed": fresh_seed() >> 1 if seed is None else seed,
            "opening_plies": plies,
            "openings": [] if openings is None else str(openings.resolve()),
            "soft_ms": limits.soft_ms,
            "hard_ms": limits.hard_ms,
            "bank_ms": limits.bank_ms,
            "increment_ms": limits.increment_ms,
            "adjudication": rules and asdict(rules),
            "sandbox": sandbox,
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
        },
        Path.cwd(),
    )
    if not quiet and not json:
        print(plan_text(Sprt(elo0, elo1, alpha, beta, model), (games + 1) // 2))
    shown = {"quiet": quiet, "json": json}
    with open_store(store) as opened:
        return play(create(opened, event), workers, pin=pin, on=on, host=host, port=port, **shown)
