"""Which program does what: so that a crash is noticed, and a living one is left alone.

A program's row is its lease on everything that names its number: games, page tables, events, uploads. Numbers
are never given twice, and whoever deletes a row ends the lease: from then on no transaction of that program
is committed any more (`must_be_signed_in`), and others may take what it had.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from schwarm.platform.locks import hold
from schwarm.platform.processes import started
from schwarm.store.bell import lives, tell_fellows
from schwarm.store.errors import OnePage, SignedOff, StoreError
from schwarm.store.schema import GameStatus, games, page_tables, runs

STALE_S = 90.0  # a program on another machine without a sign of life, and without its lock, has crashed


@dataclass(frozen=True, slots=True)
class PageRun:
    """A page that has the database open, and where other pages reach it."""

    number: int
    inner: str


def begin_run(connection: Connection) -> int:
    """Sign this program in; its number."""
    made = connection.execute(
        insert(runs)
        .returning(runs.c.id)
        .values(host=this_host(), pid=os.getpid(), started=started(os.getpid()), seen=time.time())
    )
    return int(made.scalar_one())


def must_be_signed_in(connection: Connection, run: int) -> None:
    """Nobody can sign this program off before this transaction ends; SignedOff if somebody has.

    Programs of one database are ordered by that: what others took over is written by them alone.
    """
    there = select(runs.c.id).where(runs.c.id == run).with_for_update(read=True, key_share=True)
    if connection.execute(there).one_or_none() is None:
        raise SignedOff("the database was out of reach for too long: others go on with what was done here")


def only_page(path: Path) -> int:
    """An open file whose lock says that a page has the database beside it; OnePage if another one has.

    The lock ends with its program, however that ends, and holds between containers as well.
    """
    try:
        return hold(path)
    except BlockingIOError:
        raise OnePage(
            "another page has this file open: SQLite serves one page at a time; "
            "end that one, take another --store, or a postgresql://... for several"
        ) from None
    except OSError as error:
        raise StoreError(
            f"{path} cannot be locked ({error.strerror}): keep the database in a folder of this machine"
        ) from None


def become_page(connection: Connection, run: int, inner: str) -> None:
    """This program is a page from now on."""
    connection.execute(update(runs).where(runs.c.id == run).values(inner=inner))
    tell_fellows(connection)


def pages(connection: Connection, but: int) -> list[PageRun]:
    """All other pages that are signed in, oldest first."""
    others = select(runs.c.id, runs.c.inner).where(runs.c.inner.is_not(None), runs.c.id != but)
    return [PageRun(row.id, row.inner) for row in connection.execute(others.order_by(runs.c.id))]


def end_run(connection: Connection, run: int) -> Sequence[int]:
    """Sign a program off; the games it was still playing are interrupted, and returned."""
    played = select(games.c.id).where(games.c.run_id == run, games.c.state == GameStatus.RUNNING)
    connection.execute(select(runs.c.id).where(runs.c.id == run).with_for_update())  # it writes no more
    cut_off = connection.execute(played.order_by(games.c.id)).scalars().all()
    connection.execute(update(games).where(games.c.id.in_(cut_off)).values(state=GameStatus.INTERRUPTED))
    connection.execute(update(page_tables).where(page_tables.c.run_id == run).values(run_id=None))
    connection.execute(delete(runs).where(runs.c.id == run))
    tell_fellows(connection)
    return cut_off


def sign_of_life(connection: Connection, run: int) -> list[int] | None:
    """This program is still there; sign off those that are not, and return the games they left.

    None if all are there.
    """
    now = time.time()
    connection.execute(update(runs).where(runs.c.id == run).values(seen=now))
    cut_off: list[int] | None = None
    for other in connection.execute(select(runs).where(runs.c.id != run)).all():
        gone = is_gone(other)
        if gone is None:
            gone = now - other.seen > STALE_S and not lives(connection, other.id)
        if gone:
            cut_off = [*(cut_off or ()), *end_run(connection, other.id)]
    return cut_off


def is_gone(run: Row[Any]) -> bool | None:
    """Has the process of this row ended? None where we cannot see: it runs on another machine."""
    return started(run.pid) != run.started if run.host == this_host() else None


def this_host() -> str:
    """This machine, or the room in it whose processes we can see: the numbers of others mean nothing."""
    room = ""
    with suppress(OSError):
        room = os.readlink("/proc/self/ns/pid")
    return f"{socket.gethostname()} {room}"[:255]
