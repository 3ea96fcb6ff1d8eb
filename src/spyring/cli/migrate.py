"""``spyring migrate``: upgrade a database without serving it."""

import asyncio
from collections import Counter

import click

from spyring.cli.options import DATABASE
from spyring.cli.screen import say
from spyring.server.admin.check_games import Checked, check_games
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


# -- a dry run -----------------------------------------------------------------------------------------------


def report(settings: Settings) -> int:
    """Replay all stored games and list those that break the rules; changes nothing. 0 if there are none."""
    with reading(settings.database_url) as snapshot:
        say(f"{name_of(settings.database_url)}: {schema_in_words(snapshot.version)}")
        if snapshot.version is None:
            return 0
        here = settings.model_copy(update={"database_url": snapshot.url})
        return asyncio.run(_report(here))


def schema_in_words(version: str | None) -> str:
    """The schema, and what an upgrade does to it."""
    newest = known_versions()[-1]
    if version is None:
        return f"it is empty. A server would create schema {newest}."
    if version == newest:
        return f"its schema is {newest}, the newest."
    return f"its schema is {version}. An upgrade brings it to {newest}."


async def _report(settings: Settings) -> int:
    count = waiting = faults = frozen = 0
    running: Counter[tuple[str, int]] = Counter()
    async for checked in check_games(settings, every=True):
        waiting += checked.status == "open" and checked.fault is None
        count += checked.status != "open" or checked.fault is not None
        if checked.fault is None and checked.status == "playing":
            running[checked.game, checked.rules_version] += 1
        if checked.fault is not None:
            faults += 1
            frozen += checked.frozen and checked.status == "playing"
            where = (
                f"{checked.table} ({checked.game}, rules version {checked.rules_version}, {_state(checked)})"
            )
            say(f"{where}: {checked.fault}")
    for (game, version), number in sorted(running.items()):
        say(f"{game}: {number} running games continue under version {version} of the rules.")
    say(
        f"{count} games replayed, {faults} of them break the rules; "
        f"{frozen} running games would be frozen. {waiting} tables wait for players."
    )
    return 1 if faults else 0


def _state(checked: Checked) -> str:
    return {"open": "waiting", "playing": "running", "over": "finished"}.get(checked.status, "damaged")
