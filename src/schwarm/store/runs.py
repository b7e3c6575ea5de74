"""Which program plays which games: so that a crash is noticed, and a living one is left alone."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select, update

from schwarm.store.bell import lives
from schwarm.store.schema import GameStatus, games, runs

STALE_S = 90.0  # a program on another machine without a sign of life, and without its lock, has crashed


def begin_run(connection: Connection) -> int:
    """Sign this program in; its number."""
    made = connection.execute(
        insert(runs)
        .returning(runs.c.id)
        .values(
            host=socket.gethostname(), pid=os.getpid(), started=_process_start(os.getpid()), seen=time.time()
        )
    )
    return int(made.scalar_one())


def end_run(connection: Connection, run: int) -> Sequence[int]:
    """Sign a program off; the games it was still playing are interrupted, and returned."""
    played = select(games.c.id).where(games.c.run_id == run, games.c.state == GameStatus.RUNNING)
    cut_off = connection.execute(played.order_by(games.c.id)).scalars().all()
    connection.execute(update(games).where(games.c.id.in_(cut_off)).values(state=GameStatus.INTERRUPTED))
    connection.execute(delete(runs).where(runs.c.id == run))
    return cut_off


def sign_of_life(connection: Connection, run: int) -> list[int] | None:
    """This program is still there; sign off those that are not, and return the games they left.

    None if all are there.
    """
    here, now = socket.gethostname(), time.time()
    connection.execute(update(runs).where(runs.c.id == run).values(seen=now))
    cut_off: list[int] | None = None
    for other in connection.execute(select(runs).where(runs.c.id != run)).all():
        if other.host == here:
            crashed = _process_start(other.pid) != other.started
        else:
            crashed = now - other.seen > STALE_S and not lives(connection, other.id)
        if crashed:
            cut_off = [*(cut_off or ()), *end_run(connection, other.id)]
    return cut_off


def _process_start(pid: int) -> str:
    """When a process started, in words that another process of the same number would not have; '' if gone."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return "" if fields[0] in "ZX" else f"{boot} {fields[19]}"
    except FileNotFoundError:
        if Path("/proc/self/stat").exists():
            return ""
    try:  # no /proc on this system: the number has to do
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except PermissionError:
        pass
    return "there"
