"""What Alembic runs: the steps that are missing, in the transaction of whoever asked for them."""

from alembic import context

from spyring.server.schema import metadata


def migrate() -> None:
    """Carry out what is missing, and note the version, in one transaction."""
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
