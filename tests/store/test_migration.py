"""A store of the last commit before 1.0 goes on, any older one is refused; then one step a release."""

from __future__ import annotations

import json
import shutil
import sqlite3
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, MetaData, create_engine, inspect, text

from schwarm.game.record import replay
from schwarm.players import ArchiveSpec, BotSpec, FunctionSpec, ProgramSpec, RemoteSpec
from schwarm.store import OtherSchema, StoreError, migrate, open_store, schema
from schwarm.store.before_release import STAGES, _entrant, _event
from schwarm.store.engine import connect, read_url
from schwarm.tournament.formats import KINDS, from_json
from schwarm.tournament.formats.knock_out import KnockOut
from schwarm.tournament.formats.pair import Pair, SequentialStop
from schwarm.tournament.formats.swiss import Swiss
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.run import EventRun
from schwarm.tournament.table import MatchPoints
from schwarm.workers import LocalCrew, hired
from tests.classroom.classes import in_class
from tests.classroom.test_guests import finish
from tests.waiting import wait

# Made by commit d68472ea, then given the texts that commits before it wrote. Ada has an Elo, a finished game,
# a running one and an open table; a series, a class and an event are half played.
BEFORE = Path(__file__).parent / "data" / "before_1_0_0.sql"
ADA = {"authorization": "Bearer zuTt4X2ghjUq5hcxtz4h8lhk"}
INVITE = "DKImrm4ucWIh3WMMloxGMzoV"
RUNNING, WAITING = "_KZiI3J-oO9YzoOc", "oZp26X_iPxqZQzmm"
TEAM = {1: "USvhCOQ6ikkNVvUXNEJtY4j0"}
SERIES, CUP, HALF, REMOTE = 1, 2, 3, 4
# An event as that commit's store may hold it: every stage has the settings of all formats.
OLD = """
{"name":"Old","game":"piranhas","entrants":[
{"name":"A","bot":"7","command":[],"zip":"","remote":false,"think":"","inside":false,"budget_ms":50.0,"folder":"",
 "scratch":false,"start":""},
{"name":"B","bot":"","command":["/opt/b/run","-v"],"zip":"","remote":false,"think":"","inside":false,
 "budget_ms":0.0,"folder":"/opt/b","scratch":true,"start":""},
{"name":"C","bot":"","command":[],"zip":"/gone/c.zip","remote":false,"think":"","inside":false,"budget_ms":0.0,
 "folder":"","scratch":false,"start":"go.sh"},
{"name":"D","bot":"","command":[],"zip":"","remote":true,"think":"","inside":false,"budget_ms":0.0,"folder":"",
 "scratch":false,"start":""},
{"name":"E","bot":"","command":[],"zip":"","remote":false,"think":"bots.fast:think","inside":true,"budget_ms":12.5,
 "folder":"","scratch":false,"start":""},
{"name":"F","bot":"","command":[],"zip":"","remote":false,"think":"","inside":false,"budget_ms":0.0,"folder":"",
 "scratch":false,"start":""}],
"stages":[
{"name":"S","kind":"swiss","take":0,"groups":1,"draw":"order","games":2,"cycles":1,"rounds":3,"heroes":1,
 "points":{"win":3,"draw":1,"loss":0,"rest":3},"ranking":["match points","lot"],"most_games":20,
 "level":["lot"],
 "third_place":true,"stop":null},
{"name":"K","kind":"knock-out","take":4,"groups":1,"draw":"lot","games":6,"cycles":1,"rounds":5,"heroes":1,
 "points":{"win":2,"draw":1,"loss":0,"rest":0},"ranking":["match points"],"most_games":8,
 "level":["sum heaviest swarm","lot"],"third_place":false,"stop":null},
{"name":"P","kind":"pair","take":2,"groups":1,"draw":"order","games":400,"cycles":1,"rounds":5,"heroes":1,
 "points":{"win":2,"draw":1,"loss":0,"rest":0},"ranking":["victory points"],"most_games":20,"level":["lot"],
 "third_place":true,"stop":{"elo0":0.0,"elo1":10.0,"alpha":0.05,"beta":0.05,"model":"logistic"}}],
"profile":"","options":{"rounds":20},"seed":5,"opening_plies":2,"soft_ms":500,"hard_ms":10000,"absent":"random",
"sandbox":false,"qualification":true}
"""
STEP = """
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = "1.1.0", "1.0.0", None, None
def upgrade():
    op.add_column("people", sa.Column("motto", sa.Text(), server_default="none"))
    op.add_column("games", sa.Column("{column}", sa.Text()))
"""


