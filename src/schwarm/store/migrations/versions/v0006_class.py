"""Tournaments of a class: events, teams, their programs and test matches, and what happened."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    key = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    by_name = sa.JSON(none_as_null=True)
    op.create_table(
        "class_events",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column("event_id", sa.BigInteger, sa.ForeignKey("events.id", ondelete="SET NULL")),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
    )
    op.create_index("class_events_by_event", "class_events", ["event_id"])
    op.create_table(
        "class_teams",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column(
            "class_id", sa.BigInteger, sa.ForeignKey("class_events.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("folded", sa.String(128), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("reservation", sa.String(32), nullable=False),
        sa.Column("out", sa.Text),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("class_id", "folded", name="class_teams_by_name"),
    )
    op.create_table(
        "class_uploads",
        sa.Column(
            "team_id", sa.BigInteger, sa.ForeignKey("class_teams.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("sha", sa.String(64), nullable=False),
        sa.Column("content", sa.LargeBinary),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("log", sa.Text, nullable=False),
        sa.Column("run_id", sa.BigInteger, sa.ForeignKey("runs.id", ondelete="SET NULL")),
    )
    op.create_table(
        "class_tests",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column(
            "team_id", sa.BigInteger, sa.ForeignKey("class_teams.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("against", sa.String(64), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("run_id", sa.BigInteger, sa.ForeignKey("runs.id", ondelete="SET NULL")),
    )
    op.create_index("class_tests_by_team", "class_tests", ["team_id"])
    op.create_table(
        "class_test_games",
        sa.Column(
            "test_id", sa.BigInteger, sa.ForeignKey("class_tests.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("faults", by_name),
        sa.Column("logs", by_name),
    )
    op.create_table(
        "class_journal",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column(
            "class_id", sa.BigInteger, sa.ForeignKey("class_events.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("written", sa.DateTime(timezone=True), nullable=False),
        sa.Column("what", sa.String(32), nullable=False),
        sa.Column("who", sa.String(16), nullable=False),
        sa.Column("team_id", sa.BigInteger, sa.ForeignKey("class_teams.id", ondelete="SET NULL")),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_index("class_journal_by_class", "class_journal", ["class_id"])
