"""What players had of processors stands beside their time by the clock; of older games nobody knows it."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

NEW = {"plies": ("processor_ms",), "event_games": ("first_processor_ms", "second_processor_ms")}


def upgrade() -> None:
    """Room for it."""
    for table, names in NEW.items():
        for name in names:
            op.add_column(table, sa.Column(name, sa.Float()))
