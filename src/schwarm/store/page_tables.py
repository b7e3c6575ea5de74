"""The page's tables: who sits where in a game, kept beside the game's record as the page's own JSON text."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, func, insert, or_, select, update

from schwarm.game.record import Irregular
from schwarm.store.rows import storable, zoned
from schwarm.store.schema import GameStatus, ends, games, page_players, page_tables, person_games, plies, runs
from schwarm.store.store import Store

LAST = "\U0010ffff"  # after every text that goes on
NOBODY: Mapping[str, str] = {}
LONGEST = 64  # characters of a name that a search looks at
FOUND = select(page_tables, games.c.state).select_from(
    page_tables.outerjoin(games, games.c.id == page_tables.c.game_id)
)
LENGTH = select(func.count()).where(plies.c.game_id == page_tables.c.game_id).scalar_subquery()
REPLAYS = select(page_tables, ends.c.winner, ends.c.reason, LENGTH.label("length")).select_from(
    page_tables.join(ends, ends.c.game_id == page_tables.c.game_id)
)


@dataclass(frozen=True, slots=True)
class PageTable:
    """One table of the page; `game` and `state` are those of its game, None before that begins."""

    id: str
    game: int | None
    touched: float  # when it was last written, in seconds since 1970
    plan: str  # JSON; only the page knows what it says
    state: GameStatus | None
    owner: int | None  # the number of the page that has it; None: nobody


@dataclass(frozen=True, slots=True)
class FinishedTable:
    """A finished game that everybody may see, as far as lists tell of it."""

    id: str
    plan: str
    ended: datetime
    plies: int
    winner: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which finished games somebody looks for; what is not said does not matter."""

    game: str | None = None
    player: str = ""  # how a name, or a word in it, begins
    drawn: bool | None = None  # True: only draws; False: only games with a winner
    before: datetime | None = None  # those that ended earlier


class PageTables:
    """All tables of the page in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def save(
        self,
        name: str,
        plan: str,
        number: int | None,
        *,
        game: str,
        listed: bool,
        players: Iterable[str],
        people: Mapping[str, str] = NOBODY,
        rated: bool = False,
    ) -> Future[None]:
        """Write a table with what lists need to know of it; done once that would survive a crash.

        It is this page's from then on.
        `people` are the ids of those who have one, by side.
        """
        ended = select(ends.c.ended).where(ends.c.game_id == number).scalar_subquery()
        values: dict[str, Any] = {"game_id": number, "touched": time.time(), "plan": plan}
        values |= {"game": game, "listed": listed, "ended": ended}
        words = [{"words": text, "table_id": name} for text in beginnings(players)]
        seats = [
            {"table_id": name, "side": side, "person_id": person, "rated": rated}
            for side, person in people.items()
        ]

        def work(connection: Connection, run: int) -> None:
            known = update(page_tables).where(page_tables.c.id == name)
            if connection.execute(known.values(run_id=run, **values)).rowcount == 0:
                connection.execute(insert(page_tables).values(id=name, run_id=run, **values))
            connection.execute(delete(page_players).where(page_players.c.table_id == name))
            if words:
                connection.execute(insert(page_players), words)
            connection.execute(delete(person_games).where(person_games.c.table_id == name))
            if seats:
                connection.execute(insert(person_games), seats)

        return self._store.submit(work, patient=True)

    def claim(self, name: str, following: str | None = None) -> bool:
        """Take a table that no page has; False if it is another page's then.

        An ended table goes to the page that has the game that follows it, if one has.
        """
        this = page_tables.c.id == name
        living = select(runs.c.id).join(page_tables, page_tables.c.run_id == runs.c.id)
        heir = living.where(page_tables.c.id == following).with_for_update(read=True, key_share=True, of=runs)

        def work(connection: Connection, run: int) -> bool:
            owner = connection.execute(heir).scalar() if following is not None else None
            free = update(page_tables).where(this, page_tables.c.run_id.is_(None))
            connection.execute(free.values(run_id=owner or run))
            return connection.execute(select(page_tables.c.run_id).where(this)).scalar() == run

        return self._store.submit(work).result()

    def release(self, names: Iterable[str]) -> Future[None]:
        """Let others have these tables: this page has forgotten them."""
        mine = update(page_tables).where(page_tables.c.id.in_(list(names)))

        def work(connection: Connection, run: int) -> None:
            connection.execute(mine.where(page_tables.c.run_id == run).values(run_id=None))

        return self._store.submit(work)

    def drop(self, name: str) -> None:
        """Forget a table."""
        this = delete(page_tables).where(page_tables.c.id == name)

        def work(connection: Connection, run: int) -> None:
            connection.execute(this)

        self._store.submit(work).result()

    def find(self, name: str) -> PageTable | None:
        return next(iter(self._read(FOUND.where(page_tables.c.id == name))), None)

    def of_game(self, game: int) -> PageTable | None:
        """The table at which a game of the store was played, if there was one."""
        return next(iter(self._read(FOUND.where(page_tables.c.game_id == game))), None)

    def unfinished(self) -> list[PageTable]:
        """All tables that nobody has and whose game has not ended, the longest untouched first."""
        open_game = or_(games.c.state.is_(None), games.c.state != GameStatus.ENDED)
        free = page_tables.c.run_id.is_(None)
        return self._read(FOUND.where(free, open_game).order_by(page_tables.c.touched))

    def replays(self, wanted: Wanted, count: int) -> list[FinishedTable]:
        """Finished games that everybody may see, those that ended last first."""
        query = REPLAYS.where(page_tables.c.listed, page_tables.c.ended.is_not(None))
        if wanted.game is not None:
            query = query.where(page_tables.c.game == storable(wanted.game))
        if wanted.drawn is True:
            query = query.where(ends.c.winner.is_(None), ends.c.reason != Irregular.CANCELLED)
        elif wanted.drawn is False:
            query = query.where(ends.c.winner.is_not(None))
        if wanted.before is not None:
            query = query.where(page_tables.c.ended < wanted.before)
        begin = " ".join(storable(wanted.player).lower().split())[:LONGEST]
        if begin:
            named = select(page_players.c.table_id).where(
                page_players.c.words >= begin, page_players.c.words < begin + LAST
            )
            query = query.where(page_tables.c.id.in_(named))
        query = query.order_by(page_tables.c.ended.desc()).limit(count)
        rows = self._store.read(lambda connection: connection.execute(query).all())
        return [finished_table(row) for row in rows]

    def _read(self, query: Select[Any]) -> list[PageTable]:
        return [_table(row) for row in self._store.read(lambda connection: connection.execute(query).all())]


def beginnings(names: Iterable[str]) -> list[str]:
    """Each name from each of its words on, in small letters: a search finds it by how any of them begins.

    >>> beginnings(["Ada Lovelace", "bot 3"])
    ['3', 'ada lovelace', 'bot 3', 'lovelace']
    """
    found: set[str] = set()
    for name in names:
        words = storable(name).lower().split()
        found.update(" ".join(words[start:])[:LONGEST] for start in range(len(words)))
    return sorted(found)


def finished_table(row: Row[Any]) -> FinishedTable:
    """A row of `REPLAYS`."""
    return FinishedTable(row.id, row.plan, zoned(row.ended), row.length, row.winner, row.reason)


def _table(row: Row[Any]) -> PageTable:
    state = None if row.state is None else GameStatus(row.state)
    return PageTable(row.id, row.game_id, row.touched, row.plan, state, row.run_id)
