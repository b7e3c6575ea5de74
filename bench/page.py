"""The page: what its first view weighs and takes, how fast clicks show targets, how fast spectators hear.

Times are milliseconds on this machine over loopback; `peer` is what is allowed, the ratio allowed / ours.
"""

from __future__ import annotations

import asyncio
import json
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

from bench.compare import ROOT, ROUNDS, Row
from tests.web.shared.live import Live
from tests.web.shared.site import CHROMIUM, FLAGS

GAMES, SPECTATORS = 50, 500
PLIES = 10  # of each game, one a second
ALLOWED_KB, ALLOWED_READY_MS, ALLOWED_CLICK_MS, ALLOWED_ECHO_MS = 150.0, 1000.0, 50.0, 100.0

# In the page: press a cell, wait until the browser has painted, tell how long that took.
PRESS = """(selector) => new Promise((done) => {
  const cells = [...document.querySelectorAll(selector)];
  const cell = cells[Math.floor(Math.random() * cells.length)];
  const at = {bubbles: true, button: 0, pointerId: 1};
  const began = performance.now();
  cell.dispatchEvent(new PointerEvent("pointerdown", at));
  cell.dispatchEvent(new PointerEvent("pointerup", at));
  const look = () => document.querySelector(".cell.may")
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
    : requestAnimationFrame(look);
  look();
})"""
COMPOSE = """(step) => new Promise((done) => {
  const place = document.querySelector("#composer");
  const before = place.innerHTML;
  const began = performance.now();
  document.querySelector(`[data-step="${step}"]`).click();
  const look = () => place.innerHTML !== before
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
    : requestAnimationFrame(look);
  look();
})"""


def measure() -> list[Row]:
    """First view, clicks, echoes."""
    with served() as (address, _):
        rows = in_browser(address)
        echo = asyncio.run(echoes(address))
    rows.append(
        allowed(f"echo to {SPECTATORS} spectators of {GAMES} games, ms", median(echo), ALLOWED_ECHO_MS)
    )
    worst = sorted(echo)[int(0.99 * len(echo))]
    rows.append(Row("the same, 99th percentile, ms", worst, ALLOWED_ECHO_MS, "-", ALLOWED_ECHO_MS / worst, 0))
    return rows


def allowed(what: str, ours: float, limit: float) -> Row:
    return Row(what, ours, limit, "allowed", limit / ours, 1)


