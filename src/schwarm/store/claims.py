"""Who plays an event or a study, and who has a table: at most one program at a time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, Join, Table, select, update

from schwarm.store.schema import class_events, class_teams, events, page_tables, runs

if TYPE_CHECKING:
    from schwarm.store.store import Store

CLASSES = class_events.join(events, events.c.id == class_events.c.event_id)


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


def played_elsewhere(store: Store, event: int) -> bool:
    """Is another program playing an event?"""
    other = select(events.c.id).where(events.c.id == event, events.c.run_id != store.number)
    return store.read(lambda connection: connection.execute(other).first()) is not None


def page_of_table(store: Store, name: str) -> str:
    """Where the page is reached that has a table, if it is another one; else ''."""
    return _inner(store, page_tables, page_tables.c.id, name)


def page_of_event(store: Store, number: int) -> str:
    """The same for the page that plays an event."""
    return _inner(store, events, events.c.id, number)


def page_of_class(store: Store, number: int) -> str:
    """The same for the page that plays a tournament of a class."""
    return _inner(store, CLASSES, class_events.c.id, number)


def page_of_team(store: Store, number: int) -> str:
    """The same for the page that plays the tournament of a team."""
    teams = class_teams.join(CLASSES, class_events.c.id == class_teams.c.class_id)
    return _inner(store, teams, class_teams.c.id, number)


def _inner(store: Store, things: Table | Join, key: Column[Any], value: object) -> str:
    owner = page_tables.c.run_id if things is page_tables else events.c.run_id
    found = select(runs.c.inner).select_from(things.join(runs, runs.c.id == owner))
    other = found.where(key == value, runs.c.id != store.number, runs.c.inner.is_not(None))
    return store.read(lambda connection: connection.execute(other).scalar()) or ""
