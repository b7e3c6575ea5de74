"""The page's tables: who sits where in a game, kept beside the game's record as the page's own JSON text."""

from __future__ import annotations

import time
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, insert, or_, select, update

from schwarm.store.schema import GameStatus, games, page_tables
from schwarm.store.store import Store

FOUND = select(page_tables, games.c.state).select_from(
    page_tables.outerjoin(games, games.c.id == page_tables.c.game_id)
)


@dataclass(frozen=True, slots=True)
class PageTable:
    """One table of the page; `game` and `state` are those of its game, None before that begins."""

    id: str
    game: int | None
    touched: float  # when it was last written, in seconds since 1970
    plan: str  # JSON; only the page knows what it says
    state: GameStatus | None


class PageTables:
    """All tables of the page in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def save(self, name: str, plan: str, game: int | None) -> Future[None]:
        """Write a table; done once that would survive a crash."""
        values = {"game_id": game, "touched": time.time(), "plan": plan}

        def work(connection: Connection, run: int) -> None:
            known = update(page_tables).where(page_tables.c.id == name)
            if connection.execute(known.values(**values)).rowcount == 0:
                connection.execute(insert(page_tables).values(id=name, **values))

        return self._store.submit(work)

    def drop(self, name: str) -> None:
        """Forget a table."""
        this = delete(page_tables).where(page_tables.c.id == name)

        def work(connection: Connection, run: int) -> None:
            connection.execute(this)

        self._store.submit(work).result()

    def find(self, name: str) -> PageTable | None:
        """The table of that name."""
        return next(iter(self._read(FOUND.where(page_tables.c.id == name))), None)

    def of_game(self, game: int) -> PageTable | None:
        """The table at which a game of the store was played, if there was one."""
        return next(iter(self._read(FOUND.where(page_tables.c.game_id == game))), None)

    def unfinished(self) -> list[PageTable]:
        """All tables whose game has not ended or not begun, the longest untouched first."""
        open_game = or_(games.c.state.is_(None), games.c.state != GameStatus.ENDED)
        return self._read(FOUND.where(open_game).order_by(page_tables.c.touched))

    def newest(self, count: int) -> list[PageTable]:
        """The tables whose game has ended, newest first."""
        ended = FOUND.where(games.c.state == GameStatus.ENDED)
        return self._read(ended.order_by(page_tables.c.touched.desc()).limit(count))

    def _read(self, query: Select[Any]) -> list[PageTable]:
        return [_table(row) for row in self._store.read(lambda connection: connection.execute(query).all())]


def _table(row: Row[Any]) -> PageTable:
    state = None if row.state is None else GameStatus(row.state)
    return PageTable(row.id, row.game_id, row.touched, row.plan, state)
