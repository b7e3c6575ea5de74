"""What happens inside a worker process: a bot chooses a move, or judges a position."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache

from schwarm import bots, players
from schwarm.bots import SearchBot
from schwarm.game import Game, rule_book
from schwarm.game.random64 import fresh_seed
from schwarm.game.record import Record, start_of
from schwarm.players import BotSpec, NetSpec, PlayerError
from schwarm.players.thinking import bot_thinker
from schwarm.referee import Answer, Think
from schwarm.referee.bot_seats import timed

KEPT = 6  # bots a worker keeps, each with its memory
HINT = "best"
_seed: int | None = None  # decides the chances of all bots in this worker; None: each has its own


@dataclass(frozen=True, slots=True)
class Judgement:
    """A position's value for the first side, in the bots' hundredths, and the line that was expected."""

    score: int
    line: tuple[str, ...]
    depth: int


def check_bot(text: str, game: str) -> None:
    """PlayerError if visitors cannot play this game against that bot; a bot thinks at the page's cost."""
    spec = players.read(text)
    if not isinstance(spec, BotSpec):
        raise PlayerError(f"expected a bot of {', '.join(players.bot_names(game))}, not {text!r}")
    players.check(spec, game)


@lru_cache(maxsize=KEPT)
def _thinker(game: str, spec: BotSpec | NetSpec) -> Think:
    return bot_thinker(spec, game, fresh_seed() if _seed is None else _seed)


@lru_cache(maxsize=KEPT)
def _judge(game: str) -> SearchBot | None:
    """The strongest bot of a game; None where there is only the random one."""
    found = bots.player(game, HINT) if HINT in players.bot_names(game) else None
    return found if isinstance(found, SearchBot) else None


def choose(record: Record, bot: BotSpec | NetSpec, budget_ms: int) -> str:
    """A bot's move in the position a record leads to. The record must hold only what players may know."""
    return answer(record, bot, budget_ms).move


def answer(record: Record, bot: BotSpec | NetSpec, budget_ms: int) -> Answer:
    """The same with its clock, which runs only while this worker thinks: waiting for it is on nobody's."""
    known = players.bot_names(record.game)
    if bot == BotSpec(HINT) and HINT not in known:
        bot = BotSpec(known[0])
    think, game = _thinker(record.game, bot), _last(record)
    return timed(lambda: think(game, budget_ms), time.process_time)


def _last(record: Record) -> Game:
    """The game at the end of its record."""
    game = start_of(record)
    for ply in record.plies:
        game.play(ply.move)
    return game


def judge(record: Record, budget_ms: int) -> Judgement:
    """The strongest bot's opinion of the position a record leads to."""
    game = _last(record)
    sign = 1 if game.to_move == rule_book(record.game).sides[0] else -1
    outcome = game.outcome()
    if outcome is not None:
        first = rule_book(record.game).sides[0]
        return Judgement(
            0 if outcome.winner is None else 32_000 * (1 if outcome.winner == first else -1), (), 0
        )
    bot = _judge(record.game)
    if bot is None:
        return Judgement(0, (choose(record, BotSpec("random"), budget_ms),), 0)
    report = bot.analyse(game, budget_ms)
    return Judgement(sign * report.score, tuple(str(move) for move in report.pv[:8]), report.depth)


def seed_bots(seed: int | None) -> None:
    """Let all bots of this worker have the chances of one seed; None: each has its own."""
    global _seed
    _seed = seed


def warm_up(game: str) -> str:
    """Open a game's rule book and bots, so that the first request does not wait for it."""
    _thinker(game, BotSpec(players.bot_names(game)[0]))
    return game
