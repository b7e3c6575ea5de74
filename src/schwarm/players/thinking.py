"""Bots and Python functions as one kind of function: a game and a time in, a move out."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import TypeGuard

from schwarm import bots
from schwarm.bots import BUDGET_MS, Bot, Level, RandomBot, RolloutBot, SearchBot, knowledge
from schwarm.game.errors import Refusal
from schwarm.game.game import Game
from schwarm.players.checks import BY_HAND, BY_RULES, ROLLOUTS, TREE_SEARCH, check, net_of
from schwarm.players.spec import BotSpec, FunctionSpec, NetSpec, PlayerError, PlayerSpec, read
from schwarm.referee import Adjudication, Judge, Think, Thought, thousandths
from schwarm.referee.adjudication import SURE

SIMULATIONS = 2_000
FEW_SIMULATIONS = 100  # with a random game at each leaf a simulation costs far more
IN_TIME = 0.9  # the part of its time that tree search uses: the last simulation may take a moment


def bot_thinker(spec: BotSpec | NetSpec, game: str, seed: int = 0) -> Think:
    """A bot of ours, ready to think; `seed` decides its chances."""
    if isinstance(spec, BotSpec) and spec.bot in (TREE_SEARCH, ROLLOUTS):
        return _tree_search(spec, game, seed)
    named = bot_of(spec, game, seed)
    if spec.nodes and isinstance(named, RolloutBot):
        named.simulations = spec.nodes

    def think(game: Game, budget_ms: float | None) -> Thought:
        budget = round(least(budget_ms, spec.time_ms))
        if not isinstance(named, SearchBot):
            return Thought(named.choose(game, budget))
        found = named.analyse(game, budget, nodes=spec.nodes or None, early=not spec.nodes, playing=True)
        # A forced move is not searched and tells nothing.
        score = thousandths(found.score, named.searcher.evaluator.scale) if found.nodes else None
        return Thought(found.move, score)

    return think


def bot_of(spec: BotSpec | NetSpec, game: str, seed: int = 0, *, threads: int = 1) -> Bot:
    """A bot that is asked for single moves; GameError if this one cannot search on so many `threads`."""
    known = knowledge(game)
    if isinstance(spec, NetSpec):
        return SearchBot(str(spec), replace(known, net=net_of(spec, game)), seed=seed, threads=threads)
    if spec.noise is not None:
        return SearchBot(str(spec), known, Level(spec.nodes, spec.noise), seed=seed)
    if spec.weights:
        weights = {name: [opening, end] for name, opening, end in spec.weights}
        return SearchBot(spec.bot, known, seed=seed, evaluator=known.evaluator(weights))
    if spec.bot in (BY_HAND, BY_RULES):
        own = known.evaluator(strongest=True) if spec.bot == BY_HAND else known.ruled()
        return SearchBot(spec.bot, known, seed=seed, threads=threads, evaluator=own)
    if threads > 1:
        return SearchBot(spec.bot, known, known.levels.get(spec.bot), seed=seed, threads=threads)
    return RandomBot(seed) if spec.bot == "random" else bots.player(game, spec.bot, seed=seed)


def _tree_search(spec: BotSpec, game: str, seed: int) -> Think:
    rollouts = spec.bot == ROLLOUTS
    forest = bots.rollout_forest(game, seed=seed) if rollouts else bots.new_forest(game, seed=seed)

    def think(game: Game, budget_ms: float | None) -> Thought:
        deadline = time.monotonic() + least(budget_ms, spec.time_ms) * IN_TIME / 1000
        simulations = spec.nodes or (FEW_SIMULATIONS if rollouts else SIMULATIONS)
        found = bots.simulate(game, simulations=simulations, deadline=deadline, forest=forest)
        return Thought(found.move, max(-SURE, min(SURE, found.score)))

    return think


def judge(text: str, game: str) -> Judge:
    """A bot that says what a position is worth to the side to move; PlayerError if it cannot be one."""
    spec = read(text)
    if not scores(spec) or not (spec.nodes or spec.time_ms):
        raise PlayerError(Refusal("judge_bot", said=repr(text)))
    check(spec, game)
    think = bot_thinker(spec, game)

    def score(game: Game) -> int | None:
        thought = think(game, None)
        return thought.score if isinstance(thought, Thought) else None

    return score


def scores(spec: PlayerSpec) -> TypeGuard[BotSpec | NetSpec]:
    """Does this player say what it thinks of a position?"""
    return isinstance(spec, NetSpec) or (isinstance(spec, BotSpec) and spec.bot != "random")


def check_adjudication(rules: Adjudication, specs: Sequence[PlayerSpec], game: str) -> None:
    """PlayerError if these rules cannot be kept in games of these players."""
    if rules.win is None and rules.draw is None:
        raise PlayerError(Refusal("judge_alone"))
    if rules.judge:
        judge(rules.judge, game)
        return
    silent = [str(spec) for spec in specs if not scores(spec)]
    if silent:
        raise PlayerError(Refusal("judge_missing", name=silent[0]))


def function_thinker(spec: FunctionSpec) -> Think:
    """The function of a module, called as (game, budget_ms)."""
    if spec.folder and spec.folder not in sys.path:
        sys.path.insert(0, spec.folder)
    found: Think = getattr(import_module(spec.module), spec.function)
    return lambda game, budget_ms: found(game, least(budget_ms, spec.time_ms))


def least(allowed_ms: float | None, own_ms: float) -> float:
    """The shorter of two times, of which each may be missing."""
    given = [limit for limit in (allowed_ms, own_ms) if limit]
    return min(given) if given else float(BUDGET_MS)
