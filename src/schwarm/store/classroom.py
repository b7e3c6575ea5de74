"""Tournaments of a class in the store: events, teams, and the journal of it all.

Every change and its line in the journal are one transaction. What a setup or a detail says, only the
classroom knows: here these are texts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Row, and_, delete, func, insert, select, update

from schwarm.store import rows
from schwarm.store.events import KEY
from schwarm.store.schema import (
    class_events,
    class_journal,
    class_teams,
    event_games,
    events,
)
from schwarm.store.store import Store

Result = TypeVar("Result")
RUNNING, PAUSED = "running", "paused"
REMOTE = "remote"  # a team whose client comes to the contest port
CODE_LETTERS = 8
RESERVATION_LETTERS = 16
REPEATED = "repeated"  # what the journal calls games that are played anew
NO_SCORES = "[[],[]]"  # of a result that says nothing about how it was played


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A tournament of a class."""

    id: int
    event: int | None
    created: datetime
    state: str
    code: str  # lets teams in
    setup: str


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team; `token` is a fingerprint, `reservation` what its client brings to the contest port."""

    id: int
    class_id: int
    name: str
    kind: str
    player: str
    token: str
    reservation: str
    out: str | None
    created: datetime
    plays: int | None = None  # the version that it has chosen; None: the newest that has passed
    fielded: int | None = None  # the version that its tournament names now


class NewLine(NamedTuple):
    """A line of the journal as it is written."""

    what: str
    who: str
    reason: str = ""
    team: int | None = None
    detail: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A line of the journal as it is read."""

    id: int
    written: datetime
    what: str
    who: str
    team: int | None
    reason: str
    detail: dict[str, Any]


def write(store: Store, work: Callable[[Connection, int], Result]) -> Result:
    """Do this in one transaction and wait until it would survive a crash; whoever waits for it is woken."""
    return store.submit(work, news=True).result()


def note(connection: Connection, class_id: int, line: NewLine) -> None:
    """Add a line to the journal."""
    values = {"class_id": class_id, "written": datetime.now(UTC), "what": line.what, "who": line.who}
    values |= {"team_id": line.team, "reason": rows.storable(line.reason)}
    connection.execute(insert(class_journal).values(**values, detail=json.dumps(line.detail or {})))


# --- events ------------------------------------------------------------------------------------------
def create(store: Store, setup: str, state: str, line: NewLine) -> int:
    """Write a new tournament down; its number."""
    values = {"created": datetime.now(UTC), "state": state, "setup": setup}
    made = insert(class_events).returning(class_events.c.id).values(**values)

    def work(connection: Connection, run: int) -> int:
        number = int(connection.execute(made).scalar_one())
        note(connection, number, line)
        return number

    return write(store, work)


def find(store: Store, class_id: int) -> ClassRow | None:
    """The tournament of that number."""
    query = select(class_events).where(class_events.c.id == class_id)
    row = store.read(lambda connection: connection.execute(query).first())
    return None if row is None else _class(store, row)


def listed(store: Store, newest: int = 100) -> list[tuple[ClassRow, int]]:
    """The newest tournaments with the number of their teams, newest first."""
    counted = select(func.count()).where(class_teams.c.class_id == class_events.c.id).scalar_subquery()
    query = select(class_events, counted.label("teams")).order_by(class_events.c.id.desc()).limit(newest)
    found = store.read(lambda connection: connection.execute(query).all())
    return [(_class(store, row), int(row.teams)) for row in found]


def in_states(store: Store, states: Sequence[str]) -> list[ClassRow]:
    """All tournaments in one of these states."""
    query = select(class_events).where(class_events.c.state.in_(states)).order_by(class_events.c.id)
    return [_class(store, row) for row in store.read(lambda connection: connection.execute(query).all())]


def goes_on(store: Store, class_id: int) -> bool:
    """Is this tournament being played, or paused?"""
    found = find(store, class_id)
    return found is not None and found.state in (RUNNING, PAUSED)


def of_event(store: Store, event: int) -> int | None:
    """The class tournament that an event belongs to, if it does."""
    query = select(class_events.c.id).where(class_events.c.event_id == event)
    return store.read(lambda connection: connection.execute(query).scalar_one_or_none())


