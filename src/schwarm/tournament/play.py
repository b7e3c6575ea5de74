"""Plays one game of a tournament inside a worker process."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from functools import partial
from importlib import import_module

from schwarm.bots import RandomBot, player
from schwarm.games import Game, new_game
from schwarm.games.random64 import Stream
from schwarm.referee import (
    Answer,
    Event,
    Left,
    Limits,
    Listener,
    Moved,
    ProcessSeat,
    Referee,
    Request,
    Seat,
    Think,
    now_ms,
)
from schwarm.referee.local import LocalSeat
from schwarm.tournament.errors import TournamentError
from schwarm.tournament.task import Report, Task

OPENING, CHANCE = 101, 102  # streams of a game's seed: the opening's moves, the players' chances
PROGRAMS = "schwarm.contest.entrants"  # plays games of programs; lies above this package, so it is named only


def start(task: Task) -> Game:
    """The game at its start, with its opening made; both games of a pair get the same."""
    game = new_game(task.game, profile=task.profile or None, seed=task.seed, position=None, **task.options)
    stream = Stream(task.seed, OPENING)
    for _ in range(task.opening_plies):
        game.play(stream.choice(game.legal_moves()))
        if game.finished():
            game.undo()
            break
    return game


async def play(task: Task, listener: Listener) -> Report:
    """Play a game to its end. Only our own mistakes and the operator's raise."""
    began = time.monotonic()
    if any(entrant.kind in ("command", "zip") for entrant in task.players):
        report: Report = await import_module(PROGRAMS).play(task, start(task), listener)
        return report
    game = start(task)
    sides = game.setup.book.sides
    seats = {side: seat(task, number) for number, side in enumerate(sides)}
    for own in seats.values():
        if isinstance(own, ProcessSeat):
            with contextlib.suppress(ChildProcessError):  # it will fail again when it is asked, and lose then
                await own.prepare()
    times = Times(sides)
    limits = Limits(task.soft_ms, task.hard_ms)
    referee = Referee(game, seats, limits=limits, listeners=[listener, times.listen])
    record = await referee.run()
    wall_ms = 1000 * (time.monotonic() - began)
    return Report(task.key, record, wall_ms, times.total, times.slowest, faults(task, referee))


class DirectSeat(LocalSeat):
    """A bot that thinks where the referee runs, which waits anyway: a worker plays one game at a time.

    One that never returns freezes the worker; its owner notices and blames it.
    """

    def __init__(self, name: str, think: Think) -> None:
        super().__init__(name)
        self._think = think

    async def choose(self, request: Request) -> Answer:
        """What the bot says; if it raises, it has left the game."""
        game = request.game
        waited_ms = queued_ms()
        left_ms = now_ms()
        try:
            move = str(self._think(game, request.limits.soft_ms))
        except Exception as error:
            raise Left(f"crashed: {type(error).__name__}: {error}") from error
        # Waiting for a core is not thinking: other games on a busy machine cost a bot nothing.
        return Answer(move, left_ms, max(now_ms() - (queued_ms() - waited_ms), left_ms))


def queued_ms() -> float:
    """How long this thread was ready to run but got no core, in all its life; 0 where nobody counts."""
    try:
        with open("/proc/thread-self/schedstat", "rb", buffering=0) as file:
            return int(file.read(100).split()[1]) / 1e6
    except (OSError, IndexError, ValueError):
        return 0.0


class Times:
    """How long each side thought."""

    def __init__(self, sides: Sequence[str]) -> None:
        self._ms: dict[str, list[float]] = {side: [0.0] for side in sides}

    def listen(self, event: Event) -> None:
        """A referee's listener."""
        if isinstance(event, Moved) and event.ply.think_ms is not None:
            self._ms[event.side].append(event.ply.think_ms)

    @property
    def total(self) -> tuple[float, float]:
        """All moves together, of the first side and the second."""
        first, second = self._ms.values()
        return sum(first), sum(second)

    @property
    def slowest(self) -> tuple[float, float]:
        """The slowest move of each."""
        first, second = self._ms.values()
        return max(first), max(second)


def faults(task: Task, referee: Referee) -> dict[str, str]:
    """What offenders did, by entrant."""
    names = dict(zip(referee.game.setup.book.sides, (e.name for e in task.players), strict=True))
    return {names[side]: str(fault) for side, fault in referee.faults.items()}


def seat(task: Task, number: int) -> Seat:
    """The seat of a player that thinks in this program or in a process of ours."""
    entrant = task.players[number]
    if entrant.kind == "think":
        make = partial(load, entrant.think, entrant.budget_ms)
        return DirectSeat(entrant.name, make()) if entrant.inside else ProcessSeat(entrant.name, make)
    if entrant.kind == "bot":
        return DirectSeat(entrant.name, bot(task, number))
    raise TournamentError(f"{entrant.name}: a {entrant.kind} player needs a crew that can reach it")


def bot(task: Task, number: int) -> Think:
    """A named bot, ready to think; its chances come from the game's seed and its side."""
    entrant = task.players[number]
    stream = Stream(task.seed, CHANCE)
    chance = [stream.word(), stream.word()][number]
    named = RandomBot(chance) if entrant.bot == "random" else player(task.game, entrant.bot, seed=chance)

    def think(game: Game, budget_ms: float | None) -> str:
        return named.choose(game, round(_least(budget_ms, entrant.budget_ms)))

    return think


def load(text: str, own_ms: float = 0.0) -> Think:
    """The bot at MODULE:FUNCTION; the function is called as (game, budget_ms) and returns a move."""
    module, _, name = text.partition(":")
    found: Think = getattr(import_module(module), name)
    return lambda game, budget_ms: found(game, _least(budget_ms, own_ms))


def _least(allowed_ms: float | None, own_ms: float) -> float:
    limits = [limit for limit in (allowed_ms, own_ms) if limit]
    return min(limits) if limits else 2_000.0
