"""Finished games judged ply by ply: what bots said of them is kept, so that nobody waits for it twice."""

from __future__ import annotations

from concurrent.futures import Future

from sqlalchemy import Connection, delete, insert, select

from schwarm.store.schema import analyses
from schwarm.store.store import Store


def keep(store: Store, game: int, engine: str, judged: str) -> Future[None]:
    """Write what an engine said of a game, in place of what was known; done once it would survive a crash."""
    old = delete(analyses).where(analyses.c.game_id == game)
    new = insert(analyses).values(game_id=game, engine=engine, judged=judged)

    def work(connection: Connection, run: int) -> None:
        connection.execute(old)
        connection.execute(new)

    return store.submit(work)


def find(store: Store, game: int, engine: str) -> str | None:
    """What this engine said of a game; None if nobody has asked it."""
    query = select(analyses.c.judged).where(analyses.c.game_id == game, analyses.c.engine == engine)
    return store.read(lambda connection: connection.execute(query).scalar_one_or_none())
