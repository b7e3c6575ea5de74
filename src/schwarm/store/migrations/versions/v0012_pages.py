"""Several pages may work on one database: which programs are pages, and which of them has which table."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Where other pages reach a page, and whose a table is."""
    op.add_column("runs", sa.Column("inner", sa.String(255)))
    op.add_column("page_tables", sa.Column("run_id", sa.BigInteger()))
    op.create_index("page_tables_by_owner", "page_tables", ["run_id"])
