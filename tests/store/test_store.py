"""What the store promises, on both databases."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event, insert, text, update

import schwarm
from schwarm.extras import pip_install
from schwarm.game.record import End, Irregular, Ply, Record, record_of, replay
from schwarm.referee import RandomSeat, Referee
from schwarm.store import (
    BadUrl,
    Conflict,
    Full,
    Locked,
    NoSuchGame,
    OtherSchema,
    StoreError,
    Unreachable,
    engine,
    migrate,
    open_store,
    schema,
)
from schwarm.store.runs import only_page, this_host
from schwarm.store.schema import GameStatus
from schwarm.store.store import Store
from schwarm.store.writer import Writer
from tests.store.resuming import go_on
from tests.waiting import wait


def finished_record(seed: int = 2**64 - 1) -> Record:
    game = schwarm.new_game("piranhas", seed=seed, rounds=2)
    while game.outcome() is None:
        game.play(game.legal_moves()[0])
    record = record_of(game, {"red": "Ada", "blue": "Bö & Söhne"})
    return replace(
        record,
        plies=tuple(replace(ply, think_ms=1.5, server_ms=0.25, processor_ms=1.25) for ply in record.plies),
    )


def running_record() -> Record:
    return replace(finished_record(), plies=(), end=None)


def test_a_record_comes_back_as_it_was(url: str) -> None:
    record = finished_record()
    with open_store(url) as store:
        game = store.save(record)
        assert store.record(game) == record
    with open_store(url) as store:
        assert list(store.records()) == [record]
        (entry,) = store.games()
    assert (entry.id, entry.game, entry.state, entry.plies) == (game, "piranhas", GameStatus.ENDED, 4)
    assert (entry.seats, entry.end) == (record.seats, record.end)
    assert entry.created.tzinfo is not None


def test_a_referee_writes_its_game_as_it_goes(url: str) -> None:
    with open_store(url) as store:
        ledger = store.ledger()
        game = schwarm.new_game("piranhas", seed=5, rounds=3)
        record = asyncio.run(
            Referee(game, {"red": RandomSeat("a"), "blue": RandomSeat("b")}, ledger=ledger).run()
        )
        assert ledger.game is not None
        assert store.record(ledger.game) == record
        assert replay(record).finished()


def test_a_ply_cannot_be_written_twice_and_its_neighbours_in_the_batch_are_unharmed(url: str) -> None:
    async def write(store: Store) -> tuple[object, ...]:
        first, second = store.ledger(), store.ledger()
        await first.begin(running_record())
        await second.begin(running_record())
        await first.add(0, Ply("A4-C4"))
        return await asyncio.gather(
            second.add(0, Ply("A4-C4")),
            first.add(0, Ply("A5-C5")),
            second.add(1, Ply("B0-B3")),
            return_exceptions=True,
        )

    with open_store(url) as store:
        results = asyncio.run(write(store))
        assert [type(result) for result in results] == [type(None), Conflict, type(None)]
        assert [[ply.move for ply in record.plies] for record in store.records()] == [
            ["A4-C4"],
            ["A4-C4", "B0-B3"],
        ]


def test_many_games_share_one_commit(url: str) -> None:
    commits: list[object] = []

    async def write(store: Store) -> None:
        ledgers = [store.ledger() for _ in range(50)]
        await asyncio.gather(*(ledger.begin(running_record()) for ledger in ledgers))
        event.listen(store.engine, "commit", commits.append)
        began, held = threading.Event(), threading.Event()

        def hold(connection: object) -> None:
            began.set()
            held.wait()

        assert isinstance(store._writer, Writer)
        store._writer.submit(hold)  # what comes meanwhile piles up
        await asyncio.to_thread(began.wait)
        waiting = [asyncio.ensure_future(ledger.add(0, Ply("A4-C4"))) for ledger in ledgers]
        while len(store._writer._plies) < len(ledgers):
            await asyncio.sleep(0.001)
        held.set()
        await asyncio.gather(*waiting)

    with open_store(url) as store:
        asyncio.run(write(store))
        assert len(commits) <= 2  # one held, one with all that waited


def test_a_closed_store_leaves_its_running_games_interrupted(url: str) -> None:
    store = open_store(url)
    ledger = store.ledger()
    asyncio.run(ledger.begin(running_record()))
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.save(running_record())
    with open_store(url) as store:
        assert store.interrupted() == [ledger.game]


def test_games_of_another_living_program_are_left_alone(url: str) -> None:
    with open_store(url) as one, open_store(url) as two:
        asyncio.run(one.ledger().begin(running_record()))
        assert two.interrupted() == []
        assert [entry.state for entry in two.games()] == [GameStatus.RUNNING]


@pytest.mark.parametrize(("silent_s", "crashed"), [(5, False), (1000, True)])
def test_a_program_on_another_machine_counts_as_crashed_after_a_long_silence(
    url: str, silent_s: float, crashed: bool
) -> None:
    with open_store(url) as one:
        asyncio.run(one.ledger().begin(running_record()))
        with one.engine.begin() as connection:
            seen = schema.runs.c.seen - silent_s
            connection.execute(update(schema.runs).values(host="elsewhere", seen=seen))
        if one._ear is not None:  # a machine that is gone has no connection to PostgreSQL
            one._ear.close()
            one._ear = None
        with open_store(url) as two:

            def left() -> bool:
                two._writer.submit(two._sign_of_life).result()
                return bool(two.interrupted())

            assert wait(left) if crashed else not left()


def test_a_game_whose_last_move_was_written_but_not_its_end_gets_its_end(url: str) -> None:
    record = finished_record()
    with open_store(url) as store:
        game = store.save(replace(record, end=None))
        with store.engine.begin() as connection:  # as if that program had been killed
            gone = {"host": this_host(), "pid": os.getpid(), "started": "earlier", "seen": 0.0}
            run = connection.execute(insert(schema.runs).values(gone).returning(schema.runs.c.id)).scalar()
            connection.execute(update(schema.games).values(run_id=run))
        with open_store(url) as other:
            assert other.interrupted() == []
            assert other.record(game) == record


def test_of_two_who_resume_a_game_one_gets_it(url: str) -> None:
    with open_store(url) as store:
        ledger = store.ledger()
        asyncio.run(ledger.begin(running_record()))
        asyncio.run(ledger.end(End(None, Irregular.INTERRUPTED, {}), {}))
        assert ledger.game is not None
        record, _ = store.resume(ledger.game)
        assert record == running_record()
        with pytest.raises(NoSuchGame, match="expected the number of an interrupted game"):
            store.resume(ledger.game)
        with pytest.raises(NoSuchGame, match="not 4711"):
            store.record(4711)


def test_an_interrupted_game_is_resumed_between_local_seats(url: str) -> None:
    async def play(store: Store) -> tuple[int, Record]:
        ledger = store.ledger()
        seats = {"red": RandomSeat("a"), "blue": RandomSeat("b")}
        referee = Referee(schwarm.new_game("piranhas", seed=5, rounds=4), seats, ledger=ledger)
        referee.listeners.append(lambda event: referee.interrupt() if referee.game.turn == 3 else None)
        await referee.run()
        assert ledger.game is not None
        return ledger.game, await go_on(store, ledger.game, seats)

    with open_store(url) as store:
        game, record = asyncio.run(play(store))
        assert len(record.plies) == 8
        assert all(ply.think_ms is not None for ply in record.plies)
        assert store.record(game) == record


# --- the schema ----------------------------------------------------------------------------------------
def test_the_last_migration_is_the_schema_the_code_knows() -> None:
    from alembic.script import ScriptDirectory

    assert ScriptDirectory(str(migrate.MIGRATIONS)).get_current_head() == schema.HEAD


def test_a_newer_schema_is_refused_in_one_line(url: str) -> None:
    with open_store(url) as store, store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(OtherSchema, match="schema 9999, this program knows"):
        open_store(url)


def test_several_programs_may_open_an_empty_database_at_once(url: str) -> None:
    failures: list[BaseException] = []

    def visit() -> None:
        try:
            open_store(url).close()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=visit) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


# --- one-line errors -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "wrong", ["mysql://host/base", "", ":memory:", "sqlite://", "postgresql://host", "http://x"]
)
def test_a_wrong_address_says_what_was_expected(wrong: str) -> None:
    with pytest.raises(BadUrl, match="expected a file name"):
        open_store(wrong)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="cannot be opened"):
        open_store(str(tmp_path / "missing" / "games.db"))


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("shopping list\n" * 100)
    with pytest.raises(BadUrl, match="is no database"):
        open_store(str(tmp_path / "games.db"))


def test_a_server_that_does_not_answer(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="cannot be opened") as caught:
        open_store(f"postgresql://ada:secret@/games?host={tmp_path}")
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_driver_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadUrl, match=re.escape(pip_install("postgres"))):
        open_store("postgresql://ada@localhost/games")


def test_a_lock_that_is_never_released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "BUSY_S", 0.1)
    path = str(tmp_path / "games.db")
    with open_store(path) as store:
        with store.engine.connect() as holder:
            holder.info["writes"] = True
            with holder.begin(), pytest.raises(Locked, match="another program"):
                store.save(running_record())
        store.save(running_record())


def test_a_full_disk_loses_only_what_was_not_acknowledged(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "games.db")) as store:
        game = store.save(running_record())

        def limit(connection: object) -> None:
            connection.exec_driver_sql("PRAGMA max_page_count=1")  # type: ignore[attr-defined]

        event.listen(store.engine, "begin", limit)
        with pytest.raises(Full, match="no room left"):
            store.save(replace(running_record(), position="x" * 100_000))
        event.remove(store.engine, "begin", limit)
        assert store.record(game) == running_record()


def test_sqlalchemy_is_imported_only_when_a_store_is_opened() -> None:
    code = "import sys, schwarm.store, schwarm.referee; sys.exit('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_lock_that_cannot_be_had_is_told_with_the_name_of_its_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=f"{re.escape(str(tmp_path))} cannot be locked"):
        only_page(tmp_path)  # which is a folder
