"""`schwarm bench`: how fast this installation is, and a signature that tells whether play has changed."""

import time
from collections.abc import Callable
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from schwarm import compiled
from schwarm.bots import knowledge, simulate
from schwarm.game import list_games, new_game
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.perft import perft
from schwarm.search.playouts import playouts


def command(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="only this game")] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="time for each figure")] = 1.0,
) -> None:
    """Measure perft, random games, legal lists and the bots' search.

    The counts of perft 2 and of a search to depth 2 are the same on every machine; they change only when
    play does.
    """
    console = Console()
    mode = "compiled" if compiled() else "pure Python"
    rules = table(f"rules, one thread, {mode}", "perft 2", "nodes/s", "random plies/s", "games/s", "lists/s")
    search = table(f"search, one thread, {mode}", "depth 2", "nodes/s", "simulations/s")
    for name in track(
        [game] if game else list_games(), description="measuring", console=console, transient=True
    ):
        rules.add_row(name, *measure(name, seconds))
        search.add_row(name, *measure_search(name, seconds))
    console.print(rules)
    console.print(search)


def table(title: str, *headings: str) -> Table:
    """An empty table of figures."""
    made = Table(title=title)
    made.add_column("game")
    for heading in headings:
        made.add_column(heading, justify="right", no_wrap=True)
    return made


def measure(name: str, seconds: float) -> list[str]:
    """One game's row of the first table."""
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
    figures = [f"{figure:,.0f}" for figure in (nodes, plies / spent, games / spent, lists)]
    return [f"{signature:,}", *figures]


def measure_search(name: str, seconds: float) -> list[str]:
    """One game's row of the second table: nodes of a search to depth 2, nodes and simulations a second."""
    start = new_game(name, seed=1)
    known = knowledge(name)
    signature = AlphaBeta(known.evaluator()).search(start, depth=2).nodes
    nodes = _rate(seconds, lambda: AlphaBeta(known.evaluator(), 1 << 14).search(start, nodes=20_000).nodes)
    simulations = _rate(seconds, lambda: simulate(start, simulations=500).nodes)
    return [f"{signature:,}", f"{nodes:,.0f}", f"{simulations:,.0f}"]


def _rate(seconds: float, work: Callable[[], int]) -> float:
    """Units of work a second of processor time."""
    done = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += work()
    return done / spent
