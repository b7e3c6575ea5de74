"""A database of an earlier version is brought to the newest schema and keeps all it knew."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, MetaData, create_engine, inspect, text

from schwarm.classroom.views import journal_line
from schwarm.game.errors import Refusal
from schwarm.game.record import replay
from schwarm.store import StoreError, classroom, migrate, open_store, schema
from schwarm.store.engine import connect, read_url
from schwarm.store.migrations.versions.v0003_texts_by_name import parts
from schwarm.store.page_tables import Wanted
from schwarm.store.schema import GameStatus
from schwarm.tournament.journal import EventJournal, create, listed
from schwarm.tournament.progress import progress
from schwarm.tournament.views import event_view
from schwarm.web.tables.plans import OPEN, PERSON, Plan, Plans, SeatPlan
from tests.tournament.events import event, report

OLD = Path(__file__).parent / "data" / "version_0002.sql"
CRASH, MUTE = "NOT_CONNECTED (ended with code 7)", "NOT_CONNECTED (ended with code 3)"


@pytest.fixture
def page_used() -> bool:
    """Had anybody opened the page, which made its table then?"""
    return True


@pytest.fixture
def old(url: str, page_used: bool, tmp_path: Path) -> str:
    """The address of an old database with data."""
    path = str(tmp_path / "games.db")
    connection = sqlite3.connect(path)
    connection.executescript(OLD.read_text("utf-8"))
    if not page_used:
        connection.execute("DROP TABLE page_tables")
    connection.close()
    if url != path:
        copy_to_postgres(create_engine(f"sqlite:///{path}"), connect(read_url(url), power_safe=False))
    return url


def copy_to_postgres(source: Engine, target: Engine) -> None:
    """The same data in a PostgreSQL of that version; the page's table as the page made it there."""
    there = MetaData()
    with source.connect() as reading, target.begin() as writing:
        there.reflect(reading)
        command.upgrade(migrate.settings(writing), "0002")
        if "page_tables" in there.tables:
            there.tables["page_tables"].create(writing)
        here = MetaData()
        here.reflect(writing)
        for table in here.sorted_tables:
            rows = [row._asdict() for row in reading.execute(there.tables[table.name].select())]
            if rows and table.name != "alembic_version":
                writing.execute(table.insert(), [zoned(row) for row in rows])
        for name in ("events", "games"):
            writing.execute(
                text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name}")
            )
    source.dispose()
    target.dispose()


def zoned(row: dict[str, object]) -> dict[str, object]:
    return {
        name: value.replace(tzinfo=UTC) if isinstance(value, datetime) else value
        for name, value in row.items()
    }


def difference(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))


@pytest.mark.parametrize("page_used", [True, False])
def test_an_old_database_has_the_schema_of_a_new_one_afterwards(old: str) -> None:
    with open_store(old) as store, store.engine.connect() as connection:
        assert difference(connection) == []


def test_games_of_an_old_database_are_all_there(old: str) -> None:
    with open_store(old) as store:
        entries = store.games()
        assert [entry.id for entry in entries] == list(range(10, 0, -1))
        assert [entry.plies for entry in entries] == [1, 1, 4, 4, 0, 0, 0, 0, 0, 0]
        assert replay(store.record(7)).finished()
        assert store.record(7).plies[3].move == "H2-G3"
        assert store.interrupted() == [10]
        record, ledger = store.resume(10)
        assert ([ply.move for ply in record.plies], ledger.game) == (["A4-C4"], 10)


def test_each_offender_of_an_old_game_is_known_by_name(old: str) -> None:
    with open_store(old) as store:
        cup = EventJournal(store, 1)
        both, again, *single = cup.games()
        assert both.faults == {"crash": CRASH, "mute": MUTE}
        assert again.faults == {"mute": MUTE, "crash": CRASH}
        assert [line.faults for line in single] == [{"crash": CRASH}] * 2 + [{"mute": MUTE}] * 2
        assert cup.logs(both.key) == {
            "crash": "no idea; mute: what to do\n",
            "mute": "--- not a name\ngood bye\n",
        }
        assert cup.logs(single[0].key) == {"crash": "no idea; mute: what to do\n"}
        assert {line.wall_ms > 0 for line in cup.games()} == {True}
        assert {line.processor_ms for line in cup.games()} == {(None, None)}, "nobody had looked"


def test_events_of_an_old_database_are_read_and_new_ones_written(old: str) -> None:
    with open_store(old) as store:
        assert [(line.name, line.games) for line in listed(store)] == [("Old pair", 2), ("Old cup", 6)]
        assert all(line.finished is not None and not line.running for line in listed(store))
        pair = EventJournal(store, 2)
        assert pair.qualified() == {"failed": (False, ["lost to the random bot"]), "calm": (True, [])}
        assert [line.faults for line in pair.games()] == [{}, {}]
        assert [line.plies for line in pair.games()] == [4, 4]
        assert event_view(store, 2).finished
        new = create(store, event(2))
        assert new.number == 3
        new.add(report(progress(new.event, {}).open[0], winner="A", fault="B"))
        assert [line.faults for line in new.games()] == [{"B": "crashed (no idea)"}]


