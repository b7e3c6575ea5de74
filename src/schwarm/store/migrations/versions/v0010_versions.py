"""Programs of teams may be replaced while a tournament goes on, and teams may ask each other for a match."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

COLUMNS = {
    "event_games": ("first_version", "second_version"),
    "class_teams": ("plays", "fielded"),
    "class_tests": ("rival_version",),
}


def upgrade() -> None:
    """Room for versions, and for whom a match is played against."""
    for table, names in COLUMNS.items():
        for name in names:
            usual = {"nullable": False, "server_default": "0"} if table == "event_games" else {}
            op.add_column(table, sa.Column(name, sa.Integer(), **usual))
    op.add_column("class_tests", sa.Column("rival", sa.BigInteger()))
    op.create_index("class_tests_by_rival", "class_tests", ["rival"])


def downgrade() -> None:
    """As it was; who played with which version is gone."""
    op.drop_index("class_tests_by_rival", "class_tests")
    op.drop_column("class_tests", "rival")
    for table, names in COLUMNS.items():
        for name in names:
            op.drop_column(table, name)
