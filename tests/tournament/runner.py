"""A program that plays an event and tells every game that is durable.

EventRun as `python -m tests.tournament.runner URL EVENT`; with a third word it tells its processes instead.
"""

from __future__ import annotations

import multiprocessing
import sys

from schwarm.store import open_store
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.run import EventRun, Finished, News
from schwarm.workers import LocalCrew, hired


def tell(item: News) -> None:
    if isinstance(item, Finished):
        if sys.argv[3:]:
            print(*(child.pid for child in multiprocessing.active_children()), flush=True)
        else:
            print(f"{item.key} {item.played.game}", flush=True)


if __name__ == "__main__":
    with open_store(sys.argv[1]) as store, hired(LocalCrew(2)) as crew:
        over = EventRun(EventJournal(store, int(sys.argv[2])), crew, tell).play()
    sys.exit(0 if over else 1)