def restore(path: Path) -> None:
    """Make the file that the commit left."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = WAL")  # as the commit had it
        connection.executescript(BEFORE.read_text("utf-8"))
    connection.close()


@pytest.fixture
def before(url: str, tmp_path: Path) -> str:
    """The address of that store."""
    path = tmp_path / "games.db"
    restore(path)
    if url != str(path):
        copy_to_postgres(create_engine(f"sqlite:///{path}"), connect(read_url(url), power_safe=False))
    return url


def copy_to_postgres(source: Engine, target: Engine) -> None:
    with source.connect() as reading, target.begin() as writing:
        schema.metadata.create_all(writing)
        there = MetaData()
        there.reflect(reading)
        there.tables["alembic_version"].create(writing)
        here = MetaData()
        here.reflect(writing)
        for table in here.sorted_tables:
            if rows := [row._asdict() for row in reading.execute(there.tables[table.name].select())]:
                writing.execute(table.insert(), [zoned(row) for row in rows])
        for name in ("events", "games", "class_events"):
            numbers = f"pg_get_serial_sequence('{name}', 'id'), max(id)"
            writing.execute(text(f"SELECT setval({numbers}) FROM {name}"))
    source.dispose()
    target.dispose()


def zoned(row: dict[str, object]) -> dict[str, object]:
    return {
        name: value.replace(tzinfo=UTC) if isinstance(value, datetime) else value
        for name, value in row.items()
    }


def test_its_schema_is_that_of_a_new_store(before: str) -> None:
    with open_store(before) as store, store.engine.connect() as connection:
        assert migrate.revision(connection) == schema.HEAD
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_its_events_are_read_and_the_half_played_one_is_played_to_its_end(before: str) -> None:
    with open_store(before) as store:
        half = EventJournal(store, HALF)
        function = FunctionSpec("tests.tournament.bots", "first", "", 50, True)
        assert [one.player for one in half.event.entrants] == [
            BotSpec("random"),
            BotSpec("random", 21),
            function,
        ]
        others = [one.player for one in EventJournal(store, REMOTE).event.entrants]
        assert others == [RemoteSpec(), BotSpec("7", 200)]
        kept = half.results()
        assert sorted(played.points for played in kept.values()) == [(0, 2), (0, 2), (2, 0), (2, 0)]
        with hired(LocalCrew(1)) as crew:
            assert EventRun(half, crew).play()
        assert len(half.results()) == 6
        assert kept.items() <= half.results().items()
        assert [replay(store.record(line.id)).turn for line in store.games(newest=2)] == [
            line.plies for line in store.games(newest=2)
        ]


def test_its_page_goes_on_with_tables_people_series_and_classes(tmp_path: Path) -> None:
    restore(tmp_path / "page.db")
    with in_class(tmp_path) as room:
        client = room.client
        me = client.get("/api/people/me", headers=ADA).json()
        assert (me["name"], me["ratings"]["piranhas"]["elo"]) == ("Ada", 756)
        mine = client.get("/api/people/me/games", headers=ADA).json()
        assert (len(mine["finished"]), len(mine["running"])) == (1, 2)
        state = client.get(f"/api/tables/{RUNNING}", headers=ADA).json()
        assert state["ply"] == 2
        move = {"move": state["moves"][0]["move"], "ply": 2}
        assert client.post(f"/api/tables/{RUNNING}/moves", json=move, headers=ADA).status_code == 200
        joined = client.post("/api/join", json={"invite": INVITE, "name": "Bea"})
        assert joined.status_code == 200, joined.text
        wait(lambda: client.get(f"/api/series/{SERIES}").json()["played"] > 6)
        room.tokens = TEAM
        finish(room, 1, 1, 2)
        assert room.finished(1)["played"] == 2


@pytest.mark.parametrize(
    ("said", "player"),
    [
        ({"bot": "7", "command": [], "zip": "", "remote": False, "think": "", "budget_ms": 0.5}, "7@1"),
        ({"bot": "7#5000", "budget_ms": 30}, "7@30#5000"),
        ({"player": "best@9", "budget_ms": 30}, "best@9"),
        ({"bot": "", "remote": True, "budget_ms": 0.0}, "remote"),
        ({"think": "bots.fast:think", "budget_ms": 12.5, "inside": True}, "bots.fast:think@13"),
        ({"command": ["/opt/b/run", "-v"], "budget_ms": 0.0, "folder": "/opt/b"}, None),
        ({}, None),
    ],
)
def test_a_player_is_said_by_one_key_afterwards(said: dict[str, Any], player: str | None) -> None:
    rewritten = _entrant({"name": "A", **said})
    assert rewritten.get("player") == player
    stages = [{"name": "S", "kind": "round robin"}]
    event = {"name": "E", "game": "piranhas", "entrants": [rewritten], "stages": stages}
    assert from_json(json.dumps(event)).entrants[0].running == bool(said)


def test_an_event_whose_stages_have_the_settings_of_all_formats_is_read() -> None:
    event = from_json(json.dumps(_event(json.loads(OLD))))
    assert [one.player for one in event.entrants] == [
        BotSpec("7", 50),
        ProgramSpec(("/opt/b/run", "-v"), str(Path("/opt/b")), True),
        ArchiveSpec(str(Path("/gone/c.zip")), "go.sh"),
        RemoteSpec(),
        FunctionSpec("bots.fast", "think", "", 13, True),
        None,
    ]
    assert event.stages == (
        Swiss(name="S", games=2, rounds=3, points=MatchPoints(3, 1, 0, 3), ranking=("match points", "lot")),
        KnockOut(name="K", take=4, draw="lot", games=6, most_games=8,
                 level=("sum heaviest swarm", "lot"), third_place=False),
        Pair(name="P", take=2, games=400, points=MatchPoints(2, 1, 0, 0), ranking=("victory points",),
             stop=SequentialStop(model="logistic")),
    )  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_stage_keeps_the_settings_of_its_kind_and_no_others(kind: str) -> None:
    assert set(STAGES[kind]) == {setting.name for setting in fields(KINDS[kind])} | {"kind"}


@pytest.mark.parametrize(
    "change", ["UPDATE alembic_version SET version_num = '0013'", "DROP TABLE alembic_version"]
)
def test_an_older_or_unknown_store_is_refused_in_one_line_and_not_touched(
    change: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.db"
    restore(path)
    with sqlite3.connect(path) as connection:
        connection.execute(change)
    connection.close()
    found = path.read_bytes()
    with pytest.raises(OtherSchema) as caught:
        open_store(str(path))
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == found


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, column: str) -> None:
    """A release that has one step more."""
    steps = tmp_path / "migrations"
    shutil.copytree(migrate.MIGRATIONS, steps)
    (steps / "versions" / "v1_1_0.py").write_text(STEP.format(column=column))
    monkeypatch.setattr(migrate, "MIGRATIONS", steps)
    monkeypatch.setattr(migrate, "HEAD", "1.1.0")


@pytest.mark.parametrize("column", ["motto"])
@pytest.mark.usefixtures("later")
def test_a_step_of_a_later_release_is_taken_once_and_keeps_everything(before: str) -> None:
    for _ in range(2):
        with open_store(before) as store, store.engine.connect() as connection:
            assert migrate.revision(connection) == "1.1.0"
            assert connection.execute(text("SELECT name, motto FROM people ORDER BY name")).first() == (
                "Ada",
                "none",
            )
            assert len(EventJournal(store, HALF).results()) == 4


@pytest.mark.parametrize("column", ["state"])
@pytest.mark.usefixtures("later")
def test_a_step_that_fails_half_way_leaves_the_store_as_it_was(before: str) -> None:
    with pytest.raises(StoreError, match="state"):
        open_store(before)
    engine = connect(read_url(before), power_safe=False)
    with engine.connect() as connection:
        assert migrate.revision(connection) == "0014"
        assert "motto" not in {column["name"] for column in inspect(connection).get_columns("people")}
        (said,) = connection.execute(text(f"SELECT format FROM events WHERE id = {REMOTE}")).scalars()
        assert json.loads(said)["entrants"][0] == {"name": "A", "remote": True}
    engine.dispose()
