"""Kills of servers and pages with six games going on, each with a database of its own kind."""

from __future__ import annotations

import random
from pathlib import Path

from bench.kill_campaign import Counts
from bench.kill_rounds import ROUNDS, Told
from bench.nursery import Nursery, StartFailed
from schwarm.game import GameError
from schwarm.game.record import Record, start_of
from tests.store.disk import SmallDisk

FRESH_EVERY = 10  # rounds with one database: the page takes up all games of the rounds before ...
FRESH_ON_DISK = 5  # ... and on the small disk, which they would fill by themselves


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


class KilledServers:
    """One server after the other, of one kind; `kill` is one round."""

    def __init__(self, kind: str, databases: Databases) -> None:
        self._kind = kind
        self._databases = databases
        self._nursery = Nursery(kind)
        self._url = ""
        self._rounds = 0

    def kill(self, chance: random.Random) -> Counts:
        """Play, kill, compare."""
        disk = self._databases.disk
        if not self._url or self._rounds % (FRESH_EVERY if disk is None else FRESH_ON_DISK) == 0:
            self._url = self._databases.fresh()
        self._rounds += 1
        try:
            pid, port = self._nursery.start(self._url)
        except StartFailed as error:
            self._url = ""
            return Counts(unstarted=1, wrong=[str(error)])
        found = Counts(kills=1)
        try:
            for game in ROUNDS[self._kind](pid, port, self._url, chance, disk):
                found.add(compared(game))
        finally:
            if disk is not None:
                disk.clear()
        return found

    def close(self) -> None:
        """End its processes."""
        self._nursery.close()


def compared(game: Told) -> Counts:
    """What was told of a game, and its record."""
    kept = [] if game.record is None else [ply.move for ply in game.record.plies]
    lost = max(0, len(game.told) - len(kept))
    doubled = sum(mine != theirs for mine, theirs in zip(game.sent, kept, strict=False))
    doubled += max(0, len(kept) - len(game.sent))
    if game.record is not None and not doubled:
        doubled += not replays(game.record)
    wrong = [f"told {game.told}, sent {game.sent}, kept {kept}"] if lost or doubled else []
    return Counts(0, 1, len(game.told), lost, doubled, wrong=wrong)


def replays(record: Record) -> bool:
    """Can the kept plies be played? The end may be missing: the kill came before it."""
    game = start_of(record)
    try:
        for ply in record.plies:
            game.play(ply.move)
    except GameError:
        return False
    return True
