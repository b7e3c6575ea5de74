"""Alembic's entry: runs the steps on the connection that `migrate.upgrade` opened."""

from alembic import context

from schwarm.store.schema import metadata

if __name__ == "env_py":  # as alembic calls it; nothing to run when somebody merely imports this file
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    context.run_migrations()
