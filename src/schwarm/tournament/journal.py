"""Events in the store: what they are, and every finished game, written in one piece.

A game and its line in the event are one transaction, so after a crash a game is either there as a whole or
was never played.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from schwarm.games import rule_book
from schwarm.store import rows
from schwarm.store.schema import event_games, events, qualifications
from schwarm.store.store import Store
from schwarm.tournament.errors import Busy, NoSuchEvent
from schwarm.tournament.formats import Event, from_json, without
from schwarm.tournament.results import GameKey, Played, played
from schwarm.workers import Report

KEY = (
    event_games.c.stage,
    event_games.c.group_number,
    event_games.c.day,
    event_games.c.match_number,
    event_games.c.number,
)
OUTCOME = ("game_id", "first", "second", "first_points", "second_points", "scores", "reason", "detail")
TABLED = (*KEY, *(event_games.c[name] for name in OUTCOME))
LISTED = tuple(column for column in event_games.c if column.name not in ("event_id", "log", "ended"))


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event's line in a list."""

    id: int
    name: str
    game: str
    created: datetime
    finished: datetime | None
    running: bool
    games: int


@dataclass(frozen=True, slots=True)
class GameLine:
    """A finished game's line: all that tables and reports need."""

    key: GameKey
    played: Played
    detail: str
    plies: int
    think_ms: tuple[float, float]
    slowest_ms: tuple[float, float]
    wall_ms: float


class Journal:
    """One event in a store."""

    def __init__(self, store: Store, number: int) -> None:
        self.store = store
        self.number = number
        found = store.read(
            lambda connection: connection.execute(select(events).where(events.c.id == number)).one_or_none()
        )
        if found is None:
            raise NoSuchEvent(f"expected the number of an event in the store, not {number}")
        failed = [name for name, (passed, _) in self.qualified().items() if not passed]
        self.event: Event = without(from_json(found.format), failed)

    # --- writing -------------------------------------------------------------------------------------
    def claim(self) -> None:
        """This program plays the event from now on; Busy if another one does."""

        def work(connection: Connection, run: int) -> int:
            free = update(events).where(events.c.id == self.number, events.c.run_id.is_(None))
            return connection.execute(free.values(run_id=run)).rowcount

        if self.store.submit(work).result() != 1:
            raise Busy(f"event {self.number} is being played by another program")

    def release(self, *, finished: bool) -> None:
        """Nobody plays the event any more."""
        values: dict[str, Any] = {"run_id": None} | ({"finished": datetime.now(UTC)} if finished else {})
        this = update(events).where(events.c.id == self.number)
        self.store.submit(lambda connection, run: connection.execute(this.values(**values)) and None).result()

    def add(self, report: Report) -> Played:
        """Write a finished game; returns once it would survive a crash."""
        return self.submit(report).result()

    def submit(self, report: Report) -> Future[Played]:
        """The same, to be waited for later."""
        sides = rule_book(self.event.game).sides
        record = report.record
        assert record.end is not None
        first, second = (record.seats[side] for side in sides)
        detail = "; ".join(f"{name}: {fault}" for name, fault in report.faults.items())
        log = "\n".join(f"--- {name}\n{text}" for name, text in report.logs.items() if text)
        result = played(first, second, record.end, sides)

        def work(connection: Connection, run: int) -> Played:
            game = rows.add_game(connection, run, record, detail)
            connection.execute(
                insert(event_games).values(
                    event_id=self.number,
                    **dict(zip((column.name for column in KEY), report.key, strict=True)),
                    game_id=game,
                    first=first,
                    second=second,
                    first_points=result.points[0],
                    second_points=result.points[1],
                    scores=json.dumps(result.scores),
                    reason=result.reason,
                    detail=detail,
                    plies=len(record.plies),
                    first_ms=report.think_ms[0],
                    second_ms=report.think_ms[1],
                    first_slowest_ms=report.slowest_ms[0],
                    second_slowest_ms=report.slowest_ms[1],
                    wall_ms=report.wall_ms,
                    log=log or None,
                    ended=datetime.now(UTC),
                )
            )
            return replace(result, game=game)

        return self.store.submit(work)

    def qualify(self, entrant: str, *, passed: bool, log: str) -> None:
        """Keep the result of a qualification test."""
        row = {"event_id": self.number, "entrant": entrant, "passed": passed, "log": log}
        self.store.submit(
            lambda connection, run: connection.execute(insert(qualifications), row) and None
        ).result()

    # --- reading -------------------------------------------------------------------------------------
    def results(self) -> dict[GameKey, Played]:
        """All finished games."""
        return self.outcomes()[0]

    def outcomes(self) -> tuple[dict[GameKey, Played], dict[GameKey, str]]:
        """All finished games, and what offenders did; no more than tables need, because there may be many."""
        query = select(*TABLED).where(event_games.c.event_id == self.number).order_by(*KEY)
        results: dict[GameKey, Played] = {}
        details: dict[GameKey, str] = {}
        for row in self.store.read(lambda connection: connection.execute(query).all()):
            key = GameKey(*row[:5])
            game, first, second, first_points, second_points, scores, reason, detail = row[5:]
            results[key] = Played(first, second, (first_points, second_points), _scores(scores), reason, game)
            if detail:
                details[key] = detail
        return results, details

    def games(self) -> list[GameLine]:
        """All finished games, in the order of the schedule."""
        query = select(*LISTED).where(event_games.c.event_id == self.number).order_by(*KEY)
        return [_line(row) for row in self.store.read(lambda connection: connection.execute(query).all())]

    def log(self, key: GameKey) -> str:
        """What foreign programs said in a game."""
        query = select(event_games.c.log).where(event_games.c.event_id == self.number)
        for column, value in zip(KEY, key, strict=True):
            query = query.where(column == value)
        return str(self.store.read(lambda connection: connection.execute(query).scalar()) or "")

    def qualified(self) -> dict[str, tuple[bool, str]]:
        """Results of the qualification tests: passed, and the log."""
        query = select(qualifications).where(qualifications.c.event_id == self.number)
        found = self.store.read(lambda connection: connection.execute(query).all())
        return {row.entrant: (row.passed, row.log) for row in found}


