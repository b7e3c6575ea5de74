"""The seam between the referee and the store: a game's moves are durable before anybody hears of them."""

from __future__ import annotations

from typing import Protocol

from schwarm.game.errors import Faults
from schwarm.game.record import End, Ply, Record


class Ledger(Protocol):
    """One game's entries. Each call returns once its entry would survive a crash."""

    async def begin(self, record: Record) -> None:
        """The game as it starts, with the plies made so far."""

    async def add(self, number: int, ply: Ply) -> None:
        """The next ply; `number` counts from 0 at the record's start."""

    async def end(self, end: End, faults: Faults) -> None:
        """How the game ended, and what each offender did, by side."""


class NoLedger:
    """Keeps nothing: for games whose record is enough."""

    async def begin(self, record: Record) -> None:
        """Keep nothing."""

    async def add(self, number: int, ply: Ply) -> None:
        """Keep nothing."""

    async def end(self, end: End, faults: Faults) -> None:
        """Keep nothing."""
