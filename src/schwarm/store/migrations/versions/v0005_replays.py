"""What lists of games are searched by stands beside the page's plans; analyses of finished games are kept."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

LONGEST = 64  # characters of a name that a search looks at
page_tables = sa.table(
    "page_tables",
    sa.column("id", sa.String),
    sa.column("game_id", sa.BigInteger),
    sa.column("plan", sa.Text),
    sa.column("game", sa.String),
    sa.column("listed", sa.Boolean),
    sa.column("ended", sa.DateTime(timezone=True)),
)
ends = sa.table("ends", sa.column("game_id", sa.BigInteger), sa.column("ended", sa.DateTime(timezone=True)))
page_players = sa.table("page_players", sa.column("words", sa.String), sa.column("table_id", sa.String))


def upgrade() -> None:
    """Make columns and tables, and fill them from the plans."""
    op.add_column("page_tables", sa.Column("game", sa.String(64), nullable=False, server_default=""))
    op.add_column("page_tables", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("page_tables", sa.Column("ended", sa.DateTime(timezone=True)))
    op.create_index("page_tables_by_end", "page_tables", ["listed", "ended"])
    op.create_index("page_tables_by_kind_and_end", "page_tables", ["listed", "game", "ended"])
    by_bytes = sa.String(LONGEST).with_variant(sa.String(LONGEST, collation="C"), "postgresql")
    op.create_table(
        "page_players",
        sa.Column("words", by_bytes, primary_key=True),
        sa.Column(
            "table_id",
            sa.String(40),
            sa.ForeignKey("page_tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
    )
    op.create_index("page_players_by_table", "page_players", ["table_id"])
    op.create_table(
        "analyses",
        sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("engine", sa.String(64), nullable=False),
        sa.Column("judged", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    ended = sa.select(ends.c.ended).where(ends.c.game_id == page_tables.c.game_id).scalar_subquery()
    connection.execute(sa.update(page_tables).values(ended=ended))
    for row in connection.execute(sa.select(page_tables.c.id, page_tables.c.plan)).all():
        plan = json.loads(row.plan)
        this = sa.update(page_tables).where(page_tables.c.id == row.id)
        connection.execute(this.values(game=plan["game"], listed=bool(plan.get("listed", True))))
        names = [str(seat.get("name", "")) for seat in plan["seats"].values()]
        words = [{"words": text, "table_id": row.id} for text in beginnings(names)]
        if words:
            connection.execute(sa.insert(page_players), words)


def beginnings(names: list[str]) -> list[str]:
    """Each name from each of its words on, in small letters."""
    found: set[str] = set()
    for name in names:
        words = name.lower().split()
        found.update(" ".join(words[start:])[:LONGEST] for start in range(len(words)))
    return sorted(found)
