"""The contest server's memory under clients that join many games, leave and come again."""

from __future__ import annotations

import asyncio

from rich.progress import track

from bench.compare import Row
from bench.contest_server import Server

FLOODS = 10
ROUNDS = 25  # of a flood
CROWD = 30  # connections of a round
STAY_S = 0.2
WORDS = b"<protocol>" + b'<join gameType="swc_2026_piranhas"/>' * 51
GROWTH = 1.2  # allowed after the first flood


async def flood(port: int) -> None:
    """Connections that take as many seats as they get, and go."""
    for _ in range(ROUNDS):
        lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(CROWD)]
        for _, writer in lines:
            writer.write(WORDS)
        await asyncio.sleep(STAY_S)
        for _, writer in lines:
            writer.transport.abort()


def measure() -> list[Row]:
    """Memory after the last flood, compared with that after the first."""
    server = Server()
    try:
        sizes = [server.memory()]
        for _ in track(range(FLOODS), "floods of joins"):
            asyncio.run(flood(server.port))
            sizes.append(server.memory())
    finally:
        server.close()
    before, first, last = (size / 1e6 for size in (sizes[0], sizes[1], sizes[-1]))
    text = f"memory after {FLOODS} floods of {ROUNDS * CROWD} clients, MB; {before:.0f} before the first"
    return [Row(text, last, first, "first", GROWTH * first / last, 1)]
