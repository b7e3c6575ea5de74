"""Games, their plies and ends, and the runs that play them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    key = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "runs",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("started", sa.String(64), nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column("run_id", sa.BigInteger, sa.ForeignKey("runs.id", ondelete="SET NULL")),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("profile", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.String(20), nullable=False),
        sa.Column("position", sa.Text),
        sa.Column("seats", sa.Text, nullable=False),
    )
    op.create_index("games_by_state", "games", ["state", "id"])
    op.create_table(
        "plies",
        sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("think_ms", sa.Float),
        sa.Column("server_ms", sa.Float),
    )
    op.create_table(
        "ends",
        sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("winner", sa.String(32)),
        sa.Column("reason", sa.String(64), nullable=False),
        sa.Column("scores", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
    )
