"""Six imports of `<protocol>` with 1.9 million `<a/>` at once: what they cost, how long others wait."""

from __future__ import annotations

import http.client
import json
import threading
import time
from contextlib import suppress
from pathlib import Path
from statistics import quantiles

from bench.compare import Row
from bench.page import served
from schwarm.programs.processes import descendants

IMPORTS = 6
ALLOWED_MB = 1200.0  # the importing process may have 1 GiB; the page itself keeps the bodies
ALLOWED_MS = 100.0
LOOKS = 60  # of the others, before and meanwhile at least
TEXT = "<protocol>" + "<a/>" * 1_900_000 + "</protocol>"


def imports() -> list[Row]:
    """Six of different visitors: those of one visitor would be refused before their bodies are read."""
    rows = []
    with served("127.0.0.1") as (address, pid):
        port = int(address.rpartition(":")[2])
        look(port)
        for what, visitors in (("one visitor", ["1.1.1.1"] * IMPORTS), ("six visitors", addresses())):
            rows += beside(port, pid, what, visitors)
    return rows


def addresses() -> list[str]:
    return [f"1.1.1.{number}" for number in range(1, IMPORTS + 1)]


def beside(port: int, pid: int, what: str, visitors: list[str]) -> list[Row]:
    """Import and look at the same time."""
    before_ms = [look(port) for _ in range(LOOKS)]
    before = memory(pid)
    answers: list[int] = []
    threads = [threading.Thread(target=upload, args=(port, visitor, answers)) for visitor in visitors]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    peak = before
    waits: list[float] = []
    while any(thread.is_alive() for thread in threads) or len(waits) < LOOKS:
        waits.append(look(port))
        peak = max(peak, memory(pid))
        time.sleep(0.01)
    took = time.perf_counter() - began
    said = f"{answers.count(422)} read, {answers.count(429)} refused"
    assert answers.count(422) + answers.count(429) == IMPORTS, answers
    usual, worst = quantiles(before_ms, n=100)[98], quantiles(waits, n=100)[98]
    extra = max(worst - usual, 0.001)
    grown = max(peak - before, 1) / 1e6
    told = f"six imports of {what} ({said}, {took:.1f} s)"
    return [
        Row(f"{told}: memory at most, MB", grown, ALLOWED_MB, "allowed", ALLOWED_MB / grown, 1),
        Row(f"{told}: others' extra wait, p99, ms", extra, ALLOWED_MS, "allowed", ALLOWED_MS / extra, 1),
        Row(f"{told}: others' longest wait, ms", max(waits), 0, "-", 1, 0),
    ]


def upload(port: int, visitor: str, answers: list[int]) -> None:
    body = json.dumps({"text": TEXT})
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    headers = {"content-type": "application/json", "x-forwarded-for": visitor}
    try:
        line.request("POST", "/api/records", body, headers)
        answers.append(line.getresponse().status)
    except (BrokenPipeError, ConnectionResetError):
        answers.append(429)  # refused before the body was taken in
    line.close()


def look(port: int) -> float:
    """How long somebody waits who wants to see a position, in ms."""
    began = time.perf_counter()
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    line.request(
        "POST", "/api/positions", '{"game":"piranhas","seed":7}', {"content-type": "application/json"}
    )
    assert line.getresponse().status == 200
    line.close()
    return 1000 * (time.perf_counter() - began)


def memory(pid: int) -> int:
    """Bytes in use by a process and all below it."""
    total = 0
    for one in descendants(pid):
        with suppress(OSError):  # it has ended meanwhile
            status = Path(f"/proc/{one}/status").read_text(encoding="utf-8").splitlines()
            total += sum(1024 * int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    return total
