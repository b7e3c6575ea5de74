"""The tables as the newest migration leaves them.

A game's plies are only ever added; (game, number) is their key, so no ply can be written twice.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
)
from sqlalchemy.engine import Dialect

from schwarm.game.errors import Faults, Refusal

HEAD = "1.0.0"  # the newest migration


class GameStatus(StrEnum):
    """Where a game stands."""

    RUNNING = "running"
    INTERRUPTED = "interrupted"
    ENDED = "ended"


metadata = MetaData()
BigKey = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows only in a plain INTEGER
ByName = JSON(none_as_null=True)  # one text for each player's name


class FaultsByName(TypeDecorator[Faults]):
    """What each offender did, by name: codes with values."""

    impl = ByName
    cache_ok = True

    def process_bind_param(self, value: Faults | None, dialect: Dialect) -> Any:
        return None if value is None else {name: fault.data for name, fault in value.items()}

    def process_result_value(self, value: Any, dialect: Dialect) -> Faults | None:
        return None if value is None else {name: Refusal.of(fault) for name, fault in value.items()}


class FaultsText(TypeDecorator[Faults]):
    """The same as JSON in a column of text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Faults | None, dialect: Dialect) -> str:
        return json.dumps({name: fault.data for name, fault in (value or {}).items()})

    def process_result_value(self, value: str | None, dialect: Dialect) -> Faults:
        return {name: Refusal.of(fault) for name, fault in json.loads(value or "{}").items()}


