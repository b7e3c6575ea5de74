"""A database that is away for a while: games wait and go on, nothing announced is lost, people are told."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from schwarm.game import new_game
from schwarm.game.record import End, Irregular, Ply, Record, record_of, replay
from schwarm.store import Locked, Unreachable, classroom, open_store
from schwarm.store import engine as engine_module
from schwarm.store import writer as writer_module
from schwarm.store.classroom import ClassRow
from schwarm.store.store import Store, StoreLedger
from schwarm.tournament.journal import create
from schwarm.tournament.progress import progress
from schwarm.web import Settings, create_app
from schwarm.web.env import env_of
from tests.contest.peers import Peer, play_on, served, server
from tests.store import postgres
from tests.store.postgres import Postgres
from tests.tournament.events import event, report
from tests.waiting import wait


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "BUSY_S", 0.2)
    monkeypatch.setattr(writer_module, "AGAIN_S", 0.05)
    monkeypatch.setattr(writer_module, "RETRY_S", 0.5)


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    bin_folder = postgres.programs()
    if bin_folder is None:
        pytest.skip("PostgreSQL is not installed (tests/system-packages.txt lists Debian's packages)")
    with postgres.own_server(bin_folder) as made:
        yield made


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program holds the database."""
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def test_a_ply_waits_for_a_locked_database_and_others_hear_of_it_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with open_store(str(path)) as store:
        ledger = store.ledger()
        asyncio.run(ledger.begin(record_of(new_game("piranhas", seed=1))))

        async def play() -> None:
            with locked(path):
                adding = asyncio.create_task(ledger.add(0, Ply("A4-C4")))
                with pytest.raises(Locked):
                    await asyncio.to_thread(store.save, record_of(new_game("piranhas", seed=2)))
                assert isinstance(store.fault(), Locked)
                assert store.trouble() == "the database cannot be reached"
                assert not adding.done()
            await adding

        asyncio.run(play())
        assert store.fault() is None
        assert [ply.move for ply in store.record(1).plies] == ["A4-C4"]


