"""Visitors with names: who they are, which tables they sat at, and the results their ratings are made of."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from schwarm.store.page_tables import REPLAYS, FinishedTable, beginnings, finished_table
from schwarm.store.rows import zoned
from schwarm.store.schema import (
    ends,
    games,
    page_players,
    page_tables,
    people,
    person_games,
    person_ratings,
    rated_games,
)
from schwarm.store.store import Store

# Takes a side's name and token out of a plan: the new plan, and the names that are left in it.
Blank = Callable[[str, str], tuple[str, list[str]]]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a name; `key` is the fingerprint of the token that is the right to it."""

    id: str
    name: str
    key: str


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A result: the points of the first, 1, 0.5 or 0. Players are ids of people, or `level N`."""

    table: str
    game: str
    first: str
    second: str
    points: float
    ended: datetime


@dataclass(frozen=True, slots=True)
class KeptRating:
    """A person's Elo in a game with its 95 percent interval, from so many games."""

    person: str
    game: str
    elo: float
    low: float
    high: float
    games: int


class PeopleStore:
    """All people in a store. Methods block."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # --- names -----------------------------------------------------------------------------------------
    def add(self, person: Person, folded: str, most: int) -> bool:
        """Write somebody new; False if the name is taken. OverflowError if there are so many already."""

        def work(connection: Connection, run: int) -> bool:
            if connection.execute(select(func.count()).select_from(people)).scalar_one() >= most:
                raise OverflowError("no room for another name")
            if connection.execute(select(people.c.id).where(people.c.folded == folded)).first():
                return False
            row = {"id": person.id, "name": person.name, "folded": folded, "key": person.key}
            connection.execute(insert(people).values(**row, created=time.time()))
            return True

        return self._store.submit(work).result()

    def rename(self, person: str, name: str, folded: str) -> bool:
        """Give somebody another name; False if somebody else has it. Games keep the name they had."""

        def work(connection: Connection, run: int) -> bool:
            holder = connection.execute(select(people.c.id).where(people.c.folded == folded)).scalar()
            if holder is not None and holder != person:
                return False
            this = update(people).where(people.c.id == person)
            connection.execute(this.values(name=name, folded=folded))
            return True

        return self._store.submit(work).result()

    def by_key(self, key: str) -> Person | None:
        """Whose token has this fingerprint?"""
        return self._one(people.c.key == key)

    def find(self, person: str) -> Person | None:
        """Somebody by their id."""
        return self._one(people.c.id == person)

    def _one(self, condition: Any) -> Person | None:
        query = select(people.c.id, people.c.name, people.c.key).where(condition)
        row = self._store.read(lambda connection: connection.execute(query).first())
        return None if row is None else Person(row.id, row.name, row.key)

    def taken(self, folded: Iterable[str]) -> set[str]:
        """Which of these names have an owner."""
        query = select(people.c.folded).where(people.c.folded.in_(list(folded)))
        return set(self._store.read(lambda connection: connection.execute(query).scalars().all()))

    def forget(self, person: str, somebody: str, blank: Blank) -> None:
        """Delete a name, its token and ratings; games and results stay, as those of `somebody`."""

        def work(connection: Connection, run: int) -> None:
            mine = select(person_games.c.table_id, person_games.c.side).where(
                person_games.c.person_id == person
            )
            for table, side in connection.execute(mine).all():
                _blank_table(connection, table, side, blank)
            for player in (rated_games.c.first, rated_games.c.second):
                mine_too = update(rated_games).where(player == person)
                connection.execute(mine_too.values({player.name: somebody}))
            connection.execute(delete(person_games).where(person_games.c.person_id == person))
            connection.execute(delete(person_ratings).where(person_ratings.c.person_id == person))
            connection.execute(delete(people).where(people.c.id == person))

        self._store.submit(work).result()

    # --- games -----------------------------------------------------------------------------------------
    def finished(self, person: str, before: datetime | None, count: int) -> list[tuple[FinishedTable, str]]:
        """A person's finished games with the side they played, those that ended last first."""
        query = (
            REPLAYS.add_columns(person_games.c.side)
            .join(person_games, person_games.c.table_id == page_tables.c.id)
            .where(person_games.c.person_id == person, page_tables.c.ended.is_not(None))
        )
        if before is not None:
            query = query.where(page_tables.c.ended < before)
        query = query.order_by(page_tables.c.ended.desc(), person_games.c.side).limit(count)
        rows = self._store.read(lambda connection: connection.execute(query).all())
        return [(finished_table(row), row.side) for row in rows]

    def unscored(self) -> list[str]:
        """Tables whose rated game has ended, but whose result no rating knows: the program ended between."""
        query = (
            select(person_games.c.table_id)
            .distinct()
            .join(page_tables, page_tables.c.id == person_games.c.table_id)
            .join(ends, ends.c.game_id == page_tables.c.game_id)
            .outerjoin(rated_games, rated_games.c.table_id == person_games.c.table_id)
            .where(person_games.c.rated, rated_games.c.table_id.is_(None), ends.c.reason != "interrupted")
        )
        return list(self._store.read(lambda connection: connection.execute(query).scalars().all()))

    # --- ratings ---------------------------------------------------------------------------------------
    def score(self, result: RatedGame) -> bool:
        """Write a result; False if it is there already."""

        def work(connection: Connection, run: int) -> bool:
            known = select(rated_games.c.table_id).where(rated_games.c.table_id == result.table)
            if connection.execute(known).first():
                return False
            row = {"table_id": result.table, "game": result.game, "first": result.first}
            row |= {"second": result.second}
            connection.execute(insert(rated_games).values(**row, points=result.points, ended=result.ended))
            return True

        return self._store.submit(work).result()

    def unrate(self, table: str) -> None:
        """This table's game counts for no rating after all."""
        this = update(person_games).where(person_games.c.table_id == table)
        self._store.submit(lambda connection, run: connection.execute(this.values(rated=False))).result()

    def results(self, game: str, players: Sequence[str], newest: int) -> list[RatedGame]:
        """The newest results of these players, whoever they met."""
        theirs = or_(rated_games.c.first.in_(players), rated_games.c.second.in_(players))
        query = select(rated_games).where(rated_games.c.game == game, theirs)
        query = query.order_by(rated_games.c.ended.desc()).limit(newest)
        rows = self._store.read(lambda connection: connection.execute(query).all())
        return [_rated(row) for row in rows]

    def keep_rating(self, rating: KeptRating) -> None:
        """Write what is known of somebody's strength now."""
        values = {"elo": rating.elo, "low": rating.low, "high": rating.high, "games": rating.games}

        def work(connection: Connection, run: int) -> None:
            alive = select(people.c.id).where(people.c.id == rating.person)
            if connection.execute(alive).first() is None:
                return  # forgotten meanwhile
            this = update(person_ratings).where(
                person_ratings.c.person_id == rating.person, person_ratings.c.game == rating.game
            )
            if connection.execute(this.values(**values)).rowcount == 0:
                row = {"person_id": rating.person, "game": rating.game}
                connection.execute(insert(person_ratings).values(**row, **values))

        self._store.submit(work).result()

    def ratings(self, person: str) -> list[KeptRating]:
        """A person's ratings in all games."""
        query = select(person_ratings).where(person_ratings.c.person_id == person)
        rows = self._store.read(lambda connection: connection.execute(query).all())
        return [KeptRating(row.person_id, row.game, row.elo, row.low, row.high, row.games) for row in rows]


def _blank_table(connection: Connection, table: str, side: str, blank: Blank) -> None:
    """Take a name out of a table's plan, its game's record and what searches look at."""
    this = select(page_tables.c.plan, page_tables.c.game_id).where(page_tables.c.id == table)
    found = connection.execute(this).one()
    plan, names = blank(found.plan, side)
    connection.execute(update(page_tables).where(page_tables.c.id == table).values(plan=plan))
    connection.execute(delete(page_players).where(page_players.c.table_id == table))
    words = [{"words": text, "table_id": table} for text in beginnings(names)]
    if words:
        connection.execute(insert(page_players), words)
    if found.game_id is not None:
        record = select(games.c.seats).where(games.c.id == found.game_id)
        seats = json.loads(connection.execute(record).scalar_one())
        seats[side] = ""
        kept = update(games).where(games.c.id == found.game_id)
        connection.execute(kept.values(seats=json.dumps(seats)))


def _rated(row: Row[Any]) -> RatedGame:
    return RatedGame(row.table_id, row.game, row.first, row.second, row.points, zoned(row.ended))
