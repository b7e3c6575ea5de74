"""Events, their finished games and the qualification of their entrants."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    key = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "events",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column("run_id", sa.BigInteger, sa.ForeignKey("runs.id", ondelete="SET NULL")),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True)),
        sa.Column("format", sa.Text, nullable=False),
    )
    event = sa.Column(
        "event_id", sa.BigInteger, sa.ForeignKey("events.id", ondelete="CASCADE"), primary_key=True
    )
    places = ("stage", "group_number", "day", "match_number", "number")
    op.create_table(
        "event_games",
        event._copy(),
        *(sa.Column(name, sa.Integer, primary_key=True, autoincrement=False) for name in places),
        sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("first", sa.String(255), nullable=False),
        sa.Column("second", sa.String(255), nullable=False),
        sa.Column("first_points", sa.Integer, nullable=False),
        sa.Column("second_points", sa.Integer, nullable=False),
        sa.Column("scores", sa.Text, nullable=False),
        sa.Column("reason", sa.String(64), nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("first_ms", sa.Float, nullable=False),
        sa.Column("second_ms", sa.Float, nullable=False),
        sa.Column("first_slowest_ms", sa.Float, nullable=False),
        sa.Column("second_slowest_ms", sa.Float, nullable=False),
        sa.Column("wall_ms", sa.Float, nullable=False),
        sa.Column("log", sa.Text),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "qualifications",
        event._copy(),
        sa.Column("entrant", sa.String(255), primary_key=True),
        sa.Column("passed", sa.Boolean, nullable=False),
        sa.Column("log", sa.Text, nullable=False),
    )
