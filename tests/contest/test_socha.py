"""The contest's Python library, unmodified, in an environment of its own, plays on our server."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from schwarm.contest.client import Client, SeatRequest
from schwarm.game import Game
from tests import ROOT
from tests.contest.servers import ServerThread
from tests.waiting import PATIENCE_S

ENVIRONMENTS = {"4.3.9": ROOT / ".venv-socha", "5.1.0": ROOT / ".venv-socha-5.1"}  # of 2026 and 2027
PLAYER = Path(__file__).parent / "socha_player.py"


pytestmark = pytest.mark.compiled_only  # once is enough: it takes its time


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Only one of several test processes at a time."""
    deadline = time.monotonic() + 240
    while True:
        try:
            lock.mkdir()
            break
        except FileExistsError:
            if time.monotonic() > deadline:
                shutil.rmtree(lock)
            time.sleep(0.2)
    try:
        yield
    finally:
        lock.rmdir()


@pytest.fixture(scope="module")
def socha() -> str:
    """The interpreter of an environment with the library of 2026."""
    return interpreter("4.3.9")


def interpreter(version: str) -> str:
    """The interpreter of an environment with this socha, made once."""
    environment = ENVIRONMENTS[version]
    python = environment / "bin" / "python"
    ready = environment / f"socha-{version}"
    with alone(ROOT / ".venv-socha.lock"):
        if not ready.exists():
            subprocess.run([sys.executable, "-m", "venv", "--clear", str(environment)], check=True)
            pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            installed = subprocess.run(
                [*pip, "setuptools<81", f"socha=={version}"],
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
            if installed.returncode:
                pytest.skip(f"socha {version} cannot be installed here: {installed.stderr.strip()[-200:]}")
            ready.touch()
    return str(python)


class Socha:
    """A running player."""

    def __init__(self, python: str, port: int, reservation: str | None = None) -> None:
        reserved = ["-r", reservation] if reservation else []
        command = [python, str(PLAYER), "-h", "127.0.0.1", "-p", str(port), *reserved]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=PLAYER.parent
        )

    def result(self) -> dict[str, object]:
        """What it was told at the end."""
        out, err = self._process.communicate(timeout=PATIENCE_S)
        assert self._process.returncode == 0, err[-2000:]
        told: dict[str, object] = json.loads(out)
        return told


def spread(game: Game, budget_ms: float | None) -> str:
    moves = game.legal_moves()
    return moves[game.turn * 7 % len(moves)]


def test_socha_plays_whole_games_against_itself_and_against_our_client(socha: str) -> None:
    with ServerThread(games=("piranhas",)) as server, ThreadPoolExecutor(1) as pool:
        themselves = [Socha(socha, server.port) for _ in range(2)]
        while len(server.server.lobby.running()) < 1:
            time.sleep(0.05)
        prepared = server.prepare("piranhas", ("Ours", "Socha"))
        theirs = Socha(socha, server.port, prepared.codes[1])
        with Client("piranhas", "127.0.0.1", server.port) as client:
            ours = pool.submit(client.play, SeatRequest(reservation=prepared.codes[0]), spread)
            told = theirs.result()
            played = ours.result(timeout=PATIENCE_S)
        first, second = (player.result() for player in themselves)
        assert first["reason"] == second["reason"]
        assert first["regular"] is told["regular"] is True
        assert told["reason"] == played.told.reason
        assert played.side == "red"
        server.wait_for_records(2)
        assert all(record.end is not None for record in server.records)
        assert {len(record.plies) for record in server.records} == {
            int(str(first["plies"])) + int(str(second["plies"])),
            played.game.turn,
        }


@pytest.mark.long
def test_the_library_of_2027_plays_whole_games_and_one_against_our_client() -> None:
    """It joins without a game type: what the server was started for is meant."""
    python = interpreter("5.1.0")
    with ServerThread() as server, ThreadPoolExecutor(1) as pool:
        themselves = [Socha(python, server.port) for _ in range(2)]
        first, second = (player.result() for player in themselves)
        prepared = server.prepare("blokus", ("Ours", "Socha"))
        theirs = Socha(python, server.port, prepared.codes[1])
        with Client("blokus", "127.0.0.1", server.port) as client:
            ours = pool.submit(client.play, SeatRequest(reservation=prepared.codes[0]), spread)
            told = theirs.result()
            played = ours.result(timeout=PATIENCE_S)
        assert first["regular"] is second["regular"] is told["regular"] is True
        assert first["reason"] == second["reason"]
        assert told["reason"] == played.told.reason
        server.wait_for_records(2)
        assert [record.game for record in server.records] == ["blokus", "blokus"]
        assert all(record.end is not None for record in server.records)


def test_socha_hears_why_its_reservation_is_refused(socha: str) -> None:
    with ServerThread() as server:
        error = Socha(socha, server.port, "no-such-code").result()["error"]
        assert "Couldn't find a reservation" in str(error)
