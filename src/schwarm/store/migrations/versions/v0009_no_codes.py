"""Codes of tournaments and reservations of teams are made from a secret beside the database."""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forget them: whoever was let in stays in; new codes are shown where the old ones were."""
    op.drop_column("class_events", "code")
    op.drop_column("class_teams", "reservation")
