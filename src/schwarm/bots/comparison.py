"""The move that was made beside the best one: both judged in one search, equally deep."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp

from schwarm.bots.bot import SearchBot
from schwarm.bots.clock import SearchLimits
from schwarm.game.game import Game
from schwarm.game.rulebook import Move
from schwarm.search.report import CHANCE_SAMPLES, PROVEN, Line, SearchReport, capped

FIRST_SHARE = 0.5  # of the nodes and the time looks for the best move; the rest compares it
ENOUGH_S = 600.0  # for a depth of 1, also on a machine that stalls
SKIP = "skip"  # the kind of a move that does nothing


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move with its score and its chance to win, both for the side to move, and the line expected."""

    score: int
    chance: float
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The best move of a position and the one that was made; the same object where that was the best.

    It is `cut` if the time ended a search that had nodes left: on a quicker machine it would see more.
    """

    best: JudgedMove
    played: JudgedMove
    cut: bool


def chance_of(score: int, scale: int) -> float:
    """A score as the chance of the side it is for, 0 to 1; a proven win is certain."""
    if abs(score) >= PROVEN:
        return float(score > 0)
    return 1 / (1 + exp(-max(-40.0, min(40.0, score / scale))))


def compare(bot: SearchBot, game: Game, nodes: int, budget_ms: int, played: str | None = None) -> Comparison:
    """Judge the best move and the `played` one of a game that is not over.

    The bot looks for the best move with a part of the nodes; a second search compares it with the one played.
    Where something is hidden or drawn, that is repeated for several samples other than those which led to
    the choice, and the chances are averaged. Skipping is not compared with a move that scores.
    """
    limits = SearchLimits(depth=100, nodes=nodes, deadline=time.monotonic() + budget_ms / 1000)
    cuts = bot.cuts
    made = None if played is None else candidate(bot, game, played)
    found = bot.analyse(game, round(FIRST_SHARE * budget_ms), nodes=round(FIRST_SHARE * nodes))
    if made is not None and is_skip(game, found.move.code) and scores(game, made):
        others = [move.code for move in game.legal_moves() if not is_skip(game, move.code)]
        found = bot.search(game.view(), replace(limits, nodes=round(FIRST_SHARE * nodes)), only=others)
    codes = tuple(dict.fromkeys([found.move.code, *([] if made is None else [made])]))
    samples = sampled(bot, game, codes)
    scale = bot.known.chance_scale
    if len(codes) == len(samples) == 1:
        best = JudgedMove(found.score, chance_of(found.score, scale), found.pv)
        return Comparison(best, best, bot.cuts > cuts)
    rest = bot.before_stalls(replace(limits, nodes=max(1, nodes - found.nodes)))
    reports = [
        search_whole_depths(bot, view, part, codes)
        for view, part in zip(samples, rest.split(len(samples), 1.0), strict=True)
    ]
    judged = [judge_move([lines_by_code(report)[code] for report in reports], scale) for code in codes]
    best = max(judged, key=lambda one: (one.chance, one.score))
    mine = judged[-1]
    if mine.chance >= best.chance and mine.score >= best.score:
        best = mine
    return Comparison(best, mine, bot.cuts > cuts)


def search_whole_depths(
    bot: SearchBot, view: Game, limits: SearchLimits, codes: Sequence[int]
) -> SearchReport:
    """The last depth to which the search came with all of these moves, not with some of them; 1 at least."""
    whole: list[SearchReport] = []

    def listen(report: SearchReport) -> None:
        if len(report.lines) == len(codes) and (not whole or report.depth > whole[-1].depth):
            whole.append(report)

    bot.search(view, limits, lines=len(codes), only=codes, listener=listen, spare=True)
    if not whole:  # the time ended within depth 1
        limits = SearchLimits(depth=1, nodes=0, deadline=time.monotonic() + ENOUGH_S)
        bot.search(view, limits, lines=len(codes), only=codes, listener=listen, spare=True)
    return whole[-1]


def lines_by_code(report: SearchReport) -> dict[int, Line]:
    """The lines of a search by the codes of their moves."""
    return {line.move.code: line for line in report.lines}


def judge_move(lines: Sequence[Line], scale: int) -> JudgedMove:
    """A move by its lines in all samples: the averages, and the first sample's line."""
    if len(lines) == 1:
        return JudgedMove(lines[0].score, chance_of(lines[0].score, scale), lines[0].moves)
    score = sum(capped(line.score) for line in lines) // len(lines)
    return JudgedMove(score, sum(chance_of(line.score, scale) for line in lines) / len(lines), lines[0].moves)


def sampled(bot: SearchBot, game: Game, codes: Sequence[int]) -> list[Game]:
    """The game as a player knows it; several fillings of what is hidden, or results of a move by chance."""
    evaluator = bot.searcher.evaluator
    if evaluator.chance_moves:
        if not evaluator.chance_moves_among(game, [game.move_of(code) for code in codes]):
            return [game.view()]
    elif bot.known.determinizations == 1:
        return [game.view()]
    found = [game.view(seed=1_000 + number) for number in range(CHANCE_SAMPLES)]
    hidden = evaluator.chance_moves or found[0].position() != found[-1].position()
    return found if hidden else found[:1]


def candidate(bot: SearchBot, game: Game, played: str) -> int:
    """The code of the move that searches list for a move as made: that with the same result."""
    code = game.before_chance(game.code_of(played))
    listed = [move.code for move in bot.searcher.evaluator.policy_of(game)]
    if code in listed:
        return code
    result = game.after(code, game.zobrist)
    return next(other for other in listed if game.after(other, game.zobrist) == result)


def is_skip(game: Game, code: int) -> bool:
    """Return True if a move does nothing."""
    return game.describe_code(code).kind == SKIP


def scores(game: Game, code: int) -> bool:
    """Return True if a move improves the numbers of its side."""
    side, before = game.to_move, game.standing()
    return game.after(code, game.standing)[side] > before[side]
