"""A bot: asked for a move, it answers in time, knowing only what a player may know."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import replace
from typing import Protocol

from schwarm.bits import mix
from schwarm.bots.clock import BUDGET_MS, Clock, Limits
from schwarm.bots.knowledge import Knowledge, Level, knowledge
from schwarm.games.errors import GameError
from schwarm.games.game import Game
from schwarm.games.random64 import Stream
from schwarm.games.rulebook import Move
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.evaluator import Blurred, Evaluator
from schwarm.search.forest import Forest
from schwarm.search.mcts import Tree
from schwarm.search.open_tree import OpenTree
from schwarm.search.report import DECIDED, DRAWS, SURE, Line, Listener, Report

TABLE = 1 << 19  # entries; 8 MiB
DRAWING_NODES = 100_000  # a drawing is worth a search of at least so many
DRAWS_SHARE = 0.35  # of the time, for the draws of an own move
CLEAR = 3  # times the evaluator's scale: a lead that hardly any game is lost with


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


class SearchBot:
    """Alpha-beta with the game's evaluation; weaker ones have fewer nodes and blurred sight."""

    def __init__(
        self,
        name: str,
        known: Knowledge,
        level: Level | None = None,
        *,
        depth: int = 100,
        seed: int = 0,
        evaluator: Evaluator | None = None,
    ) -> None:
        """Without a level only the clock limits it, and it plays by the strongest evaluation if given no other."""
        self.name = name
        self.known = known
        self.level = level
        self.depth = depth
        self.clock = Clock()
        if evaluator is None:
            evaluator = known.evaluator() if level is not None else known.strongest()
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
        """The best move found in time; sooner where the game is as good as won."""
        return self.analyse(game, budget_ms, started=started, listener=listener, early=True).move

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
        early: bool = False,
    ) -> Report:
        """The best few moves with scores and lines; a depth or nodes given count instead of the level's."""
        deadline = self.clock.deadline(budget_ms, started)
        if self.level is not None:
            self.searcher.forget()  # a level's answer depends on the position alone
        limits = Limits(
            depth=self.depth if depth is None else depth,
            nodes=nodes if nodes is not None else self.level.nodes if self.level else 0,
            deadline=deadline,
            clear=CLEAR * self.searcher.evaluator.scale if early and self.level is None else 0,
        )
        forced = game.forced() if depth is None and nodes is None else None
        if forced is not None:
            report = Report((Line(0, (forced,)),), 0, 0, 0)
        elif self.searcher.evaluator.lottery:
            report = self.gamble(game, limits, lines=lines, listener=listener)
        else:
            views = self.views(game, limits.nodes)
            if len(views) == 1:
                report = self.look(views[0], limits, lines=lines, listener=listener)
            else:
                report = self.compare(views, limits, lines=lines)
                if listener is not None:
                    listener(report)
        self.clock.look(deadline)
        return report

    def views(self, game: Game, nodes: int) -> list[Game]:
        """What a player knows of the game, with what is hidden drawn in as many ways as this game needs."""
        count = self.known.drawings
        if nodes:
            count = max(1, min(count, nodes // DRAWING_NODES))
        if count == 1:
            return [game.view()]
        found = [game.view(seed=seed) for seed in range(count)]
        return found[:1] if found[0].position() == found[-1].position() else found  # is all known by now?

    def look(
        self,
        view: Game,
        limits: Limits,
        *,
        lines: int = 1,
        only: Collection[int] = (),
        listener: Listener | None = None,
    ) -> Report:
        """One search; what it remembers of a drawing is of no use for another."""
        began = time.monotonic()

        def listen(report: Report) -> None:
            if listener is not None:
                listener(report)
            if limits.enough(report.score, began, time.monotonic()):
                self.searcher.stop()

        return self.searcher.search(
            view,
            depth=limits.depth,
            nodes=limits.nodes,
            deadline=limits.deadline,
            lines=lines,
            only=only,
            salt=mix(100 * view.turn + view.seed + 1) if self.known.drawings > 1 else 0,
            listener=listen,
        )

    def compare(self, views: list[Game], limits: Limits, *, lines: int) -> Report:
        """Search every drawing; where they disagree, see how each one's choice fares in the others."""
        first = [
            self.look(view, part, lines=lines)
            for view, part in zip(views, limits.parts(len(views), 0.6), strict=True)
        ]
        codes = tuple(dict.fromkeys(line.move.code for report in first for line in report.lines))
        nodes = sum(report.nodes for report in first)
        if len(codes) == 1:
            return replace(first[0], nodes=nodes)
        rest = replace(limits, nodes=limits.nodes * 2 // 5)
        second = [
            self.look(view, part, lines=len(codes), only=codes)
            for view, part in zip(views, rest.parts(len(views), 1.0), strict=True)
        ]
        scores = dict.fromkeys(codes, 0)
        texts: dict[int, Line] = {}
        for report in second:
            for line in report.lines:
                scores[line.move.code] += within_reason(line.score)
                texts.setdefault(line.move.code, line)
        ranked = sorted((code for code in codes if code in texts), key=lambda code: -scores[code])
        found = [replace(texts[code], score=scores[code] // len(views)) for code in ranked[:lines]]
        return Report(
            tuple(found),
            min(report.depth for report in second),
            nodes + sum(report.nodes for report in second),
            sum(report.elapsed_ms for report in first + second),
        )

    def gamble(self, game: Game, limits: Limits, *, lines: int, listener: Listener | None) -> Report:
        """Search the moves with certain results; a drawn one must beat them on average, one ply less deep."""
        moves = game.legal_moves()
        drawn = self.searcher.evaluator.drawn_among(game, moves)
        certain = {move.code for move in moves} - {move.code for move in drawn}
        if not drawn or not certain:
            return self.look(game.view(), limits, lines=lines, listener=listener)
        scores: dict[int, int] = {}  # by depth

        def note(report: Report) -> None:
            scores.setdefault(report.depth, within_reason(report.score))
            if listener is not None:
                listener(report)

        (part,) = limits.parts(1, 1 - DRAWS_SHARE)
        found = self.look(game.view(), part, lines=lines, only=certain, listener=note)
        if found.score > DECIDED and lines == 1:
            return found
        depth = max(found.depth - 1, 1)
        nodes = max(1, int(limits.nodes * DRAWS_SHARE)) if limits.nodes else 0
        rest = replace(limits, depth=depth, nodes=nodes, clear=0)
        for move in drawn:
            tried = [
                self.look(game.view(seed=seed + 1), part, only=(move.code,))
                for seed, part in enumerate(rest.parts(DRAWS, 1.0))
            ]
            known = found.lines
            if all(report.depth == depth or abs(report.score) >= SURE for report in tried):
                lead = sum(within_reason(report.score) for report in tried) // DRAWS - scores.get(
                    depth, found.score
                )
                known = (*known, Line(found.score + lead, (move,)))
            found = Report(
                tuple(sorted(known, key=lambda line: -line.score)[:lines]),
                found.depth,
                found.nodes + sum(report.nodes for report in tried),
                found.elapsed_ms + sum(report.elapsed_ms for report in tried),
            )
        return found


def within_reason(score: int) -> int:
    """A score for averages: a win in one drawing is worth much, not everything."""
    return max(-DECIDED, min(DECIDED, score))


def plant(name: str, *, threads: int = 1, seed: int = 0) -> Forest:
    """Trees for `simulate` with the game's evaluation at the leaves, one a thread."""
    known = knowledge(name)
    kind = OpenTree if known.drawings > 1 or known.settings.get("lottery") else Tree
    return Forest([kind(known.evaluator(), 1 << 18, seed=seed + number) for number in range(threads)])


def simulate(
    game: Game,
    *,
    simulations: int,
    lines: int = 1,
    deadline: float | None = None,
    forest: Forest | None = None,
) -> Report:
    """Monte Carlo tree search on what a player may know; a forest goes on from earlier in the game."""
    if forest is None:
        forest = plant(game.name)
    return forest.search(game.view(), simulations=simulations, lines=lines, deadline=deadline)
