"""A store on a full disk, or one that can only be read: what is there is read, the rest refused."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from starlette.testclient import TestClient

from schwarm.cli import run
from schwarm.game import new_game
from schwarm.game.record import record_of
from schwarm.store import Full, ReadOnly, open_store
from schwarm.store import store as store_module
from schwarm.store.store import Store
from schwarm.tournament.journal import create
from schwarm.web import Settings, create_app
from schwarm.web.env import env_of
from tests.store.disk import SmallDisk, small_disk
from tests.tournament.events import event
from tests.waiting import PATIENCE_S, wait
from tests.web.shared.requests import bearer, begin
from tests.web.tables.test_duels import start_series

# A program that ends in the middle: its last game lies in the journal beside the file.
STOPPED = """
import os, sys
from schwarm.game import new_game
from schwarm.game.record import record_of
from schwarm.store import open_store
open_store(sys.argv[1]).save(record_of(new_game("piranhas", seed=2)))
os._exit(0)
"""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path / "disk") as made:
        if made is None:
            pytest.skip("a small disk of its own can be mounted only by root")
        with open_store(str(made.folder / "games.db")) as store:
            store.save(record_of(new_game("piranhas", seed=1)))
            create(store, event())
        yield made


@contextmanager
def unwritable(disk: SmallDisk, how: str) -> Iterator[str]:
    """The store's file on that disk, while nothing can be written there."""
    if how == "full":
        disk.fill()
        yield str(disk.folder / "games.db")
        return
    subprocess.run(["mount", "-o", "remount,ro", str(disk.folder)], check=True)
    yield str(disk.folder / "games.db")
    subprocess.run(["mount", "-o", "remount,rw", str(disk.folder)], check=True)


WHY = {"full": ("no room left on the disk", Full), "read-only": ("it can only be read", ReadOnly)}


@pytest.mark.parametrize("how", WHY)
@pytest.mark.parametrize("stopped", [False, True], ids=["closed", "killed"])
def test_what_is_kept_is_read_and_what_cannot_be_is_refused(
    how: str, stopped: bool, disk: SmallDisk, caplog: pytest.LogCaptureFixture
) -> None:
    said, kind = WHY[how]
    if stopped:
        subprocess.run([sys.executable, "-c", STOPPED, str(disk.folder / "games.db")], check=True)
    with unwritable(disk, how) as file:
        before = Path(file).read_bytes()
        with open_store(file, create=False) as store:
            assert [record.seed for record in store.records()] == ([1, 2] if stopped else [1])
            with pytest.raises(kind, match=said):
                store.save(record_of(new_game("piranhas", seed=3)))
            with pytest.raises(kind):
                asyncio.run(store.ledger().begin(record_of(new_game("piranhas", seed=3))))
            assert store.trouble() in ("no room left on the disk", "the database can only be read")
        if not stopped:  # else the journal may have found its way into the file
            assert Path(file).read_bytes() == before
    assert f"{said}; what is there is read, nothing can be kept" in caplog.text
    disk.clear()
    with open_store(file) as store:
        store.save(record_of(new_game("piranhas", seed=4)))


@pytest.mark.parametrize("how", WHY)
def test_commands_that_read_say_what_is_there(
    how: str, disk: SmallDisk, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with unwritable(disk, how) as file:
        for words in (["tournament", "list"], ["tournament", "table"], ["replay", file, "--list"]):
            where = [] if file in words else ["--store", file]
            assert run([*words, *where]) == 0, capsys.readouterr().err
        assert event().name in capsys.readouterr().out
        backup = tmp_path / "backup.zip"
        assert run(["backup", str(backup), "--store", file]) == 0, capsys.readouterr().err
        restored = tmp_path / "restored" / "games.db"
        restored.parent.mkdir()
        assert run(["restore", str(backup), "--store", str(restored)]) == 0
        with open_store(str(restored)) as store:
            assert [record.seed for record in store.records()] == [1]
        assert run(["tournament", "resume", "--store", file]) == 2
        assert WHY[how][0] in capsys.readouterr().err


@pytest.mark.parametrize("how", WHY)
def test_a_page_starts_there_shows_what_is_kept_and_goes_on_once_it_can(
    how: str, disk: SmallDisk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(store_module, "RETRY_S", 0.1)
    settings = Settings(
        store=str(disk.folder / "games.db"), hosts=("testserver",), bot_workers=1, warm_up=False
    )
    with TestClient(create_app(settings)) as client:
        ended, running = (begin(client, side="red", opponent="here") for _ in range(2))
        client.post(f"/api/tables/{ended['id']}/resign", json={}, headers=bearer(ended))
        wait(lambda: client.get(f"/api/tables/{ended['id']}").json()["status"] == "ended")
        series = start_series(client, games=400)
    refusal = "no_room" if how == "full" else "store"
    with ExitStack() as stack:
        with unwritable(disk, how):
            client = stack.enter_context(TestClient(create_app(settings)))
            assert client.get("/").status_code == 200
            assert client.get(f"/api/tables/{ended['id']}").json()["status"] == "ended"
            assert client.get(f"/game/{ended['id']}").status_code == 200
            for answer in (
                client.post("/api/tables", json={"game": "piranhas", "opponent": "here", "side": "red"}),
                client.get(f"/api/tables/{running['id']}"),
            ):
                assert (answer.status_code, answer.json()["error"]["code"]) == (503, refusal)
            assert client.get(f"/game/{running['id']}").status_code == 503
            played = client.get(f"/api/series/{series['id']}").json()["played"]
        disk.clear()
        tables = env_of(client.app).tables.tables
        wait(lambda: running["id"] in tables)
        wait(lambda: client.get(f"/api/series/{series['id']}").json()["played"] > played)
    assert not [line for line in caplog.records if line.exc_info]


def test_a_page_tries_again_whatever_keeps_it_from_writing(
    disk: SmallDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "RETRY_S", 0.01)
    faults = [Full("still no room"), ValueError("surprising")]
    announce = Store._announce

    def fail_first(store: Store, inner: str) -> None:
        if faults:
            raise faults.pop(0)
        announce(store, inner)

    with open_store(str(disk.folder / "games.db")) as store:
        store.code(4, "so that it has its secret")
    with ExitStack() as stack:
        with unwritable(disk, "full"):
            store = stack.enter_context(open_store(str(disk.folder / "games.db")))
            store.become_page("")
        monkeypatch.setattr(Store, "_announce", fail_first)
        disk.clear()
        store.can_write_again.result(PATIENCE_S)
        store.save(record_of(new_game("piranhas", seed=3)))


def test_who_may_not_write_counts_on_no_standstill_while_another_user_does() -> None:
    if sys.platform == "win32" or os.geteuid() != 0:
        pytest.skip("only root can be somebody else")
    look = "import os, sys; from pathlib import Path; from schwarm.store.engine import words_to_read; "
    look += "os.setuid(65534); print(words_to_read(Path(sys.argv[1])))"
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        file = Path(folder, "games.db")
        with open_store(str(file)) as store:
            with store.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            assert Path(f"{file}-wal").stat().st_size == 0
            words = [sys.executable, "-c", look, str(file)]
            done = subprocess.run(words, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "mode=ro"


def test_a_file_of_an_older_version_there_is_refused_in_one_line(disk: SmallDisk) -> None:
    file = disk.folder / "games.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0011'")
        connection.commit()
    with unwritable(disk, "read-only"), pytest.raises(ReadOnly, match="it can only be read"):
        open_store(str(file), create=False)
