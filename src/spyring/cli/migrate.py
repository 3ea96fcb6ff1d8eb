"""``spyring migrate``: upgrade a database without serving it."""

import asyncio

import click

from spyring.cli.checking import report, say, schema_in_words
from spyring.cli.options import DATABASE
from spyring.server.admin.snapshot import reading
from spyring.server.core import journal
from spyring.server.core.settings import Settings
from spyring.server.core.storage.files import name_of
from spyring.server.core.storage.migrate import known_versions
from spyring.server.services import Services


@click.command(short_help="Upgrade a database without serving it.")
@DATABASE
@click.option("--dry-run", is_flag=True, help="Try it on a copy and replay all games; change nothing.")
def migrate(database_url: str | None, dry_run: bool) -> None:
    """Upgrade a database to the newest schema in one transaction. An SQLite file is copied first.

    Finished games are archived, so that they can be shown under any later rules. If you interrupt it, the
    server archives the rest.

    A server does the same when it starts. With --dry-run the exit code is 1 if a stored game breaks the
    current rules.
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
        say(f"The schema is now {known_versions()[-1]}. {count} finished games were archived.")


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
