"""Bots that behave, and bots that do not."""

from __future__ import annotations

import os
import signal
import sys
import time

from schwarm.game.game import Game


def first(game: Game, budget_ms: float | None) -> str:
    return game.legal_moves()[0]


def last(game: Game, budget_ms: float | None) -> str:
    return game.legal_moves()[-1]


def slow(game: Game, budget_ms: float | None) -> str:
    time.sleep(0.002)
    return game.legal_moves()[0]


def raises(game: Game, budget_ms: float | None) -> str:
    raise ValueError("no idea")


def illegal(game: Game, budget_ms: float | None) -> str:
    return "A1-A1"


def hangs(game: Game, budget_ms: float | None) -> str:
    while True:
        time.sleep(1)


def late(game: Game, budget_ms: float | None) -> str:
    assert budget_ms is not None
    time.sleep(1.3 * budget_ms / 1000)
    return game.legal_moves()[0]


def floods(game: Game, budget_ms: float | None) -> str:
    sys.stdout.write("glub " * 2_000_000)
    sys.stdout.flush()
    return game.legal_moves()[0]


def dies(game: Game, budget_ms: float | None) -> str:
    if game.turn > 4:
        os.kill(os.getpid(), signal.SIGSEGV)
    return game.legal_moves()[0]


def leaves(game: Game, budget_ms: float | None) -> str:
    os._exit(3)
