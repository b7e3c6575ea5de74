"""Tournaments in the store: events, their finished games and the qualification of their entrants.

What an event is, and where a game belongs in it, only the tournament knows: here these are a text and a key.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy import Connection, func, insert, or_, select

from schwarm.game.errors import Faults, Refusal
from schwarm.game.record import Record
from schwarm.store import claims, rows
from schwarm.store.schema import event_games, events, qualifications
from schwarm.store.store import Store

Result = TypeVar("Result")
Key = tuple[int, int, int, int, int]  # stage, group, day, match, game
Scores = tuple[tuple[int, ...], tuple[int, ...]]
Texts = Mapping[str, str]  # by player's name

KEY = tuple(event_games.c[name] for name in ("stage", "group_number", "day", "match_number", "number"))
OUTCOME = (
    "game_id", "first", "second", "first_points", "second_points", "scores", "reason", "faults",
    "first_version", "second_version",
)  # fmt: skip
EFFORT = (
    "plies", "first_ms", "second_ms", "first_slowest_ms", "second_slowest_ms",
    "first_processor_ms", "second_processor_ms", "wall_ms",
)  # fmt: skip
TABLED = (*KEY, *(event_games.c[name] for name in OUTCOME))
LISTED = (*TABLED, *(event_games.c[name] for name in EFFORT))
# Rows are plain tuples in the order of TABLED and LISTED, because ten thousand of them are read at once: key,
# the game's number, both names, both victory points, scores as text, reason, faults, both versions; then
# plies and times.
OutcomeRow = tuple[int, int, int, int, int, int, str, str, int, int, str, str, Faults | None, int, int]
GameRow = tuple[*OutcomeRow, int, float, float, float, float, float | None, float | None, float]


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


class EventGame(NamedTuple):
    """How a game of an event ended. Pairs are those of (first, second) to move."""

    key: Key
    players: tuple[str, str]
    points: tuple[int, int]
    scores: Scores
    reason: str
    faults: Faults  # what each offender did
    versions: tuple[int, int] = (0, 0)  # of their programs


class Effort(NamedTuple):
    """What a game took. Pairs are those of (first, second) to move."""

    plies: int
    think_ms: tuple[float, float]
    slowest_ms: tuple[float, float]
    processor_ms: tuple[float | None, float | None]
    wall_ms: float


# --- events ------------------------------------------------------------------------------------------
def create(store: Store, name: str, format: str) -> int:
    """Write a new event down; its number."""
    made = insert(events).returning(events.c.id).values(name=name, created=datetime.now(UTC), format=format)
    return store.submit(lambda connection, run: int(connection.execute(made).scalar_one())).result()


def format_of(store: Store, event: int) -> str | None:
    """All that an event's file said; None if there is no event of that number."""
    query = select(events.c.format).where(events.c.id == event)
    return store.read(lambda connection: connection.execute(query).scalar_one_or_none())


def claim(store: Store, event: int) -> bool:
    """This program plays the event from now on; False if another one does."""
    return claims.claim(store, events, event)


def release(store: Store, event: int, *, finished: bool) -> None:
    """Nobody plays the event any more."""
    claims.release(store, events, event, finished=finished)


def listed(store: Store, newest: int = 100) -> list[EventLine]:
    """The newest events, newest first."""
    counted = select(func.count()).where(event_games.c.event_id == events.c.id).scalar_subquery()
    query = select(events, counted.label("games")).order_by(events.c.id.desc()).limit(newest)
    return [
        EventLine(
            row.id,
            row.name,
            json.loads(row.format)["game"],
            rows.zoned(row.created),
            None if row.finished is None else rows.zoned(row.finished),
            row.run_id is not None,
            row.games,
        )
        for row in store.read(lambda connection: connection.execute(query).all())
    ]


