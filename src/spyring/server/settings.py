"""What whoever runs a server can choose."""

from importlib import import_module
from ipaddress import ip_network
from math import inf
from typing import Annotated, Literal, Self

from pydantic import Field, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from spyring.engine.errors import SpyringError
from spyring.engine.game import Game

PREFIX = "SPYRING_"
NEVER_ZERO = {
    "session_days",
    "bot_workers",
    "bot_patience",
    "rooms_in_memory",
    "sweep_seconds",
    "most_connections_in_all",
    "head_limit",
    "body_limit",
    "body_seconds",
    "reading_seconds",
}


class BadSettings(SpyringError):
    """A setting that cannot be."""


class Settings(BaseSettings):
    """How a server runs; what is not given is read from the environment, such as SPYRING_DATABASE_URL. The
    defaults suit one machine and one file.

    >>> Settings().database_url
    'sqlite+aiosqlite:///spyring.db'
    >>> Settings(database_url="postgresql://db/spyring").database_url
    'postgresql+asyncpg://db/spyring'
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid", validate_default=True)

    database_url: str = "sqlite:///spyring.db"
    # "module:function" that returns games, or "module:GAME"; named, so that worker processes find them
    shelf: str = "spyring.games:shelf"
    secure_cookies: bool = False  # behind TLS
    host_names: Annotated[tuple[str, ...], NoDecode] = ()  # what the server is called; empty: anything
    trusted_origins: Annotated[tuple[str, ...], NoDecode] = ()  # besides the host that was asked
    public_url: str = ""  # how others reach this server, for invitations and letters
    session_days: float = 90.0
    bots: Literal["processes", "threads"] = "processes"
    bot_workers: int = 1
    bot_delay: float = 1.0  # how long bots and automatic passes seem to think; 0 for tests
    bot_patience: float = 60.0  # seconds until a quick bot decides for a silent one
    rooms_in_memory: int = 1000
    room_idle_seconds: float = 900.0
    sweep_seconds: float = 2.0  # how often to look for tables that a dead worker left
    heartbeat_seconds: float = 15.0  # of an event stream
    most_tables: int = 50  # unfinished ones that one person may have made
    most_guest_tables: int = 12  # the same for a guest, who comes and goes without a trace
    vacation_days: int = 30  # a year, for games over days
    most_streams: int = 8  # of one person
    most_streams_of_address: int = 200  # times rate_factor
    most_connections_in_all: int = 8000
    proxies: Annotated[tuple[str, ...], NoDecode] = ()  # whose X-Forwarded headers are believed
    head_limit: int = 16_384  # bytes of a request before its body, where no proxy bounds it
    body_limit: int = 524_288  # the longest note in any script fits, and the file of a whole campaign
    body_seconds: float = 30.0
    reading_seconds: float = 60.0  # for whoever does not read their stream
    rate_factor: float = 1.0  # multiplies every limit of how often and how many; 0 switches them off
    # days after which it goes by itself, 0: never
    keep_guests_days: float = 90.0  # who sits nowhere, has said nothing and cannot come back
    keep_waiting_days: float = 30.0  # tables that wait for people and to which nobody comes
    keep_abandoned_days: float = 365.0  # games in which nobody has moved for so long
    keep_talk_days: float = 365.0  # after the end of its game
    keep_reports_days: float = 365.0  # after they were closed
    collect_games: bool = False  # ask people whether they give their finished games to science
    metrics: Literal["local", "all", "off"] = "local"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    # calling people back
    push: Literal["auto", "on", "off"] = "auto"  # auto: if pywebpush is installed
    push_contact: str = ""  # mailto:... or https://..., for push services that have a complaint
    push_services: Annotated[tuple[str, ...], NoDecode] = (
        "fcm.googleapis.com",
        "push.services.mozilla.com",
        "push.apple.com",
        "notify.windows.com",
    )
    push_after: float = 10.0  # seconds that a turn lasts before anybody is called
    smtp_host: str = ""  # without it no letters
    smtp_port: int = 587
    smtp_user: str = ""
    smtp_password: str = Field(default="", repr=False)
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    mail_from: str = ""
    mail_after: float = 900.0  # seconds that somebody is away before a letter goes out

    @classmethod
    def given(cls, **values: object) -> Self:
        """Settings out of the environment; what is given here and is not None wins. What cannot be is refused
        with one sentence.
        """
        try:
            return cls(**{name: value for name, value in values.items() if value is not None})  # type: ignore[arg-type]
        except ValidationError as error:
            first = error.errors()[0]
            name = f"{PREFIX}{'.'.join(map(str, first['loc'])).upper()}"
            value = first["input"]
            shown = ",".join(value) if isinstance(value, tuple) else value
            raise BadSettings(f"{name} cannot be “{shown}”.") from None

    @field_validator("database_url")
    @classmethod
    def _with_driver(cls, url: str) -> str:
        return with_driver(url)

    @field_validator("*")
    @classmethod
    def _sensible(cls, value: object, info: ValidationInfo) -> object:
        if isinstance(value, int | float) and not 0 <= value < inf:
            raise ValueError("a number that nothing can be counted by")
        if value == 0 and not isinstance(value, bool) and info.field_name in NEVER_ZERO:
            raise ValueError("nobody could do anything")
        return value

    @field_validator("proxies")
    @classmethod
    def _addresses(cls, proxies: tuple[str, ...]) -> tuple[str, ...]:
        for proxy in proxies:
            if proxy != "*":
                ip_network(proxy, strict=False)
        return proxies

    @field_validator("trusted_origins", "proxies", "host_names", "push_services", mode="before")
    @classmethod
    def _split(cls, names: object) -> object:
        if not isinstance(names, str):
            return names
        return tuple(part.strip() for part in names.split(",") if part.strip())

    @property
    def on_sqlite(self) -> bool:
        """Whether the storage is a file that one process owns."""
        return self.database_url.startswith("sqlite")

    def games(self) -> tuple[Game, ...]:
        """The shelf."""
        return shelf(self.shelf)

    def to_environment(self) -> dict[str, str]:
        """What processes that are started with these settings find in their environment.

        >>> Settings(bot_delay=0.5, trusted_origins=("https://a", "https://b")).to_environment()[
        ...     "SPYRING_TRUSTED_ORIGINS"
        ... ]
        'https://a,https://b'
        """
        return {
            f"{PREFIX}{name.upper()}": ",".join(value) if isinstance(value, tuple) else str(value)
            for name, value in self
        }


def shelf(paths: str) -> tuple[Game, ...]:
    """The games that each "module:function" returns, and each "module:GAME"; several with commas."""
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
    """A database URL with the asynchronous driver in it; refuses what is neither SQLite nor PostgreSQL."""
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
                "This is no address of a PostgreSQL database; write it as "
                "postgresql://user:password@host:port/name."
            ) from None
        return f"postgresql+asyncpg://{rest}"
    known = "write sqlite:///FILE or postgresql://..."
    raise BadSettings(f"{scheme or 'an empty text'} is no database this server knows; {known}")
