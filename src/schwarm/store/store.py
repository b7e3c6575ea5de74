"""The store's face: ledgers for the referee, records for everybody else.

Methods block unless they are async; from an event loop, call the blocking ones in a thread.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property, partial
from types import TracebackType
from typing import TypeVar

from sqlalchemy import Connection, Engine

from schwarm.game.errors import Faults
from schwarm.game.record import End, Ply, Record
from schwarm.store import rows
from schwarm.store.bell import Bell, Ear, tell_others
from schwarm.store.deathwatch import Deathwatch
from schwarm.store.engine import (
    connect,
    connect_to_read,
    expect_file,
    keep_private,
    let_go,
    plain_errors,
    read_url,
)
from schwarm.store.errors import Away, Full, ReadOnly, SignedOff, StoreError
from schwarm.store.letters import Letters
from schwarm.store.migrate import revision, upgrade
from schwarm.store.rows import GameEntry
from schwarm.store.runs import (
    PageRun,
    become_page,
    begin_run,
    end_run,
    must_be_signed_in,
    only_page,
    pages,
    sign_of_life,
)
from schwarm.store.schema import HEAD, GameStatus
from schwarm.store.secret import code, read_secret, secret_path
from schwarm.store.writer import AWAY_S, RETRY_S, NoWriter, Writer

log = logging.getLogger(__name__)

Result = TypeVar("Result")
NO_ROOM = "no room left on the disk"
ONLY_READ = "the database can only be read"
GONE = "the database cannot be reached"


class Store:
    """An open database. Use it in a `with` statement, or close it.

    >>> import tempfile, schwarm
    >>> from schwarm.game.record import record_of
    >>> from schwarm.store import open_store
    >>> with tempfile.TemporaryDirectory() as folder, open_store(f"{folder}/games.db") as store:
    ...     number = store.save(record_of(schwarm.new_game("hive", seed=7)))
    ...     store.record(number).seed
    7
    """

    def __init__(self, url: str, *, power_safe: bool = False, create: bool = True) -> None:
        self.url = read_url(url)
        if create:
            keep_private(self.url, make=True)
        else:
            expect_file(self.url)
        self._power_safe = power_safe
        self.engine = connect(self.url, power_safe=power_safe)
        self.bell = Bell()  # rings when something was written that others wait for
        self.fellows = Bell()  # rings when pages came to this database or went
        self.letters = Letters(self.engine)  # between pages on one PostgreSQL
        self.signed_off: Callable[[], None] = lambda: None  # called when others took us for dead
        self._lost: SignedOff | None = None
        self._ear: Ear | None = None
        self._deathwatch: Deathwatch | None = None
        self._only_page: int | None = None
        self._run = 0
        self._writer: Writer | NoWriter
        self._closing = threading.Event()
        self._room: threading.Thread | None = None  # waits until a page that only reads can write
        self.can_write_again: Future[None] = Future()  # done once it can; never where it always could
        try:
            self._sign_in(self.engine, create=create)
        except (Full, ReadOnly) as error:
            let_go(self.engine)
            if self.url.get_backend_name() != "sqlite":
                raise
            self._only_read(error)
        except BaseException:
            let_go(self.engine)
            raise

    def _sign_in(self, engine: Engine, *, create: bool) -> None:
        """Bring the schema up to date, and get a number to write with."""
        with plain_errors(self.url):
            if upgrade(engine, create=create):
                keep_private(self.url)
        writer = Writer(engine, self._sign_of_life)
        try:
            self._run = writer.submit(begin_run).result()
            writer.fence = self._fence
            writer.submit(self._sign_of_life).result()
            writer.waits_s = AWAY_S
            if self.engine.dialect.name == "postgresql":
                self._ear = Ear(engine, self._run, self.bell, self.fellows, self.letters)
                self.fellows.hear(self._look_whether_signed_in)
        except BaseException:
            writer.close()
            raise
        self.engine, self._writer = engine, writer

    def _only_read(self, why: Away) -> None:
        """Open a file of the newest schema for reading; whatever is to be written is refused."""
        self.engine = connect_to_read(self.url)
        with plain_errors(self.url), self.engine.connect() as connection:
            if revision(connection) != HEAD:
                raise why
        log.warning("%s; what is there is read, nothing can be kept", why)
        self._writer = NoWriter(why)

    def _sign_in_later(self, inner: str) -> None:
        """Try again and again until something can be written; from then on this page is as all others."""
        while not self._closing.wait(RETRY_S):
            try:
                if isinstance(self._writer, NoWriter):
                    self._sign_in_again()
                self._announce(inner)
            except StoreError:
                continue
            except Exception:
                log.exception("games cannot be kept yet")
                continue
            log.warning("games can be kept again")
            self.can_write_again.set_result(None)
            return

    def _sign_in_again(self) -> None:
        engine, before = connect(self.url, power_safe=self._power_safe), self.engine
        try:
            self._sign_in(engine, create=False)
        except BaseException:
            let_go(engine)
            raise
        let_go(before)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Write everything; games of this program that still run are interrupted from now on."""
        if self._deathwatch is not None:
            self._deathwatch.close()
        self.letters.close()
        self._closing.set()
        if self._room is not None:
            self._room.join()
        if self._ear is not None:
            self._ear.close()
        signed_off = self._writer.submit(partial(end_run, run=self._run))
        self._writer.close()
        let_go(self.engine)
        if self._only_page is not None:
            os.close(self._only_page)
        if isinstance(self._writer, NoWriter):
            return
        try:
            signed_off.result()
        except (
            Away,
            SignedOff,
        ) as error:  # nothing announced is lost: others find that this run is over
            log.warning("the store could not sign off: %s", error)

    # --- several pages -------------------------------------------------------------------------------
    def become_page(self, inner: str) -> None:
        """This program is a page, which others reach there; from now on they notice its death, and it theirs.

        :raises OnePage: if there is one already, and the database is a file.
        """
        if self._ear is not None:
            self._ear.ready.wait()
        else:
            assert self._secret  # which is kept in a file of its own
            self._only_page = only_page(secret_path(self.url))
            if isinstance(self._writer, NoWriter):
                self._room = threading.Thread(target=self._sign_in_later, args=(inner,), daemon=True)
                self._room.start()
                return
        self._announce(inner)

    def _announce(self, inner: str) -> None:
        """Write down that this program is a page; what pages left that are gone is free."""
        if self._ear is None:
            for dead in self.pages():  # their lock was free, whatever machine or container they were on
                self._sign_off(dead.number)
        self._writer.submit(lambda connection: become_page(connection, self._run, inner)).result()
        if self._ear is not None:
            self._deathwatch = Deathwatch(self.engine, self._run, self._sign_off)
            self.fellows.hear(self._deathwatch.look_again)

    @property
    def number(self) -> int:
        """That of this program among all who ever had the database open."""
        return self._run

    @property
    def shared(self) -> bool:
        """May several pages work on it?"""
        return self._ear is not None

    def pages(self) -> list[PageRun]:
        """All other pages on this database."""
        return self.read(lambda connection: pages(connection, but=self._run))

    def _sign_off(self, run: int) -> None:
        """A program is dead: what it had is free."""

        def work(connection: Connection) -> None:
            for game in end_run(connection, run):
                rows.settle(connection, game)

        self._writer.submit(work).result()
        self.bell.ring()

    def _fence(self, connection: Connection) -> None:
        try:
            must_be_signed_in(connection, self._run)
        except SignedOff as error:
            if self._lost is None:
                self._lost = error
                log.error("%s", error)
                self.signed_off()
            raise

    def _look_whether_signed_in(self) -> None:
        self._writer.submit(self._sign_of_life)

    # --- writing -------------------------------------------------------------------------------------
    def trouble(self) -> str:
        """Why nothing new should be begun now, in a line; '' if all is well or it is time to try again."""
        fault = self.fault()
        if fault is None:
            return ""
        return NO_ROOM if isinstance(fault, Full) else ONLY_READ if isinstance(fault, ReadOnly) else GONE

    def fault(self) -> StoreError | None:
        """The same, as the error that the last write met."""
        return self._lost or self._writer.trouble

    def interrupt(self, game: int) -> None:
        """Mark a game of this program as interrupted, when its own ledger could not."""
        interrupted = partial(rows.add_end, game=game, end=rows.INTERRUPTED, faults={})
        self._writer.submit(interrupted).result()

    def ledger(self) -> StoreLedger:
        """The ledger of a new game, for its referee."""
        return StoreLedger(self._writer, self._run)

    def save(self, record: Record) -> int:
        """Write a whole game at once; its number."""
        work = partial(rows.add_game, run=self._run, record=record)
        return self._writer.submit(work).result()

    def resume(self, game: int) -> tuple[Record, StoreLedger]:
        """Take an interrupted game over: its record, running again, and the ledger to go on with."""
        self._writer.submit(partial(rows.claim, run=self._run, game=game)).result()
        return self.record(game), StoreLedger(self._writer, self._run, game)

    def take_back(self, game: int, keep: int) -> None:
        """Forget the plies of an interrupted game from number `keep` on: its players agreed to."""
        self._writer.submit(partial(rows.cut_plies, game=game, keep=keep)).result()

    def code(self, letters: int, *what: object) -> str:
        """The code of something, which lets people in; it is not in the database."""
        return code(self._secret, letters, *what)

    @cached_property
    def _secret(self) -> bytes:
        return read_secret(secret_path(self.url))

    def submit(
        self, work: Callable[[Connection, int], Result], *, patient: bool = False, news: bool = False
    ) -> Future[Result]:
        """Write by this function, which gets this program's number; done once that is committed.

        A patient one waits where the database is away or full for a while. `news`: others wait for it.
        """

        def write(connection: Connection) -> Result:
            found = work(connection, self._run)
            if news:
                tell_others(connection, self._run)
            return found

        done = self._writer.submit(write, patient=patient)
        if news:
            done.add_done_callback(lambda _: self.bell.ring())
        return done

    def _sign_of_life(self, connection: Connection) -> None:
        left = sign_of_life(connection, self._run)
        for game in left or ():
            rows.settle(connection, game)
        if left is not None:
            self.bell.ring()  # somebody may go on with what they did

    # --- reading -------------------------------------------------------------------------------------
    def record(self, game: int) -> Record:
        """The record of a game as far as it is written."""
        with self._reading() as connection:
            return rows.read_record(connection, game)

    def records(self, state: GameStatus | None = None) -> Iterator[Record]:
        """All records, oldest first."""
        with self._reading() as connection:
            ids = rows.read_ids(connection, state)
        for game in ids:
            yield self.record(game)

    def games(self, state: GameStatus | None = None, *, newest: int = 100) -> list[GameEntry]:
        """The newest games, newest first."""
        with self._reading() as connection:
            return rows.read_entries(connection, state, newest)

    def interrupted(self) -> list[int]:
        """The numbers of the games that can be resumed, oldest first."""
        with self._reading() as connection:
            return list(rows.read_ids(connection, GameStatus.INTERRUPTED))

    def read(self, work: Callable[[Connection], Result]) -> Result:
        """Read by this function."""
        with self._reading() as connection:
            return work(connection)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        self._writer.nudge()
        with plain_errors(self.url), self.engine.connect() as connection:
            yield connection


class StoreLedger:
    """One game's entries in a store: a referee's Ledger. `game` is its number once it has begun."""

    def __init__(self, writer: Writer | NoWriter, run: int, game: int | None = None) -> None:
        self._writer = writer
        self._run = run
        self.game = game

    async def begin(self, record: Record) -> None:
        """Write the game's start; a resumed game has its entries already."""
        if self.game is None:
            work = partial(rows.add_game, run=self._run, record=record, created=datetime.now(UTC))
            self.game = await asyncio.wrap_future(self._writer.submit(work, patient=True))

    async def add(self, number: int, ply: Ply) -> None:
        """Write the next ply."""
        await asyncio.wrap_future(self._writer.add_ply(rows.ply_row(self._begun(), number, ply)))

    async def end(self, end: End, faults: Faults) -> None:
        work = partial(rows.add_end, game=self._begun(), end=end, faults=faults)
        await asyncio.wrap_future(self._writer.submit(work, patient=True))

    def _begun(self) -> int:
        if self.game is None:
            raise StoreError("expected begin before the first ply")
        return self.game
