"""A crowd at the page, made by locust: `python crowd_users.py PLAN`, in the peers' environment.

PLAN is JSON: `pages` (HOST:PORT each), `watchers`, `games`, `teams` (those that play by hand), `game`,
`every_s` (between two moves of a person), `by_path`, and how long people play alone, watchers arrive and all
watch. People play bots and each other over WebSockets as browsers do; watchers look on, each over any of the
pages or, `by_path`, all of one game over one of them. A line of JSON tells each phase as it begins, the last
one what was heard: echoes from a person's move until a watcher has it.
"""

from __future__ import annotations

import json
import logging
import random
import re
import resource
import socket
import struct
import sys
import time
from collections import defaultdict
from itertools import count
from typing import Any, ClassVar
from urllib.request import Request, urlopen
from zlib import crc32

import gevent
from locust import User, constant, events, task
from locust.env import Environment

PLAN: dict[str, Any] = json.loads(sys.argv[1])
PLY = re.compile(rb'"ply":\[?(\d+)')
TICK_S = 0.05
tables: list[str] = []
sent: dict[tuple[str, int], float] = {}  # when a person made this ply
heard: dict[str, list[int]] = defaultdict(lambda: [0, 0])  # messages and bytes of watchers, by phase
late: dict[str, list[float]] = defaultdict(list)  # how late our own clock rang, in milliseconds
turns = {name: count() for name in ("player", "hand", "watcher")}
chance = random.Random(0)
phase = "playing"
ready = {"player": 0, "watcher": 0}


def page(table: str = "") -> str:
    """The address of any of them, as the proxy chooses: in turn, all games might be begun at one and watched
    at the other."""
    pages: list[str] = PLAN["pages"]
    return pages[crc32(table.encode()) % len(pages)] if table and PLAN["by_path"] else chance.choice(pages)


def ask(address: str, path: str, form: Any = None, token: str = "") -> Any:
    """An answer of the API."""
    head = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    body = None if form is None else json.dumps(form).encode()
    with urlopen(Request(f"http://{address}{path}", body, head), timeout=60) as answer:
        return json.loads(answer.read() or b"null")


class Line:
    """A WebSocket to a table."""

    def __init__(self, table: str, token: str = "") -> None:
        address = page(table)
        host, _, port = address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), timeout=120)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.rest = b""
        while b"\r\n\r\n" not in self.rest:
            self.rest += self._more()
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        if b" 101 " not in head:
            raise ConnectionError(head[:80].decode())
        self.say(type="hello", **({"token": token} if token else {}))

    def _more(self) -> bytes:
        found = self.socket.recv(65536)
        if not found:
            raise ConnectionError("the page hung up")
        return found

    def _bytes(self, wanted: int) -> bytes:
        while len(self.rest) < wanted:
            self.rest += self._more()
        found, self.rest = self.rest[:wanted], self.rest[wanted:]
        return found

    def say(self, **message: Any) -> None:
        """Send an object; the mask is all zeros."""
        self._send(0x81, json.dumps(message).encode())

    def _send(self, head: int, data: bytes) -> None:
        size = bytes((0x80 | len(data),)) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
        self.socket.sendall(bytes((head,)) + size + b"\0\0\0\0" + data)

    def hear(self) -> bytes:
        """The next message."""
        while True:
            head, size = self._bytes(2)
            if size == 126:
                size = int.from_bytes(self._bytes(2), "big")
            elif size == 127:
                size = int.from_bytes(self._bytes(8), "big")
            data = self._bytes(size)
            if head == 0x81:
                return data
            if head == 0x89:
                self._send(0x8A, data)
            elif head == 0x88:
                raise ConnectionError(data[2:].decode())


def play(table: str, token: str, choose: random.Random, ply: int = -1) -> None:
    """Make a move whenever it is our turn, until the game has ended."""
    line = Line(table, token)
    every_s = PLAN["every_s"]
    while True:
        data = line.hear()
        if data.startswith((b'{"type":"change"', b'{"type":"state"')):
            found = PLY.search(data)
            ply = int(found[1]) if found else ply
            if b'"status":"ended"' in data or b'"status":["ended"]' in data:
                return
        elif data.startswith(b'{"type":"moves"'):
            moves = json.loads(data)["moves"]
            gevent.sleep(choose.uniform(0.5, 1.5) * every_s)
            sent[table, ply + 1] = time.perf_counter()
            line.say(type="move", move=choose.choice(moves)["move"], ply=ply)


