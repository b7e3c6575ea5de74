"""From an address to a database connection, with the drivers' errors in our own words."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError
from sqlalchemy.pool import NullPool

from schwarm.extras import MissingExtra
from schwarm.game.errors import Refusal
from schwarm.store.errors import BadUrl, Conflict, Full, Locked, ReadOnly, StoreError, Unreachable

# "disk I/O error" is what SQLite says where its index of the journal cannot grow, or a quota is used up.
NO_ROOM = ("disk is full", "No space left", "disk I/O error", "Disk quota exceeded")
# What PostgreSQL is told of our connections: a machine that is gone is noticed after two seconds, also where
# something was under way to it, which keepalives alone do not notice ...
DEATH = {
    "tcp_keepalives_idle": 1, "tcp_keepalives_interval": 1, "tcp_keepalives_count": 2,
    "tcp_user_timeout": 2000, "client_connection_check_interval": 1000,
}  # fmt: skip
# ... and we notice that PostgreSQL's is; who was cut off for long comes back and finds that others went on.
ALIVE = {"keepalives_idle": 1, "keepalives_interval": 1, "keepalives_count": 3, "tcp_user_timeout": 4000}
BUSY_S = 10.0  # how long a writer waits for another program's lock on the same SQLite file


def read_url(text: str) -> URL:
    """The address of a database: a file name, `sqlite:///FILE` or `postgresql://...`."""
    try:
        url = make_url(text if "://" in text else f"sqlite:///{text}")
    except ArgumentError:
        url = None
    backend = url.get_backend_name() if url is not None else ""
    if url is None or backend not in ("sqlite", "postgresql") or not url.database:
        raise BadUrl(f"expected a file name or postgresql://USER@HOST/DATABASE, not {text!r}")
    if backend == "sqlite" and url.database == ":memory:":
        raise BadUrl("expected a file name, not ':memory:': a store outlives its program")
    return url.set(drivername="postgresql+psycopg") if backend == "postgresql" else url


def expect_file(url: URL) -> None:
    """Unreachable unless there is a file, where a database is one: SQLite makes what is missing."""
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).exists():
        raise Unreachable(Refusal("no_database", file=url.database))


def keep_private(url: URL, *, make: bool = False) -> None:
    """Let nobody but its owner read a database that is a file; `make` makes one where there is none.

    What SQLite puts beside it gets the same rights.
    """
    if url.get_backend_name() != "sqlite":
        return
    with suppress(OSError):  # where that is not possible, opening it says why
        if make:
            os.close(os.open(str(url.database), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        else:
            os.chmod(str(url.database), 0o600)


def connect(url: URL, *, power_safe: bool) -> Engine:
    """An engine for this address. `power_safe`: SQLite waits for the disk at each commit."""
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": BUSY_S})
        _tame_sqlite(engine, "FULL" if power_safe else "NORMAL")
        return engine
    try:
        engine = create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": 10, **ALIVE})
    except (ImportError, NoSuchModuleError):
        raise BadUrl(str(MissingExtra("PostgreSQL", "its driver psycopg", "postgres"))) from None
    event.listen(engine, "connect", _notice_the_dead)
    return engine


def connect_to_read(url: URL) -> Engine:
    """An engine for an SQLite file beside which nothing can be written, not even the journal's index."""
    file = Path(str(url.database))

    def open_file() -> sqlite3.Connection:
        address = f"{file.resolve().as_uri()}?{words_to_read(file)}"
        return sqlite3.connect(address, uri=True, timeout=BUSY_S, check_same_thread=False)

    return create_engine(url, creator=open_file, poolclass=NullPool)


def words_to_read(file: Path) -> str:
    """How to open an SQLite file beside which nothing can be written.

    What a crash has left in the journal is read with the index that lies there too. Without a journal, or
    with an empty one on a read-only disk, the file does not change while it is read.
    """
    journal = file.with_name(f"{file.name}-wal")
    if not journal.exists():
        return "mode=ro&immutable=1"
    changes = journal.stat().st_size > 0 or _others_may_write(file)
    return "mode=ro" if changes else "mode=ro&immutable=1"


def _others_may_write(file: Path) -> bool:
    """Return True if only this user's rights forbid to write there, not a full or read-only disk."""
    if sys.platform != "win32" and os.statvfs(file).f_flag & os.ST_RDONLY:
        return False
    return not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))


def let_go(engine: Engine) -> None:
    """Close all connections; one that some thread still uses, or takes now, once it is given back."""

    def close(connection: Any, _: object) -> None:
        if connection is not None:  # else it is lost already
            connection.close()

    event.listen(engine.pool, "checkin", close)
    engine.dispose()


def _notice_the_dead(connection: Any, _: object) -> None:
    """Let PostgreSQL notice within seconds that our machine is gone, with all the locks that it held."""
    cursor = connection.cursor()
    for name, value in DEATH.items():
        cursor.execute(f"SET {name} = {value}")
    cursor.close()
    connection.commit()


def _tame_sqlite(engine: Engine, synchronous: str) -> None:
    """WAL; transactions that begin where we say so; a writer takes its lock at once instead of half-way."""

    def on_connect(connection: Any, _: object) -> None:
        connection.isolation_level = None  # the driver must not begin and commit on its own account
        cursor = connection.cursor()
        _switch_to_wal(cursor)
        cursor.execute(f"PRAGMA synchronous={synchronous}")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA secure_delete=ON")  # what is deleted is overwritten: it may be personal
        cursor.close()

    def on_begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.info.get("writes") else "BEGIN")

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", on_begin)


def _switch_to_wal(cursor: Any) -> None:
    """Two programs may switch a new file at once, and SQLite does not let this statement wait."""
    give_up = time.monotonic() + BUSY_S
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > give_up:
                raise
            time.sleep(0.01)


def can_only_be_read(url: URL) -> bool:
    """Return True for a file that is there, on a disk or in a folder where we may not write."""
    file = Path(str(url.database))
    return url.get_backend_name() == "sqlite" and file.exists() and not os.access(file.parent, os.W_OK)


@contextmanager
def plain_errors(url: URL) -> Iterator[None]:
    """Turn a driver's error into a StoreError of one line."""
    try:
        yield
    except DBAPIError as error:
        raise _plain(error, url) from error


def _plain(error: DBAPIError, url: URL) -> StoreError:
    where = url.render_as_string(hide_password=True)
    said = " ".join(str(error.orig).split())
    if isinstance(error, IntegrityError):
        return Conflict(f"{where}: that entry is there already ({said})")
    if "database is locked" in said:
        return Locked(f"{where}: another program has held the database for {BUSY_S:.0f} s")
    if any(words in said for words in NO_ROOM):
        return Full(f"{where}: no room left on the disk")
    if "file is not a database" in said:
        return BadUrl(f"{where}: the file is there but is no database")
    gone = error.connection_invalidated or "connection" in said.lower() or "shutting down" in said
    if "readonly" in said or ("unable to open" in said and can_only_be_read(url)):
        return ReadOnly(f"{where}: it can only be read")
    if gone or "unable to open" in said:
        return Unreachable(f"{where}: cannot be opened ({said})")
    return StoreError(f"{where}: {said}")
