"""Kills, a full disk and crowds: what was announced is kept, and honest games hardly notice the others.

`python -m bench.faults --kills 100` plays games on the contest port and on the page, with SQLite and (where
it is installed) PostgreSQL, kills the server at random moments, and compares what clients were told with what
the database holds: plies announced, lost (told but not kept) and doubled (kept twice, or otherwise than played).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.progress import track

from bench.compare import ROOT, Row, report
from bench.contest_server import known_game
from bench.hostile import crowded
from bench.page_player import PagePlayer
from schwarm.contest.wire import Reader
from schwarm.games import GameError, new_game
from schwarm.games.record import Record, start_of
from schwarm.store import open_store
from schwarm.store.page_tables import PageTables
from schwarm.store.store import Store
from tests.store import postgres
from tests.store.disk import SmallDisk, small_disk

KILLS = 100
GAMES = 6  # at a time
LONGEST_S = 0.7  # of play before a kill
FRESH_EVERY = 50  # rounds with one database
SEED = 7
PASSWORD = "examplepassword"
TURN = re.compile(rb'<state [^>]*turn="(\d+)"')
REQUEST = b'class="moveRequest"'


@dataclass
class Tally:
    """What a campaign found."""

    what: str
    kills: int = 0
    games: int = 0
    announced: int = 0
    lost: int = 0
    doubled: int = 0

    def add(self, told: list[str], record: Record | None) -> None:
        """Compare what was told of a game with its record."""
        kept = [] if record is None else [ply.move for ply in record.plies]
        self.games += 1
        self.announced += len(told)
        self.lost += max(0, len(told) - len(kept))
        self.doubled += sum(mine != theirs for mine, theirs in zip(told, kept, strict=False))
        if record is not None:
            game = start_of(record)
            try:
                for move in kept:
                    game.play(move)
            except GameError:
                self.doubled += 1

    def line(self) -> str:
        """For people."""
        return (
            f"{self.what}: {self.kills} kills, {self.games} games, {self.announced} plies announced, "
            f"{self.lost} lost, {self.doubled} doubled"
        )

    def row(self) -> Row:
        """For the table; the target is met when nothing was lost or doubled."""
        wrong = self.lost + self.doubled
        return Row(f"{self.line()}; wrong", wrong, 0, "allowed", 0.0 if wrong else 1.0, 1)


class Nursery:
    """A process that has everything imported and makes a new server by a fork whenever one is asked for."""

    def __init__(self, kind: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.peers.nursery", kind],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, url: str) -> tuple[int, int]:
        """A server with this database: its process and its port."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(url + "\n")
        self._process.stdin.flush()
        pid, port = self._process.stdout.readline().split()
        return int(pid), int(port)

    def close(self) -> None:
        """End it."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


# --- the contest port ----------------------------------------------------------------------------------
class Seat(asyncio.Protocol):
    """A client that plays a game known in advance and remembers the last ply it was told of."""

    def __init__(self, code: str, moves: list[str]) -> None:
        self.told = 0
        self._code, self._moves = code, moves
        self._seen = b""
        self._room = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the seat."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(f'<protocol><joinPrepared reservationCode="{self._code}"/>'.encode())

    def data_received(self, data: bytes) -> None:
        """Count and answer."""
        seen = self._seen + data
        if not self._room and b"<room roomId=" in seen:
            self._room = seen.partition(b'<room roomId="')[2].partition(b'"')[0]
        turns = TURN.findall(seen)
        if turns:
            self.told = max(self.told, int(turns[-1]))
        for _ in range(seen.count(REQUEST)):
            move = self._moves[self.told].encode()
            self._transport.write(b'<room roomId="' + self._room + b'">' + move + b"</room>")
        self._seen = seen.rpartition(b">")[2]

    def connection_lost(self, exc: Exception | None) -> None:
        """The server was killed."""


async def contest_round(
    pid: int, port: int, names: list[str], moves: list[str], chance: random.Random, disk: SmallDisk | None
) -> list[int]:
    """Play one game for each name until the server is killed; how many plies were told of each."""
    loop = asyncio.get_running_loop()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f'<protocol><authenticate password="{PASSWORD}"/>'.encode())
    parse = Reader(max_bytes=1 << 20)
    games = []
    for name in names:
        slots = "".join(f'<slot displayName="{name}-{side}" reserved="true"/>' for side in "ab")
        writer.write(f'<prepare gameType="swc_2026_piranhas">{slots}</prepare>'.encode())
        while not (found := [one for one in parse.feed(await reader.read(65536)) if one.name == "prepared"]):
            pass
        pair = [Seat(code.text, moves) for code in found[0].children]
        for seat in pair:
            await loop.create_connection(lambda seat=seat: seat, "127.0.0.1", port)  # type: ignore[misc]
        games.append(pair)
    await asyncio.sleep(chance.uniform(0, LONGEST_S))
    if disk is not None:
        disk.fill()
        await asyncio.sleep(chance.uniform(0, LONGEST_S))
    os.kill(pid, signal.SIGKILL)
    while await reader.read(65536):  # what it said before it died
        pass
    await asyncio.sleep(0.02)
    writer.close()
    return [max(seat.told for seat in pair) for pair in games]


def contest_campaign(what: str, kills: int, databases: Iterator[str], disk: SmallDisk | None) -> Tally:
    tally = Tally(what)
    texts, moves, chance = known_game(), known_moves(), random.Random(1)
    nursery = Nursery("contest")
    with ExitStack() as stack:
        stack.callback(nursery.close)
        for number in track(range(kills), what):
            if number % FRESH_EVERY == 0:
                url = next(databases)
            names = [f"r{number}-{game}" for game in range(GAMES)]
            try:
                told = asyncio.run(contest_round(*nursery.start(url), names, texts, chance, disk))
            except (ConnectionError, asyncio.IncompleteReadError):
                continue  # on a full disk a server may not even begin
            finally:
                if disk is not None:
                    disk.clear()
            tally.kills += 1
            with open_store(url) as store:
                records = of_names(store, 3 * GAMES)
            for name, count in zip(names, told, strict=True):
                if count or name in records:
                    tally.add(moves[:count], records.get(name))
    return tally


def known_moves() -> list[str]:
    """The notation of the game whose data `known_game` gives."""
    game, chance = new_game("piranhas", profile="official", seed=SEED), random.Random(1)
    while game.outcome() is None:
        game.play(chance.choice(game.legal_moves()))
    return [str(move) for move in game.history]


def of_names(store: Store, newest: int) -> dict[str, Record]:
    """The newest records by the names their players were given."""
    found = {}
    for entry in store.games(newest=newest):
        name = next(iter(entry.seats.values())).rpartition("-")[0]
        found[name] = store.record(entry.id)
    return found


# --- the page ------------------------------------------------------------------------------------------
def page_campaign(what: str, kills: int, databases: Iterator[str]) -> Tally:
    tally = Tally(what)
    chance = random.Random(2)
    nursery = Nursery("page")
    with ExitStack() as stack:
        stack.callback(nursery.close)
        for number in track(range(kills), what):
            if number % FRESH_EVERY == 0:
                url = next(databases)
            pid, port = nursery.start(url)
            players = [PagePlayer(port, 100 * number + game) for game in range(GAMES)]
            for player in players:
                player.start()
            time.sleep(chance.uniform(0.1, LONGEST_S))
            os.kill(pid, signal.SIGKILL)
            for player in players:
                player.join()
            tally.kills += 1
            with open_store(url) as store:
                tables = PageTables(store)
                for player in players:
                    saved = tables.find(player.table) if player.table else None
                    if player.told or saved is not None:
                        kept = store.record(saved.game) if saved and saved.game is not None else None
                        tally.add(player.told, kept)
    return tally


# --- databases -----------------------------------------------------------------------------------------
def files(folder: Path) -> Iterator[str]:
    for number in range(10**6):
        yield str(folder / f"games{number}.db")


def databases_of(address: str, kind: str = "contest") -> Iterator[str]:
    import psycopg

    for number in range(10**6):
        name = f"{kind}{number}"
        with psycopg.connect(address.format(database="postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        yield address.format(database=name)


@contextmanager
def clusters() -> Iterator[list[str]]:
    """The address of a PostgreSQL of our own, if it is installed."""
    found = postgres.programs()
    if found is None:
        yield []
        return
    with postgres.cluster(found) as address:
        yield [address]


def campaigns(kills: int) -> list[Tally]:
    """All of them, with so many kills in all."""
    tallies = []
    with (
        tempfile.TemporaryDirectory() as made,
        clusters() as addresses,
        small_disk(Path(made) / "small") as disk,
    ):
        share = max(1, kills // (2 + 2 * len(addresses) + (disk is not None)))
        folder = Path(made)
        for address in addresses:
            tallies.append(contest_campaign("contest port, PostgreSQL", share, databases_of(address), None))
            tallies.append(page_campaign("page, PostgreSQL", share, databases_of(address, "page")))
        (folder / "contest").mkdir()
        (folder / "page").mkdir()
        tallies.append(contest_campaign("contest port, SQLite", share, files(folder / "contest"), None))
        tallies.append(page_campaign("page, SQLite", share, files(folder / "page")))
        if disk is not None:
            full = iter([str(disk.folder / f"games{number}.db") for number in range(share)])
            tallies.append(contest_campaign("contest port, SQLite, full disk", share, full, disk))
    return tallies


def measure(kills: int = KILLS) -> list[Row]:
    """Kills, then honest games beside a crowd."""
    return [tally.row() for tally in campaigns(kills)] + crowded()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--kills", type=int, default=KILLS, help="in all; 0: only the crowd (default: %(default)s)"
    )
    parser.add_argument("--no-crowd", action="store_true", help="only the kills")
    asked = parser.parse_args()
    rows = []
    for tally in campaigns(asked.kills) if asked.kills else []:
        print(tally.line(), flush=True)
        rows.append(tally.row())
    if not asked.no_crowd:
        rows += crowded()
    sys.exit(0 if report("faults", rows) else 1)
