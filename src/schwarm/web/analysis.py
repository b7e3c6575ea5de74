"""A finished game judged ply by ply: an evaluation curve, the best lines, the blunders."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

from schwarm.games import Game, GameError
from schwarm.games.record import Record, record_of, start_of
from schwarm.web import boards, messages
from schwarm.web.bot_queue import BotQueue
from schwarm.web.errors import Problem
from schwarm.web.thinking import Judgement, judge

log = logging.getLogger(__name__)
BUDGET_MS = 120  # for each position
BLUNDER, MISTAKE = 0.25, 0.12  # of the way from a certain loss to a certain win
SCALE = 400.0
MOST = 40  # analyses kept
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
        self.ways: list[list[messages.Way]] = []  # of the first moves of each best line
        self.task: asyncio.Task[None] | None = None
        self.failed = False

    def state(self) -> messages.Analysis:
        """For the page: progress, the curve as chances of the first side, the mistakes."""
        chances = [chance(one.score) for one in self.judged]
        return {
            "done": len(self.judged),
            "total": self.total,
            "failed": self.failed,
            "scores": [one.score for one in self.judged],
            "chances": [round(one, 4) for one in chances],
            "lines": [list(one.line) for one in self.judged],
            "paths": self.paths,
            "ways": self.ways,
            "marks": self._marks(chances),
        }

    def _marks(self, chances: list[float]) -> list[str]:
        game = start_of(self.record)
        first = game.setup.book.sides[0]
        marks = []
        for number, (before, after) in enumerate(pairwise(chances)):
            lost = (before - after) * (1 if game.to_move == first else -1)
            marks.append("blunder" if lost >= BLUNDER else "mistake" if lost >= MISTAKE else "")
            game.play(self.record.plies[number].move)
        return marks


def chance(score: int) -> float:
    """A score as the first side's chance to win, 0 to 1."""
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, score / SCALE))))


def ways(game: Game, line: Sequence[str]) -> list[messages.Way]:
    """The cells the first moves of a line lead over; `game` is played on."""
    made: list[messages.Way] = []
    with suppress(GameError):  # the bot had resampled what is hidden, and saw something else there
        for move in line[:DRAWN]:
            made.append({"side": game.to_move, "path": boards.of(game).path(game, move)})
            game.play(move)
    return made


class Analyses:
    """All analyses, by table; each runs once and is shared by all who look."""

    def __init__(self, desk: BotQueue) -> None:
        self.desk = desk
        self.all: dict[str, RunningAnalysis] = {}

    def begin(self, name: str, record: Record, visitor: str) -> RunningAnalysis:
        """The analysis of a game, begun now if it was not before."""
        if name in self.all and not self.all[name].failed:
            return self.all[name]
        running = [a for a in self.all.values() if a.visitor == visitor and a.task and not a.task.done()]
        if len(running) >= AT_ONCE:
            raise Problem(429, "too_many", "several analyses of yours are running: let one of them finish")
        for old in list(self.all)[: max(0, len(self.all) - MOST + 1)]:
            task = self.all.pop(old).task
            if task is not None:
                task.cancel()
        analysis = self.all[name] = RunningAnalysis(record, visitor)
        analysis.task = asyncio.create_task(self._run(analysis), name=f"analysis {name}")
        return analysis

    async def _run(self, analysis: RunningAnalysis) -> None:
        record = analysis.record
        game = start_of(replace(record, end=None))
        try:
            for number in range(analysis.total):
                if number:
                    game.play(record.plies[number - 1].move)
                view = game.view()
                found = await self._judge(analysis.visitor, record_of(view))
                analysis.paths.append(boards.of(game).path(game, found.line[0]) if found.line else [])
                analysis.ways.append(ways(view, found.line))
                analysis.judged.append(found)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("an analysis failed")
            analysis.failed = True

    async def _judge(self, visitor: str, record: Record) -> Judgement:
        while True:
            try:
                return await self.desk.run(visitor, judge, record, BUDGET_MS)
            except Problem:
                await asyncio.sleep(0.2)
