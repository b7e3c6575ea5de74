"""What happens inside a worker process: a bot chooses a move, or judges a position."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import dataclass
from functools import lru_cache

from schwarm import bots
from schwarm.bots import Bot, RandomBot, SearchBot
from schwarm.games import UnknownGame, rule_book
from schwarm.games.random64 import fresh_seed
from schwarm.games.record import Record, start_of

KEPT = 6  # bots a worker keeps, each with its memory
HINT = "best"
CLEAR_SCORE = 30_000  # from here on a score means a game decided


@dataclass(frozen=True, slots=True)
class Judgement:
    """A position's value for the first side, in the bots' hundredths, and the line that was expected."""

    score: int
    line: tuple[str, ...]
    depth: int


def levels(game: str) -> list[str]:
    """The bots of a game, weakest first; every game has at least the random one."""
    try:
        return bots.names(game)
    except UnknownGame:
        return ["random"]


@lru_cache(maxsize=KEPT)
def _bot(game: str, level: str) -> Bot:
    return RandomBot(fresh_seed()) if level == "random" else bots.player(game, level, seed=fresh_seed())


def choose(record: Record, level: str, budget_ms: int) -> str:
    """A bot's move in the position a record leads to. The record must hold only what players may know."""
    game = start_of(record)
    for ply in record.plies:
        game.play(ply.move)
    known = levels(record.game)
    return str(_bot(record.game, level if level in known else known[-1]).choose(game, budget_ms))


def judge(record: Record, budget_ms: int) -> Judgement:
    """The strongest bot's opinion of the position a record leads to."""
    game = start_of(record)
    for ply in record.plies:
        game.play(ply.move)
    sign = 1 if game.to_move == rule_book(record.game).sides[0] else -1
    outcome = game.outcome()
    if outcome is not None:
        first = rule_book(record.game).sides[0]
        return Judgement(
            0 if outcome.winner is None else 32_000 * (1 if outcome.winner == first else -1), (), 0
        )
    bot = _bot(record.game, HINT if HINT in levels(record.game) else "random")
    if not isinstance(bot, SearchBot):
        return Judgement(0, (str(bot.choose(game, budget_ms)),), 0)
    report = bot.analyse(game, budget_ms)
    return Judgement(sign * report.score, tuple(str(move) for move in report.pv[:8]), report.depth)


def begin_worker(parent: int) -> None:
    """Leave Ctrl+C to the parent, and do not outlive it even when it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(0)

    threading.Thread(target=watch, name="parent watch", daemon=True).start()


def warm_up(game: str) -> str:
    """Open a game's rule book and bots, so that the first request does not wait for it."""
    _bot(game, levels(game)[0])
    return game
