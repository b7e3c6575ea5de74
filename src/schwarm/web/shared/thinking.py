"""What happens inside a worker process: a bot chooses a move, or judges a position."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from schwarm import bots, players
from schwarm.bots import SearchBot
from schwarm.bots.comparison import compare
from schwarm.game import Game
from schwarm.game.random64 import fresh_seed
from schwarm.game.record import Record, start_of
from schwarm.game.rulebook import Move
from schwarm.players import BotSpec, NetSpec, PlayerError
from schwarm.players.thinking import bot_thinker
from schwarm.referee import Answer, Think
from schwarm.referee.bot_seats import timed

KEPT = 6  # bots a worker keeps, each with its memory
LINE = 8  # moves of a line that are kept
HINT = "best"
_seed: int | None = None  # decides the chances of all bots in this worker; None: each has its own


@dataclass(frozen=True, slots=True)
class Judgement:
    """A position's score in the bots' hundredths and its chance, both for the first side, and the best line.

    Of the move that was made there: the part of the mover's chance it lost, and the line after it. A `cut`
    judgement had too little time for its nodes.
    """

    score: int
    chance: float
    line: tuple[str, ...] = ()
    lost: float = 0.0
    played: tuple[str, ...] = ()
    cut: bool = False


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


def judge(record: Record, nodes: int, budget_ms: int, played: str | None = None) -> Judgement:
    """The strongest bot's opinion of the position a record leads to, and of the move `played` there."""
    game = _last(record)
    first = game.setup.book.sides[0]
    outcome = game.outcome()
    if outcome is not None:
        won = 0 if outcome.winner is None else 1 if outcome.winner == first else -1
        return Judgement(32_000 * won, (1 + won) / 2)
    bot = _judge(record.game)
    if bot is None:
        return Judgement(0, 0.5, (choose(record, BotSpec("random"), budget_ms),))
    found = compare(bot, game, nodes, budget_ms, played)
    best, chance = found.best, found.best.chance
    return Judgement(
        best.score if game.to_move == first else -best.score,
        chance if game.to_move == first else 1 - chance,
        texts(best.line),
        max(0.0, chance - found.played.chance),
        texts(found.played.line),
        found.cut,
    )


def texts(line: Sequence[Move]) -> tuple[str, ...]:
    """The first moves of a line as text."""
    return tuple(str(move) for move in line[:LINE])


def seed_bots(seed: int | None) -> None:
    """Let all bots of this worker have the chances of one seed; None: each has its own."""
    global _seed
    _seed = seed


def warm_up(game: str) -> str:
    """Open a game's rule book and bots, so that the first request does not wait for it."""
    _thinker(game, BotSpec(players.bot_names(game)[0]))
    return game
