"""The tables as the newest migration leaves them.

A game's plies are only ever added; (game, number) is their key, so no ply can be written twice.
"""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

HEAD = "0001"  # the newest migration


class State(StrEnum):
    """Where a game stands."""

    RUNNING = "running"
    INTERRUPTED = "interrupted"
    ENDED = "ended"


metadata = MetaData()
BigKey = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows only in a plain INTEGER

# Programs that have the database open. `seen` is the last sign of life, in seconds since 1970.
runs = Table(
    "runs",
    metadata,
    Column("id", BigKey, primary_key=True, autoincrement=True),
    Column("host", String(255), nullable=False),
    Column("pid", Integer, nullable=False),
    Column("started", String(64), nullable=False),
    Column("seen", Float, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", BigKey, primary_key=True, autoincrement=True),
    Column("run_id", BigInteger, ForeignKey("runs.id", ondelete="SET NULL")),
    Column("state", String(16), nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("game", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("profile", String(64), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("seed", String(20), nullable=False),  # 64 bits without a sign: too wide for a BIGINT
    Column("position", Text),
    Column("seats", Text, nullable=False),  # JSON
    Index("games_by_state", "state", "id"),
)

plies = Table(
    "plies",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("move", Text, nullable=False),
    Column("think_ms", Float),
    Column("server_ms", Float),
)

ends = Table(
    "ends",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("winner", String(32)),
    Column("reason", String(64), nullable=False),
    Column("scores", Text, nullable=False),  # JSON
    Column("detail", Text, nullable=False),  # what an offender did
    Column("ended", DateTime(timezone=True), nullable=False),
)
