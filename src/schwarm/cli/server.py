"""`schwarm server`: the contest server."""

from pathlib import Path
from typing import Annotated

import typer

from schwarm.cli.arguments import NO_STORE, USUAL_STORE, StoreOrNone, some_profiles
from schwarm.cli.crews import DEFAULT_HOST, Host, Quiet
from schwarm.cli.places import shown_store
from schwarm.cli.reach import reach
from schwarm.extras import MissingExtra
from schwarm.game import Game, rule_book
from schwarm.game.errors import BadOption, GameError
from schwarm.game.meant import expected


def command(
    host: Host = DEFAULT_HOST,
    port: Annotated[
        int, typer.Option("--port", "-p", metavar="N", min=0, max=65535, help="the port")
    ] = 13050,
    game: Annotated[
        list[str] | None,
        typer.Option("--game", metavar="GAME", help="offer only this; repeat it; the first is the default"),
    ] = None,
    profile: Annotated[
        str,
        typer.Option(
            "--profile",
            metavar="NAME",
            help="the rules played, where a game has them so",
            autocompletion=some_profiles,
        ),
    ] = "official",
    soft: Annotated[
        int, typer.Option("--soft", metavar="MS", min=1, help="an answer later than this loses")
    ] = 2000,
    hard: Annotated[
        int, typer.Option("--hard", metavar="MS", min=1, help="without an answer, wait no longer than this")
    ] = 10000,
    no_timeout: Annotated[bool, typer.Option("--no-timeout", help="no limits at all")] = False,
    password: Annotated[
        str | None,
        typer.Option(
            "--password",
            metavar="WORD",
            envvar="SCHWARM_PASSWORD",
            help="for administrators; without one nobody is an administrator",
        ),
    ] = None,
    replays: Annotated[
        Path | None, typer.Option("--replays", metavar="FOLDER", help="save a replay of every game there")
    ] = None,
    store: StoreOrNone = USUAL_STORE,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="games start from this replay or record")
    ] = None,
    turn: Annotated[int, typer.Option("--turn", metavar="N", min=0, help="... at this ply of it")] = 0,
    metrics: Annotated[
        int | None, typer.Option("--metrics", metavar="PORT", help="serve numbers for Prometheus there")
    ] = None,
    exact: Annotated[
        bool,
        typer.Option("--exact", help="states as the official server's, though a known client stops at them"),
    ] = False,
    grace: Annotated[
        float, typer.Option("--grace", metavar="S", min=0, help="seconds running games get to finish")
    ] = 5.0,
    log_json: Annotated[bool, typer.Option("--log-json", help="log lines as JSON")] = False,
    quiet: Quiet = False,
) -> None:
    """Serve games to contest clients of 2017, 2020, 2026 and 2027 until stopped (Ctrl-C, twice to hurry)."""
    import logging

    from schwarm.contest.server import ContestServer, ServerSettings
    from schwarm.contest.server.logs import configure
    from schwarm.contest.server.run import Around, run
    from schwarm.contest.server.settings import BadSettings, starts
    from schwarm.contest.wire.seasons import game_types, season_of_game
    from schwarm.referee import UNLIMITED, Limits
    from schwarm.store import StoreError

    if hard < soft:
        raise BadOption(f"expected --hard not below --soft, not {hard} and {soft}")
    offered = tuple(game or game_types().values())
    profiles = sorted({known for name in offered for known in rule_book(name).profiles} | {"official"})
    if profile not in profiles:
        raise BadOption(expected("expected_profile", profiles, profile))
    loaded = None if load is None else _load(load, turn)
    kept = None if store == NO_STORE else store
    try:
        configure(as_json=log_json, level=logging.WARNING if quiet else logging.INFO)
        settings = ServerSettings(
            host=host,
            port=port,
            games=offered,
            limits=UNLIMITED if no_timeout else Limits(soft, hard),
            password=password or None,
            start=starts(profile, loaded),
            replays=replays,
        )

        for name in settings.games:
            season_of_game(name).exact = exact

        def ready(server: ContestServer, metrics_port: int | None) -> None:
            print(f"contest server on {host} port {server.port}: {', '.join(settings.games)}", flush=True)
            if kept is not None:
                print(f"games are kept in {shown_store(kept)}", flush=True)
            if known := reach(host):
                print(known, flush=True)
            if metrics_port is not None:
                print(f"metrics on http://{host}:{metrics_port}/metrics", flush=True)

        run(settings, Around(kept, metrics, grace), ready)
    except (BadSettings, StoreError) as error:
        raise GameError(str(error)) from None
    except ImportError as error:
        raise GameError(str(MissingExtra("this", str(error.name), "server"))) from None


def _load(path: Path, turn: int) -> Game:
    """The game of a replay or record at one of its plies."""
    from schwarm.contest.replay import game_at
    from schwarm.files import load_games

    for record in load_games(path):
        return game_at(record, turn)
    raise GameError(f"{path}: expected a file with a game in it")
