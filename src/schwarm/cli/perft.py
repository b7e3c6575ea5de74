"""`schwarm perft`: counting move sequences."""

import time
from typing import Annotated

import typer

from schwarm.cli.arguments import (
    AsJson,
    GameName,
    Options,
    Position,
    Profile,
    Seed,
    Threads,
    busy,
    open_game,
    print_json,
)
from schwarm.search.perft import perft, split


def command(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, help="length of the sequences in plies")],
    seed: Seed = None,
    position: Position = None,
    profile: Profile = None,
    option: Options = None,
    threads: Threads = 1,
    divide: Annotated[bool, typer.Option("--divide", help="count below each move separately")] = False,
    as_json: AsJson = False,
) -> None:
    """Count the legal move sequences of every length up to DEPTH."""
    opened = open_game(game, seed, position, profile, option)
    if divide:
        with busy(f"counting depth {depth}"):
            counts = {str(move): count for move, count in split(opened, depth, threads=threads).items()}
        if as_json:
            print_json(counts)
        else:
            print("".join(f"{move}: {count}\n" for move, count in counts.items()), end="")
        return
    for plies in range(depth + 1):
        with busy(f"counting depth {plies}"):
            began = time.perf_counter()
            count = perft(opened, plies, threads=threads)
            seconds = time.perf_counter() - began
        if as_json:
            print_json({"depth": plies, "count": count, "seconds": round(seconds, 6)})
        else:
            print(f"depth {plies}: {count}  ({count / max(seconds, 1e-9):,.0f} a second)")
