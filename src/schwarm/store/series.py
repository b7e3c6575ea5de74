"""Series that somebody asked the page for: events that the page plays by itself, and who may stop them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, Row, insert, select, update

from schwarm.store.schema import events, series
from schwarm.store.store import Store

LONGEST_VISITOR = 64


@dataclass(frozen=True, slots=True)
class Series:
    """An event of the page; `owner` is the fingerprint of the token that stops it."""

    event: int
    visitor: str  # on whose account it is played
    owner: str
    stopped: bool
    finished: bool
    run: int | None  # the program that plays it now


FOUND = select(series, events.c.finished, events.c.run_id).select_from(
    series.join(events, events.c.id == series.c.event_id)
)


def create(store: Store, name: str, format: str, *, visitor: str, owner: str) -> int:
    """Write a new event and whose it is, in one piece; its number."""
    event = insert(events).returning(events.c.id)
    told = {"name": name, "created": datetime.now(UTC), "format": format}
    own = {"visitor": visitor[:LONGEST_VISITOR], "owner": owner, "stopped": False}

    def work(connection: Connection, run: int) -> int:
        number = int(connection.execute(event, told).scalar_one())
        connection.execute(insert(series), own | {"event_id": number})
        return number

    return store.submit(work).result()


def find(store: Store, event: int) -> Series | None:
    """The series of that number; None if the event is none of the page's."""
    query = FOUND.where(series.c.event_id == event)
    row = store.read(lambda connection: connection.execute(query).first())
    return None if row is None else _series(row)


def open_ones(store: Store) -> list[Series]:
    """Those that are neither finished nor stopped, oldest first."""
    query = FOUND.where(events.c.finished.is_(None), series.c.stopped.is_(False)).order_by(series.c.event_id)
    return [_series(row) for row in store.read(lambda connection: connection.execute(query).all())]


def stop(store: Store, event: int, *, stopped: bool) -> None:
    """Say whether a series is to be played, now and after a restart."""
    this = update(series).where(series.c.event_id == event).values(stopped=stopped)
    store.submit(lambda connection, run: connection.execute(this) and None).result()


def _series(row: Row[tuple[object, ...]]) -> Series:
    return Series(row.event_id, row.visitor, row.owner, row.stopped, row.finished is not None, row.run_id)
