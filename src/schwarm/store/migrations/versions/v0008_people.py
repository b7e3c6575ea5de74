"""Visitors with names: who they are, their games, and what their results say of their strength."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; games played so far belong to nobody."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("folded", sa.String(160), nullable=False, unique=True),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "person_games",
        sa.Column(
            "table_id", sa.String(40), sa.ForeignKey("page_tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("side", sa.String(32), primary_key=True),
        sa.Column("person_id", sa.String(16), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
    )
    op.create_index("person_games_by_person", "person_games", ["person_id"])
    op.create_table(
        "rated_games",
        sa.Column("table_id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("first", sa.String(32), nullable=False),
        sa.Column("second", sa.String(32), nullable=False),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
    )
    for player in ("first", "second"):
        op.create_index(f"rated_games_by_{player}", "rated_games", [player, "game", "ended"])
    op.create_table(
        "person_ratings",
        sa.Column("person_id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("elo", sa.Float, nullable=False),
        sa.Column("low", sa.Float, nullable=False),
        sa.Column("high", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
