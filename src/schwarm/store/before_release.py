"""A store of the last commit before version 1.0.0 becomes one of that version.

Its tables are the same, but for a few texts, which are written as version 1.0.0 writes them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import ceil
from typing import Any

from sqlalchemy import Column, Connection, Table, select, text, update

from schwarm.store.schema import class_events, events, page_tables

Texts = dict[str, Any]
REVISION = "0014"  # of that commit's schema
ALL_STAGES = ("name", "kind", "take", "draw", "games", "trial")
RANKED = (*ALL_STAGES, "points", "ranking", "groups")
# What a stage may say, by its kind: once each stage had the settings of all kinds.
STAGES = {
    "round robin": (*RANKED, "cycles", "most_days"),
    "gauntlet": (*RANKED, "heroes", "cycles"),
    "swiss": (*RANKED, "rounds"),
    "pair": (*ALL_STAGES, "points", "ranking", "stop"),
    "knock-out": (*ALL_STAGES, "most_games", "level", "third_place"),
    "ladder": ALL_STAGES,
}
SETUP = {
    "by_hand": False,
    "closes_min": 0.0,
    "begun": 0,
    "ready_s": 300.0,
    "leaving": "keep",
    "rehearsal": False,
}


def adopt(connection: Connection, version: str) -> None:
    """Rewrite what is written otherwise now, and stamp the store with this version of the schema."""
    _rewrite(connection, events, events.c.format, _event)
    _rewrite(connection, class_events, class_events.c.setup, lambda setup: SETUP | setup)
    _rewrite(connection, page_tables, page_tables.c.plan, lambda plan: {"thought": (0, 0.0)} | plan)
    connection.execute(text("UPDATE alembic_version SET version_num = :version"), {"version": version})


def _rewrite(
    connection: Connection,
    table: Table,
    column: Column[str],
    change: Callable[[dict[str, Any]], dict[str, Any]],
) -> None:
    for number, before in connection.execute(select(table.c.id, column)).all():
        said = json.loads(before)
        if (after := change(said)) != said:
            new = {column: json.dumps(after, separators=(",", ":"))}
            connection.execute(update(table).where(table.c.id == number).values(new))


def _event(said: Texts) -> Texts:
    """What an event says."""
    stages = [{key: stage[key] for key in stage if key in STAGES[stage["kind"]]} for stage in said["stages"]]
    return said | {"entrants": [_entrant(one) for one in said["entrants"]], "stages": stages}


def _entrant(said: Texts) -> Texts:
    """An entrant whose player is said by the one key `player`, its own time behind an @."""
    said = dict(said)
    texts = [said.pop(key, "") for key in ("bot", "think")]
    remote, own_ms = said.pop("remote", False), ceil(said.pop("budget_ms", 0))
    player = said.get("player") or "".join(texts) or ("remote" if remote else "")
    if own_ms and player and not remote and "@" not in player:
        name, *nodes = player.split("#", 1)
        player = "#".join([f"{name}@{own_ms}", *nodes])
    return said | ({"player": player} if player else {})
