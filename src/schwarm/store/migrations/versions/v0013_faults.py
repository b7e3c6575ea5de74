"""Faults and the logs of qualifications are codes with values; what older versions wrote is told as it was.

Before, both were English sentences. Nobody takes these apart: each becomes the value of the code `told`.
"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

BY_NAME = sa.JSON(none_as_null=True)
KEYS = {
    ("event_games", "faults"): ("event_id", "stage", "group_number", "day", "match_number", "number"),
    ("class_test_games", "faults"): ("test_id", "number"),
    ("ends", "detail"): ("game_id",),
    ("qualifications", "log"): ("event_id", "entrant"),
    ("class_uploads", "log"): ("team_id", "number"),
}


def told(text: str) -> dict[str, Any]:
    """A sentence as data."""
    return {"code": "told", "values": {"text": text}}


def upgrade() -> None:
    """Change every row that has such a text, one by one, as texts may be long."""
    bind = op.get_bind()
    for (kind, name), names in KEYS.items():
        own: sa.ColumnClause[Any] = sa.column(name, BY_NAME if name == "faults" else sa.Text())
        told_there = own.is_not(None) if name == "faults" else own != ""
        table = sa.table(kind, own, *(sa.column(key) for key in names))
        keys = [table.c[key] for key in names]
        for row in bind.execute(sa.select(*keys).where(told_there)).all():
            this = [key == value for key, value in zip(keys, row, strict=True)]
            value = bind.execute(sa.select(own).where(*this)).scalar_one()
            bind.execute(sa.update(table).where(*this).values({name: new(name, value)}))


def new(name: str, value: Any) -> Any:
    """What stands in the column from now on."""
    if name == "faults":
        return {player: told(text) for player, text in value.items()}
    return json.dumps({"": told(value)} if name == "detail" else [told(value)])