@contextmanager
def served(*more: str, store: str = "") -> Iterator[tuple[str, int]]:
    """The page's address and its process; see bench/peers/page_server.py for more."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as folder:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
        free.close()
        command = [
            sys.executable,
            "-m",
            "bench.peers.page_server",
            port,
            store or str(Path(folder) / "page.db"),
            *more,
        ]
        # Pages on one PostgreSQL share a secret, which lies in the folder that all of them run in.
        where = os.getcwd() if store else folder
        process = subprocess.Popen(command, cwd=where, env={**os.environ, "PYTHONPATH": str(ROOT)})
        try:
            for _ in range(200):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/robots.txt").close()
                    break
                except OSError:
                    time.sleep(0.1)
            time.sleep(3)  # the bots' workers open their books meanwhile
            yield f"127.0.0.1:{port}", process.pid
        finally:
            process.terminate()
            process.wait()


def in_browser(address: str) -> list[Row]:
    from playwright.sync_api import sync_playwright

    weights, ready, clicks, steps = [], [], [], []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for _ in range(ROUNDS):
            context = browser.new_context()
            page = context.new_page()
            session = context.new_cdp_session(page)
            session.send("Network.enable")
            sizes: list[float] = []
            session.on(
                "Network.loadingFinished", lambda event, to=sizes: to.append(event["encodedDataLength"])
            )
            began = time.perf_counter()
            page.goto(f"http://{address}/", wait_until="commit")
            page.wait_for_selector("body[data-ready]")
            ready.append(1000 * (time.perf_counter() - began))
            page.wait_for_load_state("networkidle")
            weights.append(sum(sizes) / 1000)
            context.close()
        page = browser.new_page()
        for game in ("piranhas", "hive", "protista"):
            begin(page, address, game)
            for _ in range(ROUNDS):
                clicks.append(page.evaluate(PRESS, ".cell.can:not(.stock)"))
                page.keyboard.press("Escape")
                page.evaluate("document.querySelector('.board').parentElement.select([])")
        begin(page, address, "mississippi_queen")
        for _ in range(ROUNDS):
            steps.append(page.evaluate(COMPOSE, "S6"))
            steps.append(page.evaluate(COMPOSE, "clear"))
        browser.close()
    return [
        allowed("first view transferred, kB", median(weights), ALLOWED_KB),
        allowed("first view interactive, ms", median(ready), ALLOWED_READY_MS),
        allowed("a click's legal targets, ms", median(clicks), ALLOWED_CLICK_MS),
        allowed("a step of a composed move, ms", median(steps), ALLOWED_CLICK_MS),
    ]


def begin(page: Any, address: str, game: str) -> None:
    page.goto(f"http://{address}/?game={game}")
    page.wait_for_selector("body[data-ready]")
    page.check("input[name=opponent][value=here]", force=True)
    page.click("#play")
    page.wait_for_selector("body[data-status=running] .cell")
    page.wait_for_selector(".cell.can" if game != "mississippi_queen" else "[data-step=S6]")


async def echoes(address: str) -> list[float]:
    """From a player's move until each spectator has it, in milliseconds."""
    tables = [open_table(address, seed) for seed in range(GAMES)]
    heard: list[float] = []
    sent: dict[tuple[str, int], float] = {}
    ready = asyncio.Semaphore(0)
    watching = [
        asyncio.create_task(watch(address, table["id"], sent, heard, ready))
        for table in tables
        for _ in range(SPECTATORS // GAMES)
    ]
    for _ in watching:
        await ready.acquire()
    await asyncio.gather(*(play(address, table, sent) for table in tables))
    await asyncio.sleep(1)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    assert len(heard) > 0.99 * SPECTATORS * PLIES, "spectators have missed moves"
    return heard


def open_table(address: str, seed: int) -> dict[str, Any]:
    body = json.dumps({"game": "piranhas", "opponent": "here", "seed": seed}).encode()
    headers = {"content-type": "application/json"}
    with urllib.request.urlopen(
        urllib.request.Request(f"http://{address}/api/tables", body, headers)
    ) as answer:
        made: dict[str, Any] = json.load(answer)
    return made


async def watch(
    address: str, table: str, sent: dict[tuple[str, int], float], heard: list[float], ready: asyncio.Semaphore
) -> None:
    from websockets.asyncio.client import connect

    async with connect(f"ws://{address}/api/tables/{table}/socket", compression=None) as line:
        await line.send('{"type":"hello"}')
        live = Live()
        async for text in line:
            now = time.perf_counter()
            before = live.state.get("ply", -1)
            live.hear(json.loads(text))
            ply: int = live.state.get("ply", -1)
            if ply != before:
                if ply == 0:
                    ready.release()
                else:
                    heard.append(1000 * (now - sent[table, ply]))


async def play(address: str, table: dict[str, Any], sent: dict[tuple[str, int], float]) -> None:
    from websockets.asyncio.client import connect

    choose = random.Random(table["id"])
    token = next(iter(table["tokens"].values()))
    async with connect(f"ws://{address}/api/tables/{table['id']}/socket", compression=None) as line:
        await line.send(json.dumps({"type": "hello", "token": token}))
        live = Live()
        async for text in line:
            message = live.hear(json.loads(text))
            if live.state and (live.state["ply"] >= PLIES or live.state["status"] == "ended"):
                return
            if message["type"] != "moves":
                continue
            state = message["state"]
            await asyncio.sleep(choose.uniform(0.5, 1.5))
            sent[table["id"], state["ply"] + 1] = time.perf_counter()
            await line.send(json.dumps({"type": "move", "move": choose.choice(state["moves"])["move"]}))
