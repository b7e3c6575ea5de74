"""Going on with an interrupted game between seats of this program."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping

from schwarm.games.record import Record, replay
from schwarm.referee import CONTEST, Limits, Listener, Referee, Seat
from schwarm.store.store import Store


async def resume(
    store: Store,
    game: int,
    seats: Mapping[str, Seat],
    *,
    limits: Limits | Mapping[str, Limits] = CONTEST,
    listeners: Iterable[Listener] = (),
) -> Record:
    """Play an interrupted game to its end, from its record and into its record."""
    record, ledger = await asyncio.to_thread(store.resume, game)
    referee = Referee(
        replay(record), seats, plies=record.plies, limits=limits, ledger=ledger, listeners=listeners
    )
    return await referee.run()
