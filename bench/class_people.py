"""Who takes part in a class tournament of a bench: people at boards, a client from elsewhere, somebody who
uploads. Each goes on by itself when the page is gone for a moment, as a browser that nobody reloads does.
"""

from __future__ import annotations

import http.client
import json
import random
import subprocess
import sys
import threading
import time
from typing import Any

from bench.compare import ROOT

AGAIN_S = 0.2  # after the page was not there
CLIENT = """
import sys, time
from schwarm.contest.program import LevelBot
bot = LevelBot("piranhas", "random")
while True:
    try:
        bot.main(sys.argv[1:])
    except (OSError, Exception):
        pass
    time.sleep(0.3)
"""


class Gone(Exception):
    """The page did not answer: it was killed, or is not there yet."""


class Refused(Exception):
    """The page said no; `status` tells how."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"{status}: {message}")
        self.status = status


class Line:
    """One visitor's connection to the page."""

    def __init__(self, port: int, token: str = "") -> None:
        self._port, self._token = port, token
        self._line: http.client.HTTPConnection | None = None

    def ask(self, path: str, form: Any = None, *, content: bytes | None = None, method: str = "") -> Any:
        """What the page says to this; Refused and Gone tell why not."""
        body = content if content is not None else None if form is None else json.dumps(form).encode()
        headers = {"authorization": f"Bearer {self._token}"} if self._token else {}
        headers |= {"content-type": "application/json"} if form is not None else {}
        kept, reads = self._line is not None, body is None and not method
        try:
            if self._line is None:
                self._line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
            self._line.request(method or ("GET" if body is None else "POST"), path, body, headers)
            answer = self._line.getresponse()
            said = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self._line = None
            if kept and reads:  # the line was that of a page that is gone; perhaps there is another
                return self.ask(path)
            raise Gone(str(error)) from None
        if answer.status >= 400:
            raise Refused(answer.status, said.decode(errors="replace")[:200])
        return json.loads(said) if said else None

    def patiently(self, path: str) -> Any:
        """The same, where the page may have to come back first, and a game of a tournament after it."""
        while True:
            try:
                return self.ask(path)
            except Gone:
                time.sleep(AGAIN_S)
            except Refused as error:
                if error.status != 503:
                    raise
                time.sleep(AGAIN_S)


class Actor(threading.Thread):
    """Somebody who does something again and again until it is over."""

    def __init__(self, line: Line) -> None:
        super().__init__(daemon=True)
        self.line = line
        self.over = threading.Event()
        self.troubles: list[str] = []

    def run(self) -> None:
        while not self.over.is_set():
            try:
                time.sleep(self.step())
            except Gone:
                time.sleep(AGAIN_S)
            except Refused as error:
                if error.status not in (404, 409, 429, 503):
                    self.troubles.append(str(error))
                time.sleep(AGAIN_S)

    def step(self) -> float:
        """The next thing; how long to rest after it."""
        raise NotImplementedError


class Hand(Actor):
    """A team that plays by hand: says that it is ready, and makes any move when it is its turn.

    `told` are the moves that the page has confirmed, by table; `echoes` the milliseconds until it did.
    """

    def __init__(self, port: int, team: dict[str, Any], think_s: float = 0.2) -> None:
        super().__init__(Line(port, team["token"]))
        self.team = team
        self.told: dict[str, list[str]] = {}
        self.echoes: list[float] = []
        self._think_s = think_s
        self._chance = random.Random(team["id"])

    def step(self) -> float:
        shown = self.line.ask(f"/api/class/teams/{self.team['id']}")
        tables = [game["table"] for game in shown["live"] if game["table"]]
        for table in tables:
            self._play(table)
        return AGAIN_S if not tables else 0.05

    def _play(self, table: str) -> None:
        state = self.line.ask(f"/api/tables/{table}")
        if state["status"] == "ended":
            return
        own = next((side for side, seat in state["seats"].items() if seat["name"] == self.team["name"]), None)
        if (state["hand"] or {"ready": {}})["ready"].get(own) is False:
            self.line.ask(f"/api/class/tables/{table}/ready", {})
            return
        if state["to_move"] != own or not state["moves"]:
            return
        time.sleep(self._chance.uniform(0.5, 1.5) * self._think_s)
        move = self._chance.choice(state["moves"])["move"]
        began = time.perf_counter()
        made = self.line.ask(f"/api/tables/{table}/moves", {"move": move, "ply": state["ply"]})
        self.echoes.append(1000 * (time.perf_counter() - began))
        if made.get("ply", 0) > state["ply"]:
            self.told[table] = [*state["history"], move]


class Uploader(Actor):
    """A team that sends one version after the other; `sent` are those that the page said it has."""

    def __init__(self, port: int, team: dict[str, Any], programs: list[bytes], every_s: float) -> None:
        super().__init__(Line(port, team["token"]))
        self.team = team
        self.sent: list[int] = []
        self.go_on = threading.Event()  # before that it sends one version alone
        self._programs, self._every_s = programs, every_s

    def step(self) -> float:
        if self.sent and not self.go_on.is_set():
            return AGAIN_S
        content = self._programs[len(self.sent) % len(self._programs)]
        path = f"/api/class/teams/{self.team['id']}/program"
        self.sent.append(self.line.ask(path, content=content, method="PUT")["version"])
        return self._every_s


def client(contest: int, team: dict[str, Any]) -> subprocess.Popen[bytes]:
    """A client from elsewhere, which comes again for each game."""
    where = ["-h", "127.0.0.1", "-p", str(contest), "-r", team["reservation"]["code"]]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([sys.executable, "-c", CLIENT, *where], cwd=ROOT, **quiet)  # type: ignore[call-overload,no-any-return]
