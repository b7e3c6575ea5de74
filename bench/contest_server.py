"""The contest server: its own share of a ply, joins, memory, and plies a second against socha's clients.

The server runs in a process of its own with a database, clients in this one; clients are as light as can
be, they only wait, search the bytes for a request and send the next move of a game known in advance.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles

from bench.compare import ROOT, Row, peer_python
from schwarm.contest.wire import render, season_of_game
from schwarm.game import new_game

GAMES = 50
PACE_S = 0.1  # a client's think time in the test of the server's share, on average
SEED = 7
PLAYER = ROOT / "tests" / "contest" / "socha_player.py"
REQUEST = b'class="moveRequest"'
LEFT = b"<left "

SERVER = """
import asyncio, json, sys
from schwarm.contest.server import ContestServer, ServerSettings, stamping_loop
from schwarm.contest.server.run import keep_loaded, tune
from schwarm.game import new_game
from schwarm.store import open_store

async def serve():
    store = open_store(sys.argv[1])
    shares = []
    def note(room, record, extra):
        shares.extend(ply.server_ms for ply in record.plies[1:])
    settings = ServerSettings(port=0, games=("piranhas",), ledger=store.ledger, password="examplepassword",
        start=lambda game: new_game(game, profile="official", seed=int(sys.argv[2])))
    async with ContestServer(settings, listeners=[note]) as server:
        keep_loaded()
        print(server.port, flush=True)
        loop = asyncio.get_running_loop()
        while True:
            line = await loop.run_in_executor(None, sys.stdin.readline)
            if not line:
                break
            print(json.dumps(shares), flush=True)
            shares.clear()
    store.close()

tune()
with asyncio.Runner(loop_factory=stamping_loop) as runner:
    runner.run(serve())
