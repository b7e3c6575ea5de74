"""Names of a class's teams, everywhere they stand in the store: changed, or forgotten for good.

Games keep their moves. Each function is one transaction, and SQLite overwrites what it deletes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, select, update

from schwarm.game.errors import Faults, Refusal
from schwarm.store.classroom import NewLine, TeamRow, note, write
from schwarm.store.page_tables import beginnings
from schwarm.store.schema import (
    class_events,
    class_journal,
    class_teams,
    class_test_games,
    class_tests,
    ends,
    event_games,
    events,
    games,
    page_players,
    page_tables,
)
from schwarm.store.store import Store

BEFORE = " (before)"  # what a team's earlier version is called in its test matches


def rename(store: Store, team: TeamRow, name: str, folded: str, line: NewLine) -> None:
    """Give a team another name."""

    def work(connection: Connection, run: int) -> None:
        _rename(connection, team, name)
        own = update(class_teams).where(class_teams.c.id == team.id)
        connection.execute(own.values(name=name, folded=folded))
        note(connection, team.class_id, line)

    write(store, work)


def delete_team(store: Store, team: TeamRow, name: str, line: NewLine, format: str | None) -> None:
    """Forget a team; in the games that it has played it is called `name`; `format` is its event then."""
    own = select(class_events.c.event_id).where(class_events.c.id == team.class_id)

    def work(connection: Connection, run: int) -> None:
        if format is not None:
            this = update(events).where(events.c.id == own.scalar_subquery())
            connection.execute(this.values(format=format))
        _rename(connection, team, name, forget=True)
        connection.execute(delete(class_teams).where(class_teams.c.id == team.id))
        note(connection, team.class_id, line)

    write(store, work)
    _overwrite(store)


def delete_class(store: Store, class_id: int) -> None:
    """Forget a tournament with all its teams."""

    def work(connection: Connection, run: int) -> None:
        this = select(class_events.c.event_id).where(class_events.c.id == class_id)
        event = connection.execute(this).scalar_one_or_none()
        found = connection.execute(select(class_teams).where(class_teams.c.class_id == class_id)).all()
        for number, row in enumerate(found, 1):
            team = TeamRow(row.id, class_id, row.name, row.kind, row.player, "", "", row.out, row.created)
            _rename(connection, team, f"team {number}", forget=True)
        connection.execute(delete(class_events).where(class_events.c.id == class_id))
        if event is not None:
            connection.execute(delete(events).where(events.c.id == event))

    write(store, work)
    _overwrite(store)


def _overwrite(store: Store) -> None:
    """Let SQLite move what its journal still remembers into the file, where it has been overwritten."""
    if store.engine.dialect.name == "sqlite":
        with store.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def _rename(connection: Connection, team: TeamRow, name: str, *, forget: bool = False) -> None:
    """Change a team's name in its event, in all its games, and in what others say of it.

    `forget`: what it said itself is dropped, and it plays no more.
    """
    old = team.name
    event = connection.execute(
        select(class_events.c.event_id).where(class_events.c.id == team.class_id)
    ).scalar_one_or_none()
    changed: list[int] = []
    if event is not None:
        _change_format(connection, event, old, name, forget=forget)
        changed += _change_event_games(connection, event, old, name, forget=forget)
    changed += _change_journal(connection, team, name)
    of_tests = (class_tests.c.team_id == team.id) | (class_tests.c.rival == team.id)
    tests = select(class_test_games.c.game_id).where(
        class_test_games.c.test_id.in_(select(class_tests.c.id).where(of_tests))
    )
    changed += connection.execute(tests).scalars().all()
    _change_test_games(connection, of_tests, old, name, forget=forget)
    tables = select(page_tables.c.game_id).where(
        page_tables.c.id.startswith(f"c{team.class_id}-", autoescape=True), page_tables.c.game_id.is_not(None)
    )
    changed += connection.execute(tables).scalars().all()  # also games by hand that were broken off
    for game in dict.fromkeys(changed):
        _change_game(connection, game, old, name)


def _change_format(connection: Connection, event: int, old: str, name: str, *, forget: bool) -> None:
    """An event's own text: who takes part."""
    said: dict[str, Any] = json.loads(
        connection.execute(select(events.c.format).where(events.c.id == event)).scalar_one()
    )
    for number, entrant in enumerate(said["entrants"]):
        if entrant["name"] == old:
            said["entrants"][number] = {"name": name} if forget else entrant | {"name": name}
    said["withdrawn"] = [name if one == old else one for one in said.get("withdrawn", [])]
    for key in ("excluded", "annulled"):
        said[key] = [[stage, name if who == old else who] for stage, who in said.get(key, [])]
    said["forfeited"] = [[*key, name if who == old else who] for *key, who in said.get("forfeited", [])]
    text = json.dumps(said, separators=(",", ":"))
    connection.execute(update(events).where(events.c.id == event).values(format=text))


