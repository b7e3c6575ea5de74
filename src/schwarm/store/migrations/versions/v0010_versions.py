"""Programs of teams may be replaced while a tournament goes on, and teams may ask each other for a match."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

ALWAYS = ("first_version", "second_version")
SOMETIMES = {"class_teams": ("plays", "fielded"), "class_tests": ("rival_version",)}


def upgrade() -> None:
    """Room for versions, and for whom a match is played against."""
    for name in ALWAYS:
        op.add_column("event_games", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    for table, names in SOMETIMES.items():
        for name in names:
            op.add_column(table, sa.Column(name, sa.Integer()))
    op.add_column("class_tests", sa.Column("rival", sa.BigInteger()))
    op.create_index("class_tests_by_rival", "class_tests", ["rival"])