def turn(
    store: Store, class_id: int, before: Sequence[str], state: str, line: NewLine, setup: str | None = None
) -> bool:
    """Go from one of these states to another, perhaps with another setup; False if it is in none of them."""
    values = {"state": state} | ({} if setup is None else {"setup": setup})
    this = update(class_events).where(class_events.c.id == class_id, class_events.c.state.in_(before))

    def work(connection: Connection, run: int) -> bool:
        turned = connection.execute(this.values(**values)).rowcount == 1
        if turned:
            note(connection, class_id, line)
        return turned

    return write(store, work)


def begin(
    store: Store,
    class_id: int,
    before: Sequence[str],
    name: str,
    format: str,
    line: NewLine,
    *,
    setup: str,
    versions: Mapping[int, int],
) -> int:
    """Make the tournament itself and let it run; its number, 0 if it was begun already.

    `versions` are those of the teams' programs that play.
    """
    made = insert(events).returning(events.c.id).values(name=name, created=datetime.now(UTC), format=format)
    this = update(class_events).where(
        class_events.c.id == class_id, class_events.c.state.in_(before), class_events.c.event_id.is_(None)
    )

    def work(connection: Connection, run: int) -> int:
        if connection.execute(this.values(state=RUNNING, setup=setup)).rowcount != 1:
            return 0
        _field(connection, versions)
        event = int(connection.execute(made).scalar_one())
        own = update(class_events).where(class_events.c.id == class_id)
        connection.execute(own.values(event_id=event))
        note(connection, class_id, line)
        return event

    return write(store, work)


def field(
    store: Store,
    found: ClassRow,
    versions: Mapping[int, int],
    lines: Sequence[NewLine],
    format: str,
    setup: str | None = None,
) -> None:
    """Let teams play with these versions from now on; `format` is their event then."""

    def work(connection: Connection, run: int) -> None:
        connection.execute(update(events).where(events.c.id == found.event).values(format=format))
        if setup is not None:
            own = update(class_events).where(class_events.c.id == found.id)
            connection.execute(own.values(setup=setup))
        _field(connection, versions)
        for line in lines:
            note(connection, found.id, line)

    write(store, work)


def _field(connection: Connection, versions: Mapping[int, int]) -> None:
    for team, number in versions.items():
        connection.execute(update(class_teams).where(class_teams.c.id == team).values(fielded=number))


def change_event(
    store: Store,
    found: ClassRow,
    line: NewLine,
    *,
    format: str | None = None,
    out: tuple[int, str | None] | None = None,
    repeated: tuple[int, ...] | None = None,
    points: tuple[int, int] | None = None,
    state: str | None = None,
    setup: str | None = None,
) -> None:
    """Change a running tournament: what it is, whether a team is out, games that do not count as they ended.

    `repeated` is a match or one of its games: played anew, or with these `points` for the reason that the
    line says in its `detail`. The games stay in the store, and the journal's line tells which they were.
    """
    own = update(class_events).where(class_events.c.id == found.id)

    def work(connection: Connection, run: int) -> None:
        told = line
        if format is not None:
            connection.execute(update(events).where(events.c.id == found.event).values(format=format))
        if out is not None:
            this = update(class_teams).where(class_teams.c.id == out[0])
            connection.execute(this.values(out=out[1]))
        if repeated is not None:
            match = and_(
                event_games.c.event_id == found.event,
                *(column == part for column, part in zip(KEY, repeated, strict=False)),
            )
            query = select(event_games.c.number, event_games.c.game_id, event_games.c.reason).where(match)
            old = [list(row) for row in connection.execute(query.order_by(event_games.c.number)).all()]
            if points is None:
                connection.execute(delete(event_games).where(match))
            else:
                values: dict[str, Any] = {"first_points": points[0], "second_points": points[1]}
                values |= {"scores": NO_SCORES, "faults": None, "reason": (line.detail or {})["ending"]}
                connection.execute(update(event_games).where(match).values(**values))
            connection.execute(update(events).where(events.c.id == found.event).values(finished=None))
            told = line._replace(detail={**(line.detail or {}), "match": list(repeated), "games": old})
        if state is not None:
            connection.execute(own.values(state=state))
        if setup is not None:
            connection.execute(own.values(setup=setup))
        note(connection, found.id, told)

    write(store, work)


