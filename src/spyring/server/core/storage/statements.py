"""Compiled statements: SQLAlchemy builds them, the driver runs them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from sqlalchemy import BindParameter, Boolean, Dialect, Executable, bindparam

STATEMENT_TIMEOUT_SECONDS: Final = 20.0  # for a prepared statement; then the database is unavailable
LONG_STATEMENT_SECONDS: Final = 300.0  # seconds for any other one

Row = Mapping[Any, Any]  # by the names of its columns
NO_VALUES: Final[Row] = {}


class WriteConflict(Exception):
    """Another worker, or an earlier request, changed the row first; nothing was stored."""


def given(name: str) -> BindParameter[Any]:
    """A value that is passed each time a statement runs."""
    return bindparam(name, required=False)


class Compiled:
    """A statement in the form that a driver takes."""

    def __init__(self, statement: Any, dialect: Dialect, columns: list[str] | None = None) -> None:
        compiled = statement.compile(
            dialect=dialect, column_keys=columns, compile_kwargs={"render_postcompile": True}
        )
        known = compiled.params
        self.text = str(compiled)
        self._values = [(name, known[name]) for name in compiled.positiontup]
        found = getattr(statement, "exported_columns", ())
        self.booleans = [at for at, column in enumerate(found) if isinstance(column.type, Boolean)]

    def in_order(self, values: Row) -> list[Any]:
        """The values in the order of the parameters in the text."""
        return [values.get(name, known) for name, known in self._values]


class Prepared:
    """A statement that runs often: it is compiled once for each dialect."""

    def __init__(self, statement: Executable) -> None:
        self.statement = statement
        self._compiled: dict[Dialect, Compiled] = {}

    def compiled(self, dialect: Dialect) -> Compiled:
        """The statement in this dialect."""
        found = self._compiled.get(dialect)
        if found is None:
            found = self._compiled[dialect] = Compiled(self.statement, dialect)
        return found


Statement = Executable | Prepared
Step = tuple[Statement, Row]  # of a transaction: a statement and its values


def compiled(statement: Statement, dialect: Dialect) -> Compiled:
    """A statement in a dialect; compiling costs more than running it, so frequent ones are prepared."""
    return statement.compiled(dialect) if isinstance(statement, Prepared) else Compiled(statement, dialect)


class Transaction(Protocol):
    """The methods of an open transaction."""

    dialect: Dialect

    async def rows(self, statement: Statement, values: Row = NO_VALUES) -> Sequence[Row]:
        """The rows of a query."""

    async def execute(self, statement: Statement, values: Row | Sequence[Row] = NO_VALUES) -> int:
        """Run a statement; returns how many rows it touched. A list of values inserts as many rows."""
