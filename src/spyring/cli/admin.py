"""``spyring admin``: people, tables and backups of a server."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import click
from pydantic import ValidationError

from spyring.cli.files import can_be_written, write
from spyring.cli.language import translation
from spyring.cli.options import DATABASE
from spyring.cli.screen import say
from spyring.engine.i18n import _
from spyring.server.admin import backups
from spyring.server.admin.copying import Counts
from spyring.server.admin.doctor import examine
from spyring.server.admin.operator import ADMIN, Operator
from spyring.server.core.payloads import Person
from spyring.server.core.settings import BadSettings, Settings, with_driver
from spyring.server.core.storage.files import name_of
from spyring.server.notifications.mail import Email, send_or_explain
from spyring.server.notifications.notifier import refuse_missing
from spyring.server.notifications.routes import LettersIn
from spyring.server.services import Services

T = TypeVar("T")
GIVEN = "spyring given game 1"
YES_OPTION = click.option("--yes", is_flag=True, help="Do not ask whether you are sure.")
REPLACE_OPTION = click.option("--replace", is_flag=True, help="Overwrite the target.")


@click.group(short_help="Manage the people, tables and backups of a server.")
@DATABASE
@click.pass_context
def admin(context: click.Context, database_url: str | None) -> None:
    """Manage a server. All commands except restore also work while it runs.

    Name a person by id, by login, or by a name that nobody else has.
    """
    context.obj = Settings.given(database_url=database_url)


def beside(settings: Settings, act: Callable[[Services], Awaitable[T]]) -> T:
    """Act on the database of a server, which is told about the change."""

    async def run() -> T:
        services = Services(settings)
        try:
            await services.database.open_beside()
            return await act(services)
        finally:
            await services.database.close()

    return asyncio.run(run())


def operate(settings: Settings, act: Callable[[Operator], Awaitable[T]]) -> T:
    """Act as the operator."""
    return beside(settings, lambda services: act(services.operator))


def on_person(settings: Settings, person: str, act: Callable[[Services, Person], Awaitable[T]]) -> T:
    """Find a person and act on them."""

    async def run(services: Services) -> T:
        return await act(services, await services.operator.find(person))

    return beside(settings, run)


def note(settings: Settings, act: str) -> None:
    """Note an act in the log of administrators."""
    operate(settings, lambda operator: operator.note(act))


# -- people --------------------------------------------------------------------------------------------------


@admin.command()
@click.argument("person")
@click.pass_obj
def code(settings: Settings, person: str) -> None:
    """Make a code for choosing a new password. It works once, within a day."""

    code = on_person(settings, person, lambda services, found: services.operator.make_code(found))
    say(f"The code for {person}, for the page /recover: {code}")


@admin.command()
@click.argument("person")
@click.option("--undo", is_flag=True, help="Let them in again.")
@click.pass_obj
def ban(settings: Settings, person: str, undo: bool) -> None:
    """Ban PERSON: they cannot sign in, and their sessions end."""

    on_person(settings, person, lambda services, found: services.operator.ban(found, not undo))
    say(f"{person} is {'no longer ' if undo else ''}banned.")


@admin.command()
@click.argument("person")
@click.argument("name")
@click.pass_obj
def rename(settings: Settings, person: str, name: str) -> None:
    """Change the NAME of PERSON; their login stays."""

    renamed = on_person(settings, person, lambda services, found: services.operator.rename(found, name))
    say(f"{person} is now called {renamed.name}.")


@admin.command()
@click.argument("person")
@YES_OPTION
@click.pass_obj
def delete(settings: Settings, person: str, yes: bool) -> None:
    """Delete everything about PERSON. Finished games stay, without the name."""
    found = operate(settings, lambda operator: operator.find(person))
    if not yes:
        click.confirm(f"Delete everything about {found.name} ({found.id})?", abort=True)
    operate(settings, lambda operator: operator.delete(found))
    say(f"{found.name} is deleted.")


@admin.command()
@click.argument("person")
@click.argument("which", type=click.Choice([ADMIN, "none"]))
@click.pass_obj
def role(settings: Settings, person: str, which: str) -> None:
    """Give PERSON access to the operator's page, /admin, or end it."""

    given = which if which == ADMIN else None
    on_person(settings, person, lambda services, found: services.operator.set_role(found, given))
    say(f"{person} is {'now' if which == ADMIN else 'no longer'} an admin.")


@admin.command()
@click.option("--people", "count", default=1, show_default=True, help="How many people can use it.")
@click.option("--days", default=14.0, show_default=True, help="How long it works.")
@click.pass_obj
def invite(settings: Settings, count: int, days: float) -> None:
    """Make a code with which people can create an account, and print it. Only its first letters are kept."""
    code = operate(settings, lambda operator: operator.invite(count, days))
    say(f"The code (uses: {count}, days: {days:g}): {code}")
    if settings.public_url:
        say(f"The link: {settings.public_url.rstrip('/')}/account?invitation={code}")
    if settings.registration == "closed":
        say("It does not work yet: registration is closed. Set SPYRING_REGISTRATION=invitation.")