"""


def known_game() -> list[str]:
    """The data of every move of a game that goes its whole length."""
    game, season, chance = (
        new_game("piranhas", profile="official", seed=SEED),
        season_of_game("piranhas"),
        Random(1),
    )
    moves: list[str] = []
    while game.outcome() is None:
        move = chance.choice(game.legal_moves())
        moves.append(render(season.write_move(move, game)))
        game.play(move)
    return moves


class Server:
    """A server's process."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        database = str(Path(self._folder.name) / "games.db")
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, database, str(SEED)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        self.port = int(self.process.stdout.readline())

    def shares(self) -> list[float]:
        """The server's share of every ply since the last time, in milliseconds."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        shares: list[float] = json.loads(self.process.stdout.readline())
        return shares

    def memory(self) -> int:
        """Bytes of memory in use."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return 1024 * int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))

    def busy(self) -> float:
        """Seconds of processor time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End it."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(20)
        self._folder.cleanup()


@dataclass
class Player(asyncio.Protocol):
    """A client that only looks for requests."""

    moves: list[bytes]
    think_s: float
    chance: Random
    done: asyncio.Future[None]
    side: int = 0
    room: bytes = b""
    joined: asyncio.Event = field(default_factory=asyncio.Event)
    asked: int = 0
    _seen: bytes = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Join at once."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(b'<protocol><join gameType="swc_2026_piranhas"/>')

    def data_received(self, data: bytes) -> None:
        """Answer requests."""
        seen = self._seen + data
        if not self.room and b"<joined" in seen and b"/>" in seen.partition(b"<joined")[2]:
            self.room = seen.partition(b'<joined roomId="')[2].partition(b'"')[0]
            self.joined.set()
        if b'color="TWO"' in seen:
            self.side = 1
        for _ in range(seen.count(REQUEST)):
            if self.think_s:
                asyncio.get_running_loop().call_later(
                    self.think_s * (0.5 + self.chance.random()), self.answer
                )
            else:
                self.answer()
        if LEFT in seen and not self.done.done():
            self.done.set_result(None)
        self._seen = seen.rpartition(b">")[2][-200:]

    def answer(self) -> None:
        """The next move of the known game."""
        move = self.moves[2 * self.asked + self.side]
        self.asked += 1
        self._transport.write(b'<room roomId="' + self.room + b'">' + move + b"</room>")

    def close(self) -> None:
        """Close the socket."""
        self._transport.close()


async def seat(port: int, count: int, moves: list[bytes], think_s: float) -> list[Player]:
    """That many pairs of clients, all seated."""
    loop = asyncio.get_running_loop()
    players = []
    for number in range(2 * count):
        player = Player(moves, think_s, Random(number), loop.create_future())
        await loop.create_connection(lambda player=player: player, "127.0.0.1", port)  # type: ignore[misc]
        await player.joined.wait()
        players.append(player)
    return players


async def play(port: int, count: int, moves: list[bytes], think_s: float) -> float:
    """Play that many games at once; the seconds they took."""
    started = time.perf_counter()
    players = await seat(port, count, moves, think_s)
    await asyncio.gather(*(player.done for player in players))
    for player in players:
        player.close()
    return time.perf_counter() - started


async def join_many(port: int, count: int) -> float:
    """The seconds in which that many clients connect and are seated."""
    loop = asyncio.get_running_loop()
    players = [Player([], 1e6, Random(n), loop.create_future()) for n in range(count)]
    started = time.perf_counter()
    await asyncio.gather(
        *(
            loop.create_connection(lambda player=player: player, "127.0.0.1", port)  # type: ignore[misc]
            for player in players
        )
    )
    await asyncio.gather(*(player.joined.wait() for player in players))
    seconds = time.perf_counter() - started
    for player in players:
        player.close()
    return seconds


async def memory_a_game(server: Server, moves: list[bytes]) -> float:
    """Megabytes that one more running game costs, two connections included."""
    before = server.memory()
    players = await seat(server.port, GAMES, moves, 0.02)
    await asyncio.sleep(1)
    grown = server.memory() - before
    await asyncio.gather(*(player.done for player in players))
    for player in players:
        player.close()
    return max(grown, 1) / GAMES / (1 << 20)


def socha_plies(port: int) -> float:
    """Plies a second of a game between two clients of the contest's Python library."""
    python = peer_python("setuptools<81", "socha==4.3.9")
    command = [str(python), str(PLAYER), "-h", "127.0.0.1", "-p", str(port)]
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    players = [subprocess.Popen(command, text=True, env=dict(os.environ), **quiet) for _ in range(2)]  # type: ignore[call-overload]
    told = [json.loads(player.communicate(timeout=120)[0]) for player in players]
    plies = sum(result["plies"] for result in told)
    return float(plies / max(result["seconds"] for result in told))


def limit(what: str, ours: float, most: float) -> Row:
    """A row for a number that must not exceed another one."""
    return Row(what, ours, most, "limit", most / ours, 1)


def measure() -> list[Row]:
    moves = [move.encode() for move in known_game()]
    server = Server()
    try:
        memory = asyncio.run(memory_a_game(server, moves))
        server.shares()
        asyncio.run(play(server.port, GAMES, moves, PACE_S))
        shares = server.shares()
        joined = asyncio.run(join_many(server.port, 200))
        busy = server.busy()
        seconds = asyncio.run(play(server.port, GAMES, moves, 0))
        busy = 1000 * (server.busy() - busy) / (GAMES * len(moves))
        capacity = GAMES * len(moves) / seconds
        theirs = socha_plies(server.port)
    finally:
        server.close()
    return [
        limit(f"share of a ply, ms, median of {GAMES} games", median(shares), 2),
        limit("share of a ply, ms, 99th percentile", quantiles(shares, n=100)[98], 10),
        limit("processor time of a ply, ms, database included", busy, 2),
        limit("200 clients connect and are seated, s", joined, 1),
        limit("memory of a running game, MB", memory, 1),
        Row("plies a second", capacity, theirs, "two socha clients", capacity / theirs, 20),
    ]
