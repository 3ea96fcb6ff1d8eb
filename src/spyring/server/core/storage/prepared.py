"""Statements that are asked again and again: written out once, and sent to PostgreSQL past SQLAlchemy, whose
way to a result costs more than ten times as much as the result.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from time import monotonic
from typing import Any, Final

import asyncpg
from sqlalchemy import BindParameter, Dialect, Executable, bindparam
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine

MAX_CONNECTIONS: Final = 8  # connections of a worker for such statements
IDLE_CHECK_SECONDS: Final = 2.0  # seconds for which a connection is believed to live after it was used
CHECK_TIMEOUT_SECONDS: Final = 5.0  # seconds for a sign of life
STATEMENT_TIMEOUT_SECONDS: Final = 20.0  # seconds for a statement; after that the database counts as away
DIALECT: Final[Dialect] = PGDialect_asyncpg()  # type: ignore[no-untyped-call]
Row = Mapping[Any, Any]  # by the names of its columns


def given(name: str) -> BindParameter[Any]:
    """What is said each time that a statement is asked."""
    return bindparam(name, required=False)


class Prepared:
    """A statement with names for what is ``given``; values are as the driver takes them."""

    def __init__(self, statement: Executable) -> None:
        self.statement = statement

    @cached_property
    def _compiled(self) -> Any:
        statement: Any = self.statement
        return statement.compile(dialect=DIALECT, compile_kwargs={"render_postcompile": True})

    @cached_property
    def text(self) -> str:
        """As PostgreSQL reads it."""
        return str(self._compiled)

    @cached_property
    def _names(self) -> list[tuple[str, Any]]:
        """What the text counts, with what the statement itself says of it."""
        return [(name, self._compiled.params[name]) for name in self._compiled.positiontup]

    def in_order(self, values: Row) -> list[Any]:
        """The values in the order in which the text counts them."""
        return [values[name] if known is None else known for name, known in self._names]


class Wires:
    """Some connections to PostgreSQL, the one used last first; each statement is a transaction by itself."""

    def __init__(self, engine: AsyncEngine, settings: Mapping[str, Any]) -> None:
        self.engine = engine
        self.settings = settings  # of each connection, beside what the address says
        self._idle: list[tuple[Any, float]] = []  # with the time at which each was used
        self._turn = asyncio.Semaphore(MAX_CONNECTIONS)
        self._used = 0

    def count(self) -> dict[str, int]:
        """How many are in use, and how many wait to be."""
        return {"used": self._used, "idle": len(self._idle)}

    async def fetch(self, prepared: Prepared, values: Row) -> Sequence[Row]:
        """The rows of a statement. A connection that was given up in the middle of one is not used again."""
        arguments = prepared.in_order(values)
        async with self._turn:
            self._used += 1
            try:
                wire = await self._take()
                try:
                    found: Sequence[Row] = await wire.fetch(
                        prepared.text, *arguments, timeout=STATEMENT_TIMEOUT_SECONDS
                    )
                except asyncpg.PostgresError:  # the database's own answer
                    self._idle.append((wire, monotonic()))
                    raise
                except BaseException:
                    wire.terminate()
                    raise
                self._idle.append((wire, monotonic()))
                return found
            finally:
                self._used -= 1

    async def _take(self) -> Any:
        while self._idle:
            wire, used_at = self._idle.pop()
            if wire.is_closed():
                continue
            if monotonic() - used_at < IDLE_CHECK_SECONDS or await _answers(wire):
                return wire
            self._drop_idle()  # which were used before it
        return await self.open()

    def _drop_idle(self) -> None:
        while self._idle:
            self._idle.pop()[0].terminate()

    async def open(self) -> Any:
        """A new connection, for whoever asks to keep."""
        _none, said = self.engine.dialect.create_connect_args(self.engine.url)
        return await asyncpg.connect(**said, **self.settings, timeout=STATEMENT_TIMEOUT_SECONDS)

    async def close(self) -> None:
        """Hang up."""
        while self._idle:
            with suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
                await self._idle.pop()[0].close(timeout=CHECK_TIMEOUT_SECONDS)


async def _answers(wire: Any) -> bool:
    """Whether somebody is at the other end; if not, it is closed."""
    try:
        await wire.fetchval("SELECT 1", timeout=CHECK_TIMEOUT_SECONDS)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
        wire.terminate()
        return False
    except BaseException:
        wire.terminate()
        raise
    return True