def test_why_the_page_paused_a_class_is_told_by_codes(old: str) -> None:
    """Version 0013 kept a code of three beside an English sentence."""
    engine = connect(read_url(old), power_safe=False)
    with engine.begin() as connection:
        command.upgrade(migrate.settings(connection), "0013")
    details = [{"why": "given_up", "count": 2}, {"why": "pairing"}, {}]
    with engine.begin() as connection:
        values = "(1, CURRENT_TIMESTAMP, 'open', '{}')"
        connection.execute(text(f"INSERT INTO class_events (id, created, state, setup) VALUES {values}"))
        for detail in details:
            connection.execute(
                text(
                    "INSERT INTO class_journal (class_id, written, what, who, reason, detail) "
                    "VALUES (1, CURRENT_TIMESTAMP, 'paused', 'page', 'lunch', :detail)"
                ),
                {"detail": json.dumps(detail)},
            )
    engine.dispose()
    with open_store(old) as store:
        told = [journal_line(line, {}) for line in classroom.journal(store, 1)]
    assert {line["reason"] for line in told} == {"lunch"}
    words = {line["why"]["words"]["de"] for line in told if line["why"] is not None}
    assert words == {
        "2 Partien ließen sich nicht spielen; Fortsetzen versucht sie noch einmal",
        Refusal("class_unpaired").said("de"),
    }


@pytest.mark.parametrize("page_used", [True, False])
def test_tables_that_the_page_had_made_are_read(old: str, page_used: bool) -> None:
    with open_store(old) as store:
        plans = Plans(store)
        if not page_used:
            assert (plans.unfinished(), plans.replays(Wanted(), 5)) == ([], [])
            return
        running, waiting = plans.unfinished()
        assert (running.plan.id, running.game, running.state) == (
            "IAZ7ycc6H3bNOtbG",
            10,
            GameStatus.INTERRUPTED,
        )
        assert (waiting.plan.id, waiting.game, waiting.state) == ("JxTy68QT_xdS_QNK", None, None)
        assert waiting.plan.seats["blue"].kind == OPEN
        ended = plans.of_game(9)
        assert ended is not None
        assert (ended.plan.id, ended.game, ended.state) == ("hiXCa0Jajc5S9a76", 9, GameStatus.ENDED)
        ((plan, replay),) = plans.replays(Wanted(game=ended.plan.game), 5)
        assert (plan, replay.plies) == (ended.plan, 1)
        names = [seat.name for seat in plan.seats.values() if seat.name]
        assert names
        assert [found.id for _, found in plans.replays(Wanted(player=names[0][:3].upper()), 5)] == [plan.id]


@pytest.mark.parametrize("page_used", [True, False])
def test_new_tables_of_the_page_are_written_read_and_dropped(old: str) -> None:
    seats = {"red": SeatPlan(PERSON, "Ada"), "blue": SeatPlan(OPEN, "")}
    plan = Plan("new", "piranhas", "official", {}, 7, None, (), seats, "visitor")
    with open_store(old) as store:
        plans = Plans(store)
        plans.save(plan, None).result()
        kept = plans.find("new")
        assert kept is not None
        assert (kept.plan, kept.owner) == (plan, store.number)
        assert plan not in [free.plan for free in plans.unfinished()]
        plans.save(plan, 7).result()
        assert plan in [found for found, _ in plans.replays(Wanted(player="ADA"), 5)]
        assert plans.of_game(7) == plans.find("new")
        plans.drop("new")
        assert plans.find("new") is None


def test_a_step_that_fails_half_way_leaves_the_database_as_it_was(old: str) -> None:
    engine = connect(read_url(old), power_safe=False)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE event_games ADD COLUMN logs TEXT"))  # in the way of the second
    with pytest.raises(StoreError, match="logs"):
        open_store(old)
    with engine.connect() as connection:
        assert migrate.revision(connection) == "0002"
        assert "faults" not in {column["name"] for column in inspect(connection).get_columns("event_games")}
    engine.dispose()


@pytest.mark.parametrize(
    ("joined", "apart"),
    [
        ("", {}),
        ("A: late", {"A": "late"}),
        ("B: late; A: crashed", {"B": "late", "A": "crashed"}),
        ("A: said: B: x; then left", {"A": "said: B: x; then left"}),
        ("somebody: late", {"": "somebody: late"}),
    ],
)
def test_joined_faults_come_apart_at_the_players_names(joined: str, apart: dict[str, str]) -> None:
    assert parts(joined, ["A", "B"], "{name}: ", "; ") == apart


def test_of_names_that_begin_alike_the_one_that_was_meant_is_found() -> None:
    assert parts("A: B: late; A: gone", ["A: B", "A"], "{name}: ", "; ") == {"A: B": "late", "A": "gone"}
    assert parts("A: late; B: no fault of B", ["A", "B"], "{name}: ", None) == {"A": "late; B: no fault of B"}
