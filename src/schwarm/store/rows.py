"""Records to rows and back; each function works inside a transaction that its caller opened."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update

from schwarm.game.errors import Faults, GameError
from schwarm.game.record import End, Irregular, Ply, Record, start_of
from schwarm.store.errors import NoSuchGame
from schwarm.store.schema import GameStatus, ends, games, page_tables, plies

INTERRUPTED = End(None, Irregular.INTERRUPTED, {})
FOUND = (
    select(
        games,
        ends.c.winner,
        ends.c.reason,
        ends.c.scores,
        select(func.count()).where(plies.c.game_id == games.c.id).scalar_subquery().label("length"),
    )
    .select_from(games)
    .outerjoin(ends, ends.c.game_id == games.c.id)
)
# Statements of every game are made once: making one takes longer than SQLite's answer.
GAME_BEGUN = insert(games).returning(games.c.id)
GAME_ENDED = update(games).where(games.c.id == bindparam("number")).values(state=GameStatus.ENDED)
TABLE_ENDED = (
    update(page_tables).where(page_tables.c.game_id == bindparam("number")).values(ended=bindparam("now"))
)


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game's line in a list."""

    id: int
    game: str
    state: GameStatus
    created: datetime
    seats: dict[str, str]
    plies: int
    end: End | None


# --- writing -----------------------------------------------------------------------------------------
def add_game(
    connection: Connection,
    run: int,
    record: Record,
    faults: Faults | None = None,
    created: datetime | None = None,
) -> int:
    """Write a record as far as it goes; its number.

    With the moment when this was asked for, a game whose start is there already is known again.
    """
    if created is not None and repeated(connection):
        known = select(games.c.id).where(games.c.run_id == run, games.c.created == created)
        same = known.where(games.c.seed == str(record.seed), games.c.seats == json.dumps(dict(record.seats)))
        if (found := connection.execute(same).scalar()) is not None:
            return int(found)
    row = {
        "run_id": run,
        "state": GameStatus.RUNNING,
        "created": created or datetime.now(UTC),
        "game": record.game,
        "version": record.version,
        "profile": record.profile,
        "options": json.dumps(dict(record.options)),
        "seed": str(record.seed),
        "position": record.position,
        "seats": json.dumps(dict(record.seats)),
    }
    made = connection.execute(GAME_BEGUN, row)
    game = int(made.scalar_one())
    if record.plies:
        rows = [ply_row(game, number, ply) for number, ply in enumerate(record.plies)]
        connection.execute(insert(plies), rows)
    if record.end is not None:
        add_end(connection, game, record.end, faults or {})
    return game


def add_end(connection: Connection, game: int, end: End, faults: Faults) -> None:
    """Write the end; an interrupted game has none and can go on."""
    if end.reason == Irregular.INTERRUPTED:
        connection.execute(update(games).where(games.c.id == game).values(state=GameStatus.INTERRUPTED))
        return
    scores = json.dumps({side: list(numbers) for side, numbers in end.scores.items()})
    if repeated(connection):
        kept = select(ends.c.winner, ends.c.reason, ends.c.scores).where(ends.c.game_id == game)
        if connection.execute(kept).one_or_none() == (end.winner, str(end.reason), scores):
            return
    now = datetime.now(UTC)
    row = {"winner": end.winner, "reason": str(end.reason), "scores": scores, "detail": faults}
    connection.execute(insert(ends), row | {"game_id": game, "ended": now})
    connection.execute(TABLE_ENDED, {"number": game, "now": now})
    connection.execute(GAME_ENDED, {"number": game})


def repeated(connection: Connection) -> bool:
    """Is this tried again because nobody heard whether it was committed? What is kept is no error then."""
    return bool(connection.info.get("again"))


def claim(connection: Connection, run: int, game: int) -> None:
    """Let a run go on with an interrupted game; of two that try, one gets it."""
    open_game = update(games).where(games.c.id == game, games.c.state == GameStatus.INTERRUPTED)
    if connection.execute(open_game.values(state=GameStatus.RUNNING, run_id=run)).rowcount != 1:
        raise NoSuchGame(f"expected the number of an interrupted game, not {game}")


def cut_plies(connection: Connection, game: int, keep: int) -> None:
    """Forget the plies of an interrupted game from number `keep` on."""
    open_game = select(games.c.id).where(games.c.id == game, games.c.state == GameStatus.INTERRUPTED)
    if connection.execute(open_game).one_or_none() is None:
        raise NoSuchGame(f"expected the number of an interrupted game, not {game}")
    connection.execute(delete(plies).where(plies.c.game_id == game, plies.c.number >= keep))


def settle(connection: Connection, game: int) -> None:
    """Write the end of an interrupted game that its rules had ended before the crash came."""
    record = read_record(connection, game)
    try:
        position = start_of(record)
        for ply in record.plies:
            position.play(ply.move)
    except GameError:
        return  # played under another version of the rules: a person has to look
    outcome = position.outcome()
    if outcome is not None:
        add_end(connection, game, End.of(outcome), {})


def storable(text: str) -> str:
    """A text that every database takes: a foreign program may print what is no text at all."""
    return text.encode(errors="replace").decode().replace("\0", "\ufffd")


def ply_row(game: int, number: int, ply: Ply) -> dict[str, object]:
    """A ply as it is written."""
    return {
        "game_id": game,
        "number": number,
        "move": ply.move,
        "think_ms": ply.think_ms,
        "server_ms": ply.server_ms,
        "processor_ms": ply.processor_ms,
    }


# --- reading -----------------------------------------------------------------------------------------
def read_record(connection: Connection, game: int) -> Record:
    """The record of a game as far as it is written."""
    row = connection.execute(FOUND.where(games.c.id == game)).one_or_none()
    if row is None:
        raise NoSuchGame(f"expected the number of a game in the store, not {game}")
    made = connection.execute(select(plies).where(plies.c.game_id == game).order_by(plies.c.number)).all()
    if [ply.number for ply in made] != list(range(len(made))):
        raise NoSuchGame(f"game {game} lacks some of its plies")
    return Record(
        game=row.game,
        version=row.version,
        profile=row.profile,
        options=json.loads(row.options),
        seed=int(row.seed),
        position=row.position,
        seats=json.loads(row.seats),
        plies=tuple(Ply(ply.move, ply.think_ms, ply.server_ms, ply.processor_ms) for ply in made),
        end=_end(row),
    )


def read_entries(connection: Connection, state: GameStatus | None, newest: int) -> list[GameEntry]:
    """The newest games, newest first."""
    query = FOUND.order_by(games.c.id.desc()).limit(newest)
    if state is not None:
        query = query.where(games.c.state == state)
    return [_entry(row) for row in connection.execute(query).all()]


def read_ids(connection: Connection, state: GameStatus | None) -> Sequence[int]:
    """The numbers of the games, oldest first."""
    query = select(games.c.id).order_by(games.c.id)
    if state is not None:
        query = query.where(games.c.state == state)
    return connection.execute(query).scalars().all()


def _entry(row: Row[Any]) -> GameEntry:
    seats = json.loads(row.seats)
    return GameEntry(
        row.id, row.game, GameStatus(row.state), zoned(row.created), seats, row.length, _end(row)
    )


def zoned(when: datetime) -> datetime:
    """A time as it was written: SQLite drops the zone."""
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def _end(row: Row[Any]) -> End | None:
    if row.reason is not None:
        scores = {side: tuple(numbers) for side, numbers in json.loads(row.scores).items()}
        return End(row.winner, row.reason, scores)
    return INTERRUPTED if row.state == GameStatus.INTERRUPTED else None