def journal(store: Store, class_id: int) -> list[JournalRow]:
    """Everything that happened, oldest first."""
    query = select(class_journal).where(class_journal.c.class_id == class_id).order_by(class_journal.c.id)
    return [
        JournalRow(
            row.id,
            rows.zoned(row.written),
            row.what,
            row.who,
            row.team_id,
            row.reason,
            json.loads(row.detail),
        )
        for row in store.read(lambda connection: connection.execute(query).all())
    ]


def last_line(store: Store, class_id: int) -> int:
    """The number of the newest line of a tournament's journal: each change of it writes one."""
    query = select(func.max(class_journal.c.id)).where(class_journal.c.class_id == class_id)
    return store.read(lambda connection: connection.execute(query).scalar()) or 0


def is_game_of_event(store: Store, game: int) -> bool:
    """Does this game count in a tournament, or has it counted before its match was repeated?"""
    counts = select(event_games.c.game_id).where(event_games.c.game_id == game)
    repeats = select(class_journal.c.detail).where(class_journal.c.what == REPEATED)

    def work(connection: Connection) -> bool:
        if connection.execute(counts).first() is not None:
            return True
        details = connection.execute(repeats).scalars().all()
        return any(game == row[1] for text in details for row in json.loads(text).get("games", []))

    return store.read(work)


# --- teams -------------------------------------------------------------------------------------------
def add_team(store: Store, team: Mapping[str, str | int], line: NewLine, most: int) -> int:
    """Write a new team down; its number, 0 if there are so many already. Conflict if the name is taken."""
    return next(iter(add_teams(store, [team], line, most)), 0)


def add_teams(store: Store, teams: Sequence[Mapping[str, str | int]], line: NewLine, most: int) -> list[int]:
    """Write several new teams of a tournament down, all or none; their numbers, none if that are too many.

    Conflict if a name is taken.
    """
    class_id = int(teams[0]["class_id"])
    counted = select(func.count()).where(class_teams.c.class_id == class_id)

    def work(connection: Connection, run: int) -> list[int]:
        if connection.execute(counted).scalar_one() + len(teams) > most:
            return []
        numbers = []
        for team in teams:
            made = insert(class_teams).returning(class_teams.c.id).values(**team, created=datetime.now(UTC))
            numbers.append(int(connection.execute(made).scalar_one()))
            detail = {**(line.detail or {}), "kind": team["kind"]}
            note(connection, class_id, line._replace(team=numbers[-1], detail=detail))
        return numbers

    return write(store, work)


def relink(store: Store, team: TeamRow, token: str, line: NewLine) -> None:
    """Give a team another token, of which this is the fingerprint; with it goes another reservation."""
    own = update(class_teams).where(class_teams.c.id == team.id)

    def work(connection: Connection, run: int) -> None:
        connection.execute(own.values(token=token))
        note(connection, team.class_id, line)

    write(store, work)


def team(store: Store, number: int) -> TeamRow | None:
    query = select(class_teams).where(class_teams.c.id == number)
    row = store.read(lambda connection: connection.execute(query).first())
    return None if row is None else _team(store, row)


def teams(store: Store, class_id: int) -> list[TeamRow]:
    """All teams, in the order in which they came."""
    query = select(class_teams).where(class_teams.c.class_id == class_id).order_by(class_teams.c.id)
    return [_team(store, row) for row in store.read(lambda connection: connection.execute(query).all())]


# --- rows --------------------------------------------------------------------------------------------
def _class(store: Store, row: Row[Any]) -> ClassRow:
    code = store.code(CODE_LETTERS, "class", row.id)
    return ClassRow(row.id, row.event_id, rows.zoned(row.created), row.state, code, row.setup)


def _team(store: Store, row: Row[Any]) -> TeamRow:
    remote = row.kind == REMOTE
    reservation = store.code(RESERVATION_LETTERS, "team", row.id, row.token) if remote else ""
    return TeamRow(
        row.id, row.class_id, row.name, row.kind, row.player, row.token, reservation, row.out,
        rows.zoned(row.created), row.plays, row.fielded,
    )  # fmt: skip
