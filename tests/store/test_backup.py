"""Backups: what a server keeps in one file, made while it runs, and a server made of it again."""

from __future__ import annotations

import stat
import sys
import urllib.error
import urllib.request
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from schwarm.cli import run
from schwarm.game import new_game
from schwarm.game.record import record_of
from schwarm.store import open_store
from schwarm.store.secret import read_secret
from tests.classroom.classes import SHORT
from tests.classroom.test_restart import ask
from tests.web.shared.site import KILL, Site

PRIVATE = 0o666 if sys.platform == "win32" else 0o600  # the mode of a file, where there are modes


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with one game and a secret, which nobody uses."""
    place = tmp_path / "games.db"
    with open_store(str(place)) as opened:
        opened.save(record_of(new_game("hive", seed=7)))
        opened.code(4, "class", 1)
    return place


def saved(store: Path) -> Path:
    file = store.with_name("monday.zip")
    assert run(["backup", str(file), "--store", str(store)]) == 0
    return file


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    capsys.readouterr()
    assert run([str(word) for word in words]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


@pytest.mark.compiled_only
def test_join_codes_links_and_tokens_of_a_running_server_live_on_after_a_restore(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    file, more = tmp_path / "monday.zip", ("--no-uploads", "--operator-token-file")
    first = Site(old / "page.db", *more, str(old / "operator-token"))
    with first:
        operator = (old / "operator-token").read_text("utf-8").strip()
        made = ask(first, "/events", operator, SHORT | {"preset": "class-round-robin"})
        ada = ask(first, f"/events/{made['id']}/teams", form=team(made["code"], "Ada"))
        assert run(["backup", str(file), "--store", str(old / "page.db")]) == 0
        assert "a server is running" in refused(capsys, "restore", file, "--store", old / "page.db").lower()
        ask(first, f"/events/{made['id']}/teams", form=team(made["code"], "Bob"))  # it was not disturbed
        first.stop(KILL)
    assert stat.S_IMODE(file.stat().st_mode) == PRIVATE
    assert run(["restore", str(file), "--store", str(new / "page.db")]) == 0
    for name in ("page.db", "page.db.key", "operator-token"):
        assert stat.S_IMODE((new / name).stat().st_mode) == PRIVATE
    second = Site(new / "page.db", *more, str(new / "operator-token"))
    second.port, second.behind, second.url = first.port, first.behind, first.url
    with second:
        shown = ask(second, f"/events/{made['id']}", operator)
        assert shown["code"] == made["code"], "which QR codes and links hold"
        assert [one["name"] for one in shown["teams"]] == ["Ada"]
        assert ask(second, f"/teams/{ada['id']}", ada["token"])["own"] is True
        joined = ask(second, f"/events/{made['id']}/teams", form=team(made["code"], "Cleo"))
        assert ask(second, f"/teams/{joined['id']}", joined["token"])["name"] == "Cleo"
        with pytest.raises(urllib.error.HTTPError):
            ask(second, f"/events/{made['id']}/teams", form=team("wrong", "Dan"))


def team(code: str, name: str) -> dict[str, str]:
    return {"code": code, "name": name, "kind": "level", "level": "1"}


def test_a_backup_is_restored_whole_and_leaves_nothing_beside(store: Path, tmp_path: Path) -> None:
    file, again = saved(store), tmp_path / "again" / "games.db"
    again.parent.mkdir()
    assert run(["restore", str(file), "--store", str(again)]) == 0
    with open_store(str(again)) as one, open_store(str(store)) as other:
        assert [entry.id for entry in one.games()] == [entry.id for entry in other.games()]
        assert one.code(4, "class", 1) == other.code(4, "class", 1)
    assert {path.name for path in again.parent.iterdir()} == {"games.db", "games.db.key"}
    assert {path.name for path in tmp_path.iterdir()} == {"games.db", "games.db.key", "monday.zip", "again"}


def test_a_store_that_is_there_is_not_replaced_and_no_backup_overwritten(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, before = saved(store), store.read_bytes()
    assert "games.db.key is there already" in refused(capsys, "restore", file, "--store", store)
    assert "monday.zip is there already" in refused(capsys, "backup", file, "--store", store)
    assert "There is no folder" in refused(capsys, "backup", tmp_path / "no" / "x.zip", "--store", store)
    more = ("--store", store, "--operator-token-file", tmp_path / "tokn")
    assert "There is no file" in refused(capsys, "backup", tmp_path / "x.zip", *more)
    left = tmp_path / "left.db-wal"
    left.touch()
    assert "left.db-wal is there already" in refused(capsys, "restore", file, "--store", tmp_path / "left.db")
    assert store.read_bytes() == before
    assert not (tmp_path / "left.db").exists()


def test_a_backup_that_was_cut_short_or_damaged_is_refused_and_leaves_nothing(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = saved(store).read_bytes()
    bad, place = tmp_path / "bad.zip", tmp_path / "restored" / "games.db"
    place.parent.mkdir()
    middle = len(whole) // 2
    for data in (
        b"",
        whole[:middle],
        whole[:-1],
        whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :],
        b"dear diary",
    ):
        bad.write_bytes(data)
        assert "is no backup, or it is damaged or cut short" in refused(
            capsys, "restore", bad, "--store", place
        )
        assert not list(place.parent.iterdir())
    for about in ("[]", '{"format": "one", "files": []}', '{"format": 1, "files": null}'):
        with zipfile.ZipFile(bad, "w") as archive:
            archive.writestr("backup.json", about)
        assert "is no backup" in refused(capsys, "restore", bad, "--store", place)
    packed = bytearray(bad.read_bytes())
    for header, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        packed[packed.index(header) + flags] |= 1  # encrypted
    bad.write_bytes(packed)
    assert "is no backup" in refused(capsys, "restore", bad, "--store", place)
    with zipfile.ZipFile(bad, "w") as archive:
        archive.writestr("backup.json", '{"format": 2, "version": "9.9", "files": []}')
    assert "was made by version 9.9" in refused(capsys, "restore", bad, "--store", place)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder in which no file can be made")
def test_a_restore_that_fails_half_way_leaves_nothing(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "operator-token").write_text("a-token\n", encoding="utf-8")
    file, place = saved(store), tmp_path / "restored" / "games.db"
    assert "the database, the key, the operator's token" in capsys.readouterr().out
    place.parent.mkdir()
    more = ("--store", place, "--operator-token-file")
    assert "/proc/token" in refused(capsys, "restore", file, *more, "/proc/token")
    assert not list(place.parent.iterdir())
    with TemporaryDirectory(dir="/dev/shm") as elsewhere:  # another disk
        token = Path(elsewhere, "token")
        assert run(["restore", str(file), *map(str, more), str(token)]) == 0
        assert stat.S_IMODE(token.stat().st_mode) == PRIVATE
        assert token.read_text(encoding="utf-8") == "a-token\n"
    assert {path.name for path in place.parent.iterdir()} == {"games.db", "games.db.key"}


def test_on_postgresql_the_key_is_kept_and_pg_dump_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = "postgresql://schwarm:secret@localhost/schwarm"
    assert "There is no key" in refused(capsys, "backup", "monday.zip", "--store", url)
    secret = read_secret(Path("schwarm.key"))
    assert run(["backup", "key.zip", "--store", url]) == 0
    assert "operator" not in capsys.readouterr().out
    Path("operator-token").write_text("a-token-of-the-operator\n", encoding="utf-8")
    assert run(["backup", "monday.zip", "--store", url]) == 0
    told = capsys.readouterr().out
    assert "in monday.zip: the key, the operator's token." in told
    assert "pg_dump --format=custom" in told
    assert "secret@" not in told
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert "another kind of database" in refused(capsys, "restore", "../monday.zip", "--store", "x.db")
    assert run(["restore", "../monday.zip", "--store", url]) == 0
    assert "pg_restore" in capsys.readouterr().out
    assert read_secret(Path("schwarm.key")) == secret
    assert Path("operator-token").read_text(encoding="utf-8") == "a-token-of-the-operator\n"
