"""The programs of a class's teams in the store: versions, qualification, matches a team plays for itself.

Whoever tests a version or plays a match claims it, so that nothing is done twice, and nothing is left undone
when that program has crashed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, func, insert, or_, select, update

from schwarm.game.errors import Faults, Refusal
from schwarm.game.record import Record
from schwarm.store import rows
from schwarm.store.classroom import RUNNING, NewLine, note, write
from schwarm.store.schema import class_teams, class_test_games, class_tests, class_uploads
from schwarm.store.store import Store

Texts = Mapping[str, str]
KEPT = 2  # newest versions whose ZIP is kept; besides these the one that plays, and
KEPT_PASSED = 10  # newest that have passed, so that a team can go back
ASKED, DECLINED = "asked", "declined"  # a match that another team has not agreed to yet, or did not
WAITING, PASSED, FAILED, DONE = "waiting", "passed", "failed", "done"
UPLOAD = tuple(column for column in class_uploads.c if column.name != "content")


@dataclass(frozen=True, slots=True)
class UploadRow:
    """A version of a team's program, without its bytes."""

    team: int
    number: int
    created: datetime
    size: int
    sha: str
    state: str
    played: int
    log: Sequence[Refusal]


@dataclass(frozen=True, slots=True)
class TestRow:
    """A match that a team plays for itself."""

    __test__ = False  # no test of ours
    id: int
    team: int
    version: int
    against: str
    games: int
    created: datetime
    state: str
    result: str
    rival: int | None = None  # the team it is played against, if it is one
    rival_version: int | None = None  # its version, or that of the team's own older program


class TestGame(NamedTuple):
    """A finished game of such a match; `game` is its number in the store."""

    number: int
    game: int
    faults: Faults
    logs: Texts


# --- versions ----------------------------------------------------------------------------------------
def add_upload(store: Store, team: int, content: bytes, sha: str, most: int) -> int:
    """Keep a new version; its number, 0 if there are so many already. ZIPs nobody needs are forgotten."""
    last = select(func.max(class_uploads.c.number)).where(class_uploads.c.team_id == team)
    values = {"team_id": team, "created": datetime.now(UTC), "size": len(content), "sha": sha}
    values |= {"content": content, "state": WAITING, "played": 0, "log": []}

    def work(connection: Connection, run: int) -> int:
        number = int(connection.execute(last).scalar_one() or 0) + 1
        if number > most:
            return 0
        connection.execute(insert(class_uploads).values(**values, number=number))
        _forget_old(connection, team)
        return number

    return write(store, work)


def _forget_old(connection: Connection, team: int) -> None:
    """Forget the ZIPs of versions, but not of the newest, the newest that have passed and those that play."""
    query = select(class_uploads.c.number, class_uploads.c.state).where(class_uploads.c.team_id == team)
    found = connection.execute(query.order_by(class_uploads.c.number.desc())).all()
    passed = [row.number for row in found if row.state == PASSED]
    own = select(class_teams.c.plays, class_teams.c.fielded).where(class_teams.c.id == team)
    playing = [number for row in connection.execute(own).all() for number in row if number is not None]
    kept = [*(row.number for row in found[:KEPT]), *passed[:KEPT_PASSED], *playing]
    old = update(class_uploads).where(
        class_uploads.c.team_id == team,
        class_uploads.c.number.not_in(kept),
        class_uploads.c.content.is_not(None),
    )
    connection.execute(old.values(content=None))


def uploads(store: Store, class_id: int) -> list[UploadRow]:
    """All versions of all teams of a tournament, oldest first."""
    own = select(class_teams.c.id).where(class_teams.c.class_id == class_id)
    query = select(*UPLOAD).where(class_uploads.c.team_id.in_(own))
    query = query.order_by(class_uploads.c.team_id, class_uploads.c.number)
    return [_upload(row) for row in store.read(lambda connection: connection.execute(query).all())]


def uploads_of(store: Store, team: int) -> list[UploadRow]:
    """All versions of a team, oldest first."""
    query = select(*UPLOAD).where(class_uploads.c.team_id == team).order_by(class_uploads.c.number)
    return [_upload(row) for row in store.read(lambda connection: connection.execute(query).all())]


def unjudged(store: Store) -> list[UploadRow]:
    """The versions whose qualification nobody has finished or is at, oldest first."""
    left = or_(
        class_uploads.c.state == WAITING,
        and_(class_uploads.c.state == RUNNING, class_uploads.c.run_id.is_(None)),
    )
    query = select(*UPLOAD).where(left).order_by(class_uploads.c.created)
    return [_upload(row) for row in store.read(lambda connection: connection.execute(query).all())]


