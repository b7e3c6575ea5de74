"""Bots and Python functions as one kind of function: a game and a time in, a move out."""

from __future__ import annotations

import sys
import time
from importlib import import_module

from schwarm import bots
from schwarm.bots import BUDGET_MS, RandomBot, SearchBot, knowledge
from schwarm.games.game import Game
from schwarm.players.checks import ROLLOUTS, TREE_SEARCH
from schwarm.players.spec import BotSpec, FunctionSpec
from schwarm.referee import Think

SIMULATIONS = 2_000
FEW_SIMULATIONS = 100  # with a random game at each leaf a simulation costs far more
IN_TIME = 0.9  # the part of its time that tree search uses: the last simulation may take a moment


def bot_thinker(spec: BotSpec, game: str, seed: int = 0) -> Think:
    """A named bot, ready to think; `seed` decides its chances."""
    if spec.bot in (TREE_SEARCH, ROLLOUTS):
        return _tree_search(spec, game, seed)
    named = RandomBot(seed) if spec.bot == "random" else bots.player(game, spec.bot, seed=seed)
    if spec.weights:
        weights = {name: [opening, end] for name, opening, end in spec.weights}
        known = knowledge(game)
        named = SearchBot(spec.bot, known, seed=seed, evaluator=known.evaluator(weights))

    def think(game: Game, budget_ms: float | None) -> str:
        budget = round(least(budget_ms, spec.time_ms))
        if spec.nodes and isinstance(named, SearchBot):
            return named.analyse(game, budget, nodes=spec.nodes).move
        return named.choose(game, budget)

    return think


def _tree_search(spec: BotSpec, game: str, seed: int) -> Think:
    rollouts = spec.bot == ROLLOUTS
    forest = bots.rollout_forest(game, seed=seed) if rollouts else bots.new_forest(game, seed=seed)

    def think(game: Game, budget_ms: float | None) -> str:
        deadline = time.monotonic() + least(budget_ms, spec.time_ms) * IN_TIME / 1000
        simulations = spec.nodes or (FEW_SIMULATIONS if rollouts else SIMULATIONS)
        return bots.simulate(game, simulations=simulations, deadline=deadline, forest=forest).move

    return think


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
