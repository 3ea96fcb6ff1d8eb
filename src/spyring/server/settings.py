"""What whoever runs a server can choose."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib import import_module
from typing import Final, Literal

from spyring.engine.errors import SpyringError
from spyring.engine.game import Game

WORDS: Final = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


class BadSettings(SpyringError):
    """A setting that cannot be."""


@dataclass(frozen=True)
class Settings:
    """How a server runs. The defaults suit one machine and one file.

    >>> Settings().database_url
    'sqlite+aiosqlite:///spyring.db'
    >>> Settings(database_url="postgresql://db/spyring").database_url
    'postgresql+asyncpg://db/spyring'
    """

    database_url: str = "sqlite+aiosqlite:///spyring.db"
    # "module:function" that returns the games; named, so that worker processes find it
    shelf: str = "spyring.games:shelf"
    secure_cookies: bool = False  # behind TLS
    trusted_origins: tuple[str, ...] = ()  # besides the host that was asked
    session_days: float = 90.0
    bots: Literal["processes", "threads"] = "processes"
    bot_workers: int = 1
    bot_pace: float = 1.0  # how long bots and automatic passes seem to think; 0 for tests
    bot_patience: float = 60.0  # seconds until a quick bot decides for a silent one
    rooms_in_memory: int = 1000
    room_idle_seconds: float = 900.0
    sweep_seconds: float = 2.0  # how often to look for tables that a dead worker left
    heartbeat_seconds: float = 15.0  # of an event stream
    most_tables: int = 100  # unfinished ones that one person may have made
    most_streams: int = 8  # of one person
    body_limit: int = 65_536
    rate_factor: float = 1.0  # multiplies every rate limit; 0 switches them off
    metrics: Literal["local", "all", "off"] = "local"
    log_level: str = "info"

    def __post_init__(self) -> None:
        object.__setattr__(self, "database_url", with_driver(self.database_url))

    @property
    def on_sqlite(self) -> bool:
        """Whether the storage is a file that one process owns."""
        return self.database_url.startswith("sqlite")

    def games(self) -> tuple[Game, ...]:
        """The shelf."""
        return shelf(self.shelf)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str], **given: object) -> "Settings":
        """Settings out of SPYRING_DATABASE_URL and the like; what is given directly wins."""
        found: dict[str, object] = {}
        for entry in fields(cls):
            text = environment.get(f"SPYRING_{entry.name.upper()}")
            if text is not None:
                found[entry.name] = _read(entry.name, entry.default, text)
        found.update({name: value for name, value in given.items() if value is not None})
        return cls(**found)  # type: ignore[arg-type]

    def to_environment(self) -> dict[str, str]:
        """The reverse of :meth:`from_environment`, for processes that are started with these settings.

        >>> Settings.from_environment(Settings(bot_pace=0.5).to_environment()).bot_pace
        0.5
        """
        found: dict[str, str] = {}
        for entry in fields(self):
            value = getattr(self, entry.name)
            found[f"SPYRING_{entry.name.upper()}"] = (
                ",".join(value) if isinstance(value, tuple) else str(value)
            )
        return found


def shelf(path: str) -> tuple[Game, ...]:
    """The games that "module:function" returns."""
    module, _, name = path.partition(":")
    found: tuple[Game, ...] = getattr(import_module(module), name)()
    return found


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
        return f"postgresql+asyncpg://{rest}"
    known = "write sqlite:///FILE or postgresql://..."
    raise BadSettings(f"{scheme or 'an empty text'} is no database this server knows; {known}")


def _read(name: str, default: object, text: str) -> object:
    try:
        if isinstance(default, bool):
            return WORDS[text.lower()]
        if isinstance(default, int):
            return int(text)
        if isinstance(default, float):
            return float(text)
    except (KeyError, ValueError):
        raise BadSettings(f"SPYRING_{name.upper()} cannot be {text}.") from None
    if isinstance(default, tuple):
        return tuple(part for part in text.split(",") if part)
    return text
