"""``spyring migrate``: bring a database up to date without serving it."""

import asyncio

import click

from spyring.cli.checking import report, say, schema_in_words
from spyring.server.admin.snapshot import reading
from spyring.server.core import journal
from spyring.server.core.settings import Settings
from spyring.server.core.storage.files import name_of
from spyring.server.core.storage.migrate import known_versions
from spyring.server.services import Services


@click.command(short_help="Bring a database up to date without serving it.")
@click.option("--database-url", help="sqlite:///FILE or postgresql://...; the file spyring.db by default.")
@click.option("--dry-run", is_flag=True, help="Change nothing; try it on a copy, and replay all games there.")
def migrate(database_url: str | None, dry_run: bool) -> None:
    """Bring a database to the newest schema, in one transaction, after a copy beside the file.

    Finished games are archived as they were told, so that they can be shown whatever becomes of their rules;
    what is left of that when it is interrupted a server does while it runs.

    A server does the same when it starts. With --dry-run the exit code is 1 if a stored game would no longer
    agree with the rules.
    """
    settings = Settings.given(database_url=database_url)
    if dry_run:
        raise SystemExit(report(settings))
    with reading(settings.database_url) as snapshot:
        before = snapshot.version
    say(f"{name_of(settings.database_url)}: {schema_in_words(before)}")
    if before != known_versions()[-1]:
        journal.configure(settings.log_level)
        count = asyncio.run(_migrate(settings))
        say(f"Its schema is {known_versions()[-1]} now. {count} finished games were archived.")


async def _migrate(settings: Settings) -> int:
    services = Services(settings)
    try:
        await services.database.open()
        count = 0
        while found := await services.archives.fill():
            count += found
        return count
    finally:
        await services.database.close()
