"""Kills, a full disk, spoilt inputs and crowds: what was announced is kept, and honest games hardly notice.

`python -m bench faults` is all of it. `python -m bench.faults --kills 1000` plays games on the contest port
and on the page, kills the server at random moments, and compares what clients were told with what the
database holds: plies announced, lost (told but not kept), doubled (kept twice, or otherwise than played). A
tenth of the kills are of tournaments, which are resumed until they are over; there games are counted. Of the
others three fifths are with SQLite, a fifth with PostgreSQL (where it is installed), a fifth with SQLite on a
disk that is or just was full (root only); half of each on the port, half on the page. `--inputs N` hands in
spoilt inputs as well (bench/fuzz.py). `--what "port, SQLite, full"` makes only those kills whose line in the
table contains these words, as many of them as they are of all.

Every kill and every piece of inputs is written down in bench/results, and a second start goes on where the
first stopped; `--anew` forgets what was.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import FrameType

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bench import fuzz
from bench.compare import Row, report
from bench.hostile import crowded
from bench.kill_campaign import LEDGER, Campaign
from bench.server_kills import Databases, KilledServers
from bench.tournament_kills import KilledTournament
from tests.store import postgres
from tests.store.disk import small_disk

KILLS, INPUTS = 1_000, 10_000_000
GAME = "piranhas"  # of the tournaments
KINDS = {"contest": "contest port", "page": "page"}
SHARES = {"SQLite": 3, "PostgreSQL": 1, "SQLite, full disk": 1}  # of five
SIDE_BY_SIDE = 4


@contextmanager
def campaigns(kills: int, seed: int, what: str = "") -> Iterator[list[Campaign]]:
    """All kinds this machine can do, with so many kills in all; only those whose names contain `what`."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="schwarm-faults-")))
        found = postgres.programs()
        address = stack.enter_context(postgres.cluster(found)) if found else ""
        disks = {kind: stack.enter_context(small_disk(folder / f"{kind}-disk")) for kind in KINDS}
        shares = dict(SHARES)
        if not address:
            del shares["PostgreSQL"]
            print("no PostgreSQL is installed: its kills are left out")
        if disks["contest"] is None:
            del shares["SQLite, full disk"]
            print("only root can mount a small disk: kills on a full disk are left out")
        tournaments = max(1, kills // 10)
        made = [Campaign("tournament, SQLite", tournaments, seed, partial(KilledTournament, GAME))]
        kills -= tournaments
        left = kills
        kinds = [(kind, where) for where in reversed(shares) for kind in KINDS]
        for number, (kind, where) in enumerate(kinds):
            last = number == len(kinds) - 1
            share = left if last else max(1, kills * shares[where] // (2 * sum(shares.values())))
            left -= share
            place = folder / f"{kind}-files"
            place.mkdir(exist_ok=True)
            databases = {
                "SQLite": Databases(kind, place),
                "PostgreSQL": Databases(kind, None, address),
                "SQLite, full disk": Databases(kind, folder / f"{kind}-disk", disk=disks[kind]),
            }[where]
            servers = partial(KilledServers, kind, databases)
            made.append(Campaign(f"{KINDS[kind]}, {where}", share, seed, servers))
        yield [one for one in made if what in one.what]


def run(kills: int, seed: int, side_by_side: int = SIDE_BY_SIDE, what: str = "") -> list[Campaign]:
    """The campaigns, some at a time; whatever ends this ends their processes and unmounts their disks."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    stopped = threading.Event()
    with campaigns(kills, seed, what) as made, Progress(*columns) as progress:
        pool = ThreadPoolExecutor(side_by_side)
        try:
            tasks = [progress.add_task(one.what, total=one.kills) for one in made]
            running = [
                pool.submit(one.run, partial(progress.advance, task), stopped)
                for one, task in zip(made, tasks, strict=True)
            ]
            for future in running:
                future.result()
            return made
        finally:
            stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)
            for one in made:
                one.stop()
            pool.shutdown()


def end(number: int, frame: FrameType | None) -> None:
    """A signal ends the bench as an error would: everything is cleaned up on the way out."""
    raise SystemExit(128 + number)


def measure(
    kills: int = KILLS,
    inputs: int = INPUTS,
    *,
    crowds: bool = True,
    seed: int = 0,
    side_by_side: int = SIDE_BY_SIDE,
    what: str = "",
) -> list[Row]:
    """Kills, spoilt inputs, then honest games beside a crowd."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    rows = []
    for campaign in run(kills, seed, side_by_side, what) if kills else []:
        for line in campaign.found.wrong:
            print(f"  {campaign.what}: {line}", flush=True)
        rows.append(campaign.row())
    if inputs:
        rows += [fuzz.row(found) for found in fuzz.run(inputs, seed, side_by_side)]
    return rows + (crowded() if crowds else [])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=KILLS, help="in all (default: %(default)s)")
    parser.add_argument("--inputs", type=int, default=0, help="spoilt ones, in all (default: none)")
    parser.add_argument("--seed", type=int, default=0, help="of the moments and moves (default: %(default)s)")
    parser.add_argument("--no-crowd", action="store_true", help="no honest games beside crowds")
    parser.add_argument(
        "--at-once", type=int, default=SIDE_BY_SIDE, help="campaigns or processes (default: %(default)s)"
    )
    parser.add_argument("--what", default="", metavar="NAME", help="only kills whose line contains this")
    parser.add_argument("--anew", action="store_true", help="forget kills and inputs of earlier starts")
    asked = parser.parse_args()
    if asked.anew:
        for ledger in (LEDGER, fuzz.LEDGER):
            ledger.unlink(missing_ok=True)
    rows = measure(
        asked.kills, asked.inputs, crowds=not asked.no_crowd, seed=asked.seed, side_by_side=asked.at_once,
        what=asked.what,
    )  # fmt: skip
    return 0 if report("faults", rows) else 1


if __name__ == "__main__":
    sys.exit(main())
