"""Brings a database to the newest schema when a store is opened."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from schwarm.store.errors import NewerSchema, Unreachable
from schwarm.store.schema import HEAD

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
ALEMBIC = threading.Lock()  # it keeps its state in a module
ONE_AT_A_TIME = 7_309_453_161_843_028_338  # any number, the same in all programs that migrate


def upgrade(engine: Engine, *, create: bool = True) -> bool:
    """Apply the missing migrations in one transaction; NewerSchema if the database knows more than we do.

    Was there something to do? Without `create`, Unreachable if there is nothing in it.
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
                if revision(connection) != HEAD:  # another program may have been quicker
                    _run_alembic(connection)
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


def _run_alembic(connection: Connection) -> None:
    from alembic import command
    from alembic.script import ScriptDirectory

    config = settings(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    found = revision(connection)
    if found is not None and found not in known:
        raise NewerSchema(
            f"the database has schema {found}, this program knows {HEAD} at most: install a newer version"
        )
    with ALEMBIC:
        command.upgrade(config, "head")
