"""Seats, ledgers and listeners in memory, and a way to run a game with them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import schwarm
from schwarm.game.errors import Faults
from schwarm.game.game import Game
from schwarm.game.record import End, Ply, Record
from schwarm.referee import Answer, Event, RandomSeat, Referee, Request, now_ms
from schwarm.referee.bot_seats import LocalSeat

Chooser = Callable[[Request], Awaitable[Answer]]


class ScriptSeat(LocalSeat):
    """Answers with what a function says; remembers what it was told."""

    def __init__(self, choose: Chooser, name: str = "script") -> None:
        super().__init__(name)
        self._chooser = choose
        self.heard: list[Event] = []
        self.closed = 0

    async def choose(self, request: Request) -> Answer:
        return await self._chooser(request)

    def tell(self, event: Event) -> None:
        self.heard.append(event)

    async def close(self) -> None:
        self.closed += 1


def says(move: str, think_ms: float = 1.0) -> Chooser:
    """The same answer each time, after a think time that nobody has to wait for."""

    async def choose(request: Request) -> Answer:
        left_ms = now_ms()
        return Answer(move, left_ms, left_ms + think_ms)

    return choose


async def first_move(request: Request) -> Answer:
    """The first legal move, at once."""
    left_ms = now_ms()
    return Answer(request.game.legal_moves()[0], left_ms, left_ms + 0.5)


async def never(request: Request) -> Answer:
    """No answer."""
    await asyncio.Event().wait()
    raise AssertionError("nobody can get here")


class ListLedger:
    """Entries in memory; remembers how far the game was announced when each came."""

    def __init__(self) -> None:
        self.record: Record | None = None
        self.plies: list[Ply] = []
        self.ends: list[tuple[End, Faults]] = []

    async def begin(self, record: Record) -> None:
        self.record = record

    async def add(self, number: int, ply: Ply) -> None:
        assert number == len(self.plies) + len(self.record.plies if self.record else ())
        await asyncio.sleep(0)
        self.plies.append(ply)

    async def end(self, end: End, faults: Faults) -> None:
        await asyncio.sleep(0)
        self.ends.append((end, faults))


def small_game(rounds: int = 3) -> Game:
    return schwarm.new_game("piranhas", seed=7, rounds=rounds)


def random_seats() -> dict[str, RandomSeat]:
    return {"red": RandomSeat("one", 1), "blue": RandomSeat("two", 2)}


async def settle() -> None:
    """Let the event loop do all it can without waiting for anybody."""
    for _ in range(100):
        await asyncio.sleep(0)


def run(referee: Referee) -> Record:
    return asyncio.run(referee.run())
