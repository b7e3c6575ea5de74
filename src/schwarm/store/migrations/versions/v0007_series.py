"""Series of games between bots that somebody asked the page for."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "series",
        sa.Column(
            "event_id", sa.BigInteger, sa.ForeignKey("events.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("stopped", sa.Boolean, nullable=False),
    )
