"""Studies of rule variants, their finished games, and what they keep."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    key = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "studies",
        sa.Column("id", key, primary_key=True, autoincrement=True),
        sa.Column("run_id", sa.BigInteger, sa.ForeignKey("runs.id", ondelete="SET NULL")),
        sa.Column("name", sa.String(255), nullable=False, unique=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True)),
        sa.Column("planned", sa.Integer, nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
    )
    study = sa.Column(
        "study_id", sa.BigInteger, sa.ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True
    )
    op.create_table(
        "study_games",
        study._copy(),
        sa.Column("variant", sa.String(255), primary_key=True),
        sa.Column("players", sa.String(255), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("wall_ms", sa.Float, nullable=False),
        sa.Column("measured", sa.Text),
    )
    op.create_table(
        "study_notes",
        study._copy(),
        sa.Column("kind", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(255), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