def test_who_hears_that_something_is_kept_after_all_finds_no_fault_any_more(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    seen: list[object] = []
    with open_store(str(path)) as store:
        with locked(path):
            kept = store._writer.submit(lambda connection: None, patient=True)
            kept.add_done_callback(lambda _: seen.append(store.fault()))  # in the writer's own thread
            wait(store.fault)
        kept.result()
        wait(lambda: seen)
    assert seen == [None]


def test_a_store_that_is_locked_when_it_is_opened_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    open_store(str(path)).close()
    with locked(path), pytest.raises(Locked):
        open_store(str(path))


def test_a_store_that_is_closed_waits_for_nobody(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = open_store(str(path))
    ledger = store.ledger()
    asyncio.run(ledger.begin(record_of(new_game("piranhas", seed=1))))
    with locked(path), ThreadPoolExecutor(1) as apart:
        adding = apart.submit(asyncio.run, ledger.add(0, Ply("A4-C4")))
        wait(lambda: store.fault())
        store.close()
        with pytest.raises(Locked):
            adding.result()


def test_a_move_on_the_page_waits_people_are_told_and_the_log_is_short(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    path = tmp_path / "page.db"
    settings = Settings(store=str(path), hosts=("testserver",), bot_workers=1, warm_up=False)
    with TestClient(create_app(settings)) as client:
        form = {"game": "piranhas", "opponent": "here", "side": "red", "seed": 7}
        seat = client.post("/api/tables", json=form).json()
        headers = {"authorization": f"Bearer {seat['tokens']['red']}"}
        address = f"/api/tables/{seat['id']}"
        move = client.get(address, headers=headers).json()["moves"][0]["move"]
        with locked(path):
            answer = client.post(f"{address}/moves", json={"move": move}, headers=headers)
            assert answer.status_code == 503, answer.text
            assert answer.json()["error"]["code"] == "store"
            assert client.get(address).json()["history"] == []  # nothing is announced that is not kept
            for _ in range(40):
                refused = client.post("/api/tables", json=form)
                assert (refused.status_code, refused.json()["error"]["code"]) == (503, "store")
        wait(lambda: client.get(address).json()["history"] == [move])
        wait(lambda: client.post("/api/tables", json=form).status_code == 201)
    assert len(caplog.records) < 12, caplog.text
    assert "Traceback" not in caplog.text


def test_a_move_made_before_the_start_of_its_game_was_kept_waits_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "page.db"
    begin, gate = StoreLedger.begin, threading.Event()

    async def begin_late(self: StoreLedger, record: Record) -> None:
        if record.seed == 7:
            await asyncio.to_thread(gate.wait)
        await begin(self, record)

    settings = Settings(store=str(path), hosts=("testserver",), bot_workers=1, warm_up=False)
    with TestClient(create_app(settings)) as client:
        form = {"game": "piranhas", "opponent": "here", "side": "red", "seed": 7}
        monkeypatch.setattr(StoreLedger, "begin", begin_late)
        seat = client.post("/api/tables", json=form).json()
        headers = {"authorization": f"Bearer {seat['tokens']['red']}"}
        address = f"/api/tables/{seat['id']}"
        first, second = (one["move"] for one in client.get(address, headers=headers).json()["moves"][:2])
        with locked(path):
            wait(lambda: client.post("/api/tables", json=form | {"seed": 8}).status_code == 503)
            for move in (first, second):
                answer = client.post(f"{address}/moves", json={"move": move}, headers=headers)
                assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store")
        gate.set()
        wait(lambda: client.get(address).json()["history"])
        assert client.get(address).json()["history"] == [first]


def test_a_page_waits_for_a_postgresql_that_is_restarted_and_its_log_is_short(
    own_postgres: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looks: list[bool] = []
    in_states = classroom.in_states

    def looked(store: Store, states: Sequence[str]) -> list[ClassRow]:
        looks.append(True)
        return in_states(store, states)

    monkeypatch.setattr(classroom, "in_states", looked)
    caplog.set_level(logging.WARNING)
    url = own_postgres.address.format(database="postgres")
    with TestClient(create_app(Settings(store=url, hosts=("testserver",), warm_up=False))) as client:
        form = {"game": "piranhas", "opponent": "here", "side": "red", "seed": 7}
        seat = client.post("/api/tables", json=form).json()
        headers = {"authorization": f"Bearer {seat['tokens']['red']}"}
        address = f"/api/tables/{seat['id']}"
        move = client.get(address, headers=headers).json()["moves"][0]["move"]
        own_postgres.stop()
        answer = client.post(f"{address}/moves", json={"move": move}, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store")
        assert client.get(address).json()["history"] == []
        before = len(looks)
        env_of(client.app).store.bell.ring()
        wait(lambda: len(looks) > before + 1)  # once woken, the clock of the class beats until it is back
        own_postgres.start()
        wait(lambda: client.get(address).json()["history"] == [move])
    assert len(caplog.records) < 12, caplog.text
    assert "Traceback" not in caplog.text


@served
async def test_games_on_the_port_wait_for_a_postgresql_that_is_restarted(
    own_postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    store = await asyncio.to_thread(open_store, own_postgres.address.format(database="postgres"))
    async with server(ledger=store.ledger, trouble=store.trouble) as running:
        peers = [await Peer.connect(running) for _ in range(4)]
        for peer in peers:
            await peer.join()
        playing = [asyncio.create_task(play_on(peer)) for peer in peers]
        while not all(b"<data" in peer.received for peer in peers):
            await asyncio.sleep(0.01)
        await asyncio.to_thread(own_postgres.stop)
        while store.fault() is None:
            await asyncio.sleep(0.01)
        late = await Peer.connect(running)
        late.say('<join gameType="swc_2026_piranhas"/>')
        while b"cannot be reached" not in late.received:
            await late.next()
        await asyncio.to_thread(own_postgres.start)
        await asyncio.gather(*playing)
    assert not caplog.records
    records = list(store.records())
    assert len(records) == 2
    for record in records:
        assert record.end is not None
        assert record.end.reason not in ("interrupted", "cancelled")
        replay(record)
    await asyncio.to_thread(store.close)


def test_a_tournament_waits_for_a_postgresql_that_is_restarted(own_postgres: Postgres) -> None:
    address = own_postgres.address.format(database="postgres")
    with open_store(address) as store, ThreadPoolExecutor(4) as apart:
        said = event(4)
        journal = create(store, said)
        games = progress(said, journal.results()).open
        for game in games[:3]:
            journal.add(report(game, winner=game.first))
        own_postgres.stop()
        adding = [apart.submit(journal.add, report(game, winner=game.first)) for game in games[3:6]]
        wait(lambda: isinstance(store.fault(), Unreachable))
        time.sleep(0.2)  # a few tries in vain
        assert not any(one.done() for one in adding)
        own_postgres.start()
        for one in adding:
            one.result()
        assert len(journal.results()) == 6


def test_what_was_committed_unheard_is_known_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database goes down between a commit and its answer: nothing is there twice, nothing refused."""
    commit = writer_module.Writer._commit
    unheard: list[bool] = []

    def lost(
        self: writer_module.Writer, batch: list[writer_module.WriteRequest[object]], *, again: bool
    ) -> list[object]:
        done = commit(self, batch, again=again)
        unheard.append(again)
        if not again:
            raise Unreachable("gone before its answer")
        return done

    with open_store(str(tmp_path / "games.db")) as store:
        said = event(2)
        journal = create(store, said)
        game = progress(said, journal.results()).open[0]
        monkeypatch.setattr(writer_module.Writer, "_commit", lost)

        async def play() -> None:
            ledger = store.ledger()
            await ledger.begin(record_of(new_game("piranhas", seed=1)))
            await ledger.add(0, Ply("A4-C4"))
            await ledger.end(End("red", Irregular.LEFT, {"red": (2,), "blue": (0,)}), {})

        asyncio.run(play())
        journal.add(report(game, winner=game.first))
        assert unheard == [False, True] * 4
        monkeypatch.undo()
        assert [entry.plies for entry in store.games()] == [0, 1]
        assert list(journal.results()) == [game.key]
