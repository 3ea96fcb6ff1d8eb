"""``spyring setup``: the settings file of a server, its database, and a link for its first administrator."""

import asyncio
import json
import os
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import click
from sqlalchemy import select

from spyring.cli.files import BadFile, can_be_written, write
from spyring.cli.options import FILE as FILE_TYPE
from spyring.cli.screen import say
from spyring.engine.errors import SpyringError
from spyring.files import PRIVATE
from spyring.server.admin.doctor import examine, refuse_unusable
from spyring.server.admin.operator import ADMIN
from spyring.server.core.settings import FILE, BadSettings, Settings
from spyring.server.core.storage.files import check_place, file_of
from spyring.server.core.storage.schema import people
from spyring.server.services import Services

LINK_DAYS: Final = 7
HERE: Final = "http://127.0.0.1:8042"
# The questions: the name of the setting, and what is asked.
QUESTIONS: Final = {
    "club_name": "Name of the club (may be empty)",
    "public_url": "Address of the server, as browsers reach it",
    "database_url": "Database",
    "registration": "Who may create an account (open, invitation, closed)",
    "guests": "May people play without an account",
    "smtp_host": "Server for outgoing mail (empty: no email)",
}
MAIL_QUESTIONS: Final = {
    "smtp_port": "Its port",
    "smtp_security": "Its security (starttls, tls, none)",
    "smtp_user": "Its user (may be empty)",
    "smtp_password": "The password of that user",
    "mail_from": "Sender of emails, such as Club <club@table.example>",
}
COMMENTS: Final = {
    "club_name": "The name that pages show. See also: club_accent, club_logo, club_notice.",
    "public_url": "The address of the server, for links in emails and invitations.",
    "host_names": "The server answers to these names only.",
    "secure_cookies": "Cookies travel over TLS only.",
    "database_url": "sqlite:///FILE or postgresql://user:password@host/name",
    "registration": "Who may create an account: open, invitation (spyring admin invite) or closed.",
    "guests": "Whether people may play without an account.",
    "smtp_host": "The server for outgoing mail. Try it with: spyring admin mail-test ADDRESS",
}
HEAD: Final = """\
# The settings of a Spyring server. Environment variables such as SPYRING_BOT_DELAY take precedence.
# docs/settings.md has all names. Reload the server after a change.
"""


@click.command(short_help="Write the settings file of a server, and invite its first administrator.")
@click.option("--name", "club_name", help="The name of the club.")
@click.option("--address", "public_url", help="The address of the server, such as https://table.example.")
@click.option("--database-url", help="sqlite:///FILE or postgresql://...")
@click.option("--registration", help="Who may create an account: open, invitation or closed.")
@click.option("--guests/--no-guests", default=None, help="Whether people may play without an account.")
@click.option("--smtp-host", help="The server for outgoing mail.")
@click.option("--smtp-port", type=click.IntRange(1, 65535), help="Its port; 587 by default.")
@click.option("--smtp-security", help="starttls, tls or none.")
@click.option("--smtp-user", help="The user, if the mail server requires one.")
@click.option(
    "--smtp-password", help="Its password. Type it when asked: others on this machine can see options."
)
@click.option("--mail-from", help="The sender of emails.")
@click.option("--file", "path", type=FILE_TYPE, default=FILE, show_default=True, help="The file to write.")
@click.option("--yes", is_flag=True, help="Ask nothing; take the defaults for what is not given.")
@click.option("--force", is_flag=True, help="Overwrite the file.")
def setup(path: Path, yes: bool, force: bool, **given: Any) -> None:
    """Write a settings file, create the database, and print a link for the first administrator.

    The link works once, within a week. The person who opens it creates an account that can open /admin.
    """
    if path.exists() and not force:
        raise BadFile(f"{path} already exists. Change it with an editor, or overwrite it with --force.")
    can_be_written(path)
    chosen = {name: value for name, value in given.items() if value is not None}
    if not yes:
        ask(chosen, QUESTIONS)
        if chosen["smtp_host"]:
            ask(chosen, MAIL_QUESTIONS)
    chosen.setdefault("public_url", HERE)
    settings = checked(chosen)
    code = asyncio.run(make_ready(settings))
    write(path, as_toml(chosen), PRIVATE)
    say(f"The settings are in {path}.")
    if code is None:
        say("There is an administrator already.")
    else:
        start = start_command(settings.public_url)
        say(f"Start the server with {start}, then open this link within {LINK_DAYS} days.")
        say("It works once, and creates the account of the administrator:")
        say(f"{settings.public_url.rstrip('/')}/account?invitation={code}")
    for finding in examine(settings):
        say(f"{finding.what} Do: {finding.remedy}.")
    say("Check the server at any time with: spyring admin doctor")


