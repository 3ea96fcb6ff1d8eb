"""Stored games under the current rules: ``spyring serve --check`` and ``spyring migrate --dry-run``."""

import asyncio
from collections import Counter

from spyring.cli.screen import console
from spyring.server.admin.check_games import Checked, check_games
from spyring.server.admin.snapshot import reading
from spyring.server.core.settings import Settings
from spyring.server.core.storage.files import name_of
from spyring.server.core.storage.migrate import known_versions


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


def say(line: str) -> None:
    """Print a line that may hold anything people wrote, without markup or control characters."""
    harmless = "".join(sign if sign.isprintable() else " " for sign in line)
    console().print(harmless, markup=False, highlight=False, soft_wrap=True)
