"""Events that are played beside something else: several at once, stopped and taken up again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from schwarm.store import open_store
from schwarm.store.store import Store
from schwarm.tournament.formats import Event
from schwarm.tournament.host import EventHost
from schwarm.tournament.journal import EventJournal, create, listed
from schwarm.tournament.run import Finished, News
from schwarm.workers import Pool
from tests.tournament.events import event, stage
from tests.waiting import wait
from tests.workers.crews import InProcess


def series(games: int) -> Event:
    return event(2, stages=stage("pair", games=games), options={"rounds": 2})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "games.db")) as made:
        yield made


@pytest.fixture
def pool() -> Iterator[Pool]:
    made = Pool(lambda rank: InProcess(), 1)
    yield made
    made.close()


def test_events_share_the_crew_and_are_finished(store: Store, pool: Pool) -> None:
    told: list[int] = []

    def hear(number: int, news: News) -> None:
        if isinstance(news, Finished):
            told.append(number)

    host = EventHost(pool.share, hear)
    journals = [create(store, series(games)) for games in (6, 4)]
    numbers = [journal.number for journal in journals]
    for journal in journals:
        host.begin(journal)
        host.begin(journal)  # it is played already: nothing happens
    wait(lambda: not host.playing())
    host.close()
    assert all(line.finished is not None and not line.running for line in listed(store))
    assert sorted(told) == [numbers[0]] * 6 + [numbers[1]] * 4
    assert set(told[-3:]) != {numbers[1]}  # the longer one did not have to be played first


def test_a_stopped_event_goes_on_where_it_was(store: Store, pool: Pool) -> None:
    journal = create(store, series(200))
    host = EventHost(pool.share)
    host.begin(journal)
    wait(lambda: len(journal.results()) > 2)
    host.stop(journal.number)
    assert host.playing() == []
    kept = journal.results()
    assert 2 < len(kept) < 200
    host.begin(journal)
    wait(lambda: len(journal.results()) > len(kept))
    host.close()  # and so does one that the program's end stops
    assert kept.items() <= EventJournal(store, journal.number).results().items()
    [line] = listed(store)
    assert line.finished is None
    assert not line.running


def test_why_an_event_cannot_go_on_is_known(store: Store, pool: Pool) -> None:
    journal = create(store, series(2))
    journal.claim()
    host = EventHost(pool.share)
    host.begin(journal)
    wait(lambda: not host.playing())
    assert "another program" in host.broken[journal.number]
    journal.release(finished=False)
    host.begin(journal)
    wait(lambda: not host.playing())
    assert host.broken == {}
    host.close()
