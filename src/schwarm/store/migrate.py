"""Brings a database to the newest schema when a store is opened."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from schwarm.store import before_release
from schwarm.store.errors import OtherSchema, Unreachable
from schwarm.store.schema import HEAD, metadata

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
ALEMBIC = threading.Lock()  # it keeps its state in a module
ONE_AT_A_TIME = 7_309_453_161_843_028_338  # any number, the same in all programs that migrate


def upgrade(engine: Engine, *, create: bool = True) -> bool:
    """Make the tables, or apply the missing migrations, in one transaction; return True if there was a need.

    :param create: whether an empty database gets tables.
    :raises Unreachable: if it does not, and the database is empty.
    :raises OtherSchema: if the database has a schema that leads to no other known one; it stays as it is.
    """
    with engine.connect() as connection:
        found = revision(connection)
        if found == HEAD:
            return False  # the usual case, without opening alembic
        if found is None and not create:
            raise Unreachable("the database is empty: nothing was ever kept there")
    with engine.connect() as connection:
        connection.info["writes"] = True
        try:
            with connection.begin():
                if connection.dialect.name == "postgresql":
                    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})
                _bring_up_to_date(connection)
        finally:
            connection.info["writes"] = False
    return True


def revision(connection: Connection) -> str | None:
    """The migration a database is at; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def settings(connection: Connection) -> Config:
    """What Alembic's commands need to work on this connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _bring_up_to_date(connection: Connection) -> None:
    found = revision(connection)
    if found == HEAD:
        return  # another program was quicker
    from alembic import command
    from alembic.script import ScriptDirectory

    config = settings(connection)
    with ALEMBIC:
        if found is None:
            if there := metadata.tables.keys() & set(inspect(connection).get_table_names()):
                raise OtherSchema(f"the database is none of schwarm's: it has a table {min(there)!r} already")
            metadata.create_all(connection)
            command.stamp(config, "head")
            return
        known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
        if found == before_release.REVISION:
            before_release.adopt(connection, known[-1])
        elif found not in known:
            raise OtherSchema(
                f"the database has schema {found}, this program knows {known[-1]} to {HEAD}: "
                "open it with the version that made it"
            )
        command.upgrade(config, "head")
