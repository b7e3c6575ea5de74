"""Several pages on one database: the dead are noticed, and whoever was signed off writes nothing any more."""

from __future__ import annotations

import asyncio
import threading
from functools import partial

import pytest
from sqlalchemy import update

from schwarm.game.record import Ply
from schwarm.store import OnePage, SignedOff, open_store
from schwarm.store.runs import become_page
from schwarm.store.schema import runs
from schwarm.store.store import Store
from tests.store.test_store import running_record
from tests.waiting import PATIENCE_S, wait


def test_whoever_was_signed_off_writes_nothing_any_more(url: str) -> None:
    with open_store(url) as one, open_store(url) as other:
        ledger = one.ledger()
        asyncio.run(ledger.begin(running_record()))
        assert ledger.game is not None
        told = threading.Event()
        one.signed_off = told.set
        other._sign_off(one._run)
        record, own = other.resume(ledger.game)
        late = Ply("late")
        with pytest.raises(SignedOff, match="others go on with what was done here"):
            asyncio.run(ledger.add(len(record.plies), late))
        assert told.is_set()
        asyncio.run(own.add(len(record.plies), Ply("mine")))
        assert [ply.move for ply in other.record(ledger.game).plies][-1] == "mine"


def test_a_file_serves_one_page(url: str) -> None:
    with open_store(url) as one:
        one.become_page("here")
        with open_store(url) as other:
            if url.startswith("postgresql"):
                other.become_page("there")
                assert [page.inner for page in other.pages()] == ["here"]
            else:
                with pytest.raises(OnePage, match="SQLite serves one page at a time"):
                    other.become_page("there")


def gone(store: Store, number: int) -> bool:
    return number not in {page.number for page in store.pages()}


def test_pages_notice_each_others_death(postgres_url: str) -> None:
    with open_store(postgres_url) as one, open_store(postgres_url) as two, open_store(postgres_url) as three:
        for number, store in enumerate((one, two, three)):
            store.become_page(str(number))
        went = threading.Event()
        one.fellows.hear(went.set)
        for dead in (two, three):
            went.clear()
            assert dead._ear is not None
            dead._ear.close()  # as if its machine were gone
            dead._ear = None
            assert went.wait(PATIENCE_S)
            wait(partial(gone, one, dead.number))
        assert one.pages() == []


def test_a_page_that_lost_its_connection_for_a_moment_is_left_alone(postgres_url: str) -> None:
    import psycopg

    with open_store(postgres_url) as one, open_store(postgres_url) as other:
        one.become_page("one")
        other.become_page("other")
        back = threading.Semaphore(0)
        one.bell.hear(back.release)
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            )
        assert back.acquire(timeout=PATIENCE_S)
        assert [page.inner for page in other.pages()] == ["one"]
        one.submit(lambda connection, run: None).result()


def test_what_a_page_leaves_in_another_container_is_free_as_soon_as_its_file_has_a_page_again(
    url: str,
) -> None:
    """On a file its lock tells that it is dead; on PostgreSQL a page that we cannot see may well live."""
    with open_store(url) as one, open_store(url) as match, open_store(url) as other:
        ledgers = [store.ledger() for store in (one, match)]
        for ledger in ledgers:
            asyncio.run(ledger.begin(running_record()))
        one.submit(lambda connection, run: become_page(connection, run, "crashed")).result()
        far = update(runs).where(runs.c.id != other.number).values(host="another container")
        other.submit(lambda connection, run: connection.execute(far) and None).result()
        assert other.interrupted() == []
        other.become_page("restarted")
        of_page, of_match = (ledger.game for ledger in ledgers)
        assert other.interrupted() == ([] if other.shared else [of_page])
        assert of_match not in other.interrupted()  # no page: its program may still play
