"""Tournaments: what running games costs beyond thinking, and how quickly many games list and rank."""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from bench.compare import ROUNDS, Row
from schwarm import new_game
from schwarm.game.record import End, Irregular, record_of
from schwarm.store import open_store
from schwarm.store.store import Store
from schwarm.tournament.formats import Event, read
from schwarm.tournament.journal import EventJournal, create, listed
from schwarm.tournament.progress import progress
from schwarm.tournament.run import EventRun
from schwarm.tournament.views import event_view
from schwarm.workers import LocalCrew, Report, hired

OVERHEAD_MS = 20
GROUP_S = 120
LIST_MS = 200
FIFTY_MS_GAMES = 60  # `python -m bench.tournament 5000` plays more of them
FIFTY_MS_ROUNDS = 8


def measure() -> list[Row]:
    with TemporaryDirectory() as folder, open_store(str(Path(folder) / "games.db")) as store:
        rows = [overhead(store), group_of_20(store), list_and_rank(store), time_losses(store, FIFTY_MS_GAMES)]
    return rows


def limit(what: str, ours: float, most: float) -> Row:
    """A figure that must not exceed a limit."""
    return Row(what, ours, most, "limit", most / ours if ours else 1.0, 1)


def event(count: int, bot: str = "random", **said: Any) -> Event:
    entrants = [{"name": f"bot {number:02}", "player": bot} for number in range(count)]
    base = {"name": "Bench", "game": "piranhas", "seed": 1, "entrants": entrants}
    return read(base | {"stages": [{"name": "League", "games": 6}]} | said)


def play(store: Store, said: Event, slots: int) -> tuple[EventJournal, float]:
    """The event's journal, and the seconds from the first game's start to the last one's end."""
    journal = create(store, said)
    with hired(LocalCrew(slots)) as crew:
        began = time.monotonic()
        EventRun(journal, crew).play()
        return journal, time.monotonic() - began


def overhead(store: Store) -> Row:
    """One worker, one game after the other: everything but thinking, from choosing a game to its commit."""
    _, short_s = play(store, event(2, stages=[{"name": "Pair", "kind": "pair", "games": 2}]), 1)
    long, long_s = play(store, event(2, stages=[{"name": "Pair", "kind": "pair", "games": 202}]), 1)
    thinking_ms = sum(sum(line.think_ms) for line in long.games()[2:])
    return limit("overhead a game, ms", (1000 * (long_s - short_s) - thinking_ms) / 200, OVERHEAD_MS)


def group_of_20(store: Store) -> Row:
    journal, seconds = play(store, event(20), 2)
    assert len(journal.games()) == 1140
    return limit("a group of 20, 1,140 games on two cores, s", seconds, GROUP_S)


def list_and_rank(store: Store) -> Row:
    """10,332 recorded games: the list of events, an event with its table, crosstable and days."""
    said = event(42, stages=[{"name": "League", "games": 12}])
    journal = create(store, said)
    start = new_game("piranhas", seed=1)
    waiting = []
    for number, game in enumerate(progress(said, {}).open):
        scores = {"red": (2 * (number % 2), 9), "blue": (2 - 2 * (number % 2), 11)}
        end = End("red" if number % 2 else "blue", Irregular.RESIGNED, scores)
        seated = record_of(start, {"red": game.first, "blue": game.second})
        waiting.append(journal.submit(Report(game.key, seated.ended(end), 1.0)))
    for written in waiting:
        written.result()
    waiting.clear()  # the records would be gone through again by every pass of the garbage collector
    gc.collect()
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        listed(store)
        store.games(newest=100)
        view = event_view(store, journal.number, ratings=False, games=False)
        times.append(1000 * (time.perf_counter() - began))
        assert view.played == 10_332
    return limit("list and rank 10,332 games, ms", median(times), LIST_MS)


def time_losses(store: Store, games: int) -> Row:
    """Both cores busy with searching bots at 50 ms a move: nobody may lose on time."""
    said = event(
        2,
        "best",
        soft_ms=50,
        hard_ms=1_000,
        options={"rounds": FIFTY_MS_ROUNDS},
        stages=[{"name": "Pair", "kind": "pair", "games": games}],
    )
    journal, _ = play(store, said, 2)
    late = sum(line.played.reason == Irregular.TIME_UP for line in journal.games())
    slowest = max(max(line.slowest_ms) for line in journal.games())
    print(f"{games} games at 50 ms a move: {late} lost on time, slowest move {slowest:.1f} ms")
    return Row(f"games without time loss of {games}", games - late, games, "all", (games - late) / games, 1)


if __name__ == "__main__":
    with TemporaryDirectory() as room, open_store(str(Path(room) / "games.db")) as opened:
        print(time_losses(opened, int(sys.argv[1])))