# --- finished games ----------------------------------------------------------------------------------
def add_game(
    store: Store,
    event: int,
    line: EventGame,
    effort: Effort,
    record: Record,
    logs: Texts,
    answer: Callable[[int], Result],
    known: int | None = None,
) -> Future[Result]:
    """Write a finished game and its line in one piece; done once both would survive a crash.

    `answer` makes the future's result from the game's number. `known` is that number where the game itself
    is in the store already.
    """
    row: dict[str, Any] = {column.name: value for column, value in zip(KEY, line.key, strict=True)}
    row |= {"event_id": event, "scores": json.dumps(line.scores), "reason": line.reason}
    row |= {"first": line.players[0], "second": line.players[1]}
    row |= {"first_points": line.points[0], "second_points": line.points[1]}
    row |= {"first_version": line.versions[0], "second_version": line.versions[1]}
    row |= {"faults": dict(line.faults) or None, "logs": dict(logs) or None}
    times = (*effort.think_ms, *effort.slowest_ms, *effort.processor_ms, effort.wall_ms)
    row |= dict(zip(EFFORT, (effort.plies, *times), strict=True))

    def work(connection: Connection, run: int) -> Result:
        if rows.repeated(connection):
            same = [column == value for column, value in zip(KEY, line.key, strict=True)]
            query = select(event_games.c.game_id).where(event_games.c.event_id == event, *same)
            if (kept := connection.execute(query).scalar()) is not None:
                return answer(int(kept))
        game = rows.add_game(connection, run, record, line.faults) if known is None else known
        connection.execute(insert(event_games), row | {"game_id": game, "ended": datetime.now(UTC)})
        return answer(game)

    return store.submit(work, patient=True)


def outcomes(store: Store, event: int) -> Sequence[OutcomeRow]:
    """How all finished games ended, in the order of their keys; no more than tables need."""
    query = select(*TABLED).where(event_games.c.event_id == event).order_by(*KEY)
    return cast(Sequence[OutcomeRow], store.read(lambda connection: connection.execute(query).all()))


def games(store: Store, event: int, player: str = "") -> Sequence[GameRow]:
    """The same, with what each game took: of all players, or of one."""
    query = select(*LISTED).where(event_games.c.event_id == event).order_by(*KEY)
    if player:
        query = query.where(or_(event_games.c.first == player, event_games.c.second == player))
    return cast(Sequence[GameRow], store.read(lambda connection: connection.execute(query).all()))


@lru_cache(4096)
def scores_of(text: str) -> Scores:
    first, second = json.loads(text)
    return tuple(first), tuple(second)


def logs(store: Store, event: int, key: Key) -> Texts:
    """What foreign programs said in a game."""
    query = select(event_games.c.logs).where(event_games.c.event_id == event)
    for column, value in zip(KEY, key, strict=True):
        query = query.where(column == value)
    return store.read(lambda connection: connection.execute(query).scalar_one_or_none()) or {}


def told_of(store: Store, game: int) -> tuple[Faults, Texts]:
    """What offenders did and what programs said in a game, by its number; nothing if it is of no event."""
    query = select(event_games.c.faults, event_games.c.logs).where(event_games.c.game_id == game)
    row = store.read(lambda connection: connection.execute(query).first())
    return (row.faults or {}, row.logs or {}) if row is not None else ({}, {})


def all_logs(store: Store, event: int) -> dict[Key, Texts]:
    """What foreign programs said in the games that somebody lost by a fault."""
    query = select(*KEY, event_games.c.logs).where(
        event_games.c.event_id == event, event_games.c.faults.is_not(None), event_games.c.logs.is_not(None)
    )
    found = store.read(lambda connection: connection.execute(query).all())
    return {(row[0], row[1], row[2], row[3], row[4]): row[5] for row in found}


# --- qualification -----------------------------------------------------------------------------------
def qualify(store: Store, event: int, entrant: str, *, passed: bool, log: Sequence[Refusal]) -> None:
    """Keep the result of a qualification test."""
    row = {"event_id": event, "entrant": entrant, "passed": passed, "log": log}
    store.submit(lambda connection, run: connection.execute(insert(qualifications), row) and None).result()


def qualified(store: Store, event: int) -> dict[str, tuple[bool, Sequence[Refusal]]]:
    """Results of the qualification tests by entrant: passed, and the log."""
    query = select(qualifications).where(qualifications.c.event_id == event)
    found = store.read(lambda connection: connection.execute(query).all())
    return {row.entrant: (row.passed, row.log) for row in found}
