"""Honest games beside a crowd on the contest port: how much later their plies come through."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from contextlib import suppress
from random import Random
from statistics import quantiles

from bench.compare import ROOT, Row
from bench.contest_server import Player, Server, known_game

HONEST = 8  # games
PACE_S = 0.05
CROWD = 64
ALLOWED_MS = 100.0
WORDS = {
    "joins": b"<protocol>" + b'<join gameType="swc_2026_piranhas"/>' * 64,
    "shouts": b"<protocol>" + b'<joinRoom roomId="x"/>' * 2000,
}


class Timed(Player):
    """A player that measures from its move to the word that it was made."""

    sent: float = 0.0
    delays: list[float]

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
            await asyncio.sleep(1.0)
            writer.transport.abort()


async def crowd(port: int, kind: str) -> None:
    """All of them, for ever."""
    await asyncio.gather(*(nuisance(port, WORDS[kind]) for _ in range(CROWD)))


async def honest(port: int, moves: list[bytes], kind: str = "") -> list[float]:
    """The delays of honest games' plies in ms beside a crowd of that kind, which is a process of its own."""
    delays: list[float] = []
    loop = asyncio.get_running_loop()
    players = []
    for number in range(2 * HONEST):
        player = Timed(moves, PACE_S, Random(number), loop.create_future())
        player.delays = delays
        await loop.create_connection(lambda player=player: player, "127.0.0.1", port)  # type: ignore[misc]
        await player.joined.wait()
        players.append(player)
    command = [sys.executable, "-m", "bench.hostile", str(port), kind]
    others = subprocess.Popen(command, cwd=ROOT) if kind else None
    await asyncio.gather(*(player.done for player in players))
    if others is not None:
        others.kill()
        others.wait()
    for player in players:
        player.close()
    return delays


def crowded() -> list[Row]:
    """The 99th percentile with a crowd, less that without."""
    moves = [move.encode() for move in known_game()]
    server = Server()
    try:
        alone = asyncio.run(honest(server.port, moves))
        beside = {
            "64 connections of 64 joins, again and again": asyncio.run(honest(server.port, moves, "joins")),
            "64 connections that shout": asyncio.run(honest(server.port, moves, "shouts")),
        }
    finally:
        server.close()
    usual = quantiles(alone, n=100)[98]
    rows = [Row("honest plies alone, 99th percentile, ms", usual, 0, "-", 1, 0)]
    for what, delays in beside.items():
        extra = max(quantiles(delays, n=100)[98] - usual, 0.001)
        text = f"extra delay beside {what}, 99th percentile of {len(delays)} plies, ms"
        rows.append(Row(text, extra, ALLOWED_MS, "allowed", ALLOWED_MS / extra, 1))
    return rows


if __name__ == "__main__":
    asyncio.run(crowd(int(sys.argv[1]), sys.argv[2]))
