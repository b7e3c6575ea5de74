"""Honest games beside a crowd on the contest port: how much later their plies come through."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from random import Random
from statistics import quantiles

from bench.compare import Row
from bench.contest_server import Player, Server, known_game

HONEST = 8  # games
PACE_S = 0.05
CROWD = 64
ALLOWED_MS = 100.0
JOINS = b"<protocol>" + b'<join gameType="swc_2026_piranhas"/>' * 64
SHOUTS = b"<protocol>" + b'<joinRoom roomId="x"/>' * 2000


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


async def nuisance(port: int, words: bytes, silent: float) -> None:
    """Connect, say all at once, read nothing for a while, go, and come again."""
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(words)
            await asyncio.sleep(silent)
            writer.transport.abort()
            del reader


async def honest(port: int, moves: list[bytes], words: list[bytes]) -> list[float]:
    """The delays of honest games' plies in ms while a crowd says these words."""
    delays: list[float] = []
    loop = asyncio.get_running_loop()
    players = []
    for number in range(2 * HONEST):
        player = Timed(moves, PACE_S, Random(number), loop.create_future())
        player.delays = delays
        await loop.create_connection(lambda player=player: player, "127.0.0.1", port)  # type: ignore[misc]
        await player.joined.wait()
        players.append(player)
    crowd = [asyncio.create_task(nuisance(port, text, 1.0)) for text in words for _ in range(CROWD)]
    await asyncio.gather(*(player.done for player in players))
    for task in crowd:
        task.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    for player in players:
        player.close()
    return delays


def crowded() -> list[Row]:
    """The 99th percentile with a crowd, less that without."""
    moves = [move.encode() for move in known_game()]
    server = Server()
    try:
        alone = asyncio.run(honest(server.port, moves, []))
        beside = {
            "64 connections of 64 joins, again and again": asyncio.run(honest(server.port, moves, [JOINS])),
            "64 connections that shout": asyncio.run(honest(server.port, moves, [SHOUTS])),
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
