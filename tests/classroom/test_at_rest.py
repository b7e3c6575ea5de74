"""What lies on the disk lets nobody in: no code and no token, and the files are their owner's alone."""

from __future__ import annotations

import io
import os
import sqlite3
import stat
import zipfile
from pathlib import Path

import pytest

from schwarm.store import open_store
from tests import ROOT
from tests.classroom.classes import OPERATOR, bearer, in_class
from tests.ports import free_port

BEFORE = ROOT / "tests/store/data/before_1_0_0.sql"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_codes_reservations_and_tokens_are_in_no_file_and_in_no_export(tmp_path: Path) -> None:
    with in_class(tmp_path, contest_port=free_port()) as room:
        made = room.create()
        answer = room.ask(made, "Ada", "remote").json()
        secret = [made["code"], answer["reservation"]["code"], answer["token"], OPERATOR]
        room.tokens[answer["id"]] = answer["token"]
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        for content in [path.read_bytes() for path in files]:
            assert not [word for word in secret if word.encode() in content]
        for address, token in (
            (f"events/{made['id']}", OPERATOR),
            (f"teams/{answer['id']}", answer["token"]),
        ):
            zipped = room.client.get(f"/api/class/{address}/export", headers=bearer(token)).content
            with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
                for name in archive.namelist():
                    assert not [word for word in secret if word.encode() in archive.read(name)], name
        known = (made["code"], room.team(answer["id"])["reservation"])
    with in_class(tmp_path, contest_port=free_port()) as room:  # both are the same after a restart
        room.tokens[answer["id"]] = answer["token"]
        again = room.team(answer["id"])["reservation"]["code"]
        assert (room.show(made["id"])["code"], again) == (known[0], known[1]["code"])


def test_another_link_has_another_reservation(tmp_path: Path) -> None:
    with in_class(tmp_path, contest_port=free_port()) as room:
        answer = room.ask(room.create(), "Ada", "remote").json()
        linked = room.client.post(f"/api/class/teams/{answer['id']}/link", headers=bearer(OPERATOR)).json()
        room.tokens[answer["id"]] = linked["token"]
        assert room.team(answer["id"])["reservation"]["code"] != answer["reservation"]["code"]


@pytest.fixture
def usual_mask() -> object:
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_a_database_is_its_owners_alone(tmp_path: Path, usual_mask: object) -> None:
    path = tmp_path / "games.db"
    with open_store(str(path)) as store:
        store.code(8, "something")
        names = ("games.db", "games.db-shm", "games.db-wal", "games.db.key")
        assert {one.name: mode(one) for one in tmp_path.iterdir()} == dict.fromkeys(names, 0o600)


def test_an_older_database_becomes_so_when_it_is_brought_up_to_date(
    tmp_path: Path, usual_mask: object
) -> None:
    path = tmp_path / "games.db"
    open_store(str(path)).close()
    path.chmod(0o644)
    open_store(str(path)).close()
    assert mode(path) == 0o644  # whoever set that for a database of this version meant it
    older = tmp_path / "older.db"
    with sqlite3.connect(older) as database:
        database.executescript(BEFORE.read_text("utf-8"))
    database.close()
    older.chmod(0o644)
    open_store(str(older)).close()
    assert mode(older) == 0o600
