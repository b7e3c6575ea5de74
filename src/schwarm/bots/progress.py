"""Progress rather than repetition: who would make a position for the fourth time looks for another move."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schwarm.bots.clock import SearchLimits
from schwarm.game.game import Game
from schwarm.search.report import OFTEN, PROVEN, Listener, SearchReport

if TYPE_CHECKING:
    from schwarm.bots.bot import SearchBot

FIRST_SHARE = 0.4  # of the limits, where a move back is among the moves; the others have the rest


def search_for_progress(
    bot: SearchBot, view: Game, limits: SearchLimits, listener: Listener | None
) -> SearchReport:
    """The best move; one that makes a position for the fourth time only if no other move is as good.

    Where there is such a move the search has a part of the limits. If that move is the best, all others are
    searched as deep, and the best of these is taken if it is worse by no more than `standstill`.
    """
    back, on = bot.searcher.moves_back_and_on(view, OFTEN)
    if not back or not on:
        return bot.search(view, limits, listener=listener)
    limits = bot.before_stalls(limits)
    (part,) = limits.split(1, FIRST_SHARE)
    found = bot.search(view, part, listener=listener)
    if found.move.code not in back or found.depth == 0:
        return found
    nodes = max(1, limits.nodes - found.nodes) if limits.nodes else 0
    rest = replace(limits, depth=found.depth, nodes=nodes, clear_lead=0)
    escapes, bot.searcher.escapes = (
        bot.searcher.escapes,
        False,
    )  # a move of which nothing is known is no better
    try:
        other = bot.search(view, rest, only=on)
    finally:
        bot.searcher.escapes = escapes
    chosen = other if is_as_good(other, found, bot.standstill) else found
    chosen = replace(chosen, nodes=found.nodes + other.nodes, elapsed_ms=found.elapsed_ms + other.elapsed_ms)
    if listener is not None:
        listener(chosen)
    return chosen


def is_as_good(other: SearchReport, best: SearchReport, loss: int) -> bool:
    """Is another move worse by no more than `loss`, in a search as deep, and not known to lose?"""
    if other.score >= PROVEN:
        return True
    return other.depth >= best.depth and other.score > -PROVEN and other.score >= best.score - loss
