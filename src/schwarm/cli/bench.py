"""`schwarm bench`: how fast this installation is, and a signature that tells whether play has changed."""

import time
from collections.abc import Callable
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from schwarm import compiled
from schwarm.games import names, new_game
from schwarm.search.perft import perft
from schwarm.search.playouts import playouts


def command(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="only this game")] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="time for each figure")] = 1.0,
) -> None:
    """Measure perft, random games and legal lists; the perft counts are the same on every machine."""
    console = Console()
    mode = "compiled" if compiled() else "pure Python"
    table = Table(title=f"one thread, {mode}")
    for heading in ("game", "perft 2", "perft nodes/s", "random plies/s", "random games/s", "legal lists/s"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for name in track([game] if game else names(), description="measuring", console=console, transient=True):
        table.add_row(name, *measure(name, seconds))
    console.print(table)


def measure(name: str, seconds: float) -> list[str]:
    """One game's row of the table."""
    start = new_game(name, seed=1)
    signature = perft(start, 2)
    nodes = _rate(seconds, lambda: perft(start, 2))
    plies = games = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        result = playouts(start, 20, seed=games)
        plies += result.plies
        games += result.games
    lists = _rate(seconds, lambda: len(start.legal_moves()) and 1)
    return [f"{signature:,}", *(f"{figure:,.0f}" for figure in (nodes, plies / spent, games / spent, lists))]


def _rate(seconds: float, work: Callable[[], int]) -> float:
    """Units of work a second of processor time."""
    done = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += work()
    return done / spent
