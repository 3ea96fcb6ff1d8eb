"""The settings of a server, for its operator."""

import os
import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from importlib import import_module
from ipaddress import ip_network
from math import inf
from pathlib import Path
from typing import Annotated, Final, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    BeforeValidator,
    Field,
    PositiveFloat,
    PositiveInt,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from spyring.engine.errors import SpyringError
from spyring.engine.game import Game

PREFIX = "SPYRING_"
FILE: Final = "spyring.toml"  # in the current folder
FILE_VARIABLE: Final = "SPYRING_SETTINGS"
# Variables of other parts of Spyring.
OTHERS: Final = {
    "SPYRING_SETTINGS": "the settings file; by default `spyring.toml` in the current folder",
    "SPYRING_DATA": "the folder for games saved by `spyring play`",
    "SPYRING_LISTENING": "set by a server for its successor; never set it yourself",
    "SPYRING_LLM_URL": "the address of language models for bots `llm:MODEL`, before `/chat/completions`",
    "SPYRING_LLM_KEY": "the key for that address",
    "SPYRING_LLM_CALLS": "calls to a language model for one seat in one game",
    "SPYRING_LLM_TOKENS": "tokens of a language model for one seat in one game; 0 for no limit",
    "SPYRING_LLM_TIMEOUT": "seconds for one answer of a language model",
    "SPYRING_LLM_TRANSCRIPT": "a file for every prompt and answer of a language model",
    "SPYRING_MCP_URL": "the server that `spyring mcp` plays at",
    "SPYRING_MCP_TOKEN": "the token of a language model for `spyring mcp`; the token of a person is refused",
    "SPYRING_PURE": "1: install without compiling",
    "SPYRING_OPT": "0 to 3: how hard the C compiler optimises when Spyring is installed",
    "SPYRING_NIGHT": "1: run much longer tests",
    "SPYRING_LUCK": "a number: repeats the random choices of a run of tests",
    "SPYRING_BRIEF": "1: run only the tests that compare both builds",
    "SPYRING_EXPECT_BUILD": "`plain` or `compiled`: tests fail on the other build",
    "SPYRING_REMEMBER": "1: tests remember which comparisons with a model passed",
    "SPYRING_GAMES": "how many games the longest test of a game plays",
    "SPYRING_EXAMPLES": "how many requests tests make for each operation of the HTTP interface",
    "SPYRING_CHROMIUM": "the browser for tests of pages",
}
# Former names of settings, which are still read.
RENAMED: Final = {"rooms_in_memory": "tables_in_memory", "room_idle_seconds": "table_idle_seconds"}


class BadSettings(SpyringError):
    """An invalid setting."""


def _split(names: object) -> object:
    if not isinstance(names, str):
        return names
    return tuple(part.strip() for part in names.split(",") if part.strip())


Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]
Event = Literal["opened", "turn", "ended", "evening"]
Events = Annotated[tuple[Event, ...], NoDecode, BeforeValidator(_split)]


