"""A page that is killed in the middle of a tournament goes on with it: no game is lost or played twice."""

from __future__ import annotations

import json
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from schwarm.store import open_store
from tests.classroom.classes import SHORT
from tests.waiting import PATIENCE_S, wait
from tests.web.shared.site import KILL, Site

pytestmark = pytest.mark.compiled_only  # about processes, not about rules
LENGTHS = (4, 16, 64)  # games, each of a second or so, as the bots use the time they have
MOVE_MS = 150


def ask(site: Site, path: str, token: str = "", form: Any = None) -> Any:
    request = urllib.request.Request(
        f"{site.url}/api/class{path}",
        data=None if form is None else json.dumps(form).encode(),
        headers={"authorization": f"Bearer {token}", "content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        return json.load(answer)


def test_a_killed_page_goes_on_with_its_tournaments_by_itself(tmp_path: Path) -> None:
    """A busy machine may play all games of a tournament before it is killed: then comes a longer one."""
    for games in LENGTHS:
        (tmp_path / str(games)).mkdir()
        if goes_on_after_it_was_killed(tmp_path / str(games), games):
            return
    pytest.fail("no page was killed in the middle of a tournament")


def goes_on_after_it_was_killed(folder: Path, games: int) -> bool:
    """False if all games had been played before it was killed."""
    secret = folder / "token"
    more = ("--operator-token-file", str(secret), "--event-processes", "1", "--no-uploads")
    site = Site(folder / "page.db", *more)
    site.start()
    try:
        token = secret.read_text("utf-8").strip()
        assert sys.platform == "win32" or secret.stat().st_mode & 0o077 == 0
        setup = SHORT | {"preset": "class-round-robin", "games": games, "limits": {"move_ms": MOVE_MS}}
        made = ask(site, "/events", token, setup)
        for name in ("Ada", "Bob"):
            form = {"code": made["code"], "name": name, "kind": "level", "level": "best"}
            ask(site, f"/events/{made['id']}/teams", form=form)
        ask(site, f"/events/{made['id']}/actions", token, {"what": "start"})
        wait(lambda: ask(site, f"/events/{made['id']}")["played"] > 0)
        site.stop(KILL)
        with open_store(str(site.store)) as store:
            before = {entry.id for entry in store.games(newest=1_000)}
        assert before
        if len(before) == games:
            return False
        site.start()
        done = wait(
            lambda: (
                shown if (shown := ask(site, f"/events/{made['id']}", token))["state"] == "finished" else {}
            )
        )
        assert (done["played"], done["planned"]) == (games, games)
        assert [line["what"] for line in done["journal"]].count("started") == 1
    finally:
        site.stop()
    with open_store(str(site.store)) as store:
        after = {entry.id for entry in store.games(newest=1_000)}
        assert before < after
        assert len(after) == games  # nothing twice
    return True
