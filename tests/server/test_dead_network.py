"""A network that fails silently keeps nobody waiting for ever: the server connects to PostgreSQL again."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import unquote

import pytest
from sqlalchemy import select, update

from spyring.server.core.problems import NotStored
from spyring.server.core.storage import postgres, statements
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.schema import heartbeat
from spyring.server.core.storage.statements import Prepared, given
from spyring.server.core.times import Time
from spyring.server.core.topics import of_table
from tests.server.conftest import new_database
from tests.server.harness import settings_for, until

pytestmark = pytest.mark.anyio

HEARTBEAT = Prepared(select(heartbeat.c.at))


class Cable:
    """A way to PostgreSQL; what is connected when it is cut stays open, and nothing comes through."""

    def __init__(self, socket: str) -> None:
        self.socket = socket
        self.opened = 0
        self._cut_below = 0

    def cut(self) -> None:
        self._cut_below = self.opened

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.opened += 1
        number = self.opened
        far_reader, far_writer = await asyncio.open_unix_connection(self.socket)
        ways = (self._carry(number, reader, far_writer), self._carry(number, far_reader, writer))
        await asyncio.gather(*ways, return_exceptions=True)

    async def _carry(self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while content := await reader.read(1 << 16):
                if number > self._cut_below:
                    writer.write(content)
        finally:
            writer.close()


@asynccontextmanager
async def cabled(postgresql: str) -> AsyncIterator[tuple[Cable, Database, Database]]:
    """Two workers of one database, the first of them at the far end of a cable."""
    url = new_database(postgresql)
    cable = Cable(unquote(url.partition("host=")[2]) + "/.s.PGSQL.5432")
    server = await asyncio.start_server(cable.connect, "127.0.0.1")
    port = server.sockets[0].getsockname()[1]
    through = re.sub(r"@?/(\w+)\?.*", rf"@127.0.0.1:{port}/\1", url.replace("@:", "@").partition("//")[2])
    far = Database(settings_for(f"postgresql://{through}"), Time())
    near = Database(settings_for(url), Time())
    try:
        yield cable, far, near
    finally:
        await far.close()
        await near.close()
        server.close()


async def test_a_listener_whose_network_is_dead_reconnects(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "CONNECTION_CHECK_SECONDS", 0.02)
    monkeypatch.setattr(postgres, "CHECK_TIMEOUT_SECONDS", 2.0)
    async with cabled(postgresql) as (cable, far, near):
        heard: list[str] = []
        lost: list[None] = []
        far.listen(heard.append, lambda: lost.append(None))

        async def listens(times: int = 1) -> bool:
            return len(lost) >= times

        async def has_heard() -> bool:
            return heard == [of_table("one")]

        await until(listens)
        await far.rows(HEARTBEAT)
        cable.cut()
        await until(lambda: listens(2))
        assert len(await far.rows(HEARTBEAT)) == 1  # by a new connection: the pool knows, too
        async with near.writing(of_table("one")):
            pass
        await until(has_heard)


async def test_a_statement_whose_network_is_dead_is_refused_and_the_next_one_is_not(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statements, "STATEMENT_TIMEOUT_SECONDS", 2.0)
    async with cabled(postgresql) as (cable, far, _near):
        assert len(await far.rows(HEARTBEAT)) == 1
        assert len(await far.rows(HEARTBEAT)) == 1
        assert cable.opened == 1
        cable.cut()
        with pytest.raises(NotStored):
            await far.rows(HEARTBEAT)
        assert len(await far.rows(HEARTBEAT)) == 1
        assert far.gateway.connections()["used"] == 0


async def test_who_goes_in_the_middle_of_a_move_locks_nothing(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that fails cannot say that its transaction is over."""
    monkeypatch.setattr(postgres, "ABANDONED_SECONDS", 0.2)
    monkeypatch.setattr(postgres, "CHECK_TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(statements, "STATEMENT_TIMEOUT_SECONDS", 5.0)
    change = Prepared(update(heartbeat).values(at=given("at")))
    async with cabled(postgresql) as (cable, far, near):

        async def move() -> None:
            async with far.gateway.transaction() as connection:
                await connection.execute(change, {"at": 1.0})
                changed.set()
                await asyncio.Event().wait()

        changed = asyncio.Event()
        moving = asyncio.create_task(move())
        await changed.wait()
        cable.cut()
        await near.gateway.write([(change, {"at": 2.0})])
        assert [row[0] for row in await near.rows(HEARTBEAT)] == [2.0]
    moving.cancel()


async def test_a_statement_that_nobody_waits_for_any_more_leaves_its_connection(postgresql: str) -> None:
    """What is still on its way there must not be taken for the answer to the next one."""
    async with cabled(postgresql) as (cable, far, _near):
        await far.rows(HEARTBEAT)
        cable.cut()
        asked = asyncio.create_task(far.rows(HEARTBEAT))
        await asyncio.sleep(0.05)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        assert asked.cancelled()
        assert len(await far.rows(HEARTBEAT)) == 1


async def test_a_read_only_database_cannot_be_written(postgresql: str) -> None:
    database = Database(settings_for(new_database(postgresql)), Time(), read_only=True)
    try:
        beat = Prepared(update(heartbeat).values(at=given("at")).returning(heartbeat.c.at))
        with pytest.raises(NotStored):
            await database.rows(beat, at=1.0)
        assert len(await database.rows(HEARTBEAT)) == 1
    finally:
        await database.close()
