"""A database of an older server is brought up to date, with what was in it."""

import asyncio

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from spyring.server.storage.database import new_id
from spyring.server.storage.migrate import configuration, upgrade
from spyring.server.storage.schema import metadata
from tests.server.harness import open_harness, settings_for

pytestmark = pytest.mark.anyio

PERSON = "INSERT INTO people (id, name, made_at) VALUES ('ann', 'Ann', 1)"
TABLE = """INSERT INTO tables (id, game, rules_version, box, seat_count, seed, options, status, public, pace,
 owner, invitation, length, revision, made_at, moved_at)
 VALUES (:id, 'duel', 1, 'standard', 2, '7', '{"lives": 2, "answers": "chain"}', :status, true, 'free', 'ann',
 :code, 0, 1, 1, 1)"""
SEAT = "INSERT INTO seats (table_id, seat, person, held, passes) VALUES (:id, :seat, :person, 'no', '[]')"
CHAT = """INSERT INTO chat (table_id, person, name, seat, "to", text, at)
 VALUES ('open', 'ann', 'Ann', 0, 'table', 'Hello.', 1)"""


async def test_tables_from_before_chance_was_sealed(tmp_path: object) -> None:
    url = settings_for(f"sqlite:///{tmp_path}/old.db").database_url
    await asyncio.to_thread(command.upgrade, configuration(url), "0003")
    engine = create_engine(url.replace("+aiosqlite", ""))
    with engine.begin() as connection:
        connection.execute(text(PERSON))
        for status in ("open", "playing"):
            connection.execute(text(TABLE), {"id": status, "status": status, "code": new_id()})
            for seat, person in enumerate(("ann", None)):
                connection.execute(text(SEAT), {"id": status, "seat": seat, "person": person})
        connection.execute(text(CHAT))
    engine.dispose()
    await asyncio.to_thread(upgrade, url)
    async with open_harness(settings_for(url)) as harness:
        bob = await harness.guest("Bob")
        assert [remark["text"] for remark in await bob.get("/tables/open/chat")] == ["Hello."]
        begun = await bob.post("/tables/open/join")
        assert (begun["status"], begun["frozen"]) == ("playing", None)
        assert len(begun["fairness"]["commitment"]) == 64
        assert "before chance was sealed" in (await bob.position("playing"))["frozen"]


async def test_the_migrations_lead_to_the_schema_and_back(tmp_path: object) -> None:
    url = settings_for(f"sqlite:///{tmp_path}/new.db").database_url
    await asyncio.to_thread(upgrade, url)
    engine = create_engine(url.replace("+aiosqlite", ""))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    await asyncio.to_thread(command.downgrade, configuration(url), "0005")
    await asyncio.to_thread(upgrade, url)
    engine.dispose()
