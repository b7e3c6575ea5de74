"""A class to test with: the page in memory, an operator, teams and their programs."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from schwarm.classroom.limits import ClassLimits
from schwarm.web.shared.security import fingerprint
from tests.tournament.programs import team as write_team
from tests.tournament.programs import upload as write_zip
from tests.waiting import wait
from tests.web.shared.site import in_memory

OPERATOR = "the operator's own token"
LIMITS = ClassLimits(upload_every_s=0)
SHORT = {"name": "Cup", "game": "piranhas", "options": {"rounds": 4}, "limits": {"move_ms": 20_000}}


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


class Class:
    """What operators and teams ask of a page."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.tokens: dict[int, str] = {}

    # --- the operator ------------------------------------------------------------------------------------
    def create(self, **said: Any) -> dict[str, Any]:
        form = SHORT | ({} if "format" in said else {"preset": "class-round-robin"}) | said
        answer = self.client.post("/api/class/events", json=form, headers=bearer(OPERATOR))
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def act(self, event: int, what: str, **more: Any) -> Any:
        address = f"/api/class/events/{event}/actions"
        return self.client.post(address, json={"what": what, **more}, headers=bearer(OPERATOR))

    def did(self, event: int, what: str, **more: Any) -> dict[str, Any]:
        answer = self.act(event, what, **more)
        assert answer.status_code == 200, answer.text
        shown: dict[str, Any] = answer.json()
        return shown

    def show(self, event: int) -> dict[str, Any]:
        shown: dict[str, Any] = self.client.get(f"/api/class/events/{event}", headers=bearer(OPERATOR)).json()
        return shown

    def finished(self, event: int) -> dict[str, Any]:
        return wait(lambda: shown if (shown := self.show(event))["state"] == "finished" else {})

    def begun(self, **more: Any) -> tuple[dict[str, Any], int]:
        """A tournament of Ada, who plays by hand, and Bob; it has begun."""
        made = self.create(**more)
        team = self.join(made, "Ada", "hand")
        self.join(made, "Bob")
        self.did(made["id"], "start")
        return made, team

    # --- teams -------------------------------------------------------------------------------------------
    def ask(self, event: dict[str, Any], name: str, kind: str = "level", **more: Any) -> Any:
        more = {"level": "random"} | more if kind == "level" else more
        form = {"code": event["code"], "name": name, "kind": kind, **more}
        return self.client.post(f"/api/class/events/{event['id']}/teams", json=form)

    def join(self, event: dict[str, Any], name: str, kind: str = "level", **more: Any) -> int:
        answer = self.ask(event, name, kind, **more)
        assert answer.status_code == 201, answer.text
        self.tokens[answer.json()["id"]] = answer.json()["token"]
        return int(answer.json()["id"])

    def own(self, team: int) -> dict[str, str]:
        return bearer(self.tokens[team])

    def send(self, team: int, content: bytes) -> Any:
        return self.client.put(f"/api/class/teams/{team}/program", content=content, headers=self.own(team))

    def team(self, team: int) -> dict[str, Any]:
        answer = self.client.get(f"/api/class/teams/{team}", headers=self.own(team))
        assert answer.status_code == 200, answer.text
        shown: dict[str, Any] = answer.json()
        return shown

    def judged(self, team: int) -> dict[str, Any]:
        """The qualification of a team's newest version, once it is over."""

        def look() -> Any:
            found = self.team(team)["versions"][0]["qualification"]
            return found if found["state"] in ("passed", "failed") else None

        judged: dict[str, Any] = wait(look)
        return judged

    def log(self, team: int, language: str = "en") -> str:
        """What that qualification told."""
        return "\n".join(
            line["words"].get(language, line["values"].get("text", "")) for line in self.judged(team)["lines"]
        )


@contextmanager
def in_class(folder: Path, **more: Any) -> Iterator[Class]:
    """A page in memory with an operator; what it knows is in the folder."""
    settings: dict[str, Any] = {"operator_key": fingerprint(OPERATOR), "class_limits": LIMITS}
    trusts = {"trusted_programs": sys.platform == "win32"}  # where no sandbox is to be had
    settings |= {"class_workers": 1, "class_nice": 0} | trusts | more
    with in_memory(folder, **settings) as client:
        yield Class(client)


def script(text: str) -> bytes:
    """A ZIP with nothing but a start script; where there is no shell its lines are a batch file, too."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        entry = zipfile.ZipInfo("start.sh")
        entry.external_attr = 0o755 << 16
        archive.writestr(entry, text)
        if sys.platform == "win32":
            archive.writestr("start.bat", "@echo off\r\n" + text.partition("\n")[2].replace("\n", "\r\n"))
    return out.getvalue()


def program(folder: Path, misdeed: str = "behaves") -> bytes:
    """A ZIP with a player, as for the contest."""
    write_team(folder / misdeed, misdeed)
    return write_zip(folder / f"{misdeed}.zip", folder / misdeed).read_bytes()
