"""Who plays an event or a study: at most one program at a time, and nobody once it is released."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Table, update

if TYPE_CHECKING:
    from schwarm.store.store import Store


def claim(store: Store, table: Table, number: int) -> bool:
    """This program plays what the row stands for from now on; False if another one does."""
    free = update(table).where(table.c.id == number, table.c.run_id.is_(None))
    work = store.submit(lambda connection, run: connection.execute(free.values(run_id=run)).rowcount)
    return work.result() == 1


def release(store: Store, table: Table, number: int, *, finished: bool) -> None:
    """Nobody plays it any more."""
    values: dict[str, Any] = {"run_id": None} | ({"finished": datetime.now(UTC)} if finished else {})
    this = update(table).where(table.c.id == number).values(**values)
    store.submit(lambda connection, run: connection.execute(this) and None, patient=True, news=True).result()
