"""A page that cannot start says so in one line; whoever only reads makes no database."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from schwarm.store import open_store
from tests.ports import free_port
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.usefixtures("own_home")
KILLED = sys.platform == "win32"  # there SIGTERM ends a process at once
UP = (sys.executable, "-m", "schwarm.cli", "up", "--contest", "0", "--processes", "1", "--no-uploads")


@pytest.fixture
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    return home


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "schwarm.cli", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", timeout=PATIENCE_S)


def no_database(path: Path) -> None:
    path.write_text("this is no database, however long it may be\n" * 100, encoding="utf-8")


def a_folder(path: Path) -> None:
    path.mkdir()


def of_the_future(path: Path) -> None:
    open_store(str(path)).close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()


@pytest.mark.parametrize(
    "spoil", [of_the_future, *(pytest.param(one, marks=pytest.mark.long) for one in (no_database, a_folder))]
)
def test_an_unusable_store_is_one_line(tmp_path: Path, spoil: object) -> None:
    assert callable(spoil)
    spoil(tmp_path / "spoilt.db")
    done = run(*UP[3:], "--port", "0", "--store", "spoilt.db", folder=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stderr.startswith("schwarm: ")
    assert done.stdout == ""


def test_a_port_that_is_taken_is_one_line_and_nothing_is_begun(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run(*UP[3:], "--port", str(port), folder=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert str(port) in done.stderr
    assert done.stdout == ""
    assert not list(tmp_path.iterdir())


def test_the_page_is_where_it_says_when_it_says_so(tmp_path: Path) -> None:
    rooms = tmp_path / "rooms"
    rooms.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        # A contest port that is taken is no reason not to start, but then nobody is sent there.
        contest = str(taken.getsockname()[1])
        page = subprocess.Popen(
            [*UP[:4], "--contest", contest, *UP[6:], "--port", "0"],
            cwd=tmp_path, env=os.environ | {"TMPDIR": str(rooms)},
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8",
        )  # fmt: skip
        assert page.stdout is not None
        try:
            said = page.stdout.readline()
            assert said.startswith("the page is at http://localhost:"), said
            port = int(said.split("/")[2].partition(":")[2])
            # At once: there is no second try.
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line:
                line.sendall(b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert line.recv(100).startswith(b"HTTP/1.1 ")
            made = list(rooms.iterdir())
            os.kill(page.pid, signal.SIGTERM)
            rest = page.stdout.read()
            assert page.wait(PATIENCE_S) == (signal.SIGTERM if KILLED else 128 + signal.SIGTERM)
        finally:
            page.kill()
            page.wait()
            page.stdout.close()
    assert "contest clients" not in rest
    assert made
    assert KILLED or not list(rooms.iterdir())  # a page that is told to end leaves no folders behind


READING = (
    ("tournament", "list"),
    ("tournament", "table"),
    ("tournament", "resume"),
    ("tournament", "export", "out.csv"),
    ("lab", "list"),
    ("lab", "report", "out.json"),
)


@pytest.mark.parametrize(
    "words",
    [READING[0], *(pytest.param(words, marks=pytest.mark.long) for words in READING[1:])],
    ids=[" ".join(words) for words in READING],
)
def test_whoever_reads_makes_no_database(own_home: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    done = run(*words, folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("schwarm: there is no database at ")
    assert len(done.stderr.splitlines()) == 1
    assert not [path for folder in (own_home, tmp_path) for path in folder.rglob("*") if path.is_file()]


def test_an_empty_file_is_no_database_to_read(tmp_path: Path) -> None:
    (tmp_path / "schwarm.db").touch()
    done = run("tournament", "list", folder=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1, done.stderr


def test_a_contest_server_without_its_port_or_store_is_one_line(tmp_path: Path) -> None:
    no_database(tmp_path / "spoilt.db")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ports = (str(taken.getsockname()[1]), str(free_port()))
        for port, store in zip(ports, ("fine.db", "spoilt.db"), strict=True):
            done = run("server", "--port", port, "--store", store, folder=tmp_path)
            assert done.returncode == 2
            assert len(done.stderr.splitlines()) == 1, done.stderr
            assert "contest server on" not in done.stdout
