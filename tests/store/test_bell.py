"""Woken, not polling: who waits for news in a store hears of them, and who has nothing to do asks nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, select, update
from starlette.testclient import TestClient

from schwarm.store import classroom, open_store
from schwarm.store.classroom import NewLine
from schwarm.store.schema import runs
from schwarm.store.store import Store
from schwarm.store.writer import IDLE_S
from schwarm.web import Settings, create_app
from schwarm.web.env import env_of
from schwarm.web.shared.security import fingerprint
from tests.classroom.classes import OPERATOR, Class
from tests.waiting import PATIENCE_S, wait

QUIET_S = 3.0  # so long nobody does anything; polling would have asked dozens of times meanwhile


@contextmanager
def counted(engine: Engine) -> Iterator[list[str]]:
    """The statements that are made meanwhile."""
    made: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        made.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    yield made
    event.remove(engine, "before_cursor_execute", note)


def news(store: Store) -> None:
    classroom.create(store, "{}", "open", NewLine("created", "operator"))


def test_whoever_waits_is_woken(url: str) -> None:
    with open_store(url) as store:
        woken = threading.Event()
        store.bell.hear(woken.set)
        woken.clear()
        news(store)
        assert woken.wait(PATIENCE_S)


def test_programs_on_one_postgresql_wake_each_other(postgres_url: str) -> None:
    with open_store(postgres_url) as one, open_store(postgres_url) as other:
        woken = threading.Event()
        assert other._ear is not None
        assert other._ear.ready.wait(PATIENCE_S)
        other.bell.hear(woken.set)
        news(one)
        assert woken.wait(PATIENCE_S)


def test_a_silent_program_is_there_as_long_as_it_listens(postgres_url: str) -> None:
    with open_store(postgres_url) as one, open_store(postgres_url) as other:
        assert one._ear is not None
        assert other._ear is not None
        assert one._ear.ready.wait(PATIENCE_S)
        assert other._ear.ready.wait(PATIENCE_S)
        elsewhere = update(runs).where(runs.c.id == one._run).values(seen=0.0, host="elsewhere")
        one.submit(lambda connection, run: connection.execute(elsewhere) and None).result()
        woken = threading.Event()
        other.bell.hear(woken.set)

        def there() -> bool:
            other._writer.submit(other._sign_of_life).result()
            return one._run in other.read(
                lambda connection: connection.execute(select(runs.c.id)).scalars().all()
            )

        assert there()
        assert not woken.is_set()
        one._ear.close()
        one._ear = None
        wait(lambda: not there())
        assert woken.is_set(), "somebody may go on with what it did"


def test_an_idle_page_asks_its_store_nothing(url: str, tmp_path: Path) -> None:
    key = fingerprint(OPERATOR)
    app = create_app(Settings(store=url, hosts=("testserver",), warm_up=False, operator_key=key))
    with TestClient(app) as client:
        klass = Class(client)
        klass.create(deadline="2099-01-01T10:00:00+00:00")  # something waits for its time
        made = klass.create(days="hand")
        for name in ("Ada", "Bob"):
            klass.join(made, name)
        klass.did(made["id"], "start")  # and something for its operator
        store = env_of(client.app).store
        with counted(store.engine) as statements:

            def rests() -> bool:
                before = len(statements)
                threading.Event().wait(QUIET_S)
                return len(statements) == before

            wait(rests)  # what was begun comes to an end first
        with counted(store.engine) as sign_of_life:
            store._writer.submit(store._sign_of_life).result()
    assert 0 < len(sign_of_life) * 60 / IDLE_S < 1, "and it gives a sign of life now and then"


@pytest.mark.parametrize("taken", ["before", "after"])
def test_a_connection_that_is_given_back_after_the_store_was_closed_is_closed(
    postgres_url: str, taken: str
) -> None:
    store = open_store(postgres_url)
    if taken == "after":
        store.close()
    connection = store.engine.connect()
    line = connection.connection.driver_connection
    assert line is not None
    if taken == "before":
        store.close()
    assert not line.closed
    connection.close()
    assert line.closed
