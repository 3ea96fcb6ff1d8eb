"""``spyring serve``: tables on the network."""

import asyncio
import contextlib
import gc
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any, Final
from urllib.parse import urlsplit

import click
from starlette.types import ASGIApp

from spyring.cli import MissingExtra
from spyring.cli.listening import LISTENING, listen, serve_on
from spyring.cli.nearby import own_addresses, own_names, show_nearby
from spyring.cli.options import DATABASE
from spyring.cli.screen import console
from spyring.server.club import webhooks
from spyring.server.club.branding import read_logo
from spyring.server.core import journal
from spyring.server.core.settings import (
    FILE_VARIABLE,
    BadSettings,
    Settings,
    renamed_variables,
    unknown_variables,
)
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.files import Lock, file_of
from spyring.server.core.times import Time
from spyring.server.notifications.notifier import refuse_missing
from spyring.web import create_app

# Names of this machine. A server that listens only here accepts no other name, except from a proxy.
LOCAL: Final = ("127.0.0.1", "localhost", "::1", "[::1]")
EVERYWHERE: Final = "0.0.0.0"  # every address of the machine
# Settings that the parent of several workers has used, so that a reload does not change them.
OF_PARENT: Final = ("database_url", "proxies", "head_limit", "most_connections_in_all")


@click.command(short_help="Run the web server.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--lan", is_flag=True, help="Also serve other devices on the local network, and print their link."
)
@click.option(
    "--port",
    default=8042,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port; 0 picks a free one.",
)
@DATABASE
@click.option(
    "--workers", default=1, show_default=True, type=click.IntRange(1), help="More than one needs PostgreSQL."
)
@click.option("--secure", is_flag=True, default=None, help="Behind TLS: send cookies over TLS only.")
@click.option("--host-name", help="Host names of the server, with commas; others are refused.")
@click.option("--proxy", help="Proxies whose X-Forwarded headers are trusted, with commas.")
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="MODULE:NAME",
    help="Another game for the shelf; repeatable.",
)
@click.option("--open", "show", is_flag=True, help="Open the home page in the browser.")
def serve(
    host: str,
    lan: bool,
    port: int,
    database_url: str | None,
    workers: int,
    secure: bool | None,
    host_name: str | None,
    proxy: str | None,
    games: tuple[str, ...],
    show: bool,
) -> None:
    """Run a server.

    All settings can be in the file spyring.toml, which spyring setup writes. Environment variables, such as
    SPYRING_BOT_DELAY, take precedence over the file, and options over both.
    """
    addresses = own_addresses() if lan else []
    read = partial(
        read_settings,
        host,
        addresses,
        port,
        games,
        database_url=database_url,
        secure_cookies=secure,
        proxies=proxy,
        host_names=host_name,
    )
    settings = read()
    if addresses:
        host = EVERYWHERE if host in LOCAL else host
    if not settings.on_sqlite and find_spec("asyncpg") is None:
        raise MissingExtra("PostgreSQL needs asyncpg. Install it with: pip install 'spyring[production]'")
    if workers > 1 and settings.on_sqlite:
        raise BadSettings(
            f"SQLite serves one worker, not {workers}. Use --database-url postgresql://... for several."
        )
    settings.games()  # fails here instead of in every worker
    show = show and LISTENING not in os.environ  # after a reload the page is open already
    if sys.stderr.isatty() and "log_level" not in settings.model_fields_set:
        # A line for each request would scroll the address and its code away.
        settings = settings.model_copy(update={"log_level": "warning"})
    journal.configure(settings.log_level)
    warn_of_variables()
    with listen(host, port) as listening:
        asyncio.run(make_ready(settings))
        before = dict(os.environ)  # after a reload the settings are read again
        # The workers need no settings file, and do not notice changes of it.
        os.environ |= settings.to_environment() | {FILE_VARIABLE: os.devnull}
        if show:
            threading.Thread(target=open_browser, args=(host, port), daemon=True).start()
        if workers == 1:
            here = LOCAL[0] if host == EVERYWHERE else host
            console().print(f"Spyring is open at [bold]http://{here}:{port}[/] ([i]Ctrl-C closes it[/])")
            if addresses:
                show_nearby(console(), settings.public_url)
            elif lan:
                console().print("No network was found. Other devices cannot connect.")
        raise_limit_of_files()
        serve_on(
            listening,
            "spyring.cli.serve:application",
            before=before,
            reread=partial(reread, read, before, settings if workers > 1 else None),
            factory=True,
            host=host,
            port=port,
            workers=workers,
            timeout_graceful_shutdown=20,  # streams close first; requests are answered
            **uvicorn_settings(host, settings),
        )


