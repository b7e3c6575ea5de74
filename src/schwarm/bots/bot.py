"""Bots: asked for a move, they answer in time and use only what a player may know."""

from __future__ import annotations

import random
import time
from collections.abc import Collection
from dataclasses import replace
from typing import Protocol

from schwarm.bits import mix
from schwarm.bots.clock import BUDGET_MS, CLEAR_SHARE, DeadlineClock, SearchLimits
from schwarm.bots.knowledge import Knowledge, Level, knowledge
from schwarm.bots.progress import search_for_progress
from schwarm.game.errors import GameError, Refusal
from schwarm.game.game import Game
from schwarm.game.random64 import Stream
from schwarm.game.rulebook import Move
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.evaluator import Evaluator, NoisyEvaluator
from schwarm.search.forest import Forest
from schwarm.search.mcts import Tree
from schwarm.search.open_loop import OpenLoopTree
from schwarm.search.parallel import ParallelAlphaBeta
from schwarm.search.policy_tree import PolicyTree
from schwarm.search.report import (
    CAPPED,
    CHANCE_SAMPLES,
    PROVEN,
    DepthScores,
    Line,
    Listener,
    SearchReport,
    capped,
    chance_lead,
)

TABLE_SIZE = 1 << 19  # entries of the transposition table; 8 MiB
NODES_AT_ONCE = 64  # limits are whole multiples: then searches end alike, compiled or not
DETERMINIZATION_NODES = 100_000  # a determinization is searched with at least so many nodes
CHANCE_SHARE = 0.35  # of the time and nodes go to the bot's own chance moves
CLEAR_LEAD = 3  # times the evaluator's scale: with such a lead 19 of 20 games are won
EXACT_PLIES = 4  # before the round limit nothing is pruned by guess any more
VARIED_PLIES = 6  # at the start the best player does not always make the same move ...
VARIED_LINES = 3  # ... but one of so many ...
VARIED_LOSS = 20  # ... that are worse than the best by no more than this part of the scale
# Salts: such searches share no memory with others.
CONFIRMING, EXACT = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F


class Bot(Protocol):
    """Anything that can be asked for a move. `name` is the player's name.

    >>> from schwarm import bots, new_game
    >>> bot: bots.Bot = bots.player("hive", "random", seed=1)
    >>> bot.name, bot.choose(new_game("hive", seed=7)) in new_game("hive", seed=7).legal_moves()
    ('random', True)
    """

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
        """One of the moves that it has no preference among."""
        moves = self.candidates(game)
        if not moves:
            raise GameError(Refusal("not_over"))
        return Stream(self.seed, game.turn).choice(moves)

    def candidates(self, game: Game) -> list[Move]:
        """The moves it draws from, all equally likely; none after the end."""
        return game.legal_moves()