class Settings(BaseSettings):
    """The settings of a server; missing ones are read from the environment, such as SPYRING_DATABASE_URL. The
    defaults suit one machine and one database file.

    >>> Settings().database_url
    'sqlite+aiosqlite:///spyring.db'
    >>> Settings(database_url="postgresql://db/spyring").database_url
    'postgresql+asyncpg://db/spyring'
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid", validate_default=True)

    # The comment of each setting is its line in docs/settings.md, which `make generated` writes.
    # -- The club
    club_name: str = Field(default="", max_length=40)  # the name that pages show
    # a colour such as `#1f5f7a` for links and buttons; it is made lighter or darker until it can be read
    club_accent: str = Field(default="", pattern=r"^(#[0-9a-fA-F]{6})?$")
    club_logo: str = ""  # a PNG, JPEG, WebP or SVG file, at most 256 kB
    club_notice: str = Field(default="", max_length=500)  # a text on the home page
    banner: str = Field(default="", max_length=200)  # a text on all pages, such as for maintenance

    # -- Database and games
    database_url: str = "sqlite:///spyring.db"  # `sqlite:///FILE` or `postgresql://user:password@host/name`
    # games on the shelf: `module:function` that returns games, or `module:GAME`, with commas
    shelf: str = "spyring.games:shelf"
    tables_in_memory: PositiveInt = 1000  # tables that a worker keeps in memory
    table_idle_seconds: float = 900.0  # seconds until a table that nobody uses leaves memory
    sweep_seconds: PositiveFloat = 2.0  # seconds between two checks for tables of dead workers

    # -- Names, proxies and cookies
    secure_cookies: bool = False  # send cookies over TLS only; set it behind TLS
    # names that the server answers to, such as `table.example`, or `*.example` for all subdomains. Empty: any
    # name, but a server that only this machine can reach answers to its own names and that of the public URL
    host_names: Names = ()
    # other origins whose pages may send requests for their visitors
    trusted_origins: Names = ()
    public_url: str = ""  # the address for links in emails, such as `https://table.example`
    # addresses or networks of proxies whose `X-Forwarded` headers are trusted
    proxies: Names = ()
    session_days: PositiveFloat = 90.0  # days that a session lasts

    # -- Newcomers
    # who may create an account: everybody, people with a code of `spyring admin invite`, or nobody
    registration: Literal["open", "invitation", "closed"] = "open"
    guests: bool = True  # whether people may play without an account; earlier guests stay

    # -- Sign-in elsewhere
    oidc_client_id: str = ""  # the name by which the OpenID Connect provider knows this server
    oidc_client_secret: str = Field(default="", repr=False)  # its secret; empty for a public client
    oidc_label: str = Field(default="OpenID", min_length=1, max_length=40)  # what pages call the provider
    # the address of the provider, such as `https://login.example`; also needs `oidc_client_id`, `public_url`
    # and the extra `oidc`
    oidc_issuer: str = ""

    # -- Bots
    bots: Literal["processes", "threads"] = "processes"  # where bots run
    bot_workers: PositiveInt = 1  # bot processes of each worker
    bot_delay: float = 1.0  # the pace of bots and automatic passes: 1 is like a person, 0 is instant
    bot_patience: PositiveFloat = 60.0  # seconds until a heuristic bot replaces a slow bot's decision
    # effort of an analysis: 1 is about half a minute for each seat; 0 switches analyses off
    analysis_effort: float = 1.0

    mcp: bool = False  # let language models play at `/mcp`; needs the extra `mcp`

    # -- Limits
    heartbeat_seconds: float = 15.0  # seconds between two heartbeats of an event stream
    most_tables: int = 50  # unfinished tables of one person
    most_guest_tables: int = 12  # the same for a guest
    vacation_days: int = 30  # days a year for which the clocks of one person may stop, in games over days
    most_streams: int = 8  # open event streams of one person
    most_streams_of_address: int = 200  # open event streams of one address, times the rate factor
    most_connections_in_all: PositiveInt = 8000  # open connections of a worker
    head_limit: PositiveInt = 16_384  # bytes of the header of a request, unless a proxy limits it
    body_limit: PositiveInt = 524_288  # bytes of the body of a request; a whole campaign fits
    body_seconds: PositiveFloat = 30.0  # seconds for the body of a request to arrive
    reading_seconds: PositiveFloat = 60.0  # seconds until a stream that nobody reads is closed
    rate_factor: float = 1.0  # multiplies every rate limit; 0 switches them off

    # -- How long data is kept, in days (0: for ever)
    keep_guests_days: float = 90.0  # guests without a seat, a message or a session
    keep_waiting_days: float = 30.0  # tables that wait for players and that nobody visits
    keep_abandoned_days: float = 365.0  # running games without a move
    keep_talk_days: float = 365.0  # chat, after the end of its game
    keep_reports_days: float = 365.0  # closed reports

    # -- Records
    collect_games: bool = False  # ask players to donate their finished games to science
    # who may read `/metrics`: this machine, everybody or nobody. Requests through a proxy on this machine
    # come from this machine: close `/metrics` in the proxy, or use `off`
    metrics: Literal["local", "all", "off"] = "local"
    log_level: Literal["debug", "info", "warning", "error"] = "info"  # on a terminal `warning` by default

    # -- Notifications
    push: Literal["auto", "on", "off"] = "auto"  # web push; `auto`: if pywebpush is installed
    push_contact: str = ""  # `mailto:...` or `https://...`, where push services can reach you
    # the only hosts that get pushes, with their subdomains
    push_services: Names = (
        "fcm.googleapis.com",
        "push.services.mozilla.com",
        "push.apple.com",
        "notify.windows.com",
    )
    push_after: float = 10.0  # seconds from the start of a turn to the push
    smtp_host: str = ""  # the server for outgoing mail; without one, no emails are sent
    smtp_port: int = Field(default=587, ge=1, le=65535)  # its port
    smtp_user: str = ""  # the user, if the server requires one
    smtp_password: str = Field(default="", repr=False)  # the password of that user
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"  # how the connection to it is protected
    # the sender, such as `Spyring <spy@table.example>`
    mail_from: str = Field(default="", pattern=r"^([^\r\n]+@[^\r\n]+)?$")
    mail_after: float = 900.0  # seconds of absence before an email is sent

    # -- Webhooks
    # addresses that receive signed JSON about public tables
    webhooks: Names = ()
    webhook_secret: str = Field(default="", repr=False)  # the key of the signatures
    # webhook addresses of Discord, or of a chat that accepts the same format
    discord_webhooks: Names = ()
    # the events to report: `opened`, `turn`, `ended`, `evening`
    webhook_events: Events = ("opened", "turn", "ended", "evening")
    webhook_turn_after: float = 60.0  # seconds from the start of a turn until it is reported
    webhook_language: Literal["en", "it", "pl"] = "en"  # the language of the sentences
    webhook_private: bool = False  # whether addresses in a private network are allowed

    @classmethod
    def given(cls, file: Path | None = None, **values: object) -> Self:
        """Settings from the file, the environment and the values given here that are not None; the later
        take precedence. Invalid ones are refused with one sentence.
        """
        path = file or settings_file()
        there = {name.upper() for name in os.environ}
        filed = {
            name: value
            for name, value in from_file(path, required=FILE_VARIABLE in os.environ).items()
            if not there & {f"{PREFIX}{known.upper()}" for known in (name, *_old_names(name))}
        }
        chosen = {name: value for name, value in values.items() if value is not None}
        try:
            return cls(**(filed | chosen))  # type: ignore[arg-type]
        except ValidationError as error:
            first = error.errors()[0]
            field = str(first["loc"][0])
            in_file = field in filed and field not in chosen
            name = f"{path}: {field}" if in_file else f"{PREFIX}{field.upper()}"
            value = first["input"]
            shown = ",".join(map(str, value)) if isinstance(value, tuple | list) else value
            known = first.get("ctx", {}).get("expected", "") if first["type"] == "literal_error" else ""
            instead = f" Use {known}.".replace("'", "") if known else ""
            raise BadSettings(f"{name} cannot be “{shown}”.{instead}") from None

    @model_validator(mode="before")
    @classmethod
    def _by_old_names(cls, values: dict[str, object]) -> dict[str, object]:
        for old, new in RENAMED.items():
            if (value := os.environ.get(f"{PREFIX}{old.upper()}")) is not None:
                values.setdefault(new, value)
        return values

    @field_validator("database_url")
    @classmethod
    def _with_driver(cls, url: str) -> str:
        return with_driver(url)

    @field_validator("*")
    @classmethod
    def _sensible(cls, value: object) -> object:
        if isinstance(value, int | float) and not 0 <= value < inf:
            raise ValueError("a number that nothing can be counted by")
        return value

    @field_validator("proxies")
    @classmethod
    def _addresses(cls, proxies: tuple[str, ...]) -> tuple[str, ...]:
        for proxy in proxies:
            if proxy != "*":
                ip_network(proxy, strict=False)
        return proxies

    @field_validator("oidc_issuer")
    @classmethod
    def _provider(cls, issuer: str, others: ValidationInfo) -> str:
        local = urlsplit(issuer).hostname in ("localhost", "127.0.0.1", "::1")
        if issuer and urlsplit(issuer).scheme != "https" and not local:
            raise ValueError("secrets would travel in the clear")
        if issuer and not (others.data.get("oidc_client_id") and others.data.get("public_url")):
            raise BadSettings("oidc_issuer also needs oidc_client_id and public_url.")
        return issuer

    @field_validator("webhooks", "discord_webhooks")
    @classmethod
    def _web_addresses(cls, urls: tuple[str, ...]) -> tuple[str, ...]:
        for url in urls:
            parts = urlsplit(url)
            plain = url.isascii() and url.isprintable() and " " not in url and parts.username is None
            if parts.scheme not in ("http", "https") or not parts.hostname or not plain or parts.port == 0:
                raise ValueError("not the address of a web server")
        return urls

    @property
    def on_sqlite(self) -> bool:
        """Whether the storage is a file that one process owns."""
        return self.database_url.startswith("sqlite")

    def games(self) -> tuple[Game, ...]:
        """The games on the shelf."""
        return shelf(self.shelf)

    def to_environment(self) -> dict[str, str]:
        """The environment for processes that are started with these settings.

        >>> Settings(bot_delay=0.5, trusted_origins=("https://a", "https://b")).to_environment()[
        ...     "SPYRING_TRUSTED_ORIGINS"
        ... ]
        'https://a,https://b'
        """
        return {
            f"{PREFIX}{name.upper()}": ",".join(value) if isinstance(value, tuple) else str(value)
            for name, value in self
        }


def settings_file() -> Path:
    """The path of the settings file, which need not exist."""
    return Path(os.environ.get(FILE_VARIABLE) or FILE)


def from_file(path: Path, required: bool = False) -> dict[str, object]:
    """The settings in a file. Unlike an unknown variable, an unknown name is refused: nobody else uses the
    file.
    """
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if required:
            raise BadSettings(f"There is no settings file {path}. Check {FILE_VARIABLE}.") from None
        return {}
    except OSError as error:
        raise BadSettings(f"The settings file {path} cannot be read: {error.strerror}.") from None
    except ValueError as error:  # of TOML or of UTF-8
        raise BadSettings(f"The settings file {path} is not valid TOML: {error}.") from None
    for name in found.keys() - Settings.model_fields.keys():
        nearest = get_close_matches(name.lower().removeprefix(PREFIX.lower()), Settings.model_fields, 1)
        hint = f" Did you mean “{nearest[0]}”?" if nearest else " docs/settings.md has all names."
        raise BadSettings(f"{path}: unknown setting “{name}”.{hint}")
    return found


def _old_names(name: str) -> list[str]:
    return [old for old, new in RENAMED.items() if new == name]


def unknown_variables(environment: Iterable[str]) -> dict[str, str | None]:
    """Variables that look like ours but are unknown, each with the nearest known name.

    >>> unknown_variables(["SPYRING_HOSTNAMES", "SPYRING_DATA", "HOME"])
    {'SPYRING_HOSTNAMES': 'SPYRING_HOST_NAMES'}
    """
    fields = (*Settings.model_fields, *RENAMED)
    known = [*(f"{PREFIX}{name.upper()}" for name in fields), *OTHERS]
    return {
        name: next(iter(get_close_matches(name, known, 1)), None)
        for name in sorted(environment)
        if name.startswith(PREFIX) and name not in known
    }


def renamed_variables(environment: Iterable[str]) -> dict[str, str]:
    """Variables with an old name, each with the current one.

    >>> renamed_variables(["SPYRING_ROOMS_IN_MEMORY", "HOME"])
    {'SPYRING_ROOMS_IN_MEMORY': 'SPYRING_TABLES_IN_MEMORY'}
    """
    names = {f"{PREFIX}{old.upper()}": f"{PREFIX}{new.upper()}" for old, new in RENAMED.items()}
    return {name: names[name] for name in environment if name in names}


def shelf(paths: str) -> tuple[Game, ...]:
    """The games of each "module:function" and each "module:GAME", separated by commas."""
    games: list[Game] = []
    for path in paths.split(","):
        module, _, name = path.partition(":")
        try:
            found = getattr(import_module(module), name)
            games += [found] if isinstance(found, Game) else found()
        except (ImportError, AttributeError, TypeError, ValueError) as error:
            raise BadSettings(f"There is no shelf {path}: {error}.") from error
    return tuple(games)


def with_driver(url: str) -> str:
    """A database URL with its asynchronous driver; refuses any database but SQLite and PostgreSQL."""
    scheme, separator, rest = url.partition("://")
    kind = scheme.partition("+")[0]
    if separator and kind == "sqlite":
        if rest.strip("/") in ("", ":memory:"):
            raise BadSettings(
                "SQLite needs a file, because several connections read it; write sqlite:///FILE."
            )
        return f"sqlite+aiosqlite://{rest}"
    if separator and kind in ("postgresql", "postgres"):
        try:
            make_url(f"postgresql+asyncpg://{rest}")
        except (ArgumentError, ValueError):
            raise BadSettings(
                "This is not the address of a PostgreSQL database. Write it as "
                "postgresql://user:password@host:port/name."
            ) from None
        return f"postgresql+asyncpg://{rest}"
    known = "Write sqlite:///FILE or postgresql://..."
    raise BadSettings(f"{scheme or 'an empty text'} is not a supported database. {known}")
