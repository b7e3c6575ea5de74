"""Is a net stronger than a frozen player? `python -m bench.gate GAME FILE --nodes 40000 --processes 16`.

Pairs of games at equal nodes, both sides of each start, the profiles and random plies of the game's recipe,
until a sequential test of 0 against 20 Elo is decided, the games are played or the time is over. Only starts
before the first that is still being played count, so that short games do not come first. Games are noted as
they end; a second start goes on.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from pathlib import Path

from bench.compare import ROOT
from bench.strength import AMPLE_MS
from schwarm import players
from schwarm.learning.recipes import recipe_for
from schwarm.ratings import Sprt, match_rating
from schwarm.referee import Limits
from schwarm.workers import Contestant, Journal, LocalCrew, Report, Tally, Task, hired, pairs, play_all

NOTES = ROOT / "bench" / "results" / "gate.jsonl"
EVERY = 64  # games between two looks at the test


def plan(game: str, one: Contestant, other: Contestant, games: int, seed: int) -> Iterator[Task]:
    """Two games of each start; the profiles take turns."""
    recipe = recipe_for(game)
    for number in range(games // 2):
        both = pairs(
            game, one, other, 2,
            seed=seed + number, profile=recipe.profiles[number % len(recipe.profiles)],
            opening_plies=recipe.gate_opening, limits=Limits(AMPLE_MS, 5 * AMPLE_MS),
        )  # fmt: skip
        for which, task in enumerate(both):
            yield replace(task, key=(2 * number + which,))


def settled(ended: dict[int, Report]) -> list[Report]:
    """The games of all starts before the first with a game that has not ended."""
    first = next(number for number in range(len(ended) + 1) if number not in ended)
    return [ended[number] for number in range(first - first % 2)]


def main() -> None:
    """Play until it is known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("file", type=Path)
    parser.add_argument("--against", default="best-0.2", help="a bot's name, or the file of a net")
    parser.add_argument("--nodes", type=int, default=40_000)
    parser.add_argument("--elo1", type=float, default=20.0)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--seed", type=int, default=37_000_000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--notes", type=Path, default=NOTES)
    said = parser.parse_args()
    end = time.monotonic() + said.seconds
    against = f"net:{said.against}" if said.against.endswith(".net") else said.against
    one, other = (
        Contestant(name, players.read(f"{name}#{said.nodes}")) for name in (f"net:{said.file}", against)
    )
    test = Sprt(elo0=0.0, elo1=said.elo1)
    tasks = plan(said.game, one, other, said.games, said.seed)
    ended: dict[int, Report] = {}
    with hired(LocalCrew(said.processes)) as share:
        for report in play_all(tasks, share, Journal(said.notes)):
            ended[report.key[-1]] = report
            decided = not len(ended) % EVERY and test.verdict(match_rating(settled(ended), one.name).pairs)
            if decided or time.monotonic() > end:
                break
    counted = settled(ended)
    tally = reduce(Tally.plus, (Tally.of(report, one.name) for report in counted), Tally())
    rating = match_rating(counted, one.name)
    low, high = rating.shares
    print(f"{said.game}, {one.name} against {other.name}, {said.nodes:,} nodes a move: {tally.text()}")
    print(f"true share {100 * low:.1f} to {100 * high:.1f} %; {test.state(rating.pairs).text()}", flush=True)


if __name__ == "__main__":
    main()
