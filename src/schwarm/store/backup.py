"""Backups: the database as it is at one moment, the secret beside it and the operator's token, in one file.

All three belong together: without the secret, codes and links that were given out lead nowhere. A backup is
a ZIP, whose list stands at its end, so that one that was cut short does not open. For PostgreSQL it holds
secret and token alone: the database is saved by `pg_dump`.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
import zipfile
import zlib
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.engine import URL

import schwarm
from schwarm.game.errors import BadOption, Refusal
from schwarm.store.engine import expect_file, read_url, words_to_read
from schwarm.store.errors import OnePage, StoreError, Unreachable
from schwarm.store.runs import only_page
from schwarm.store.secret import read_secret, secret_path
from schwarm.store.store import Store
from schwarm.whole_file import whole_file

ABOUT, DATABASE, SECRET, TOKEN = "backup.json", "schwarm.db", "schwarm.key", "operator-token"  # in the ZIP
BESIDE = ("-wal", "-shm", "-journal")  # what SQLite may keep beside a database
FORMAT = 1
OWN = 0o600  # only its owner may read it
DAMAGED = (
    zipfile.BadZipFile, zlib.error, EOFError, KeyError, TypeError, ValueError,
    RuntimeError,  # it is encrypted
    sqlite3.DatabaseError, Unreachable,
)  # fmt: skip


def back_up(store: str, target: Path, token: Path | None = None) -> list[str]:
    """Write a backup of a store, which may be in use; return the names of what is inside.

    :param token: the file with the operator's token, by default `operator-token` beside an SQLite file.
    :raises BadOption: if the target is there already, `token` is not, or there is nothing to save.
    """
    url = read_url(store)
    expect_file(url)
    refuse_existing(target)
    if token is not None and not token.exists():
        raise BadOption(Refusal("no_token", file=token))
    with TemporaryDirectory(prefix=".backup-", dir=expect_folder(target)) as folder:
        inside = {SECRET: secret_path(url), TOKEN: token_path(url, token)}
        inside = {name: path for name, path in inside.items() if path.exists()}
        if url.get_backend_name() == "sqlite":
            inside[DATABASE] = copy_database(Path(str(url.database)), Path(folder, DATABASE))
        elif SECRET not in inside:
            raise BadOption(Refusal("no_secret", file=secret_path(url).resolve()))
        about = {"format": FORMAT, "version": schwarm.__version__, "files": sorted(inside)}
        with whole_file(target) as draft:
            draft.touch(OWN)
            with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr(ABOUT, json.dumps(about | {"made": datetime.now(UTC).isoformat()}))
                for name, path in inside.items():
                    archive.write(path, name)
            refuse_existing(target)
    return list(inside)


def restore(source: Path, store: str, token: Path | None = None) -> list[str]:
    """Make a store of a backup; return the names of what was inside.

    All is unpacked beside and tried before it gets its names, the database last; where one of them cannot
    be given, none is.

    :raises BadOption: if the backup is damaged, or something is there already.
    :raises StoreError: if the database is newer than this program.
    """
    url = read_url(store)
    places = {SECRET: secret_path(url), TOKEN: token_path(url, token)}
    if url.get_backend_name() == "sqlite":
        places[DATABASE] = Path(str(url.database))
        expect_free(url)
    for place in places.values():
        expect_folder(place)
        refuse_existing(place)
    with TemporaryDirectory(prefix=".restore-", dir=places[SECRET].absolute().parent) as folder:
        names = unpack(source, Path(folder))
        if (DATABASE in names) != (DATABASE in places):
            raise BadOption(Refusal("other_backup", file=source))
        placed: list[Path] = []
        try:
            for name in names:
                refuse_existing(places[name])
                move(Path(folder, name), places[name])
                placed.append(places[name])
        except BaseException:
            for place in placed:
                place.unlink()
            raise
    return names


def move(file: Path, place: Path) -> None:
    """Move a file, also to another disk, where only its owner may read it from the first byte on."""
    try:
        file.rename(place)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        try:
            descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN)
        except FileExistsError:
            refuse_existing(place)
            raise
        try:
            with os.fdopen(descriptor, "wb") as target, file.open("rb") as source:
                shutil.copyfileobj(source, target)
                os.fsync(target.fileno())
        except BaseException:
            place.unlink()
            raise


def unpack(source: Path, folder: Path) -> list[str]:
    """Unpack a backup into a folder and try what is in it; return the names, the database's last."""
    try:
        with zipfile.ZipFile(source) as archive:
            about = json.loads(archive.read(ABOUT))
            if about["format"] > FORMAT:
                raise BadOption(Refusal("newer_backup", file=source, version=about["version"]))
            names = [name for name in (SECRET, TOKEN, DATABASE) if name in about["files"]]
            for name in names:
                (folder / name).touch(OWN)
                with archive.open(name) as packed, (folder / name).open("wb") as file:
                    while block := packed.read(1 << 20):
                        file.write(block)
                    os.fsync(file.fileno())
        if SECRET in names:
            read_secret(folder / SECRET)
        if DATABASE in names:
            with closing(sqlite3.connect(folder / DATABASE)) as database:
                (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise sqlite3.DatabaseError(verdict)
            Store(str(folder / DATABASE), create=False).close()  # of this version, or brought up to it
    except DAMAGED as error:
        if isinstance(error, BadOption):
            raise
        raise BadOption(Refusal("bad_backup", file=source)) from None
    return names


def copy_database(path: Path, target: Path) -> Path:
    """Copy an SQLite file as it is at one moment, while others write to it, or on a read-only disk."""
    for how in ("mode=rw", words_to_read(path)):
        target.unlink(missing_ok=True)
        target.touch(OWN)
        try:
            with (
                closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)) as database,
                closing(sqlite3.connect(target)) as copied,
            ):
                database.backup(copied)
            return target
        except sqlite3.Error as error:
            fault = error
    raise StoreError(f"{path}: {fault}") from None


def token_path(url: URL, said: Path | None) -> Path:
    """Where the operator's token lies."""
    return said or Path(str(url.database) if url.get_backend_name() == "sqlite" else "").parent / TOKEN


def expect_free(url: URL) -> None:
    """BadOption where a server runs on this SQLite file, or where something of one is left."""
    secret = secret_path(url)
    if secret.exists():
        try:
            os.close(only_page(secret))
        except OnePage:
            raise BadOption(Refusal("server_runs", file=url.database)) from None
    for beside in BESIDE:
        refuse_existing(Path(f"{url.database}{beside}"))


def refuse_existing(path: Path) -> None:
    """BadOption if there is a file of that name: nothing is overwritten."""
    if path.exists():
        raise BadOption(Refusal("file_there", file=path))


def expect_folder(path: Path) -> Path:
    """The folder of a file that is to be written; BadOption if there is none."""
    folder = path.absolute().parent
    if not folder.is_dir():
        raise BadOption(Refusal("no_folder", folder=folder))
    return folder
