"""What a look at a team's own page costs the server while its tournament stands half played.

For 20, 60 and 120 teams that all meet each other twice: processor time of the server for one request, in the
same process. Beside it the size of the standings, whole and as a projector asks for them after a result.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import Any

from schwarm.store import events, open_store
from schwarm.store.events import Effort, EventGame
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.progress import progress
from tests.classroom.classes import Class, in_class
from tests.tournament.events import better_name_wins, report

TEAMS = (20, 60, 120)
LOOKS = 30
ROUND_ROBIN = {"kind": "round robin", "games": 2}


@contextmanager
def half_played(folder: Path, teams: int) -> Iterator[tuple[Class, int, int]]:
    """A paused class tournament with half of its games: the class, its number, and that of a team."""
    with in_class(folder, starts_per_minute=100_000) as room:
        made = room.create(format=ROUND_ROBIN, game="piranhas")
        numbers = [room.join(made, f"team {number:03}", "hand") for number in range(teams)]
        room.did(made["id"], "start")
        room.did(made["id"], "pause")
        number = room.show(made["id"])["event"]
    with open_store(str(folder / "page.db")) as store:
        journal = EventJournal(store, number)
        coming = progress(journal.event, {}).open
        first, *others = coming[: teams * (teams - 1) // 2]
        game = journal.add(report(first, winner=first.first)).game
        effort = Effort(40, (900.0, 950.0), (60.0, 70.0), (None, None), 2000.0)
        for one in others:
            won = better_name_wins(one)
            line = EventGame(one.key, won.players, won.points, won.scores, won.reason, {})
            written = events.add_game(store, number, line, effort, _nothing, {}, int, game)
        written.result()
    with in_class(folder) as again:
        again.tokens = room.tokens
        time.sleep(1)  # the tournament is planned once after the start of the server
        yield again, made["id"], numbers[0]


_nothing: Any = None  # the record of a game that the store has already


def spent(ask: Callable[[], object]) -> float:
    """Processor time of one request in milliseconds, after one that may fill caches."""
    ask()
    began = time.process_time()
    for _ in range(LOOKS):
        ask()
    return 1000 * (time.process_time() - began) / LOOKS


def main() -> int:
    """Print a line for each size."""
    sizes = [int(one) for one in sys.argv[1:]] or TEAMS
    for teams in sizes:
        with (
            tempfile.TemporaryDirectory() as folder,
            half_played(Path(folder), teams) as (room, number, team),
        ):
            event = room.show(number)
            assert event["played"] == len(list(combinations(range(teams), 2))), event["played"]
            own = spent(lambda room=room, team=team: room.team(team))  # type: ignore[misc]
            bare = spent(lambda room=room: room.client.get("/robots.txt"))  # type: ignore[misc]
            path = f"/api/events/{event['event']}"
            sizes_kb = {
                name: len(room.client.get(path + more).content) / 1000
                for name, more in (("whole", ""), ("tables", "/tables"))
            }
            told = ", ".join(f"{name} {size:.0f} kB" for name, size in sizes_kb.items())
            print(
                f"{teams} teams: a team's page {own - bare:.1f} ms (a bare request {bare:.1f} ms); {told}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
