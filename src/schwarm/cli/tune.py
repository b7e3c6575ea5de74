"""`schwarm tune`: better weights for a game's evaluation, from self-play."""

from pathlib import Path
from typing import Annotated

import typer

from schwarm.bots import knowledge
from schwarm.cli.arguments import GameName, busy
from schwarm.cli.crews import On, Processes, opening_option
from schwarm.game.errors import BadOption
from schwarm.learning.tuning import TuningTerms, climb, data_text, tune
from schwarm.whole_file import write_whole
from schwarm.workers import Urgency, WorkersError, working

ERRORS = (WorkersError,)
METHODS = ("fit", "climb")


def command(
    game: GameName,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=1, help="self-play, fit, match: so often")
    ] = 3,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="self-play games a round")] = 300,
    nodes: Annotated[int, typer.Option("--nodes", metavar="N", min=1, help="nodes a move")] = 500,
    opening: Annotated[int, opening_option()] = 4,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="seed of the first game")] = 1,
    processes: Processes = 2,
    on: On = "local",
    method: Annotated[
        str, typer.Option("--method", help="fit (regression) or climb (SPSA: a pair of games a round)")
    ] = "fit",
    flat: Annotated[bool, typer.Option("--flat", help="fit one weight a fact for the whole game")] = False,
    out: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="write the data file here")] = None,
) -> None:
    """Fit the weights to the results of self-play; new ones stay when they win a match against the old."""
    if flat and method != "fit":
        raise BadOption(f"expected --flat with --method fit, not with {method!r}")
    if method not in METHODS:
        raise BadOption(f"expected --method {' or '.join(METHODS)}, not {method!r}")
    with (
        busy("playing games and weighing what they tell") as tell,
        working(on, processes, Urgency.LEARNING) as share,
    ):
        terms = TuningTerms(game, nodes, opening)
        if method == "climb":
            weights = climb(terms, share, rounds=rounds, seed=seed, tell=tell)
        else:
            weights = tune(terms, share, rounds=rounds, games=games, seed=seed, flat=flat, tell=tell)
    numbers = f"--rounds {rounds} --games {games} --nodes {nodes} --opening {opening} --seed {seed}"
    obtained = f"schwarm tune {game} --method {method} {numbers}{' --flat' if flat else ''}"
    text = data_text(knowledge(game), weights, obtained)
    if out is None:
        print(text, end="")
    else:
        write_whole(out, text.encode())