class ToldLines(TypeDecorator[Sequence[Refusal]]):
    """The lines of a log, codes with values, as JSON."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Sequence[Refusal] | None, dialect: Dialect) -> str | None:
        return None if value is None else json.dumps([line.data for line in value])

    def process_result_value(self, value: str | None, dialect: Dialect) -> Sequence[Refusal]:
        return [Refusal.of(line) for line in json.loads(value or "[]")]


# Compared byte by byte, as SQLite does anyway: all texts that begin alike stand together in an index.
ByBytes = String(64).with_variant(String(64, collation="C"), "postgresql")

# Programs that have the database open. `seen` is the last sign of life, in seconds since 1970. `inner` is
# where a page is reached by other pages, and what it wants to hear from them; NULL for other programs.
runs = Table(
    "runs",
    metadata,
    Column("id", BigKey, primary_key=True, autoincrement=True),
    Column("host", String(255), nullable=False),
    Column("pid", Integer, nullable=False),
    Column("started", String(64), nullable=False),
    Column("seen", Float, nullable=False),
    Column("inner", String(255)),
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
    Column("processor_ms", Float),  # NULL where unknown
)

ends = Table(
    "ends",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("winner", String(32)),
    Column("reason", String(64), nullable=False),
    Column("scores", Text, nullable=False),  # JSON
    Column("detail", FaultsText, nullable=False),  # what offenders did
    Column("ended", DateTime(timezone=True), nullable=False),
)

# Tournaments. `run_id` is the program that plays the event now; `format` is all that its file said.
events = Table(
    "events",
    metadata,
    Column("id", BigKey, primary_key=True, autoincrement=True),
    Column("run_id", BigInteger, ForeignKey("runs.id", ondelete="SET NULL")),
    Column("name", String(255), nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("finished", DateTime(timezone=True)),
    Column("format", Text, nullable=False),  # JSON
)

# One line for each finished game of an event: all that tables need, so that they never read plies.
event_games = Table(
    "event_games",
    metadata,
    Column("event_id", BigInteger, ForeignKey("events.id", ondelete="CASCADE"), primary_key=True),
    Column("stage", Integer, primary_key=True, autoincrement=False),
    Column("group_number", Integer, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("match_number", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game_id", BigInteger, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("first", String(255), nullable=False),  # who made the first move
    Column("second", String(255), nullable=False),
    Column("first_points", Integer, nullable=False),  # victory points
    Column("second_points", Integer, nullable=False),
    Column("first_version", Integer, nullable=False, server_default="0"),  # 0: it has one program alone
    Column("second_version", Integer, nullable=False, server_default="0"),
    Column("scores", Text, nullable=False),  # JSON
    Column("reason", String(64), nullable=False),
    Column("faults", FaultsByName),  # what each offender did; NULL if nobody did anything wrong
    Column("plies", Integer, nullable=False),
    Column("first_ms", Float, nullable=False),  # thinking, all moves together
    Column("second_ms", Float, nullable=False),
    Column("first_slowest_ms", Float, nullable=False),
    Column("second_slowest_ms", Float, nullable=False),
    Column("first_processor_ms", Float),  # NULL as in plies
    Column("second_processor_ms", Float),
    Column("wall_ms", Float, nullable=False),
    Column("logs", ByName),  # what foreign programs said
    Column("ended", DateTime(timezone=True), nullable=False),
)

qualifications = Table(
    "qualifications",
    metadata,
    Column("event_id", BigInteger, ForeignKey("events.id", ondelete="CASCADE"), primary_key=True),
    Column("entrant", String(255), primary_key=True),
    Column("passed", Boolean, nullable=False),
    Column("log", ToldLines, nullable=False),
)

# Events that the page plays by itself because somebody asked for them.
series = Table(
    "series",
    metadata,
    Column("event_id", BigInteger, ForeignKey("events.id", ondelete="CASCADE"), primary_key=True),
    Column("visitor", String(64), nullable=False),  # on whose account
    Column("owner", String(64), nullable=False),  # fingerprint of the token that stops it
    Column("stopped", Boolean, nullable=False),
)

# Studies of rule variants. `run_id` is the program that plays the study now; `plan` is what its file said.
studies = Table(
    "studies",
    metadata,
    Column("id", BigKey, primary_key=True, autoincrement=True),
    Column("run_id", BigInteger, ForeignKey("runs.id", ondelete="SET NULL")),
    Column("name", String(255), nullable=False, unique=True),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("finished", DateTime(timezone=True)),
    Column("planned", Integer, nullable=False),  # games
    Column("plan", Text, nullable=False),  # JSON
)

# One line for each finished game of a study, with what was measured of it so far.
study_games = Table(
    "study_games",
    metadata,
    Column("study_id", BigInteger, ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("variant", String(255), primary_key=True),  # its changed options
    Column("players", String(255), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game_id", BigInteger, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("code", String(16), nullable=False),  # stands for the code that played it
    Column("wall_ms", Float, nullable=False),
    Column("measured", Text),  # JSON; NULL before it was measured
)

# What a study works out once and keeps: weights tuned for a variant, searches of a sample of positions.
study_notes = Table(
    "study_notes",
    metadata,
    Column("study_id", BigInteger, ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(32), primary_key=True),
    Column("name", String(255), primary_key=True),
    Column("text", Text, nullable=False),  # JSON
)

# The page's tables. What `plan` says is the page's own business; what lists of games need stands beside it.
page_tables = Table(
    "page_tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game_id", BigInteger),  # once both sides are there
    Column("touched", Float, nullable=False),  # seconds since 1970
    Column("plan", Text, nullable=False),  # JSON
    Column("game", String(64), nullable=False, server_default=""),
    Column("listed", Boolean, nullable=False, server_default=false()),  # may everybody see it?
    Column("ended", DateTime(timezone=True)),  # as `ends` has it
    # The page that has it in its memory; NULL: whoever wants to may take it.
    Column("run_id", BigInteger),
    Index("page_tables_by_owner", "run_id"),
    Index("page_tables_by_game", "game_id"),
    Index("page_tables_by_end", "listed", "ended"),
    Index("page_tables_by_kind_and_end", "listed", "game", "ended"),
)

# The names of a table's players from each of their words on, in small letters: what a search begins with.
page_players = Table(
    "page_players",
    metadata,
    Column("words", ByBytes, primary_key=True),
    Column("table_id", String(40), ForeignKey("page_tables.id", ondelete="CASCADE"), primary_key=True),
    Index("page_players_by_table", "table_id"),
)

# Visitors with a name. Of the token that is the right to a name only the fingerprint is kept.
people = Table(
    "people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("folded", String(160), nullable=False, unique=True),  # names that look alike have the same
    Column("key", String(64), nullable=False, unique=True),
    Column("created", Float, nullable=False),  # seconds since 1970
)

# Who played at which table of the page; a game counts for ratings if `rated`.
person_games = Table(
    "person_games",
    metadata,
    Column("table_id", String(40), ForeignKey("page_tables.id", ondelete="CASCADE"), primary_key=True),
    Column("side", String(32), primary_key=True),
    Column("person_id", String(16), nullable=False),
    Column("rated", Boolean, nullable=False),
    Index("person_games_by_person", "person_id"),
)

# Results that ratings are made of. A player is a person's id, or `level N`.
rated_games = Table(
    "rated_games",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("first", String(32), nullable=False),
    Column("second", String(32), nullable=False),
    Column("points", Float, nullable=False),  # of the first: 1, 0.5 or 0
    Column("ended", DateTime(timezone=True), nullable=False),
    Index("rated_games_by_first", "first", "game", "ended"),
    Index("rated_games_by_second", "second", "game", "ended"),
)

# What the results of a person say of their strength: Elo with its 95 percent interval.
person_ratings = Table(
    "person_ratings",
    metadata,
    Column("person_id", String(16), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("elo", Float, nullable=False),
    Column("low", Float, nullable=False),
    Column("high", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

# Finished games judged ply by ply. What `judged` says is the page's own business.
analyses = Table(
    "analyses",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("engine", String(64), nullable=False),  # who judged, and how long for each position
    Column("judged", Text, nullable=False),  # JSON
)

# Tournaments of a class, run from the page. `setup` is what the operator said; `event_id` is the tournament
# itself, once it has begun.
class_events = Table(
    "class_events",
    metadata,
    Column("id", BigKey, primary_key=True, autoincrement=True),
    Column("event_id", BigInteger, ForeignKey("events.id", ondelete="SET NULL")),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("state", String(16), nullable=False),
    Column("setup", Text, nullable=False),  # JSON
    Index("class_events_by_event", "event_id"),
)

# `token` is the fingerprint of the team's own; `player` says which built-in level plays, if one does;
# `out` why it was disqualified.
class_teams = Table(
    "class_teams",
    metadata,
    Column("id", BigKey, primary_key=True, autoincrement=True),
    Column("class_id", BigInteger, ForeignKey("class_events.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(64), nullable=False),
    Column("folded", String(128), nullable=False),  # the name as it is compared with others
    Column("kind", String(16), nullable=False),
    Column("player", String(64), nullable=False),
    Column("token", String(64), nullable=False),
    Column("out", Text),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("plays", Integer),  # the version that it has chosen; NULL: the newest that has passed
    Column("fielded", Integer),  # the version that its tournament names now
    UniqueConstraint("class_id", "folded", name="class_teams_by_name"),
)

# The versions of a team's program. `content` is the ZIP, forgotten once nobody needs it any more. `run_id` is
# the program that tests it now; `log` is what the qualification told.
class_uploads = Table(
    "class_uploads",
    metadata,
    Column("team_id", BigInteger, ForeignKey("class_teams.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("size", Integer, nullable=False),
    Column("sha", String(64), nullable=False),
    Column("content", LargeBinary),
    Column("state", String(16), nullable=False),
    Column("played", Integer, nullable=False),
    Column("log", ToldLines, nullable=False),
    Column("run_id", BigInteger, ForeignKey("runs.id", ondelete="SET NULL")),
)

# Matches of a team against a level, its own earlier version or another team that has agreed, for these alone.
# `rival` is that team, `rival_version` its version.
class_tests = Table(
    "class_tests",
    metadata,
    Column("id", BigKey, primary_key=True, autoincrement=True),
    Column("team_id", BigInteger, ForeignKey("class_teams.id", ondelete="CASCADE"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("against", String(64), nullable=False),
    Column("rival", BigInteger),
    Column("rival_version", Integer),
    Column("games", Integer, nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("state", String(16), nullable=False),
    Column("result", Text, nullable=False),  # JSON
    Column("run_id", BigInteger, ForeignKey("runs.id", ondelete="SET NULL")),
    Index("class_tests_by_team", "team_id"),
    Index("class_tests_by_rival", "rival"),
)

class_test_games = Table(
    "class_test_games",
    metadata,
    Column("test_id", BigInteger, ForeignKey("class_tests.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game_id", BigInteger, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("faults", FaultsByName),
    Column("logs", ByName),
)

# What happened in a class tournament and why. `detail` has no names: teams are their numbers there.
class_journal = Table(
    "class_journal",
    metadata,
    Column("id", BigKey, primary_key=True, autoincrement=True),
    Column("class_id", BigInteger, ForeignKey("class_events.id", ondelete="CASCADE"), nullable=False),
    Column("written", DateTime(timezone=True), nullable=False),
    Column("what", String(32), nullable=False),
    Column("who", String(16), nullable=False),
    Column("team_id", BigInteger, ForeignKey("class_teams.id", ondelete="SET NULL")),
    Column("reason", Text, nullable=False),
    Column("detail", Text, nullable=False),  # JSON
    Index("class_journal_by_class", "class_id"),
)