def read_settings(
    host: str, addresses: Sequence[str], port: int, games: Sequence[str], **given: Any
) -> Settings:
    """The settings of the file, the environment and the options, or a refusal."""
    settings = Settings.given(**given)
    changed: dict[str, object] = {}
    if games:  # first: if a game is there twice, the first one is played
        changed["shelf"] = ",".join((*games, settings.shelf))
    if not settings.host_names and not settings.proxies and host in LOCAL:
        public = urlsplit(settings.public_url).hostname
        names = (*LOCAL, *addresses, *own_names()) if addresses else LOCAL
        changed["host_names"] = (*names, public) if public else names
    if addresses:
        changed["public_url"] = settings.public_url or f"http://{addresses[0]}:{port}"
    settings = settings.model_copy(update=changed)
    refuse_missing(settings)
    webhooks.refuse_missing(settings)
    if settings.club_logo:
        read_logo(settings.club_logo)
    return settings


def reread(read: Callable[[], Settings], before: Mapping[str, str], used: Settings | None) -> bool:
    """Whether the settings are valid at a reload; a server with invalid ones would not start again. Workers
    take them from the environment, except those that their parent has used.
    """
    journal = logging.getLogger("spyring.server")
    now = os.environ
    try:
        os.environ = dict(before)  # type: ignore[assignment]  # noqa: B003  only Python reads it meanwhile
        found = read()
    except BadSettings as error:
        journal.error(f"{error} The server continues with the old settings. Correct it and reload.")
        return False
    finally:
        os.environ = now  # noqa: B003
    if used is not None:
        old = {name: getattr(used, name) for name in OF_PARENT if getattr(used, name) != getattr(found, name)}
        for name in old:
            journal.warning(f"{name} has changed. Restart the server to use it.")
        os.environ |= found.model_copy(update=old).to_environment()
    return True


def warn_of_variables() -> None:
    """Nobody would notice a misspelt setting. One with its old name still works."""
    journal = logging.getLogger("spyring.server")
    for name, new in renamed_variables(os.environ).items():
        journal.warning(f"{name} is now called {new}. Rename it.")
    for name, nearest in unknown_variables(os.environ).items():
        hint = f" Did you mean {nearest}?" if nearest else ""
        journal.warning(f"Unknown variable {name}.{hint}")


def uvicorn_settings(host: str, settings: Settings) -> dict[str, Any]:
    """Settings of uvicorn. Only h11 limits the head of a request while it arrives, but costs half as much
    again; behind a proxy, or on this machine alone, httptools is enough. A proxy keeps its connections for a
    minute or two, and loses a move if we close them first.
    """
    among_friends = bool(settings.proxies) or host in LOCAL
    return {
        "http": "httptools" if among_friends else "h11",
        "timeout_keep_alive": 130 if among_friends else 5,  # seconds
        "h11_max_incomplete_event_size": settings.head_limit,
        "limit_concurrency": settings.most_connections_in_all,
        "ws": "none",
        "access_log": False,  # the server has its own log, without secrets
        "log_config": None,
        "server_header": False,
        "proxy_headers": False,  # the application reads them
    }


async def make_ready(settings: Settings) -> None:
    """Refuse an unusable database before anyone connects, and lock it for this server."""
    database = Database(settings, Time())
    try:
        await database.open()
    finally:
        await database.close()
    file = file_of(settings.database_url)
    if file is not None:
        Lock(file).take()


def raise_limit_of_files() -> None:
    """Every connection is a file descriptor, and the default limit is low."""
    if sys.platform != "win32":
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def open_browser(host: str, port: int) -> None:
    """Open the browser as soon as the server answers."""
    host = LOCAL[0] if host == EVERYWHERE else host
    for _attempt in range(100):
        time.sleep(0.2)
        with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
            webbrowser.open(f"http://{host}:{port}/")
            return


def application() -> ASGIApp:
    """The site, made in every worker from the settings of the command."""
    settings = Settings.given()
    journal.configure(settings.log_level)
    app = create_app(settings)
    collect_seldom()
    return app


def collect_seldom() -> None:
    """Spare the garbage collector what stays for ever: scanning it took a quarter of the time of a move."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
