"""Events and invented results for the tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import schwarm
from schwarm.game.errors import Refusal
from schwarm.game.record import End, Irregular, record_of
from schwarm.store.store import Store
from schwarm.tournament.formats import Event, read
from schwarm.tournament.journal import EventJournal, GameLine, create
from schwarm.tournament.progress import Planned, Progress, progress
from schwarm.tournament.results import GameKey, Played
from schwarm.workers import Report

Judge = Callable[[Planned], Played]
AMPLE_MS = 1_000_000


def event(count: int = 4, **said: Any) -> Event:
    """An event of Piranhas between so many random bots, called A, B, C ...; nobody loses by time."""
    names = [chr(ord("A") + number % 26) + "'" * (number // 26) for number in range(count)]
    entrants = [{"name": name, "player": "random"} for name in names]
    stages = [{"name": "League", "kind": "round robin", "games": 2}]
    shape = {"name": "Test", "game": "piranhas", "entrants": entrants, "stages": stages}
    return read(shape | {"hard_ms": AMPLE_MS} | said)


def stage(kind: str, **said: Any) -> list[dict[str, Any]]:
    return [{"name": "Only", "kind": kind} | said]


def better_name_wins(game: Planned) -> Played:
    """A beats B, B beats C ..."""
    points = (2, 0) if game.first < game.second else (0, 2)
    return Played(game.first, game.second, points, ((points[0], 10), (points[1], 10)), "")


def all_draws(game: Planned) -> Played:
    return Played(game.first, game.second, (1, 1), ((1, 10), (1, 10)), "")


def play(
    event: Event, judge: Judge = better_name_wins, most: int = 100_000
) -> tuple[Progress, dict[GameKey, Played]]:
    """Play an event by invented results until it is over, or so many games."""
    results: dict[GameKey, Played] = {}
    while True:
        state = progress(event, results)
        if not state.open or len(results) >= most:
            return state, results
        for game in state.open[: most - len(results)]:
            assert game.key not in results
            results[game.key] = judge(game)


def report(game: Planned, *, winner: str | None, fault: str = "") -> Report:
    start = schwarm.new_game("piranhas", seed=game.seed)
    record = record_of(start, {"red": game.first, "blue": game.second})
    sides = {game.first: "red", game.second: "blue"}
    won = sides.get(winner) if winner else None
    scores = {side: (2 if side == won else 0 if won else 1, 10) for side in ("red", "blue")}
    reason = Irregular.LEFT if fault else "heavier swarm"
    faults = {fault: Refusal("crashed", detail="no idea")} if fault else {}
    ended = record.ended(End(won, reason, scores))
    return Report(game.key, ended, 12.5, (3.0, 4.0), (1.0, 2.0), faults, processor_ms=(2.5, None))


def told(line: GameLine) -> str:
    """What offenders did, for people."""
    return "; ".join(f"{name}: {fault}" for name, fault in line.faults.items())


def filled(store: Store, said: Event, winner: Any = min, fault: str = "") -> EventJournal:
    journal = create(store, said)
    while games := progress(said, journal.results()).open:
        for game in games:
            guilty = fault if fault in (game.first, game.second) else ""
            journal.add(report(game, winner=winner((game.first, game.second)), fault=guilty))
    return journal
