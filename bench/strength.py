"""How strong the bots are: the matches behind bench/notes/best.md. They take hours, so each game is noted.

Notes lie in bench/results/strength.jsonl. A second start plays only what is missing; games played by other
code (rules, search or knowledge of that game) do not count.
"""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

from rich.console import Console

import schwarm
from bench.compare import ROOT, Row
from schwarm import players
from schwarm.bots import BUDGET_MS, knowledge
from schwarm.ratings import match_rating
from schwarm.referee import Limits
from schwarm.workers import (
    Bar,
    Contestant,
    Crew,
    Journal,
    LocalCrew,
    Report,
    Tally,
    Task,
    hired,
    pairs,
    play_all,
)

NOTES = ROOT / "bench" / "results" / "strength.jsonl"
TARGETS = {"random": 100.0, "greedy": 95.0, "best@200": 70.0}  # percent of the points
# What `best` is to score against the player it was in version 0.1, at equal time.
PROGRESS = {"hive": 80.0, "mississippi_queen": 65.0, "piranhas": 90.0, "protista": 75.0}
PROGRESS_GAMES = 200
SHORT_MS = 200
GAMES_A_MATCH = 100
LADDER_TARGET = 70.0
LADDER_GAMES = 200
AMPLE_MS = 600_000  # levels are limited by nodes, not by time
HURRY_MS = 100
HURRY_GAMES = 250
GAMES = schwarm.list_games()
CORES = os.cpu_count() or 1


def measure() -> list[Row]:
    """`best` at two seconds a move and against what it was, the levels, and punctuality in a hurry."""
    rows = [
        strength(game, "best", opponent, GAMES_A_MATCH, BUDGET_MS, 0, target)
        for opponent, target in TARGETS.items()
        for game in GAMES
    ]
    for game, target in PROGRESS.items():
        for time_ms in (SHORT_MS, BUDGET_MS):
            rows.append(strength(game, "best", "best-0.1", PROGRESS_GAMES, time_ms, 9000, target))
    for game in GAMES:
        for low, high in pairwise(knowledge(game).levels):
            rows.append(strength(game, high, low, LADDER_GAMES, AMPLE_MS, 1000, LADDER_TARGET))
    return [*rows, *(punctuality(game) for game in GAMES)]


def strength(game: str, first: str, second: str, games: int, time_ms: int, seed: int, target: float) -> Row:
    """The first bot's points in percent, beside the other's."""
    tasks = plan(game, first, second, games, time_ms, seed)
    reports: list[Report] = []
    share = 100 * match(f"{game}: {first} - {second}", tasks, CORES, reports=reports).share
    low, high = match_rating(reports, tasks[0].players[0].name).shares
    what = f"{game}: {first}, points in % of {games} games ({100 * low:.0f} to {100 * high:.0f} %)"
    return Row(what, share, 100 - share, second, share, target)


def punctuality(game: str) -> Row:
    """Games of `best` in a hurry, two for each core at once, in which nothing was late or illegal."""
    hurried = plan(game, "best", "best", HURRY_GAMES, HURRY_MS, 77)
    result = match(f"{game}: {HURRY_MS} ms a move", hurried, 2 * CORES)
    clean = result.games - result.late - result.illegal
    what = f"{game}: games in time at {HURRY_MS} ms (slowest move {result.slowest_ms:.0f} ms)"
    return Row(what, clean, result.games, "all", clean / result.games, 1)


def plan(game: str, first: str, second: str, games: int, time_ms: int, seed: int) -> list[Task]:
    """The games of a match, two of each start."""
    one = Contestant(first, players.read(first))
    other = Contestant(second if second != first else f"{second} (2)", players.read(second))
    return pairs(game, one, other, games, seed=seed, limits=Limits(time_ms, 5 * time_ms))


def match(
    title: str,
    tasks: list[Task],
    slots: int,
    notes: Path = NOTES,
    crew: Crew | None = None,
    reports: list[Report] | None = None,
) -> Tally:
    """Play those games of a plan that are not noted yet; the result of all, from its first player's side."""
    name = tasks[0].players[0].name
    console = Console(highlight=False)
    total = Tally()
    with hired(crew or LocalCrew(slots)) as share, Bar(title, len(tasks), console) as bar:
        for report in play_all(tasks, share, Journal(notes)):
            total = total.plus(Tally.of(report, name))
            if reports is not None:
                reports.append(report)
            bar.note(f"{100 * total.share:.0f} %")
    console.print(f"{title}: {total.text()}")
    return total
