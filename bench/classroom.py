"""A class on one machine: thirty teams, everyone against everyone, six games a match at 50 ms a move.

Meanwhile sixty visitors look at pages and at the standings as they come. Told are games that were lost by us
(a level that was late or broke off, a game that was given up), how long visitors waited, and games a minute.
`python -m bench.classroom --teams 8` is a shorter look. `--hands 3` lets three of the teams play by hand, and
tells how long the page took to confirm their moves: `--teams 12 --visitors 30 --hands 3` is a real class.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from bench.class_people import Hand
from bench.compare import ROOT, Row, report

TEAMS, GAMES, MOVE_MS, VISITORS = 30, 6, 50, 60
EVERY_S = 3.0  # a visitor asks so often on average
ALLOWED_MS = 100.0
ALLOWED_ECHO_MS = 200.0
HAND_S = 600.0  # a move by hand may take so long: nobody is late here
LEVELS = ("1", "2", "3", "4", "5")


def measure(
    teams: int = TEAMS,
    games: int = GAMES,
    visitors: int = VISITORS,
    hands: int = 0,
    most_s: float = math.inf,
) -> list[Row]:
    """The whole tournament, with everybody looking on."""
    planned = teams * (teams - 1) // 2 * games
    with served() as (address, token):
        event, people = begun(address, token, teams, games, hands)
        began = time.monotonic()
        kinds, errors = asyncio.run(watched(address, event, visitors, most_s))
        minutes = (time.monotonic() - began) / 60
        lost, played = looked_through(address, event)
        if minutes * 60 > most_s:  # it was stopped before its end
            planned = played
        for one in people:
            one.over.set()
    waits = sorted(wait for found in kinds.values() for wait in found)
    for path, found in sorted(kinds.items()):
        print(f"{path}: {len(found)} requests, median {median(found):.0f} ms, longest {max(found):.0f} ms")
    print(
        f"{teams} teams, {played} of {planned} games, {visitors} visitors, {len(waits)} requests in "
        f"{60 * minutes:.0f} s; load {os.getloadavg()[0]:.1f}; lost by us: {lost}; refused requests: {errors}"
    )
    worst = waits[int(0.99 * len(waits))]
    echoes = sorted(echo for one in people for echo in one.echoes)
    told = []
    if echoes:
        slow = echoes[int(0.99 * len(echoes))]
        what = f"echo of {len(echoes)} moves by hand, 99th percentile, ms"
        told = [Row(what, slow, ALLOWED_ECHO_MS, "allowed", ALLOWED_ECHO_MS / slow, 1)]
    return [
        *told,
        Row("games of the tournament that were played", played, planned, "planned", played / planned, 1),
        Row("games not lost by us", played - lost, played, "played", (played - lost) / max(played, 1), 1),
        Row(
            "a visitor's median wait, ms", median(waits), ALLOWED_MS, "allowed", ALLOWED_MS / median(waits), 1
        ),
        Row("the same, 99th percentile, ms", worst, ALLOWED_MS, "-", ALLOWED_MS / worst, 0),
        Row("games a minute", played / minutes, 0, "-", 0, 0),
    ]


@contextmanager
def served() -> Iterator[tuple[str, str]]:
    """A page as `schwarm up` runs it; its address and the operator's token."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as folder:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
        free.close()
        secret = Path(folder) / "token"
        command = [
            sys.executable, "-m", "schwarm.cli", "up", "--port", port, "--contest", "0", "--quiet",
            "--store", str(Path(folder) / "page.db"), "--operator-token-file", str(secret), "--proxy",
        ]  # fmt: skip
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        try:
            for _ in range(600):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/robots.txt").close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield f"127.0.0.1:{port}", secret.read_text().strip()
        finally:
            process.terminate()
            process.wait()


