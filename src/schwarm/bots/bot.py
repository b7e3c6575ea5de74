"""A bot: asked for a move, it answers in time, knowing only what a player may know."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Protocol

from schwarm.bits import mix
from schwarm.bots.knowledge import Knowledge, Level, knowledge
from schwarm.games.errors import GameError
from schwarm.games.game import Game
from schwarm.games.random64 import Stream
from schwarm.games.rulebook import Move
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.evaluator import Blurred
from schwarm.search.forest import Forest
from schwarm.search.mcts import Tree
from schwarm.search.open_tree import OpenTree
from schwarm.search.report import Line, Listener, Report

BUDGET_MS = 2000  # the contest's time for a move
RESERVE_MS = 30  # kept back for what happens around a search, and for a core shared with others
RESERVE_MOST = 0.3  # but no more than this part of a short budget
RESERVE_SHARE = 0.05
TABLE = 1 << 19  # entries; 8 MiB
DRAWING_NODES = 100_000  # a drawing is worth a search of at least so many
DECIDED = 3000  # a win or loss that depends on the drawing counts for so much


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
        reserve = min(RESERVE_MS, RESERVE_MOST * budget_ms) + RESERVE_SHARE * budget_ms + 2 * self.late_ms
        usable = max(budget_ms - reserve, 0.2 * budget_ms)
        return (time.monotonic() if started is None else started) + usable / 1000

    def look(self, deadline: float) -> None:
        """Note how late a search came back; old delays are forgotten slowly."""
        self.late_ms = max(1000 * (time.monotonic() - deadline), 0.9 * self.late_ms, 0.0)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use up: plies, nodes (0 means any number), and time until a moment."""

    depth: int
    nodes: int
    deadline: float

    def parts(self, count: int, share: float) -> list[Limits]:
        """Limits for `count` searches one after the other that together use a share of what is left."""
        now = time.monotonic()
        nodes = max(1, int(share * self.nodes / count)) if self.nodes else 0
        step = share * (self.deadline - now) / count
        return [replace(self, nodes=nodes, deadline=now + step * (i + 1)) for i in range(count)]


class SearchBot:
    """Alpha-beta with the game's evaluation; weaker ones have fewer nodes and blurred sight."""

    def __init__(
        self, name: str, known: Knowledge, level: Level | None = None, *, depth: int = 100, seed: int = 0
    ) -> None:
        """Without a level only the clock limits it."""
        self.name = name
        self.known = known
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
        if self.level is not None:
            self.searcher.forget()  # a level's answer depends on the position alone
        limits = Limits(
            depth=self.depth if depth is None else depth,
            nodes=nodes if nodes is not None else self.level.nodes if self.level else 0,
            deadline=deadline,
        )
        views = self.views(game, limits.nodes)
        moves = game.legal_moves()
        if len(moves) == 1 and depth is None and nodes is None:
            report = Report((Line(0, (moves[0],)),), 0, 0, 0)
        elif len(views) == 1:
            report = self.look(views[0], limits, lines=lines, listener=listener)
        else:
            report = self.compare(views, limits, lines=lines)
            if listener is not None:
                listener(report)
        self.clock.look(deadline)
        return report

    def views(self, game: Game, nodes: int) -> list[Game]:
        """What a player knows of the game, with the rest drawn in as many ways as this game needs."""
        count = self.known.settings.get("drawings", 1)
        if nodes:
            count = max(1, min(count, nodes // DRAWING_NODES))
        found = [game.view(seed=seed) for seed in range(count)]
        if self.known.settings.get("hidden_in_position") and found[0].position() == found[-1].position():
            return found[:1]  # all is known by now
        return found

    def look(
        self,
        view: Game,
        limits: Limits,
        *,
        lines: int = 1,
        only: tuple[int, ...] = (),
        listener: Listener | None = None,
    ) -> Report:
        """One search; what it remembers of a drawing is of no use for another."""
        chance = self.known.settings.get("chance")
        return self.searcher.search(
            view,
            depth=limits.depth,
            nodes=limits.nodes,
            deadline=limits.deadline,
            lines=lines,
            only=only,
            salt=mix(100 * view.turn + view.seed + 1) if chance else 0,
            listener=listener,
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
                # A win in one drawing is worth much, not everything.
                scores[line.move.code] += max(-DECIDED, min(DECIDED, line.score))
                texts.setdefault(line.move.code, line)
        ranked = sorted((code for code in codes if code in texts), key=lambda code: -scores[code])
        found = [replace(texts[code], score=scores[code] // len(views)) for code in ranked[:lines]]
        return Report(
            tuple(found),
            min(report.depth for report in second),
            nodes + sum(report.nodes for report in second),
            sum(report.elapsed_ms for report in first + second),
        )


def plant(name: str, *, threads: int = 1, seed: int = 0) -> Forest:
    """Trees for `simulate` with the game's evaluation at the leaves, one a thread."""
    known = knowledge(name)
    kind = OpenTree if known.settings.get("chance") else Tree
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
