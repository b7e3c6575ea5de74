"""Why the page paused a class tournament is a code with values, as all faults are.

Before, it was a code of three beside an English sentence; that sentence stays where it was.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

CODES = {"pairing": "class_unpaired", "our_fault": "our_fault", "given_up": "class_given_up"}


def upgrade() -> None:
    """Change every line of the journal that has such a code."""
    bind = op.get_bind()
    table = sa.table("class_journal", sa.column("id"), sa.column("what"), sa.column("detail"))
    rows = bind.execute(sa.select(table.c.id, table.c.detail).where(table.c.what == "paused")).all()
    for number, text in rows:
        detail = json.loads(text)
        if code := CODES.get(str(detail.get("why"))):
            values = {"count": str(detail.pop("count"))} if "count" in detail else {}
            new = json.dumps(detail | {"why": {"code": code, "values": values}})
            bind.execute(sa.update(table).where(table.c.id == number).values(detail=new))