class Player(User):  # type: ignore[misc]
    """A person against a bot, one game after the other."""

    wait_time = constant(1)  # also after something failed
    fixed_count: ClassVar[int] = PLAN["games"]

    @task  # type: ignore[untyped-decorator]
    def game(self) -> None:
        number = next(turns["player"])
        form = {"game": PLAN["game"], "opponent": "bot", "level": "1", "seed": number}
        made = ask(page(), "/api/tables", form)
        (token,) = made["tokens"].values()
        tables.append(made["id"])
        ready["player"] += 1
        play(made["id"], token, random.Random(number))


class Hand(User):  # type: ignore[misc]
    """A team of a tournament that plays by hand."""

    wait_time = constant(1)
    fixed_count: ClassVar[int] = len(PLAN["teams"])

    @task  # type: ignore[untyped-decorator]
    def games(self) -> None:
        team = PLAN["teams"][next(turns["hand"]) % len(PLAN["teams"])]
        choose = random.Random(team["id"])
        known: set[str] = set()
        while True:
            shown = ask(page(), f"/api/class/teams/{team['id']}", token=team["token"])
            table = next(
                (game["table"] for game in shown["live"] if game["table"] not in {None, "", *known}), None
            )
            if table is not None:
                ask(page(), f"/api/class/tables/{table}/ready", {}, team["token"])
                tables.append(table)
                play(table, team["token"], choose)
                known.add(table)
            gevent.sleep(0.5)


class Watcher(User):  # type: ignore[misc]
    """Somebody who looks on at one game."""

    wait_time = constant(1)

    @task  # type: ignore[untyped-decorator]
    def look(self) -> None:
        table = tables[next(turns["watcher"]) % len(tables)]
        line = Line(table)
        here = False
        while True:
            data = line.hear()
            now = time.perf_counter()
            count = heard[phase]
            count[0] += 1
            count[1] += len(data)
            if data.startswith(b'{"type":"change"'):
                found = PLY.search(data)
                began = sent.get((table, int(found[1]))) if found else None
                if began is not None:
                    events.request.fire(
                        request_type="echo", name=phase, response_time=1000 * (now - began),
                        response_length=len(data), exception=None, context={},
                    )  # fmt: skip
            elif not here and data.startswith(b'{"type":"state"'):
                here = True
                ready["watcher"] += 1


def ring() -> None:
    """Notice how late this process itself is: a crowd that is starved measures itself."""
    while True:
        began = time.perf_counter()
        gevent.sleep(TICK_S)
        late[phase].append(1000 * (time.perf_counter() - began - TICK_S))


def tell(**message: Any) -> None:
    print(json.dumps(message), flush=True)


def begin(name: str) -> None:
    global phase
    phase = name
    tell(phase=name)


def share(values: list[float], part: float) -> float:
    return sorted(values)[int(part * (len(values) - 1))] if values else 0.0


def main() -> None:
    logging.disable()  # what fails is told at the end
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    counted = [kind for kind in (Player, Hand) if kind.fixed_count]  # 0 would be any number
    crowd = Environment(user_classes=[*counted, Watcher], events=events)
    runner = crowd.create_local_runner()
    playing = PLAN["games"] + len(PLAN["teams"])
    gevent.spawn(ring)
    runner.start(playing, spawn_rate=50)
    while ready["player"] < PLAN["games"]:
        gevent.sleep(0.1)
    gevent.sleep(3)  # bots and tournaments get going
    begin("playing")
    gevent.sleep(PLAN["play_s"])
    begin("arriving")
    runner.start(playing + PLAN["watchers"], spawn_rate=max(1, PLAN["watchers"] / PLAN["arrive_s"]))
    until = time.monotonic() + 3 * PLAN["arrive_s"] + 10
    while ready["watcher"] < PLAN["watchers"] and time.monotonic() < until:
        gevent.sleep(0.1)
    begin("watching")
    gevent.sleep(PLAN["watch_s"])
    begin("done")
    phases = {}
    for name in ("arriving", "watching"):
        echo = crowd.stats.get(name, "echo")
        phases[name] = {
            "messages": heard[name][0], "bytes": heard[name][1], "echoes": echo.num_requests,
            "p50": echo.get_response_time_percentile(0.5) or 0,
            "p99": echo.get_response_time_percentile(0.99) or 0,
            "late_p50": share(late[name], 0.5), "late_p99": share(late[name], 0.99),
        }  # fmt: skip
    failed = sum(error["count"] for error in runner.exceptions.values())
    tell(phases=phases, watchers=ready["watcher"], tables=len(tables), failed=failed)
    for error in list(runner.exceptions.values())[:3]:
        print(error["msg"], file=sys.stderr)
    sys.stdout.flush()
    runner.quit()


if __name__ == "__main__":
    main()
