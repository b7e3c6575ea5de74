"""A finished game judged ply by ply: an evaluation curve, the best lines, the blunders."""

from __future__ import annotations

import asyncio
import json
import logging
import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from itertools import pairwise
from typing import Any

from schwarm import __version__
from schwarm.game import Game, GameError
from schwarm.game.record import Record, record_of, start_of
from schwarm.store import analyses
from schwarm.store.store import Store
from schwarm.web import boards
from schwarm.web.analysis import messages
from schwarm.web.boards.messages import Way
from schwarm.web.shared.bot_queue import BotQueue
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.thinking import Judgement, judge
from schwarm.web.words import words_of
from schwarm.web.words.teller import as_players_write

log = logging.getLogger(__name__)
BUDGET_MS = 120  # for each position
ENGINE = f"{__version__}, {BUDGET_MS} ms, in words"  # who judged: another version may see more
BLUNDER, MISTAKE = 0.25, 0.12  # of the way from a certain loss to a certain win
SCALE = 400.0
MOST = 40  # analyses held ready; all that are whole are kept in the store
DRAWN = 3  # moves of a line that are drawn on the board
AT_ONCE = 4  # analyses of one visitor that run at a time


class RunningAnalysis:
    """What is known so far; `judged[n]` is the position after n plies."""

    def __init__(self, record: Record, visitor: str) -> None:
        self.record = record
        self.visitor = visitor
        self.total = len(record.plies) + 1
        self.judged: list[Judgement] = []
        self.paths: list[list[str]] = []  # of each best move
        self.ways: list[list[Way]] = []  # of the first moves of each best line
        self.players: list[list[str]] = []  # each best line as players of the game write it
        self.task: asyncio.Task[None] | None = None
        self.failed = False

    def state(self) -> messages.Analysis:
        """For the page: progress, the curve as chances of the first side, the mistakes."""
        chances = [chance(one.score) for one in self.judged]
        lost = self._lost(chances)
        return {
            "done": len(self.judged),
            "total": self.total,
            "failed": self.failed,
            "scores": [one.score for one in self.judged],
            "chances": [round(one, 4) for one in chances],
            "lines": [list(one.line) for one in self.judged],
            "paths": self.paths,
            "ways": self.ways,
            "players": self.players,
            "lost": lost,
            "marks": ["blunder" if one >= BLUNDER else "mistake" if one >= MISTAKE else "" for one in lost],
        }

    def _lost(self, chances: list[float]) -> list[float]:
        """By how much each move lowered the chance of whoever made it; never less than 0."""
        game = start_of(self.record)
        lost = []
        for number, (before, after) in enumerate(pairwise(chances)):
            lost.append(round(max(0.0, loss(game, before, after)), 4))
            game.play(self.record.plies[number].move)
        return lost

    # --- in the store --------------------------------------------------------------------------------
    def to_json(self) -> str:
        """All that was found out."""
        judged = [asdict(one) for one in self.judged]
        found = {"judged": judged, "paths": self.paths, "ways": self.ways, "players": self.players}
        return json.dumps(found, separators=(",", ":"))

    def read(self, text: str) -> None:
        """Take over what was found out before."""
        found: dict[str, Any] = json.loads(text)
        self.judged = [Judgement(one["score"], tuple(one["line"]), one["depth"]) for one in found["judged"]]
        self.paths, self.ways, self.players = found["paths"], found["ways"], found["players"]


def chance(score: int) -> float:
    """A score as the first side's chance to win, 0 to 1."""
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, score / SCALE))))


def loss(game: Game, before: float, after: float) -> float:
    """What a move made of the mover's chance, from the first side's chances; `game` is where it is made."""
    return (before - after) * (1 if game.to_move == game.setup.book.sides[0] else -1)


def ways(game: Game, line: Sequence[str]) -> list[Way]:
    """The cells the first moves of a line lead over, and the moves in words; `game` is played on."""
    made: list[Way] = []
    with suppress(GameError):  # the bot had chosen anew what is hidden, and saw something else there
        for move in line[:DRAWN]:
            path = boards.of(game).path(game, move)
            made.append({"side": game.to_move, "path": path, "words": words_of(game, move)})
            game.play(move)
    return made


class Analyses:
    """All analyses, by game of the store; each runs once and is shared by all who look, then and later."""

    def __init__(self, queue: BotQueue, store: Store) -> None:
        self.queue = queue
        self.store = store
        self.all: dict[int, RunningAnalysis] = {}

    async def known(self, game: int, record: Record, visitor: str) -> RunningAnalysis:
        """What is known of a game; nothing is begun for it."""
        if game in self.all:
            return self.all[game]
        found = RunningAnalysis(record, visitor)
        kept = await asyncio.to_thread(analyses.find, self.store, game, ENGINE)
        if kept is not None:
            found.read(kept)
        return found

    async def begin(self, game: int, record: Record, visitor: str) -> RunningAnalysis:
        """The analysis of a game, begun now if it was not before."""
        found = await self.known(game, record, visitor)
        if len(found.judged) == found.total or (found.task is not None and not found.failed):
            return found
        running = [a for a in self.all.values() if a.visitor == visitor and a.task and not a.task.done()]
        if len(running) >= AT_ONCE:
            raise Problem(429, "too_many", "several analyses of yours are running: let one of them finish")
        for old in list(self.all)[: max(0, len(self.all) - MOST + 1)]:
            task = self.all.pop(old).task
            if task is not None:
                task.cancel()
        analysis = self.all[game] = RunningAnalysis(record, visitor)
        analysis.task = asyncio.create_task(self._run(game, analysis), name=f"analysis of game {game}")
        return analysis

    async def _run(self, number: int, analysis: RunningAnalysis) -> None:
        record = analysis.record
        game = start_of(replace(record, end=None))
        try:
            for ply in range(analysis.total):
                if ply:
                    game.play(record.plies[ply - 1].move)
                view = game.view()
                found = await self._judge(analysis.visitor, record_of(view))
                best = found.line[0] if found.line else None
                analysis.paths.append(boards.of(game).path(game, best) if best else [])
                analysis.players.append(as_players_write(view, found.line))
                analysis.ways.append(ways(view, found.line))
                analysis.judged.append(found)
            await asyncio.wrap_future(analyses.keep(self.store, number, ENGINE, analysis.to_json()))
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("an analysis failed")
            analysis.failed = len(analysis.judged) < analysis.total

    async def _judge(self, visitor: str, record: Record) -> Judgement:
        while True:
            try:
                return await self.queue.run(visitor, judge, record, BUDGET_MS)
            except Problem:
                await asyncio.sleep(0.2)
