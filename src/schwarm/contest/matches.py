"""Matches in which foreign programs take part: every game in an arena of its own."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from schwarm.bots import Bot, player
from schwarm.bots.match import Pairing, Spec, Tally
from schwarm.contest.arena import Arena, Contender
from schwarm.games import Game, new_game
from schwarm.games.record import Irregular, Record
from schwarm.programs.program import read_command
from schwarm.programs.sandbox import Sandbox
from schwarm.referee import Limits

HARD = 5  # times the limit of a move: nobody waits longer


def is_program(word: str) -> bool:
    """Is this a path of a program, and not the name of a bot?"""
    return os.sep in word or word.endswith(".jar")


@dataclass(frozen=True, slots=True)
class ProgramMatch:
    """Plays a pairing whose bots may be programs; goes to other processes as it is."""

    sandboxed: bool = False

    def __call__(self, pairing: Pairing) -> Tally:
        """One game; the first contender's result."""
        return asyncio.run(self._play(pairing))

    async def _play(self, pairing: Pairing) -> Tally:
        game = start(pairing)
        contenders = [self._contender(pairing, number) for number in range(2)]
        if pairing.swapped:
            contenders.reverse()
        limits = Limits(pairing.time_ms, HARD * pairing.time_ms)
        async with Arena(limits=limits) as arena:
            record = await arena.play(game, *contenders)
        return tally(record, pairing, game)

    def _contender(self, pairing: Pairing, number: int) -> Contender:
        spec = pairing.specs[number]
        if is_program(spec.name):
            sandbox = Sandbox() if self.sandboxed else None
            return Contender(Path(spec.name).stem, tuple(read_command([spec.name])), sandbox=sandbox)
        bot = player(pairing.game, spec.name, seed=2 * pairing.seed + number)
        return Contender(spec.name, think=partial(_choose, bot, spec))


def start(pairing: Pairing) -> Game:
    """The position a pairing starts from."""
    game = new_game(pairing.game, seed=pairing.seed, **dict(pairing.options))
    opening = player(pairing.game, "random", seed=pairing.seed)
    while game.turn < pairing.opening_plies and game.outcome() is None:
        game.play(opening.choose(game))
    return game


def tally(record: Record, pairing: Pairing, game: Game) -> Tally:
    """A record as one game of a match."""
    assert record.end is not None
    winner = record.end.winner
    sides = game.setup.book.sides
    points = 0 if winner is None else 1 - 2 * (sides.index(winner) ^ pairing.swapped)
    return Tally(
        wins=int(points > 0),
        draws=int(points == 0),
        losses=int(points < 0),
        late=int(record.end.reason == Irregular.TIME_UP),
        illegal=int(record.end.reason == Irregular.ILLEGAL_MOVE),
        plies=len(record.plies),
        slowest_ms=max((ply.think_ms or 0.0 for ply in record.plies), default=0.0),
        reasons={str(record.end.reason): 1},
    )


def _choose(bot: Bot, spec: Spec, game: Game, budget_ms: float | None) -> str:
    return bot.choose(game, spec.time_ms or int(budget_ms or 2_000))