def ask(chosen: dict[str, Any], questions: dict[str, str]) -> None:
    """Ask for every setting that no option has given; an invalid answer is asked for again."""
    for name, question in questions.items():
        while name not in chosen and (name != "smtp_password" or chosen["smtp_user"]):
            default = HERE if name == "public_url" else Settings.model_fields[name].default
            if isinstance(default, bool):
                chosen[name] = click.confirm(question, default=default)
                continue
            secret = name == "smtp_password"
            answer = click.prompt(question, default, hide_input=secret, show_default=not secret)
            try:
                checked({name: answer}, whole=False)
                chosen[name] = answer
            except SpyringError as error:
                say(str(error))


def checked(chosen: dict[str, Any], whole: bool = True) -> Settings:
    """The settings, or a refusal of invalid ones."""
    address = urlsplit(chosen.get("public_url", HERE))
    if address.scheme not in ("http", "https") or not address.hostname:
        raise BadSettings("The address begins with http:// or https://, such as https://table.example.")
    if address.scheme == "https":
        chosen |= {"secure_cookies": True, "host_names": [address.hostname]} if whole else {}
    settings = Settings.given(Path(os.devnull), **chosen)  # an earlier file does not matter
    if file := file_of(settings.database_url):
        check_place(file)
    if whole:
        refuse_unusable(settings)
    return settings


def start_command(public_url: str) -> str:
    """The command for a server that listens where its links lead; behind TLS, that is up to the proxy.

    >>> [start_command(f"{where}:9000") for where in ("https://a.example", "http://localhost", "http://10.0.0.2")]
    ['spyring serve', 'spyring serve --port 9000', 'spyring serve --host 0.0.0.0 --port 9000']
    """
    address = urlsplit(public_url)
    if address.scheme == "https" or address.port is None or public_url == HERE:
        return "spyring serve"
    everywhere = "" if address.hostname in ("localhost", "127.0.0.1") else " --host 0.0.0.0"
    return f"spyring serve{everywhere} --port {address.port}"


def as_toml(chosen: dict[str, Any]) -> str:
    """The file: each setting under its comment."""
    lines = [HEAD]
    for name in Settings.model_fields:
        if name in chosen:
            lines += [f"# {COMMENTS[name]}"] if name in COMMENTS else []
            lines.append(f"{name} = {json.dumps(chosen[name], ensure_ascii=False)}\n")
    if chosen.get("secure_cookies"):
        lines += ["# The address of the proxy that speaks TLS, whose X-Forwarded headers are trusted."]
        lines += ['# proxies = ["127.0.0.1"]\n']
    return "\n".join(lines)


async def make_ready(settings: Settings) -> str | None:
    """Create the database; returns the code for the first administrator, if there is none yet."""
    services = Services(settings)
    try:
        await services.database.open()
        admins = select(people.c.id).where(people.c.role == ADMIN).limit(1)
        if await services.database.row(admins) is not None:
            return None
        return await services.operator.invite(1, LINK_DAYS, ADMIN)
    finally:
        await services.database.close()