def ask(address: str, path: str, token: str = "", form: Any = None) -> Any:
    request = urllib.request.Request(
        f"http://{address}{path}",
        data=None if form is None else json.dumps(form).encode(),
        headers={"authorization": f"Bearer {token}", "content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def begun(address: str, token: str, teams: int, games: int, hands: int) -> tuple[int, list[Hand]]:
    """The number of a class tournament that has just been started, and those who play by hand in it."""
    setup = {"name": "Bench", "game": "piranhas", "format": {"kind": "round robin", "games": games}}
    made = ask(
        address, "/api/class/events", token, setup | {"limits": {"move_ms": MOVE_MS}, "hand_s": HAND_S}
    )
    people = []
    for number in range(teams):
        level = LEVELS[number % len(LEVELS)]
        form = {"code": made["code"], "name": f"team {number}", "kind": "level", "level": level}
        if number < hands:
            form |= {"kind": "hand", "level": ""}
        team = ask(address, f"/api/class/events/{made['id']}/teams", form=form)
        if number < hands:
            people.append(Hand(int(address.rpartition(":")[2]), team, think_s=1.0))
    ask(address, f"/api/class/events/{made['id']}/actions", token, {"what": "start"})
    for one in people:
        one.start()
    return int(made["id"]), people


async def watched(
    address: str, event: int, visitors: int, most_s: float
) -> tuple[dict[str, list[float]], int]:
    """Let visitors look on until it is over: what requests took, by path, and how many were refused."""
    number = ask(address, f"/api/class/events/{event}")["event"]
    paths = [
        "/", "/events", f"/events/{number}", f"/api/events/{number}", "/api/class/events",
        *[f"/api/class/events/{event}"] * 3, *[f"/api/class/events/{event}/boards"] * 2,
    ]  # fmt: skip
    waits: dict[str, list[float]] = {}
    over = asyncio.Event()
    refused = 0

    async def visit(visitor: int) -> None:
        nonlocal refused
        choose = random.Random(visitor)
        while not over.is_set():
            await asyncio.sleep(choose.expovariate(1 / EVERY_S))
            began = time.perf_counter()
            path = choose.choice(paths)
            status = await get(address, path, f"10.0.0.{visitor}")
            waits.setdefault(path, []).append(1000 * (time.perf_counter() - began))
            refused += status != 200

    until = time.monotonic() + most_s
    looking = [asyncio.create_task(visit(visitor)) for visitor in range(visitors)]
    while not over.is_set():
        await asyncio.sleep(2)
        shown = await asyncio.to_thread(ask, address, f"/api/class/events/{event}")
        print(f"\r{shown['played']} of {shown['planned']} games ", end="", file=sys.stderr, flush=True)
        if shown["state"] in ("finished", "paused") or time.monotonic() > until:
            over.set()
    await asyncio.gather(*looking)
    print(file=sys.stderr)
    return waits, refused


async def get(address: str, path: str, visitor: str) -> int:
    """Fetch a page as a browser that has nothing yet; its status."""
    host, port = address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = f"GET {path} HTTP/1.1\r\nhost: {address}\r\nx-forwarded-for: {visitor}\r\n"
    writer.write(f"{head}accept-encoding: gzip\r\nconnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return int(answer.split(b" ", 2)[1])


def looked_through(address: str, event: int) -> tuple[int, int]:
    """Games in which one of our own levels was blamed for something, and all games."""
    number = ask(address, f"/api/class/events/{event}")["event"]
    view = ask(address, f"/api/events/{number}")
    games = [
        game
        for stage in view["stages"]
        for group in stage["groups"]
        for day in group["days"]
        for match in day
        for game in match["games"]
    ]
    return sum(bool(game["faults"]) for game in games), len(games)


def main() -> int:
    """A tournament of any size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teams", type=int, default=TEAMS)
    parser.add_argument("--games", type=int, default=GAMES, help="of a match")
    parser.add_argument("--visitors", type=int, default=VISITORS)
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop after so long")
    parser.add_argument("--hands", type=int, default=0, help="teams that play by hand")
    asked = parser.parse_args()
    return (
        0
        if report("classroom", measure(asked.teams, asked.games, asked.visitors, asked.hands, asked.seconds))
        else 1
    )


if __name__ == "__main__":
    sys.exit(main())
