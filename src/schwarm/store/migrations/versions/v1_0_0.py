"""The schema of version 1.0.0, which every store begins with; an empty one gets all tables at once.

A release that changes the schema adds one file beside this one, with the changes in `upgrade`.
"""

revision = "1.0.0"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing: no store comes here from before."""
