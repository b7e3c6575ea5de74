"""Going on with an interrupted game between seats of this program."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from schwarm.game.record import Record, replay
from schwarm.referee import Referee, Seat
from schwarm.store.store import Store


async def go_on(store: Store, game: int, seats: Mapping[str, Seat]) -> Record:
    record, ledger = await asyncio.to_thread(store.resume, game)
    return await Referee(replay(record), seats, plies=record.plies, ledger=ledger).run()
