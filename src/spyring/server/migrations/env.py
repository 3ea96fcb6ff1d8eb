"""Run by Alembic: the missing steps, in the caller's transaction."""

from alembic import context

from spyring.server.schema import metadata


def migrate() -> None:
    """Run the missing steps, and store the version, in one transaction."""
    connection = context.config.attributes["connection"]
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        transactional_ddl=True,  # also on SQLite, where Alembic does not expect it
    )
    context.run_migrations()


if __name__ == "env_py":  # as Alembic loads it
    migrate()
