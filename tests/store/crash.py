"""A program that plays 20 games at once into a store and says which moves it announced, until it is killed.

Run as `python -m tests.store.crash URL`.
"""

from __future__ import annotations

import asyncio
import os
import sys
from itertools import count

import schwarm
from schwarm.referee import Event, Moved, RandomSeat, Referee
from schwarm.store import open_store
from schwarm.store.store import Store

SEEDS = count()


async def play_on_and_on(store: Store) -> None:
    while True:
        seed = next(SEEDS)
        ledger = store.ledger()
        referee = Referee(
            schwarm.new_game("piranhas", seed=seed),
            {"red": RandomSeat("red", seed), "blue": RandomSeat("blue", seed + 1)},
            ledger=ledger,
        )

        def announce(event: Event, referee: Referee = referee, ledger: object = ledger) -> None:
            if isinstance(event, Moved):
                number = len(referee.record.plies) - 1
                line = f"{getattr(ledger, 'game', None)} {number} {event.ply.move}\n"
                os.write(1, line.encode())

        referee.listeners.append(announce)
        await referee.run()


async def main() -> None:
    store = await asyncio.to_thread(open_store, sys.argv[1])
    await asyncio.gather(*(play_on_and_on(store) for _ in range(20)))


if __name__ == "__main__":
    asyncio.run(main())