@admin.command()
@click.option("--last", "most", default=1000, show_default=True, type=click.IntRange(1), help="How many.")
@click.pass_obj
def audit(settings: Settings, most: int) -> None:
    """Print what administrators did, newest first, one line of JSON each.

    on_page is false for the command line. Deleted people have no names.
    """
    for act in beside(settings, lambda services: services.audit.listed(most)):
        click.echo(json.dumps(dict(act), ensure_ascii=False))


# -- tables --------------------------------------------------------------------------------------------------


@admin.command()
@click.argument("table")
@click.pass_obj
def end(settings: Settings, table: str) -> None:
    """Freeze a game, without a result. A table that waits for players is removed."""
    operate(settings, lambda operator: operator.end(table))
    say(f"{table} has ended.")


@admin.command()
@click.argument("table")
@click.option("--cut", is_flag=True, help="Remove entries that break the current rules.")
@click.pass_obj
def unfreeze(settings: Settings, table: str, cut: bool) -> None:
    """Continue a frozen game under the current rules, if its log follows them."""
    lost = operate(settings, lambda operator: operator.unfreeze(table, cut))
    say(f"{table} continues{f'; {lost} entries were cut off' if lost else ''}.")


@admin.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.pass_obj
def given(settings: Settings, file: Path) -> None:
    """Write donated games to FILE, one line of JSON each. All players of a game must have donated it.

    The lines name no person, table or time. People can withdraw a game, so pass on only the newest file.
    """
    can_be_written(file)
    games = beside(settings, lambda services: services.donations.export())
    lines = [json.dumps({"format": GIVEN, **game}, ensure_ascii=False) for game in games]
    write(file, "".join(f"{line}\n" for line in lines))
    note(settings, "given")
    say(f"{len(games)} games are in {file}.")


# -- the club ------------------------------------------------------------------------------------------------


@admin.command("mail-test")
@click.argument("address")
@click.pass_obj
def mail_test(settings: Settings, address: str) -> None:
    """Send a test email to ADDRESS, or say what is wrong with the mail settings."""
    if not settings.smtp_host:
        raise BadSettings("No mail server is set. Set SPYRING_SMTP_HOST, or run spyring setup.")
    refuse_missing(settings)
    try:
        to = LettersIn(address=address).address
    except ValidationError:
        raise BadSettings(f"“{address}” is not an email address. Write it as name@example.org.") from None
    translate = translation()
    subject = translate(_("A test letter from Spyring"))
    text = translate(_("If you can read this, the mail settings of the server are right."))
    asyncio.run(send_or_explain(settings, Email(to, subject, f"{text}\n")))
    note(settings, "mail")
    say(f"The mail server has taken a letter to {to}. If it does not arrive, look among the spam.")


@admin.command()
@click.argument("text", default="")
@click.option("--clear", is_flag=True, help="Remove the banner.")
@click.pass_obj
def banner(settings: Settings, text: str, clear: bool) -> None:
    """Show TEXT on all pages, such as before maintenance. Without TEXT, print the banner."""
    if text or clear:
        operate(settings, lambda operator: operator.set_banner("" if clear else text))
        say("The banner is removed." if clear else "All pages show the banner within a few seconds.")
        return
    shown = beside(settings, lambda services: services.branding.refresh())
    say(f"The banner: {shown}" if shown else "There is no banner.")


# -- backups -------------------------------------------------------------------------------------------------


@admin.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@REPLACE_OPTION
@click.pass_obj
def backup(settings: Settings, file: Path, replace: bool) -> None:
    """Save a consistent copy of everything to FILE, even during games."""
    count(backups.backup(settings.database_url, file, replace), f"stored in {file}")
    backups.note_backup(settings.database_url)
    note(settings, "backup")


@admin.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@REPLACE_OPTION
@click.pass_obj
def restore(settings: Settings, file: Path, replace: bool) -> None:
    """Replace the database with a backup. Stop the server first.

    The old SQLite file is kept as FILE.before-restore.
    """
    counts = backups.restore(settings.database_url, file, replace)
    note(settings, "restore")
    count(counts, f"restored to {name_of(settings.database_url)}")


@admin.command()
@click.argument("target")
@REPLACE_OPTION
@click.pass_obj
def copy(settings: Settings, target: str, replace: bool) -> None:
    """Copy everything to TARGET, sqlite:///FILE or postgresql://..., and count the rows there."""
    url = with_driver(target)
    count(backups.copy(settings.database_url, url, replace), f"copied to {name_of(url)}")
    note(settings, "copy")


def count(counts: Counts, done: str) -> None:
    """Print the number of rows."""
    for name, rows in sorted(counts.items()):
        if rows:
            say(f"{rows:>10} {name}")
    say(f"{sum(counts.values())} rows of {len(counts)} tables {done}.")


@admin.command()
@click.pass_obj
def doctor(settings: Settings) -> None:
    """Check the database, and who can read its files and the settings. Say what to do; change nothing.

    The exit code is 1 if the database is damaged.
    """
    found = examine(settings)
    for finding in found:
        say(f"{'Damage' if finding.harm else 'Note'}: {finding.what} Do: {finding.remedy}.")
    harm = sum(finding.harm for finding in found)
    say("All is well." if not found else f"{harm} faults, {len(found) - harm} notes.")
    raise SystemExit(1 if harm else 0)