def create(store: Store, event: Event) -> Journal:
    """Write a new event down."""
    row = {"name": event.name, "created": datetime.now(UTC), "format": event.to_json()}

    def work(connection: Connection, run: int) -> int:
        return int(connection.execute(insert(events).returning(events.c.id).values(**row)).scalar_one())

    return Journal(store, store.submit(work).result())


def listed(store: Store, newest: int = 100) -> list[EventLine]:
    """The newest events, newest first."""
    counted = select(func.count()).where(event_games.c.event_id == events.c.id).scalar_subquery()
    query = select(events, counted.label("games")).order_by(events.c.id.desc()).limit(newest)
    found: Sequence[Row[Any]] = store.read(lambda connection: connection.execute(query).all())
    return [
        EventLine(
            row.id,
            row.name,
            json.loads(row.format)["game"],
            _zoned(row.created),
            None if row.finished is None else _zoned(row.finished),
            row.run_id is not None,
            row.games,
        )
        for row in found
    ]


def newest(store: Store) -> int:
    """The number of the newest event."""
    found = listed(store, 1)
    if not found:
        raise NoSuchEvent("expected a store with an event in it, not an empty one")
    return found[0].id


def _line(row: Sequence[Any]) -> GameLine:
    """A row of LISTED, in its order: ten thousand of them are read at once."""
    stage, group, day, match, number, game, first, second, *rest = row
    first_points, second_points, scores, reason, detail, plies, *times = rest
    first_ms, second_ms, first_slowest_ms, second_slowest_ms, wall_ms = times
    return GameLine(
        GameKey(stage, group, day, match, number),
        Played(first, second, (first_points, second_points), _scores(scores), reason, game),
        detail,
        plies,
        (first_ms, second_ms),
        (first_slowest_ms, second_slowest_ms),
        wall_ms,
    )


@lru_cache(4096)
def _scores(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first, second = json.loads(text)
    return tuple(first), tuple(second)


def _zoned(when: datetime) -> datetime:
    return when if when.tzinfo else when.replace(tzinfo=UTC)  # SQLite drops the zone
