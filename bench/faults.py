"""Kills, a full disk and crowds: what was announced is kept, and honest games hardly notice the others.

`python -m bench.faults --kills 1000` plays games on the contest port and on the page, kills the server at
random moments, and compares what clients were told with what the database holds: plies announced, lost (told
but not kept), doubled (kept twice, or otherwise than played). A tenth of the kills are of tournaments, which
are resumed until they are over. Of the others three fifths are with SQLite, a fifth with PostgreSQL (where it
is installed), a fifth with SQLite on a disk that is or just was full (root only); half of each on the port,
half on the page.

Every kill is written down in bench/results/kills.jsonl, and a second start goes on where the first stopped;
`--anew` forgets what was.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from bench.compare import ROOT, Row, report
from bench.hostile import crowded
from bench.kill_rounds import ROUNDS, Told
from bench.nursery import Nursery, StartFailed
from bench.tournament_kills import KilledTournament
from schwarm.game import GameError
from schwarm.game.record import Record, start_of
from tests.store import postgres
from tests.store.disk import SmallDisk, small_disk

KILLS = 100
GAME = "piranhas"  # of the tournaments
LEDGER = ROOT / "bench" / "results" / "kills.jsonl"
LOCK = threading.Lock()
SHARES = {"SQLite": 3, "PostgreSQL": 1, "SQLite, full disk": 1}  # of five
FRESH_EVERY = 10  # rounds with one database: the page takes up all games of the rounds before ...
FRESH_ON_DISK = 5  # ... and on the small disk, which they would fill by themselves
SIDE_BY_SIDE = 4


@dataclass
class Tally:
    """What a campaign found."""

    what: str
    kills: int = 0
    games: int = 0
    announced: int = 0
    lost: int = 0
    doubled: int = 0
    unstarted: int = 0  # servers that did not come up again
    wrong: list[str] = field(default_factory=list)  # each game that is not as it should be, in a line

    def add(self, game: Told) -> None:
        """Compare what was told of a game with its record."""
        kept = [] if game.record is None else [ply.move for ply in game.record.plies]
        lost = max(0, len(game.told) - len(kept))
        doubled = sum(mine != theirs for mine, theirs in zip(game.sent, kept, strict=False))
        doubled += max(0, len(kept) - len(game.sent))
        if game.record is not None and not doubled:
            doubled += not replays(game.record)
        self.games += 1
        self.announced += len(game.told)
        self.lost += lost
        self.doubled += doubled
        if lost or doubled:
            self.wrong.append(f"{self.what}: told {game.told}, sent {game.sent}, kept {kept}")

    def keep(self, before: list[int]) -> None:
        """Write down what the last kill added."""
        with LOCK:
            LEDGER.parent.mkdir(parents=True, exist_ok=True)
            added = [now - then for now, then in zip(self.counts(), before, strict=True)]
            with LEDGER.open("a") as file:
                file.write(json.dumps([self.what, *added]) + "\n")

    def counts(self) -> list[int]:
        """The numbers that are written down."""
        return [self.kills, self.games, self.announced, self.lost, self.doubled, self.unstarted]

    def load(self) -> None:
        """Begin with what was written down before."""
        lines = LEDGER.read_text().splitlines() if LEDGER.exists() else []
        rows = [row[1:] for row in map(json.loads, lines) if row[0] == self.what]
        sums = [sum(column) for column in zip(*rows, strict=True)] or [0] * 6
        self.kills, self.games, self.announced, self.lost, self.doubled, self.unstarted = sums

    def line(self) -> str:
        """For people."""
        return (
            f"{self.what}: {self.kills} kills, {self.games} games, {self.announced} plies announced, "
            f"{self.lost} lost, {self.doubled} doubled, {self.unstarted} not started"
        )

    def row(self) -> Row:
        """For the table; the target is met when nothing was lost or doubled."""
        wrong = self.lost + self.doubled + self.unstarted
        return Row(f"{self.line()}; wrong", wrong, 0, "allowed", 0.0 if wrong else 1.0, 1)


def replays(record: Record) -> bool:
    """Can the kept plies be played?"""
    game = start_of(record)
    try:
        for ply in record.plies:
            game.play(ply.move)
    except GameError:
        return False
    return True


class Campaign:
    """So many kills of one kind of server with one kind of database."""

    def __init__(self, kind: str, where: str, kills: int, seed: int, databases: Databases) -> None:
        self.tally = Tally(f"{'contest port' if kind == 'contest' else 'page'}, {where}")
        self.kills = kills
        self._kind = kind
        self._chance = random.Random(f"{kind} {where} {seed}")
        self._databases = databases
        self._nursery: Nursery | None = None

    def run(self, progress: Progress, task: TaskID, stopped: threading.Event) -> Tally:
        """Play, kill, compare, again and again."""
        self._nursery = Nursery(self._kind)
        disk, url = self._databases.disk, ""
        self.tally.load()
        progress.advance(task, self.tally.kills)
        try:
            for number in range(self.kills - self.tally.kills):
                before = self.tally.counts()
                if stopped.is_set():
                    break
                if not url or number % (FRESH_EVERY if disk is None else FRESH_ON_DISK) == 0:
                    url = self._databases.fresh()
                try:
                    pid, port = self._nursery.start(url)
                except StartFailed as error:
                    if stopped.is_set():
                        break
                    self.tally.unstarted += 1
                    self.tally.wrong.append(str(error))
                    url = ""
                    continue
                try:
                    for game in ROUNDS[self._kind](pid, port, url, self._chance, disk):
                        self.tally.add(game)
                finally:
                    if disk is not None:
                        disk.clear()
                self.tally.kills += 1
                self.tally.keep(before)
                progress.advance(task)
        finally:
            self.stop()
        progress.console.print(self.tally.line())
        return self.tally

    def stop(self) -> None:
        """End its processes, from any thread."""
        nursery, self._nursery = self._nursery, None
        if nursery is not None:
            nursery.close()


class TournamentCampaign:
    """So many kills of tournaments; each is resumed until it is over, then compared."""

    def __init__(self, kills: int, seed: int) -> None:
        self.tally = Tally("tournament, SQLite")
        self.kills = kills
        self._chance = random.Random(f"tournament {seed}")
        self._killed: KilledTournament | None = None

    def run(self, progress: Progress, task: TaskID, stopped: threading.Event) -> Tally:
        """Kill, resume, again and again."""
        self.tally.load()
        progress.advance(task, self.tally.kills)
        self._killed = KilledTournament(GAME)
        try:
            for _ in range(self.kills - self.tally.kills):
                if stopped.is_set():
                    break
                before = self.tally.counts()
                games, announced, lost, doubled = self._killed.kill(self._chance)
                self.tally.games += games
                self.tally.announced += announced
                self.tally.lost += lost
                self.tally.doubled += doubled
                self.tally.kills += 1
                self.tally.keep(before)
                progress.advance(task)
        finally:
            self.stop()
        progress.console.print(self.tally.line())
        return self.tally

    def stop(self) -> None:
        """End its processes, from any thread."""
        killed, self._killed = self._killed, None
        if killed is not None:
            killed.close()


# --- databases -----------------------------------------------------------------------------------------
class Databases:
    """New databases, one after the other: files in a folder or on a small disk, or of a PostgreSQL."""

    def __init__(
        self, name: str, folder: Path | None = None, address: str = "", disk: SmallDisk | None = None
    ) -> None:
        self.disk = disk
        self._name = name
        self._folder = folder
        self._address = address
        self._made = 0

    def fresh(self) -> str:
        """The address of a new one; on the small disk the old ones make room for it."""
        self._made += 1
        name = f"{self._name}{self._made}"
        if self._folder is not None:
            if self.disk is not None:
                for old in self._folder.glob("*.db*"):
                    old.unlink()
            return str(self._folder / f"{name}.db")
        import psycopg

        with psycopg.connect(self._address.format(database="postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self._address.format(database=name)


@contextmanager
def campaigns(kills: int, seed: int) -> Iterator[list[Campaign | TournamentCampaign]]:
    """All kinds this machine can do, with so many kills in all; prints which it cannot."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="schwarm-faults-")))
        found = postgres.programs()
        address = stack.enter_context(postgres.cluster(found)) if found else ""
        disks = {
            kind: stack.enter_context(small_disk(folder / f"{kind}-disk")) for kind in ("contest", "page")
        }
        shares = dict(SHARES)
        if not address:
            del shares["PostgreSQL"]
            print("no PostgreSQL is installed: its kills are left out")
        if disks["contest"] is None:
            del shares["SQLite, full disk"]
            print("only root can mount a small disk: kills on a full disk are left out")
        made: list[Campaign | TournamentCampaign] = [TournamentCampaign(max(1, kills // 10), seed)]
        kills -= made[0].kills
        left = kills
        kinds = [(kind, where) for where in reversed(shares) for kind in ("contest", "page")]
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
            made.append(Campaign(kind, where, share, seed, databases))
        yield made


def run(kills: int, seed: int, side_by_side: int = SIDE_BY_SIDE) -> list[Tally]:
    """The campaigns, some at a time; whatever ends this ends their processes and unmounts their disks."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    stopped = threading.Event()
    with campaigns(kills, seed) as made, Progress(*columns) as progress:
        pool = ThreadPoolExecutor(side_by_side)
        try:
            tasks = [progress.add_task(one.tally.what, total=one.kills) for one in made]
            running = [
                pool.submit(one.run, progress, task, stopped) for one, task in zip(made, tasks, strict=True)
            ]
            return [one.result() for one in running]
        finally:
            stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)
            for one in made:
                one.stop()
            pool.shutdown()


def end(number: int, frame: FrameType | None) -> None:
    """A signal ends the bench as an error would: everything is cleaned up on the way out."""
    raise SystemExit(128 + number)


def measure(kills: int = KILLS) -> list[Row]:
    """Kills, then honest games beside a crowd."""
    return [tally.row() for tally in run(kills, seed=0)] + crowded()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--kills", type=int, default=KILLS, help="in all; 0: only the crowd (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the moments and moves (default: %(default)s)")
    parser.add_argument("--no-crowd", action="store_true", help="only the kills")
    parser.add_argument("--at-once", type=int, default=SIDE_BY_SIDE, help="campaigns (default: %(default)s)")
    parser.add_argument("--anew", action="store_true", help="forget the kills of earlier starts")
    asked = parser.parse_args()
    if asked.anew:
        LEDGER.unlink(missing_ok=True)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    rows = []
    for tally in run(asked.kills, asked.seed, asked.at_once) if asked.kills else []:
        for line in tally.wrong:
            print(f"  {line}", flush=True)
        rows.append(tally.row())
    if not asked.no_crowd:
        rows += crowded()
    return 0 if report("faults", rows) else 1


if __name__ == "__main__":
    sys.exit(main())