def _change_event_games(
    connection: Connection, event: int, old: str, name: str, *, forget: bool
) -> list[int]:
    """The lines of a team's games in its event; the numbers of the games."""
    own = (event_games.c.first == old) | (event_games.c.second == old)
    found = connection.execute(select(event_games).where(event_games.c.event_id == event, own)).all()
    for row in found:
        faults, logs = row.faults or {}, row.logs or {}
        if forget:
            logs = {who: said for who, said in logs.items() if who != old}
        values: dict[str, Any] = {
            "first": name if row.first == old else row.first,
            "second": name if row.second == old else row.second,
            "faults": _faults(faults, old, name) or None,
            "logs": _renamed(logs, old, name) or None,
        }
        this = update(event_games).where(
            event_games.c.event_id == event, event_games.c.game_id == row.game_id
        )
        connection.execute(this.values(**values))
    return [row.game_id for row in found]


def _change_test_games(
    connection: Connection, of_tests: ColumnElement[bool], old: str, name: str, *, forget: bool
) -> None:
    """What was said in matches with another team; the other one keeps its part."""
    own = class_test_games.c.test_id.in_(select(class_tests.c.id).where(of_tests))
    for row in connection.execute(select(class_test_games).where(own)).all():
        logs = {who: said for who, said in (row.logs or {}).items() if not (forget and who == old)}
        this = update(class_test_games).where(
            class_test_games.c.test_id == row.test_id, class_test_games.c.number == row.number
        )
        faults = _faults(row.faults or {}, old, name)
        connection.execute(this.values(faults=faults or None, logs=_renamed(logs, old, name) or None))


def _change_journal(connection: Connection, team: TeamRow, name: str) -> list[int]:
    """What the journal says of a team; the numbers of the games that count no more."""
    query = select(class_journal).where(class_journal.c.class_id == team.class_id)
    replaced: list[int] = []
    for row in connection.execute(query).all():
        replaced += [game for _, game, _ in json.loads(row.detail).get("games", [])]
        if team.name in row.reason:
            this = update(class_journal).where(class_journal.c.id == row.id)
            connection.execute(this.values(reason=_replaced(row.reason, team.name, name)))
    return replaced


def _change_game(connection: Connection, game: int, old: str, name: str) -> None:
    """The names in a game, in its end, and at the page's table where it was played or is shown."""
    seats = connection.execute(select(games.c.seats).where(games.c.id == game)).scalar_one_or_none()
    if seats is None:
        return
    named = {old: name, f"{old}{BEFORE}": f"{name}{BEFORE}"}
    changed = {side: named.get(who, who) for side, who in json.loads(seats).items()}
    connection.execute(update(games).where(games.c.id == game).values(seats=json.dumps(changed)))
    end = connection.execute(select(ends.c.detail).where(ends.c.game_id == game)).scalar_one_or_none()
    if end:
        detail = _faults(end, old, name)
        connection.execute(update(ends).where(ends.c.game_id == game).values(detail=detail))
    for row in connection.execute(select(page_tables).where(page_tables.c.game_id == game)).all():
        plan = json.loads(row.plan)
        for seat in plan["seats"].values():
            seat["name"] = named.get(seat["name"], seat["name"])
        this = update(page_tables).where(page_tables.c.id == row.id)
        connection.execute(this.values(plan=json.dumps(plan, separators=(",", ":"))))
        connection.execute(delete(page_players).where(page_players.c.table_id == row.id))
        for words in beginnings(seat["name"] for seat in plan["seats"].values()):
            connection.execute(page_players.insert().values(words=words, table_id=row.id))


def _renamed(texts: Mapping[str, str], old: str, name: str) -> dict[str, str]:
    """Texts by name with one name changed, also where others speak of it."""
    return {name if who == old else who: _replaced(said, old, name) for who, said in texts.items()}


def _faults(faults: Faults, old: str, name: str) -> dict[str, Refusal]:
    """The same of faults."""
    return {name if who == old else who: _retold(fault, old, name) for who, fault in faults.items()}


def _retold(fault: Refusal, old: str, name: str) -> Refusal:
    values = {
        key: _retold(value, old, name) if isinstance(value, Refusal) else _replaced(value, old, name)
        for key, value in fault.values.items()
    }
    return Refusal(fault.code, **values)


def _replaced(text: str, old: str, name: str) -> str:
    """A text with a name changed wherever it stands as a word of its own."""
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: name, text)
