"""The contest's own library in a class whose server is killed: it hangs, is missed, and is started again."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.classroom.classes import SHORT
from tests.classroom.test_restart import ask
from tests.contest.test_socha import PLAYER, interpreter
from tests.waiting import PATIENCE_S, wait
from tests.web.shared.site import Site

pytestmark = [pytest.mark.compiled_only, pytest.mark.long]  # daily: test_guests.py, with a client of ours
GAMES = 4


def start_client(python: str, place: dict[str, Any]) -> subprocess.Popen[bytes]:
    """As the team's page says: again after each game."""
    words = f"{python} {PLAYER} -h 127.0.0.1 -p {place['port']} -r {place['code']}"
    return subprocess.Popen(
        ["sh", "-c", f"while sleep 1; do {words}; done"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip


def stop_client(client: subprocess.Popen[bytes]) -> None:
    """With all that it has started."""
    os.killpg(client.pid, signal.SIGKILL)
    client.wait(PATIENCE_S)


@pytest.mark.parametrize(("version", "game"), [("4.3.9", "piranhas"), ("5.1.0", "blokus")])
def test_a_client_of_the_library_is_missed_after_a_kill_and_plays_on_when_it_is_started_again(
    tmp_path: Path, version: str, game: str
) -> None:
    python, secret = interpreter(version), tmp_path / "token"
    site = Site(tmp_path / "page.db", "--operator-token-file", str(secret), "--event-processes", "1")
    with site:
        token = secret.read_text("utf-8").strip()
        setup = SHORT | {"game": game, "preset": "class-round-robin", "games": GAMES}
        made = ask(site, "/events", token, setup | {"limits": {"move_ms": 100_000}})
        teams = [
            ask(site, f"/events/{made['id']}/teams", form={"code": made["code"], "name": name, **kind})
            for name, kind in (("Ada", {"kind": "remote"}), ("Bob", {"kind": "level", "level": "1"}))
        ]
        place = teams[0]["reservation"]
        ask(site, f"/events/{made['id']}/actions", token, {"what": "start"})

        def look() -> dict[str, Any]:
            return dict(ask(site, f"/events/{made['id']}", token))

        client = start_client(python, place)
        try:
            wait(lambda: any(one["ply"] > 2 for one in look()["live"]))
            assert look()["absent"] == []
            site.stop(signal.SIGKILL)
            site.start()
            assert wait(lambda: [one["name"] for one in look()["absent"] if one["seconds"]]) == ["Ada"]
            stop_client(client)
            client = start_client(python, place)
            wait(lambda: look()["absent"] == [])
            done = wait(lambda: shown if (shown := look())["state"] == "finished" else {})
        finally:
            stop_client(client)
        assert done["played"] == GAMES
        own = ask(site, f"/teams/{teams[0]['id']}", teams[0]["token"])
        assert [one["fault"] for one in own["games"]] == [None] * GAMES
