"""Plies a second through referee and store: what durability costs, what sharing commits saves."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

import schwarm
from bench.compare import Row
from schwarm.referee import Ledger, NoLedger, Referee
from schwarm.referee.bot_seats import LocalSeat
from schwarm.referee.clock import now_ms
from schwarm.referee.seat import Answer, Request
from schwarm.store import open_store, writer

GAMES = 50
ROUNDS = 3


class Scripted(LocalSeat):
    """Knows its game by heart, so that only referee and store are measured."""

    def __init__(self, moves: list[str]) -> None:
        super().__init__("scripted")
        self._moves = moves

    async def choose(self, request: Request) -> Answer:
        stamp_ms = now_ms()
        return Answer(self._moves[request.shown.turn], stamp_ms, stamp_ms)


def script(seed: int) -> list[str]:
    game, chance = schwarm.new_game("piranhas", seed=seed), Random(seed)
    while game.outcome() is None:
        game.play(chance.choice(game.legal_moves()))
    return [str(move) for move in game.history]


def plies_a_second(ledger: Callable[[], Ledger], scripts: list[list[str]]) -> float:
    async def play() -> float:
        referees = [
            Referee(
                schwarm.new_game("piranhas", seed=seed),
                {side: Scripted(moves) for side in ("red", "blue")},
                ledger=ledger(),
            )
            for seed, moves in enumerate(scripts)
        ]
        start = time.perf_counter()
        await asyncio.gather(*(referee.run() for referee in referees))
        return sum(map(len, scripts)) / (time.perf_counter() - start)

    return asyncio.run(play())


def measure() -> list[Row]:
    scripts = [script(seed) for seed in range(GAMES)]
    kinds: dict[str, list[float]] = {"none": [], "shared": [], "safe": [], "each": [], "safe each": []}
    for number in range(ROUNDS):
        kinds["none"].append(plies_a_second(NoLedger, scripts))
        for kind in ("shared", "each", "safe", "safe each"):
            writer.PLIES = 1 if "each" in kind else 500
            with (
                tempfile.TemporaryDirectory() as folder,
                open_store(str(Path(folder, f"{number}.db")), power_safe="safe" in kind) as store,
            ):
                kinds[kind].append(plies_a_second(store.ledger, scripts))
    rate = {kind: median(values) for kind, values in kinds.items()}
    return [
        row("durable plies, 50 games", rate, "shared", "none", "no store"),
        row("durable plies, 50 games", rate, "shared", "each", "a commit for each ply"),
        row("power-safe plies, 50 games", rate, "safe", "safe each", "a commit for each ply"),
    ]


def row(what: str, rate: dict[str, float], ours: str, peer: str, name: str) -> Row:
    return Row(what, rate[ours], rate[peer], name, rate[ours] / rate[peer], 0)
