"""What offenders did and programs said, by player's name; the page's tables join the history.

Before, all texts of a game were joined into one. The page made its table by itself: it may be there already.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

KEY = ("event_id", "stage", "group_number", "day", "match_number", "number")
BY_NAME = sa.JSON(none_as_null=True)
event_games = sa.table(
    "event_games",
    *(sa.column(name, sa.Integer) for name in KEY),
    *(sa.column(name, sa.String) for name in ("first", "second", "detail", "log")),
    *(sa.column(name, sa.Integer) for name in ("first_points", "second_points")),
    sa.column("faults", BY_NAME),
    sa.column("logs", BY_NAME),
)


def upgrade() -> None:
    """Take the joined texts apart, and make the page's table where it is missing."""
    op.add_column("event_games", sa.Column("faults", BY_NAME))
    op.add_column("event_games", sa.Column("logs", BY_NAME))
    c = event_games.c
    for key in _keys(sa.or_(c.detail != "", c.log.is_not(None))):
        row = op.get_bind().execute(sa.select(event_games).where(*key)).one()
        players = _guilty_first(row)
        both = row.first_points == row.second_points  # of two offenders nobody wins
        faults = parts(row.detail, players, "{name}: ", "; " if both else None)
        logs = parts(row.log or "", players, "--- {name}\n", "\n")
        op.execute(sa.update(event_games).where(*key).values(faults=faults or None, logs=logs or None))
    op.drop_column("event_games", "detail")
    op.drop_column("event_games", "log")
    if not sa.inspect(op.get_bind()).has_table("page_tables"):
        op.create_table(
            "page_tables",
            sa.Column("id", sa.String(40), primary_key=True),
            sa.Column("game_id", sa.BigInteger),
            sa.Column("touched", sa.Float, nullable=False),
            sa.Column("plan", sa.Text, nullable=False),
        )
        op.create_index("page_tables_by_game", "page_tables", ["game_id"])


def _keys(which: sa.ColumnElement[bool]) -> list[list[sa.ColumnElement[bool]]]:
    """The rows in question, one condition each: their texts are read one by one, as they may be long."""
    columns = [event_games.c[name] for name in KEY]
    found = op.get_bind().execute(sa.select(*columns).where(which)).all()
    return [[column == value for column, value in zip(columns, row, strict=True)] for row in found]


def _guilty_first(row: sa.Row[tuple[object, ...]]) -> list[str]:
    """Both players in the order in which their names are looked for.

    Whoever has no points broke the rules if anybody did. Of two names that begin alike the longer is meant.
    """
    players = [(row.first_points, row.first), (row.second_points, row.second)]
    return [name for _, name in sorted(players, key=lambda player: (player[0], -len(player[1])))]


def parts(text: str, players: list[str], head: str, between: str | None) -> dict[str, str]:
    """Each player's part of a joined text, or only the first one's where there is nothing between parts.

    A text that begins with neither name is kept under an empty one.
    """
    for name, other in (players, players[::-1]):
        if text.startswith(head.format(name=name)):
            own = text.removeprefix(head.format(name=name))
            if between is None:
                return {name: own}
            first, found, rest = own.partition(between + head.format(name=other))
            return {name: first, other: rest} if found else {name: first}
    return {"": text} if text else {}
