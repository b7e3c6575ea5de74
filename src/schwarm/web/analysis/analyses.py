"""A finished game judged ply by ply: an evaluation curve, the best lines, the blunders."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from schwarm import __version__
from schwarm.game import Game, GameError
from schwarm.game.record import Record, record_of, start_of
from schwarm.store import analyses
from schwarm.store.store import Store
from schwarm.web import boards
from schwarm.web.analysis import messages
from schwarm.web.analysis.review import Review
from schwarm.web.boards.messages import Way
from schwarm.web.shared.bot_queue import BotQueue
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.thinking import Judgement, judge
from schwarm.web.words import words_apart, words_of
from schwarm.web.words.teller import as_players_write

log = logging.getLogger(__name__)
NODES, MOST_MS = 20_000, 500  # for each position: so many nodes, fewer on a slow or busy machine
LONGER = 8  # times as many for a position that is judged again
ENGINE = f"{__version__}, {NODES} nodes, moves compared"  # who judged: another version may see more
BLUNDER, MISTAKE = 0.25, 0.12  # of the way from a certain loss to a certain win
MOST = 40  # analyses held ready; those that are whole, and had enough time, are kept in the store
DRAWN = 3  # moves of a line that are drawn on the board
AT_ONCE = 4  # analyses of one visitor that run at a time


class RunningAnalysis:
    """What is known so far, for each position: what the bots think of it, and that in words and ways."""

    def __init__(self, record: Record, visitor: str) -> None:
        self.record = record
        self.visitor = visitor
        self.total = len(record.plies) + 1
        self.shown: list[Shown] = []
        self.task: asyncio.Task[None] | None = None
        self.failed = False

    def state(self) -> messages.Analysis:
        """For the page: progress, the curve as chances of the first side, the mistakes."""
        lost = [round(one.judged.lost, 4) for one in self.shown[: len(self.record.plies)]]
        return {
            "done": len(self.shown),
            "total": self.total,
            "failed": self.failed,
            "scores": [one.judged.score for one in self.shown],
            "chances": [round(one.judged.chance, 4) for one in self.shown],
            "lines": [list(one.judged.line) for one in self.shown],
            "ways": [one.ways for one in self.shown],
            "players": [one.players for one in self.shown],
            "made": [one.made for one in self.shown],
            "lost": lost,
            "marks": ["blunder" if one >= BLUNDER else "mistake" if one >= MISTAKE else "" for one in lost],
        }

    # --- in the store --------------------------------------------------------------------------------
    def to_json(self) -> str:
        """All that was found out."""
        return json.dumps([asdict(one) for one in self.shown], separators=(",", ":"))

    def read(self, text: str) -> None:
        """Take over what was found out before."""
        found: list[dict[str, Any]] = json.loads(text)
        for one in found:
            lines = {key: tuple(one["judged"][key]) for key in ("line", "played")}
            self.shown.append(Shown(**one | {"judged": Judgement(**one["judged"] | lines)}))


@dataclass(frozen=True, slots=True)
class Shown:
    """A judgement as it is shown: the first moves of the best line as ways, and as players write them.

    `made` is the move that was made there in words, where they must differ from those of the best.
    """

    judged: Judgement
    ways: list[Way]
    players: list[str]
    made: dict[str, str] | None

    @classmethod
    def of(cls, view: Game, judged: Judgement) -> Shown:
        """Put a judgement of this position into words."""
        players, led = as_players_write(view, judged.line), ways(view.copy(), judged.line)
        made, best = judged.played[:1], judged.line[:1]
        if not led or not made or made == best:
            return cls(judged, led, players, None)
        led[0]["words"], words = words_apart(view, best[0], made[0])
        return cls(judged, led, players, words)


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
        if len(found.shown) == found.total or (found.task is not None and not found.failed):
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
        plies = analysis.record.plies
        game = start_of(replace(analysis.record, end=None))
        views: dict[int, Game] = {}  # of the positions that may still be judged
        first = game.setup.book.sides[0]
        review = Review(len(plies))
        try:
            while (task := review.next()) is not None:
                ply, longer = task
                while game.turn - game.start_turn < ply:
                    game.play(plies[game.turn - game.start_turn].move)
                view = views.setdefault(ply, game.view())
                made = plies[ply].move if ply < len(plies) else None
                found = await self._judge(analysis.visitor, record_of(view), made, LONGER if longer else 1)
                review.add(ply, found, mover=int(view.to_move != first))
                self._show(analysis, review, views)
            self._show(analysis, review, views)
            if not any(one.cut for one in review.judged):  # else it is made again, on a day less busy
                await asyncio.wrap_future(analyses.keep(self.store, number, ENGINE, analysis.to_json()))
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("an analysis failed")
            analysis.failed = len(analysis.shown) < analysis.total

    def _show(self, analysis: RunningAnalysis, review: Review, views: dict[int, Game]) -> None:
        """Add what is final to what the page gets."""
        for ply in range(len(analysis.shown), review.settled):
            analysis.shown.append(Shown.of(views.pop(ply), review.judged[ply]))

    async def _judge(self, visitor: str, record: Record, played: str | None, times: int) -> Judgement:
        while True:
            try:
                return await self.queue.run(visitor, judge, record, times * NODES, times * MOST_MS, played)
            except Problem:
                await asyncio.sleep(0.2)
