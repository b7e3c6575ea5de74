"""The database: game records, every ply durable before it is announced.

`open_store` opens one. SQLAlchemy is imported only then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schwarm.store.errors import (
    Away,
    BadUrl,
    Conflict,
    Full,
    Locked,
    NoSuchGame,
    OnePage,
    OtherSchema,
    ReadOnly,
    SignedOff,
    StoreError,
    Unreachable,
)

if TYPE_CHECKING:
    from schwarm.store.store import Store

__all__ = [
    "Away",
    "BadUrl",
    "Conflict",
    "Full",
    "Locked",
    "NoSuchGame",
    "OnePage",
    "OtherSchema",
    "ReadOnly",
    "SignedOff",
    "StoreError",
    "Unreachable",
    "open_store",
]


def open_store(url: str, *, power_safe: bool = False, create: bool = True) -> Store:
    """Open a database (a file name, or a URL) at its newest schema, and mark games that a crash interrupted.

    Commits survive the end of the program; with `power_safe` also that of the machine (SQLite waits for
    the disk then; PostgreSQL always does). Without `create` there has to be one already: whoever only wants
    to read makes none. Blocks: from an event loop, call it in a thread.

    :raises StoreError: if it cannot be opened, or is no database of ours.

    >>> import asyncio, tempfile, schwarm
    >>> from schwarm.referee import RandomSeat, Referee
    >>> from schwarm.store import open_store
    >>> seats = {"red": RandomSeat("Ada", seed=1), "blue": RandomSeat("Bob", seed=2)}
    >>> with tempfile.TemporaryDirectory() as folder, open_store(f"{folder}/games.db") as store:
    ...     ledger = store.ledger()
    ...     game = schwarm.new_game("piranhas", seed=7)
    ...     record = asyncio.run(Referee(game, seats, ledger=ledger).run())
    ...     store.record(ledger.game) == record
    True
    """
    try:
        from schwarm.store.store import Store
    except ImportError as error:
        if error.name not in ("sqlalchemy", "alembic"):
            raise
        raise StoreError("the store needs SQLAlchemy and Alembic: pip install 'schwarm'") from None
    return Store(url, power_safe=power_safe, create=create)
