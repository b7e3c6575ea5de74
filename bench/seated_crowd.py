"""Two thousand clients that have seats and join again and again: do honest ones still come in?

All places of the server are taken when 22 honest clients come, half of them with a reservation. Each comes
once and waits for its seat; the crowd is a process of its own that gives way to everybody else.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from contextlib import suppress

from bench.compare import ROOT, Row, report
from bench.contest_server import Server
from bench.hostile import keep_apart, reserved

CROWD = 2_000
HONEST = 22
AGAIN_S = 5.0  # after so long each of the crowd joins once more
PATIENCE_S = 60.0  # of an honest client
JOIN = b'<join gameType="swc_2026_piranhas"/>'


async def one_of_many(port: int, seated: set[int], number: int) -> None:
    """Take a seat, and another one, and another one; whoever is shown out comes again."""
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
            writer.write(b"<protocol>" + JOIN)
            until = time.monotonic() + AGAIN_S
            while True:
                try:
                    said = await asyncio.wait_for(reader.read(65536), max(0.0, until - time.monotonic()))
                except TimeoutError:
                    writer.write(JOIN)
                    until = time.monotonic() + AGAIN_S
                    continue
                if not said:
                    break
                if b"<joined" in said:
                    seated.add(number)
            writer.close()
        seated.discard(number)
        await asyncio.sleep(AGAIN_S)


async def crowd(port: int) -> None:
    """All of them, until whoever started this is gone; a line once nearly all have a seat."""
    seated: set[int] = set()
    everybody = asyncio.gather(*(one_of_many(port, seated, number) for number in range(CROWD)))
    parent, told = os.getppid(), False
    while os.getppid() == parent:
        await asyncio.sleep(0.5)
        if len(seated) > 0.98 * CROWD and not told:
            told = True
            print(len(seated), flush=True)
    everybody.cancel()


async def come(port: int, words: bytes, here: list[asyncio.StreamWriter]) -> float | None:
    """Seconds until the seat is there; None if it never is. Whoever came stays."""
    began = time.perf_counter()
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(PATIENCE_S):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            here.append(writer)
            writer.write(b"<protocol>" + words)
            seen = b""
            while b"<joined" not in seen:
                said = await reader.read(65536)
                if not said or b"<errorpacket" in said:
                    return None
                seen += said
            return time.perf_counter() - began
    return None


async def honest(port: int, codes: list[str]) -> list[Row]:
    """One after the other, in turn with and without a reservation."""
    waits: dict[str, list[float | None]] = {"with a reservation": [], "without one": []}
    here: list[asyncio.StreamWriter] = []
    for number in range(HONEST // 2):
        with_code = f'<joinPrepared reservationCode="{codes[number]}"/>'.encode()
        for kind, words in zip(waits, (with_code, JOIN), strict=True):
            waits[kind].append(await come(port, words, here))
    for writer in here:
        writer.close()
    rows = []
    for kind, found in waits.items():
        came = [seconds for seconds in found if seconds is not None]
        told = ", ".join(f"{seconds:.1f}" for seconds in sorted(came, reverse=True)[:3])
        text = f"of {len(found)} honest clients {kind} came in beside {CROWD} (longest {told} s)"
        rows.append(Row(text, len(came), len(found), "wanted", len(came) / len(found), 1))
    return rows


def measure() -> list[Row]:
    """The crowd takes all places, then the honest ones come."""
    cores = os.sched_getaffinity(0)
    server = Server()
    keep_apart(server.process.pid)
    codes = asyncio.run(reserved(server.port))
    command = [sys.executable, "-m", "bench.seated_crowd", str(server.port)]
    others = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    try:
        assert others.stdout is not None
        print(f"{int(others.stdout.readline())} of {CROWD} have seats", flush=True)
        time.sleep(2 * AGAIN_S)  # they join again and again
        return asyncio.run(honest(server.port, codes))
    finally:
        others.kill()
        others.wait()
        server.process.kill()
        server.close()
        os.sched_setaffinity(0, cores)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        os.nice(19)
        asyncio.run(crowd(int(sys.argv[1])))
    else:
        sys.exit(0 if report("seated crowd", measure()) else 1)
