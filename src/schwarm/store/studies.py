"""Studies in the store: their plans, their finished games with what was measured of them, and their notes.

What a plan says and what the measures mean only the lab knows: here these are texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from schwarm.game.record import Record
from schwarm.store import claims, rows
from schwarm.store.schema import studies, study_games, study_notes
from schwarm.store.store import Store


class StudyKey(NamedTuple):
    """Where a game belongs: the changed options, who plays, and the game's number among those."""

    variant: str
    players: str
    number: int


@dataclass(frozen=True, slots=True)
class StudyEntry:
    """A study's line in a list."""

    id: int
    name: str
    plan: str
    created: datetime
    finished: datetime | None
    running: bool
    planned: int
    games: int


class StudyGame(NamedTuple):
    """A finished game of a study; `measured` is None before that was done."""

    key: StudyKey
    game: int
    code: str
    wall_ms: float
    measured: str | None


# --- studies -----------------------------------------------------------------------------------------
def create(store: Store, name: str, plan: str, planned: int) -> int:
    """Write a new study down; its number."""
    made = insert(studies).returning(studies.c.id)
    values = {"name": name, "created": datetime.now(UTC), "plan": plan, "planned": planned}

    def work(connection: Connection, run: int) -> int:
        return int(connection.execute(made.values(**values)).scalar_one())

    return store.submit(work).result()


def change(store: Store, study: int, plan: str, planned: int) -> None:
    """A study that goes on with another plan: more games, more variants."""
    this = update(studies).where(studies.c.id == study).values(plan=plan, planned=planned, finished=None)
    store.submit(lambda connection, run: connection.execute(this) and None).result()


def claim(store: Store, study: int) -> bool:
    """This program plays the study from now on; False if another one does."""
    return claims.claim(store, studies, study)


def release(store: Store, study: int, *, finished: bool) -> None:
    """Nobody plays the study any more."""
    claims.release(store, studies, study, finished=finished)


def listed(store: Store, newest: int) -> list[StudyEntry]:
    """The newest studies, newest first."""
    return _entries(store, None, newest)


def find(store: Store, name: str) -> StudyEntry | None:
    return next(iter(_entries(store, studies.c.name == name, 1)), None)


def get(store: Store, study: int) -> StudyEntry | None:
    return next(iter(_entries(store, studies.c.id == study, 1)), None)


def _entries(store: Store, which: ColumnElement[bool] | None, newest: int) -> list[StudyEntry]:
    counted = select(func.count()).where(study_games.c.study_id == studies.c.id).scalar_subquery()
    query = select(studies, counted.label("games")).order_by(studies.c.id.desc()).limit(newest)
    if which is not None:
        query = query.where(which)
    return [
        StudyEntry(
            row.id,
            row.name,
            row.plan,
            rows.zoned(row.created),
            None if row.finished is None else rows.zoned(row.finished),
            row.run_id is not None,
            row.planned,
            row.games,
        )
        for row in store.read(lambda connection: connection.execute(query).all())
    ]


# --- finished games ----------------------------------------------------------------------------------
def add_game(
    store: Store,
    study: int,
    key: StudyKey,
    record: Record,
    *,
    code: str,
    wall_ms: float,
    measured: str | None,
) -> Future[int]:
    """Write a finished game and its line in one piece; its number, once both would survive a crash."""
    row = {"study_id": study, **key._asdict(), "code": code, "wall_ms": wall_ms, "measured": measured}

    def work(connection: Connection, run: int) -> int:
        game = rows.add_game(connection, run, record)
        connection.execute(insert(study_games), row | {"game_id": game})
        return game

    return store.submit(work)


def keys(store: Store, study: int) -> set[StudyKey]:
    """Which games have been played."""
    c = study_games.c
    query = select(c.variant, c.players, c.number).where(c.study_id == study)
    found = store.read(lambda connection: connection.execute(query).all())
    return {StudyKey(*row) for row in found}


def games(store: Store, study: int) -> list[StudyGame]:
    """All finished games, in the order of their keys."""
    c = study_games.c
    query = select(c.variant, c.players, c.number, c.game_id, c.code, c.wall_ms, c.measured)
    query = query.where(c.study_id == study).order_by(c.variant, c.players, c.number)
    found = store.read(lambda connection: connection.execute(query).all())
    return [StudyGame(StudyKey(*row[:3]), *row[3:]) for row in found]


def note_measured(store: Store, study: int, measured: Mapping[StudyKey, str]) -> None:
    """Keep what was measured of games that had been played before."""
    c = study_games.c

    def work(connection: Connection, run: int) -> None:
        for key, text in measured.items():
            this = and_(
                c.study_id == study,
                c.variant == key.variant,
                c.players == key.players,
                c.number == key.number,
            )
            connection.execute(update(study_games).where(this).values(measured=text))

    store.submit(work).result()


# --- notes -------------------------------------------------------------------------------------------
def note(store: Store, study: int, kind: str, name: str, text: str) -> None:
    """Keep something under a name; what was there before is replaced."""
    c = study_notes.c
    old = delete(study_notes).where(c.study_id == study, c.kind == kind, c.name == name)

    def work(connection: Connection, run: int) -> None:
        connection.execute(old)
        connection.execute(insert(study_notes), {"study_id": study, "kind": kind, "name": name, "text": text})

    store.submit(work).result()


def notes(store: Store, study: int, kind: str) -> dict[str, str]:
    """Everything of a kind, by name."""
    c = study_notes.c
    query = select(c.name, c.text).where(c.study_id == study, c.kind == kind).order_by(c.name)
    return {row.name: row.text for row in store.read(lambda connection: connection.execute(query).all())}
