"""Pondering: a bot goes on searching in the enemy's time, and its transposition table keeps what it finds."""

from __future__ import annotations

import time
from threading import Thread

from schwarm.bots.bot import SearchBot
from schwarm.bots.clock import BUDGET_MS
from schwarm.game.game import Game
from schwarm.game.rulebook import Move
from schwarm.search.report import Listener

PATIENCE_S = 0.005  # between two requests to stop: one may come before a search has begun


class PonderingBot:
    """A bot that searches the position after its move until it is asked again. It needs a core of its own.

    Only `best` ponders, and not where parts of the game are hidden or after a chance move: the position it
    would search is not the one that comes. Call `close` at the end.
    """

    def __init__(self, bot: SearchBot) -> None:
        self.name = bot.name
        self._bot = bot
        self._thread: Thread | None = None

    def choose(
        self,
        game: Game,
        budget_ms: int = BUDGET_MS,
        *,
        started: float | None = None,
        listener: Listener | None = None,
    ) -> Move:
        """The best move found in time; then the search of the next position begins."""
        started = time.monotonic() if started is None else started
        self.close()
        move = self._bot.choose(game, budget_ms, started=started, listener=listener)
        after = game.view()
        after.play(move)
        known = self._bot.known.determinizations == 1 and not self._bot.searcher.evaluator.chance_moves_among(
            game, [move]
        )
        if known and self._bot.level is None and self._bot.depth > 1 and not after.finished():
            self._thread = Thread(target=self._bot.searcher.search, args=(after,), daemon=True)
            self._thread.start()
        return move

    @property
    def pondering(self) -> bool:
        """Is it searching in the enemy's time?"""
        return self._thread is not None and self._thread.is_alive()

    def close(self) -> None:
        """Stop pondering."""
        while self.pondering:
            self._bot.searcher.stop()
            assert self._thread is not None
            self._thread.join(PATIENCE_S)
        self._thread = None
