"""A bot: asked for a move, it answers in time, knowing only what a player may know."""

from __future__ import annotations

import time
from typing import Protocol

from schwarm.bots.knowledge import Knowledge, Level
from schwarm.games.errors import GameError
from schwarm.games.game import Game
from schwarm.games.random64 import Stream
from schwarm.games.rulebook import Move
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.evaluator import Blurred
from schwarm.search.report import Line, Listener, Report

BUDGET_MS = 2000  # the contest's time for a move
RESERVE_MS = 15  # kept back for what happens around a search
RESERVE_SHARE = 0.05
TABLE = 1 << 19  # entries; 8 MiB


class Bot(Protocol):
    """Who can be asked for a move. `name` says who it is."""

    name: str

    def choose(
        self,
        game: Game,
        budget_ms: int = BUDGET_MS,
        *,
        started: float | None = None,
        listener: Listener | None = None,
    ) -> Move:
        """A legal move, at most `budget_ms` after `started` (time.monotonic() when the request came)."""


class RandomBot:
    """Plays any legal move; the same seed and position give the same one."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(
        self,
        game: Game,
        budget_ms: int = BUDGET_MS,
        *,
        started: float | None = None,
        listener: Listener | None = None,
    ) -> Move:
        """One of the legal moves, all equally likely."""
        moves = game.legal_moves()
        if not moves:
            raise GameError("expected a game that is not over")
        return Stream(self.seed, game.turn).choice(moves)


class Clock:
    """Turns a budget into a deadline that was kept so far, even when the machine is busy."""

    def __init__(self) -> None:
        self.late_ms = 0.0

    def deadline(self, budget_ms: int, started: float | None) -> float:
        """When a search must stop, on the clock time.monotonic()."""
        reserve = RESERVE_MS + RESERVE_SHARE * budget_ms + 2 * self.late_ms
        usable = max(budget_ms - reserve, 0.2 * budget_ms)
        return (time.monotonic() if started is None else started) + usable / 1000

    def look(self, deadline: float) -> None:
        """Note how late a search came back; old delays are forgotten slowly."""
        self.late_ms = max(1000 * (time.monotonic() - deadline), 0.9 * self.late_ms, 0.0)


class SearchBot:
    """Alpha-beta with the game's evaluation; weaker ones have fewer nodes and blurred sight."""

    def __init__(
        self, name: str, known: Knowledge, level: Level | None = None, *, depth: int = 100, seed: int = 0
    ) -> None:
        """Without a level only the clock limits it."""
        self.name = name
        self.level = level
        self.depth = depth
        self.clock = Clock()
        evaluator = known.evaluator()
        size = TABLE
        if level is not None:
            size = min(TABLE, max(1 << 10, 1 << level.nodes.bit_length()))
        if level is not None and level.noise:
            self.searcher = AlphaBeta(Blurred(evaluator, level.noise, seed), size)
        else:
            self.searcher = AlphaBeta(evaluator, size)

    def choose(
        self,
        game: Game,
        budget_ms: int = BUDGET_MS,
        *,
        started: float | None = None,
        listener: Listener | None = None,
    ) -> Move:
        """The best move found in time."""
        return self.analyse(game, budget_ms, started=started, listener=listener).move

    def analyse(
        self,
        game: Game,
        budget_ms: int = BUDGET_MS,
        *,
        started: float | None = None,
        listener: Listener | None = None,
        lines: int = 1,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> Report:
        """The best few moves with scores and lines; a depth or nodes given count instead of the level's."""
        deadline = self.clock.deadline(budget_ms, started)
        view = game.view()
        moves = view.legal_moves()
        if len(moves) == 1 and depth is None and nodes is None:
            return Report((Line(0, (moves[0],)),), 0, 0, 0)
        limit = nodes if nodes is not None else self.level.nodes if self.level else 0
        if self.level is not None:
            self.searcher.forget()  # a level's answer depends on the position alone
        report = self.searcher.search(
            view,
            depth=self.depth if depth is None else depth,
            nodes=limit,
            deadline=deadline,
            lines=lines,
            listener=listener,
        )
        self.clock.look(deadline)
        return report
