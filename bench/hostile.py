"""Honest games beside a crowd: how much later their plies come, and how long others wait for the page.

With and without a crowd in turn, on the same server in the same run, so that both meet the same machine; the
extra delay is the 99th percentile with the crowd less that without. The crowd is a process of its own that
gives way to everybody else (nice 19) and is kept off the server's core where there is another one.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from contextlib import suppress
from random import Random
from statistics import quantiles

from rich.progress import track

from bench.compare import ROOT, Row
from bench.contest_server import Player, Server, known_game
from bench.hostile_imports import imports
from bench.kill_rounds import PASSWORD

ROUNDS = 4
HONEST = 8  # games
PACE_S = 0.05
CROWD = 64
ALLOWED_MS = 100.0
STAY_S = 1.0  # how long one of the crowd stays before it comes again
WORDS = {
    "64 connections of 64 joins": b"<protocol>" + b'<join gameType="swc_2026_piranhas"/>' * 64,
    "64 connections that shout": b"<protocol>" + b'<joinRoom roomId="x"/>' * 2000,
    "64 connections that talk nonsense": b"<protocol>" + b"<a b='c'>&lt;" * 4000,
    "64 connections that say nothing": b"",
}


class Timed(Player):
    """A player that measures from its move to the word that it was made."""

    sent: float = 0.0
    delays: list[float]
    code: str  # of a reservation, so that nobody of the crowd is the opponent

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the reserved seat."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(f'<protocol><joinPrepared reservationCode="{self.code}"/>'.encode())

    def data_received(self, data: bytes) -> None:
        """Note the first answer after a move."""
        if self.sent:
            self.delays.append(1000 * (time.perf_counter() - self.sent))
            self.sent = 0.0
        super().data_received(data)

    def answer(self) -> None:
        """The move is on its way."""
        self.sent = time.perf_counter()
        super().answer()


async def nuisance(port: int, words: bytes) -> None:
    """Connect, say all at once, read nothing for a while, go, and come again."""
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
            writer.write(words)
            await asyncio.sleep(STAY_S)
            writer.transport.abort()


async def crowd(port: int, kind: str) -> None:
    """All of them, until whoever started this is gone."""
    everybody = asyncio.gather(*(nuisance(port, WORDS[kind]) for _ in range(CROWD)))
    parent = os.getppid()
    while os.getppid() == parent:
        await asyncio.sleep(STAY_S)
    everybody.cancel()


async def reserved(port: int) -> list[str]:
    """The codes of two seats for each honest game."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f'<protocol><authenticate password="{PASSWORD}"/>'.encode())
    slots = '<slot displayName="honest" canTimeout="true" reserved="true"/>' * 2
    writer.write(f'<prepare gameType="swc_2026_piranhas">{slots}</prepare>'.encode() * HONEST)
    codes: list[str] = []
    seen = b""
    while len(codes) < 2 * HONEST:
        seen += await reader.read(65536)
        codes = [code.decode() for code in re.findall(rb"<reservation>([^<]*)</reservation>", seen)]
    writer.close()
    return codes


async def honest(port: int, moves: list[bytes], kind: str = "") -> list[float]:
    """The delays of honest games' plies in ms beside a crowd of that kind, which is a process of its own."""
    delays: list[float] = []
    loop = asyncio.get_running_loop()
    players = []
    for number, code in enumerate(await reserved(port)):
        player = Timed(moves, PACE_S, Random(number), loop.create_future())
        player.delays, player.code = delays, code
        await loop.create_connection(lambda player=player: player, "127.0.0.1", port)  # type: ignore[misc]
        players.append(player)
    command = [sys.executable, "-m", "bench.hostile", str(port), kind]
    others = subprocess.Popen(command, cwd=ROOT) if kind else None
    try:
        await asyncio.gather(*(player.done for player in players))
    finally:
        if others is not None:
            others.kill()
            others.wait()
    for player in players:
        player.close()
    unfinished = sum(player.asked != len(moves) // 2 for player in players)
    assert not unfinished, f"{unfinished} honest players did not play to the end"
    return delays


def on_port() -> list[Row]:
    """The contest port: the 99th percentile with each crowd, less that without."""
    moves = [move.encode() for move in known_game()]
    delays: dict[str, list[float]] = {kind: [] for kind in ("", *WORDS)}
    server = Server()
    keep_apart(server.process.pid)
    try:
        for _ in track(range(ROUNDS), "honest games beside crowds"):
            for kind, found in delays.items():
                found += asyncio.run(honest(server.port, moves, kind))
    finally:
        server.close()
    usual = quantiles(delays.pop(""), n=100)[98]
    count = ROUNDS * HONEST * len(moves)
    rows = [Row(f"honest plies alone, 99th percentile of {count}, ms", usual, 0, "-", 1, 0)]
    for kind, found in delays.items():
        extra = max(quantiles(found, n=100)[98] - usual, 0.001)
        text = f"extra delay beside {kind}, 99th percentile of {len(found)}, ms"
        rows.append(Row(text, extra, ALLOWED_MS, "allowed", ALLOWED_MS / extra, 1))
    return rows


def keep_apart(server: int) -> None:
    """The server on one core, this process and all it starts on the others, if there are any."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(server, cores[:1])
        os.sched_setaffinity(0, cores[1:])


def crowded() -> list[Row]:
    """Port and page."""
    cores = os.sched_getaffinity(0)
    try:
        return on_port() + imports()
    finally:
        os.sched_setaffinity(0, cores)


if __name__ == "__main__":
    os.nice(19)
    asyncio.run(crowd(int(sys.argv[1]), sys.argv[2]))
