"""How strong the bots are: the matches behind docs/bots.md. They take hours, so games are noted as they end.

Notes lie in bench/results/strength.jsonl. A second start plays only what is missing; games played by other
code (rules, search or knowledge of that game) do not count.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from rich.console import Console

import schwarm
from bench.compare import ROOT, Row
from schwarm.bots import BUDGET_MS, knowledge
from schwarm.bots.match import Pairing, Spec, Tally, pairings, play_all, play_pairing
from schwarm.cli.match import watch

NOTES = ROOT / "bench" / "results" / "strength.jsonl"
TARGETS = {"random": 100.0, "greedy": 95.0, "best@200": 70.0}  # percent of the points
GAMES_A_MATCH = 100
LADDER_TARGET = 70.0
LADDER_GAMES = 200
AMPLE_MS = 600_000  # levels are limited by nodes, not by time
HURRY_MS = 100
HURRY_GAMES = 250
GAMES = schwarm.games()
CORES = os.cpu_count() or 1

Play = Callable[[Pairing], Tally]


def measure() -> list[Row]:
    """`best` at two seconds a move, each level against the one below, and punctuality in a hurry."""
    rows = [
        strength(game, "best", opponent, GAMES_A_MATCH, BUDGET_MS, 0, target)
        for opponent, target in TARGETS.items()
        for game in GAMES
    ]
    for game in GAMES:
        for low, high in pairwise(knowledge(game).levels):
            rows.append(strength(game, high, low, LADDER_GAMES, AMPLE_MS, 1000, LADDER_TARGET))
    return [*rows, *(punctuality(game) for game in GAMES)]


def strength(game: str, first: str, second: str, games: int, time_ms: int, seed: int, target: float) -> Row:
    """The first bot's points in percent, beside the other's."""
    plan = pairings(game, (Spec.read(first), Spec.read(second)), games, time_ms=time_ms, seed=seed)
    result = match(f"{game}: {first} - {second}", plan, CORES, NOTES)
    share = 100 * result.share
    low, high = result.interval()
    what = f"{game}: {first}, points in % of {games} games ({100 * low:.0f} to {100 * high:.0f} %)"
    return Row(what, share, 100 - share, second, share, target)


def punctuality(game: str) -> Row:
    """Games of `best` in a hurry, two for each core at once, in which nothing was late or illegal."""
    best = Spec("best")
    plan = pairings(game, (best, best), HURRY_GAMES, time_ms=HURRY_MS, seed=77)
    result = match(f"{game}: {HURRY_MS} ms a move", plan, 2 * CORES, NOTES)
    clean = result.games - result.late - result.illegal
    what = f"{game}: games in time at {HURRY_MS} ms (slowest move {result.slowest_ms:.0f} ms)"
    return Row(what, clean, result.games, "all", clean / result.games, 1)


def match(title: str, plan: list[Pairing], processes: int, notes: Path, play: Play = play_pairing) -> Tally:
    """Play those games of a plan that are not noted yet; the result of all."""
    known = read_notes(notes)
    code = fingerprint(plan[0].game)
    keys = [key_of(pairing, code) for pairing in plan]
    missing = [pairing for pairing, key in zip(plan, keys, strict=True) if key not in known]
    begun = Tally()
    for key in known.keys() & set(keys):
        begun = begun.plus(known[key])
    fresh = play_all(missing, processes, partial(play_and_note, notes=notes, code=code, play=play))
    console = Console(highlight=False)
    total = watch(title, (begun.plus(result) for result in fresh), len(plan), console, begun)
    console.print(f"{title}: {total.text()}")
    return total


def play_and_note(pairing: Pairing, notes: Path, code: str, play: Play) -> Tally:
    """Play one game and note its result at once."""
    result = play(pairing)
    notes.parent.mkdir(parents=True, exist_ok=True)
    with notes.open("a", encoding="utf-8") as file:
        file.write("\n" + json.dumps([key_of(pairing, code), asdict(result)]))  # after whatever a crash left
    return result


def read_notes(notes: Path) -> dict[str, Tally]:
    """The results noted so far; a line cut short by a crash is left out."""
    found: dict[str, Tally] = {}
    for line in notes.read_text(encoding="utf-8").splitlines() if notes.exists() else ():
        try:
            key, result = json.loads(line)
        except ValueError:
            continue
        found[key] = Tally(**result)
    return found


def key_of(pairing: Pairing, code: str) -> str:
    """What tells one game from all others."""
    return json.dumps([code, asdict(pairing)], sort_keys=True)


def fingerprint(game: str) -> str:
    """Stands for all that decides how a game's bots play: rules, search and knowledge."""
    source = Path(schwarm.__file__).parent
    others = {name for name in GAMES if name != game}
    total = sha256()
    for path in sorted(path for part in ("games", "search", "bots") for path in (source / part).rglob("*")):
        if path.suffix in (".py", ".json") and not others & {path.stem, *path.relative_to(source).parts}:
            total.update(path.read_bytes())
    return total.hexdigest()[:16]