class SearchBot:
    """Alpha-beta with the game's evaluation; weaker levels have fewer nodes and a noisy evaluation.

    >>> from schwarm import bots, new_game
    >>> bot = bots.SearchBot("two plies", bots.knowledge("piranhas"), depth=2)
    >>> bot.analyse(new_game("piranhas", seed=7)).depth
    2
    """

    searcher: AlphaBeta | ParallelAlphaBeta

    def __init__(
        self,
        name: str,
        known: Knowledge,
        level: Level | None = None,
        *,
        depth: int = 100,
        seed: int = 0,
        threads: int = 1,
        evaluator: Evaluator | None = None,
        varied: bool = False,
    ) -> None:
        """A level limits nodes and adds noise; without one only the clock and `depth` limit the search.

        More than one thread makes the search faster, but its results do not repeat. Without an `evaluator`
        it plays by the strongest there is. A `varied` bot does not begin all games alike.
        """
        if threads < 1 or (threads > 1 and level is not None):
            most = "1 thread for a level, whose answers repeat" if level else "1 thread or more"
            raise GameError(f"expected {most}, not {threads}")
        self.name = name
        self.known = known
        self.level = level
        self.depth = depth
        self.varied = varied
        self.clock = DeadlineClock()
        self.cuts = 0  # searches that their time has ended before their nodes were used up
        if evaluator is None:
            evaluator = known.levelled() if level is not None else known.striving()
        size = TABLE_SIZE
        if level is not None:
            size = min(TABLE_SIZE, max(1 << 10, 1 << level.nodes.bit_length()))
        if level is not None and level.noise:
            self.searcher = AlphaBeta(NoisyEvaluator(evaluator, level.noise, seed), size)
        elif threads > 1:
            self.searcher = ParallelAlphaBeta(
                [evaluator, *(known.striving() for _ in range(threads - 1))], size
            )
        else:
            self.searcher = AlphaBeta(evaluator, size)
        self.searcher.escapes = level is None and known.escapes

    def choose(
        self,
        game: Game,
        budget_ms: int = BUDGET_MS,
        *,
        started: float | None = None,
        listener: Listener | None = None,
    ) -> Move:
        """The best move found in time, after less time where the game is as good as won."""
        varies = self.varied and game.turn < VARIED_PLIES and not self.draws
        lines = VARIED_LINES if varies else 1
        report = self.analyse(
            game, budget_ms, started=started, listener=listener, lines=lines, early=True, playing=True
        )
        least = report.score - self.searcher.evaluator.scale // VARIED_LOSS
        return random.choice([line.move for line in report.lines if line.score >= least])

    @property
    def draws(self) -> bool:
        """Is something hidden or drawn in this game, so that no two games are alike anyway?"""
        return self.known.determinizations > 1 or self.searcher.evaluator.chance_moves

    @property
    def strives(self) -> bool:
        """Is this the strongest player? Levels and the player of version 0.1 search as they always did."""
        return self.level is None and self.known.strives

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
        playing: bool = False,
    ) -> SearchReport:
        """The best few moves with scores and variations.

        A depth or a number of nodes replaces the bot's own limits. `early` lets the search end before the
        deadline when the lead is clear. Who is `playing` does not make a position for the fourth time if
        another move is as good, and is told one line.
        """
        self.searcher.evaluator.require(game)
        deadline = self.clock.deadline(budget_ms, started)
        if self.level is not None:
            self.searcher.forget()  # a level's answer depends on the position alone
        limits = SearchLimits(
            depth=self.depth if depth is None else depth,
            nodes=nodes if nodes is not None else self.level.nodes if self.level else 0,
            deadline=deadline,
            clear_lead=CLEAR_LEAD * self.searcher.evaluator.scale if early and self.level is None else 0,
        )
        forced = game.forced() if depth is None and nodes is None else None
        if forced is not None:
            report = SearchReport((Line(0, (forced,)),), 0, 0, 0)
        elif self.searcher.evaluator.chance_moves:
            report = self.search_with_chance(game, limits, lines=lines, listener=listener)
        else:
            views = self.views(game, limits)
            if len(views) == 1 and playing and lines == 1 and self.standstill:
                report = search_for_progress(self, views[0], limits, listener)
            elif len(views) == 1:
                report = self.search(views[0], limits, lines=lines, listener=listener)
            else:
                report = self.search_all(views, limits, lines=lines)
                if listener is not None:
                    listener(report)
        if self.wary and forced is None and lines == 1:
            report = self.avoid_loss(game, report, deadline)
        self.clock.note_delay(deadline)
        return report

    @property
    def wary(self) -> bool:
        """A level that sees when the enemy's next ply would win, however few nodes it has."""
        return self.level is not None and self.level.noise <= self.known.settings.get("wary_noise", -1)

    def avoid_loss(self, game: Game, found: SearchReport, deadline: float) -> SearchReport:
        """The move found; the best one two plies deep if that one lets the enemy win at once."""
        view = game.view()
        answered = self.searcher.search(view, depth=2, deadline=deadline, only=(found.move.code,))
        if answered.score > -PROVEN:
            return found
        safer = self.searcher.search(view, depth=2, deadline=deadline)
        nodes = found.nodes + answered.nodes + safer.nodes
        return replace(safer if safer.score > -PROVEN else found, nodes=nodes)

    def views(self, game: Game, limits: SearchLimits) -> list[Game]:
        """What a player knows of the game, as determinizations: hidden parts are filled in at random.

        There are as many as this game needs, fewer if nodes or time are short: one search deep enough is
        better than several shallow ones. There is one if nothing is hidden any more.
        """
        count = self.known.determinizations
        least_ms = self.known.best.get("determinization_ms", 0)
        if limits.nodes:
            count = max(1, min(count, limits.nodes // DETERMINIZATION_NODES))
        elif least_ms:
            count = max(1, min(count, int(1000 * (limits.deadline - time.monotonic()) / least_ms)))
        if count == 1:
            return [game.view()]
        found = [game.view(seed=seed) for seed in range(count)]
        return found[:1] if found[0].position() == found[-1].position() else found

    def search(
        self,
        view: Game,
        limits: SearchLimits,
        *,
        lines: int = 1,
        only: Collection[int] = (),
        listener: Listener | None = None,
        spare: bool = False,
    ) -> SearchReport:
        """Search one determinization; the salt keeps the table's entries for others apart.

        A `spare` view is not needed any more after that.
        """
        began = time.monotonic()
        early = False
        salt = mix(100 * view.turn + view.seed + 1) if self.known.determinizations > 1 else 0
        exact = self.strives and not self.draws and plies_left(view) <= EXACT_PLIES
        nodes = -(-limits.nodes // NODES_AT_ONCE) * NODES_AT_ONCE

        def listen(report: SearchReport) -> None:
            nonlocal early
            if listener is not None:
                listener(report)
            if limits.may_stop(report.score, began, time.monotonic()):
                early = True
                self.searcher.stop()

        def look(listener: Listener | None) -> SearchReport:
            report = self.searcher.search(
                view,
                depth=limits.depth,
                nodes=nodes,
                deadline=limits.deadline,
                latest=limits.latest if self.strives else None,
                lines=lines,
                only=only,
                salt=salt ^ EXACT if exact else salt,
                exact=exact,
                listener=listener,
                spare=spare and not limits.clear_lead,  # else it may be searched again
                standstill=self.standstill,
            )
            time_over = time.monotonic() + self.searcher.reserve >= limits.deadline
            self.cuts += time_over and report.nodes < nodes
            return report

        found = look(listen)
        if not early or not self.strives or self.confirms(view, found, limits, salt, began):
            return found
        deeper = look(listener)
        return deeper if deeper.depth >= found.depth else found

    def confirms(
        self, view: Game, found: SearchReport, limits: SearchLimits, salt: int, began: float
    ) -> bool:
        """Is a lead still clear in a search that prunes no quiet moves and so overlooks no slow threat?"""
        evaluator = self.searcher.evaluator
        margin, count = evaluator.futility_margin, evaluator.late_move_count
        evaluator.futility_margin = evaluator.late_move_count = 0
        try:
            report = self.searcher.search(
                view,
                depth=limits.depth,
                deadline=min(limits.deadline, time.monotonic() + CLEAR_SHARE * (limits.deadline - began)),
                only=(found.move.code,),
                salt=salt ^ CONFIRMING,
                standstill=self.standstill,
            )
        finally:
            evaluator.futility_margin, evaluator.late_move_count = margin, count
        return report.score >= limits.clear_lead

    @property
    def standstill(self) -> int:
        """What going back to an earlier position is worth to it at most if it is ahead; 0: as judged."""
        return self.known.best.get("standstill", 0) if self.strives else 0

    @property
    def chance_bonus(self) -> int:
        """By how much a chance move may seem worse than the best certain one; its score holds that.

        The best of a hundred certain moves seems better than it is, for whatever was misjudged in its favour
        has helped to choose it; an average of samples has no such luck.
        """
        return self.known.best.get("chance_bonus", 0) if self.strives else 0

    def before_stalls(self, limits: SearchLimits) -> SearchLimits:
        """Limits for several searches: what is kept back for stalls is lost to all, not to the last."""
        if not self.strives:
            return limits
        return replace(limits, deadline=limits.deadline - self.searcher.reserve, latest=limits.deadline)

    def search_all(self, views: list[Game], limits: SearchLimits, *, lines: int) -> SearchReport:
        """Search every determinization; where their best moves differ, compare these moves in all of them."""
        limits = self.before_stalls(limits)
        first = [
            self.search(view, part, lines=lines)
            for view, part in zip(views, limits.split(len(views), 0.6), strict=True)
        ]
        codes = tuple(dict.fromkeys(line.move.code for report in first for line in report.lines))
        nodes = sum(report.nodes for report in first)
        if len(codes) == 1:
            return replace(first[0], nodes=nodes)
        rest = replace(limits, nodes=limits.nodes * 2 // 5)
        second = [
            self.search(view, part, lines=len(codes), only=codes)
            for view, part in zip(views, rest.split(len(views), 1.0), strict=True)
        ]
        scores = dict.fromkeys(codes, 0)
        texts: dict[int, Line] = {}
        for report in second:
            for line in report.lines:
                scores[line.move.code] += capped(line.score)
                texts.setdefault(line.move.code, line)
        ranked = sorted((code for code in codes if code in texts), key=lambda code: -scores[code])
        found = [replace(texts[code], score=scores[code] // len(views)) for code in ranked[:lines]]
        return SearchReport(
            tuple(found),
            min(report.depth for report in second),
            nodes + sum(report.nodes for report in second),
            sum(report.elapsed_ms for report in first + second),
        )

    def search_with_chance(
        self, game: Game, limits: SearchLimits, *, lines: int, listener: Listener | None
    ) -> SearchReport:
        """Search the moves with certain results first, then each chance move on samples of its result.

        A chance move is chosen when its average and its bonus beat the best certain move, both searched
        equally deep: one ply less than the first search, or as deep as all samples were searched. Where all
        certain moves lose, any hope is better, however deep it was looked at.
        """
        moves = game.legal_moves()
        chance = self.searcher.evaluator.chance_moves_among(game, moves)
        certain = {move.code for move in moves} - {move.code for move in chance}
        if not chance or not certain:
            return self.search(game.view(), limits, lines=lines, listener=listener, spare=True)
        limits = self.before_stalls(limits)
        (part,) = limits.split(1, 1 - CHANCE_SHARE)
        depths = DepthScores()

        def note(report: SearchReport) -> None:
            depths.listen(report)
            if listener is not None:
                listener(report)

        found = self.search(game.view(), part, lines=lines, only=certain, listener=note, spare=True)
        if found.score > CAPPED and lines == 1:
            return found  # no average of capped scores can beat it
        depth = max(found.depth - 1, 1)
        nodes = max(1, int(limits.nodes * CHANCE_SHARE)) if limits.nodes else 0
        rest = replace(limits, depth=depth, nodes=nodes, clear_lead=0)
        for move in chance:
            samples = [DepthScores() for _ in range(CHANCE_SAMPLES)]
            tried = [
                self.search(
                    game.view(seed=seed + 1), part, only=(move.code,), listener=scores.listen, spare=True
                )
                for seed, (scores, part) in enumerate(
                    zip(samples, rest.split(CHANCE_SAMPLES, 1.0), strict=True)
                )
            ]
            known = found.lines
            shared = min(depth, *(scores.reached() for scores in samples))
            if self.strives and found.score <= -PROVEN:
                hope = sum(report.score for report in tried) // CHANCE_SAMPLES
                known = (*known, Line(hope, (move,)))
            elif shared == depth or (self.strives and shared):
                lead = chance_lead(samples, depths, shared) + self.chance_bonus
                known = (*known, Line(found.score + lead, (move,)))
            found = SearchReport(
                tuple(sorted(known, key=lambda line: -line.score)[:lines]),
                found.depth,
                found.nodes + sum(report.nodes for report in tried),
                found.elapsed_ms + sum(report.elapsed_ms for report in tried),
            )
        return found


def plies_left(game: Game) -> int:
    """How many plies are left at most until the round limit; beyond any search where there is none."""
    rounds = game.setup.options.get("rounds")
    made, in_round = game.setup.book.slots(game)
    return in_round * rounds - made if isinstance(rounds, int) else 1 << 20


def new_forest(name: str, *, threads: int = 1, seed: int = 0) -> Forest:
    """Empty search trees for `simulate` with the game's evaluation at the leaves, one for each thread."""
    known = knowledge(name)
    seeds = range(seed, seed + threads)
    if known.policy() is not None:
        return Forest([policy_tree(known, known.evaluator(strongest=True), seed=each) for each in seeds])
    kind = OpenLoopTree if known.determinizations > 1 or known.settings.get("chance_moves") else Tree
    return Forest([kind(known.evaluator(), 1 << 18, seed=each) for each in seeds])


def policy_tree(
    known: Knowledge, evaluator: Evaluator, *, playout_share: float = 0.5, seed: int = 0
) -> PolicyTree:
    """An empty search tree for a game that has a policy."""
    policy = known.policy()
    assert policy is not None
    evaluator.scale = known.settings.get("tree_scale", evaluator.scale)
    return PolicyTree(evaluator, policy, 1 << 18, playout_share=playout_share, seed=seed)


def simulate(
    game: Game,
    *,
    simulations: int,
    lines: int = 1,
    deadline: float | None = None,
    forest: Forest | None = None,
) -> SearchReport:
    """Monte Carlo tree search on what a player may know; a forest keeps what it found earlier in the game."""
    if forest is None:
        forest = new_forest(game.name)
    return forest.search(game.view(), simulations=simulations, lines=lines, deadline=deadline)