def choose(store: Store, class_id: int, team: int, number: int, line: NewLine) -> bool:
    """Let this version play for a team; False if it is not kept, or has not passed."""
    there = select(class_uploads.c.number).where(
        class_uploads.c.team_id == team,
        class_uploads.c.number == number,
        class_uploads.c.state == PASSED,
        class_uploads.c.content.is_not(None),
    )

    def work(connection: Connection, run: int) -> bool:
        if connection.execute(there).first() is None:
            return False
        connection.execute(update(class_teams).where(class_teams.c.id == team).values(plays=number))
        note(connection, class_id, line)
        return True

    return write(store, work)


def kept(store: Store, team: int) -> list[int]:
    """The versions of a team whose ZIP is there."""
    query = select(class_uploads.c.number).where(
        class_uploads.c.team_id == team, class_uploads.c.content.is_not(None)
    )
    return store.read(lambda connection: list(connection.execute(query).scalars().all()))


def before(store: Store, team: int, number: int) -> int | None:
    """The newest version before this one that can play; one that has passed comes first."""
    own = set(kept(store, team))
    older = [row for row in uploads_of(store, team) if row.number < number and row.number in own]
    passed = [row for row in older if row.state == PASSED]
    return (passed or older)[-1].number if older else None


def content(store: Store, team: int, number: int) -> bytes | None:
    """The ZIP of a version; None if it was forgotten, or was never there."""
    query = select(class_uploads.c.content).where(
        class_uploads.c.team_id == team, class_uploads.c.number == number
    )
    found = store.read(lambda connection: connection.execute(query).scalar_one_or_none())
    return None if found is None else bytes(found)


def claim_upload(store: Store, team: int, number: int) -> bool:
    """This program tests the version from now on; False if another one does, or it is judged."""
    free = update(class_uploads).where(
        class_uploads.c.team_id == team,
        class_uploads.c.number == number,
        class_uploads.c.state.in_((WAITING, RUNNING)),
        class_uploads.c.run_id.is_(None),
    )
    return write(
        store,
        lambda connection, run: (
            connection.execute(free.values(state=RUNNING, run_id=run, played=0)).rowcount == 1
        ),
    )


def mark_upload(
    store: Store, team: int, number: int, played: int, state: str = RUNNING, log: Sequence[Refusal] = ()
) -> None:
    """Where a qualification stands, or how it ended."""
    this = update(class_uploads).where(class_uploads.c.team_id == team, class_uploads.c.number == number)
    values: dict[str, Any] = {"played": played, "state": state, "log": log}
    if state in (PASSED, FAILED):
        values["run_id"] = None

    def work(connection: Connection, run: int) -> None:
        connection.execute(this.values(**values))
        if state == PASSED:  # a new version plays, also where the team had gone back to an older one
            own = update(class_teams).where(class_teams.c.id == team)
            connection.execute(own.values(plays=None))
            _forget_old(connection, team)

    write(store, work)


# --- matches of a team for itself --------------------------------------------------------------------
def add_test(
    store: Store,
    team: int,
    version: int,
    against: str,
    games: int,
    most: int,
    *,
    rival: int | None = None,
    rival_version: int | None = None,
    state: str = WAITING,
    patient: bool = False,
) -> int:
    """A new match; its number, 0 if the team has so many already, -1 if one of them is not over.

    A `patient` one waits for its turn.
    """
    own = select(class_tests.c.state).where(class_tests.c.team_id == team)
    values = {"team_id": team, "version": version, "against": against, "games": games, "result": "{}"}
    values |= {"created": datetime.now(UTC), "state": state, "rival": rival, "rival_version": rival_version}
    made = insert(class_tests).returning(class_tests.c.id).values(**values)

    def work(connection: Connection, run: int) -> int:
        states = connection.execute(own).scalars().all()
        if not patient and any(one in (WAITING, RUNNING) for one in states):
            return -1
        return 0 if len(states) >= most else int(connection.execute(made).scalar_one())

    return write(store, work)


def answer(store: Store, test: int, state: str, version: int | None = None) -> bool:
    """What became of a match that a team asked another for; False if that was said before."""
    this = update(class_tests).where(class_tests.c.id == test, class_tests.c.state == ASKED)
    values = {"state": state, "rival_version": version}
    return write(store, lambda connection, run: connection.execute(this.values(**values)).rowcount == 1)


def in_use(store: Store, team: int) -> list[int]:
    """The versions of a team that matches not yet over are played with."""
    going = class_tests.c.state.in_((WAITING, RUNNING))
    own = select(class_tests.c.version).where(class_tests.c.team_id == team, going)
    older = and_(class_tests.c.team_id == team, class_tests.c.rival.is_(None))
    before = select(class_tests.c.rival_version).where(going, or_(class_tests.c.rival == team, older))
    query = own.union(before)
    found = store.read(lambda connection: connection.execute(query).scalars().all())
    return [number for number in found if number is not None]


def tests_of(store: Store, team: int) -> list[TestRow]:
    """All such matches of a team, those that others asked it for included, oldest first."""
    own = or_(class_tests.c.team_id == team, class_tests.c.rival == team)
    query = select(class_tests).where(own).order_by(class_tests.c.id)
    return [_test(row) for row in store.read(lambda connection: connection.execute(query).all())]


def unplayed(store: Store) -> list[TestRow]:
    """The matches that nobody has finished or is at, oldest first."""
    left = or_(
        class_tests.c.state == WAITING, and_(class_tests.c.state == RUNNING, class_tests.c.run_id.is_(None))
    )
    query = select(class_tests).where(left).order_by(class_tests.c.id)
    return [_test(row) for row in store.read(lambda connection: connection.execute(query).all())]


def claim_test(store: Store, number: int) -> bool:
    """This program plays the match from now on; False if another one does, or it is over."""
    free = update(class_tests).where(
        class_tests.c.id == number,
        class_tests.c.state.in_((WAITING, RUNNING)),
        class_tests.c.run_id.is_(None),
    )
    return write(
        store,
        lambda connection, run: connection.execute(free.values(state=RUNNING, run_id=run)).rowcount == 1,
    )


def mark_test(store: Store, number: int, result: str, state: str = RUNNING) -> None:
    """Where a match stands, or how it ended."""
    values: dict[str, Any] = {"result": result, "state": state}
    if state in (DONE, FAILED):
        values["run_id"] = None
    this = update(class_tests).where(class_tests.c.id == number).values(**values)
    write(store, lambda connection, run: connection.execute(this) and None)


def add_test_game(store: Store, test: int, number: int, record: Record, faults: Faults, logs: Texts) -> int:
    """Keep a finished game of a match; its number in the store, 0 if the match is there no more."""

    def work(connection: Connection, run: int) -> int:
        there = select(class_tests.c.id).where(class_tests.c.id == test)
        if connection.execute(there).first() is None:
            return 0
        game = rows.add_game(connection, run, record)  # everybody may see it; what went wrong is for the team
        values: dict[str, Any] = {"test_id": test, "number": number, "game_id": game}
        values |= {"faults": dict(faults) or None, "logs": dict(logs) or None}
        connection.execute(insert(class_test_games).values(**values))
        return game

    return write(store, work)


def test_games(store: Store, test: int) -> list[TestGame]:
    """The finished games of a match."""
    query = select(class_test_games).where(class_test_games.c.test_id == test)
    found = store.read(lambda connection: connection.execute(query.order_by(class_test_games.c.number)).all())
    return [TestGame(row.number, row.game_id, row.faults or {}, row.logs or {}) for row in found]


def test_log(store: Store, team: int, game: int) -> Texts | None:
    """What programs said in a game of a team's matches for itself; None if it is no such game."""
    own = select(class_tests.c.id).where(or_(class_tests.c.team_id == team, class_tests.c.rival == team))
    query = select(class_test_games.c.logs).where(
        class_test_games.c.game_id == game, class_test_games.c.test_id.in_(own)
    )
    row = store.read(lambda connection: connection.execute(query).first())
    return None if row is None else row.logs or {}


def is_test_game(store: Store, game: int) -> bool:
    """Is this a game that only those may see who have played it?"""
    query = select(class_test_games.c.game_id).where(class_test_games.c.game_id == game)
    return store.read(lambda connection: connection.execute(query).first()) is not None


# --- rows --------------------------------------------------------------------------------------------
def _upload(row: Row[Any]) -> UploadRow:
    created = rows.zoned(row.created)
    return UploadRow(row.team_id, row.number, created, row.size, row.sha, row.state, row.played, row.log)


def _test(row: Row[Any]) -> TestRow:
    return TestRow(
        row.id, row.team_id, row.version, row.against, row.games, rows.zoned(row.created), row.state,
        row.result, row.rival, row.rival_version,
    )  # fmt: skip
