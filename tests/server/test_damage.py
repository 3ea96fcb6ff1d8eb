"""A damaged row closes its own table, and nothing else."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import Executable, delete, update

from spyring.cli.migrate import report
from spyring.server.admin.check_games import check_games
from spyring.server.core.settings import Settings
from spyring.server.core.storage.schema import entries, seats, tables
from spyring.server.core.tables import seating
from spyring.web import create_app
from tests.server.conftest import on_sqlite
from tests.server.harness import Guest, Harness, open_harness, with_account

pytestmark = [pytest.mark.anyio, on_sqlite]

# Faults of a row, caused by a disk or by manual writes to the database.
DAMAGE: dict[str, Any] = {
    "options": lambda table: update(tables).where(tables.c.id == table).values(options="{"),
    "options of another shape": lambda table: (
        update(tables).where(tables.c.id == table).values(options="[1]")
    ),
    "clock": lambda table: update(tables).where(tables.c.id == table).values(clock="{}"),
    "secret": lambda table: update(tables).where(tables.c.id == table).values(secret="no digits"),
    "short secret": lambda table: update(tables).where(tables.c.id == table).values(secret="00"),
    "offer": lambda table: update(tables).where(tables.c.id == table).values(offer="[1]"),
    "branches": lambda table: update(tables).where(tables.c.id == table).values(branches="[[1]]"),
    "legacy": lambda table: update(tables).where(tables.c.id == table).values(legacy="?"),
    "count of seats": lambda table: update(tables).where(tables.c.id == table).values(seat_count=9),
    "status": lambda table: update(tables).where(tables.c.id == table).values(status="opened"),
    "passes": lambda table: update(seats).where(seats.c.table_id == table).values(passes="?"),
    "nonce": lambda table: update(seats).where(seats.c.table_id == table).values(nonce="?"),
    "a seat": lambda table: delete(seats).where(seats.c.table_id == table, seats.c.seat == 1),
}


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    """With pages."""
    async with open_harness(settings, create_app) as opened:
        yield opened


async def harm(harness: Harness, table: str, damage: Executable) -> None:
    await harness.services.database.write(damage)
    harness.services.live_tables.cache.forget(table)


async def shown(guest: Guest, path: str) -> str:
    answer = await guest.client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.parametrize("begun", [True, False])
async def test_damaged_rows_close_nothing_but_their_own_tables(
    harness: Harness,
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    begun: bool,
) -> None:
    """Of a server that has met every kind of damage at once."""
    monkeypatch.setattr(seating, "MAX_WAITING_TABLES", 2 + len(DAMAGE))  # all are of one person
    ann, bob, eve = [await harness.guest(name) for name in ("Ann", "Bob", "Eve")]
    await with_account(harness, ann)
    kept = [(await ann.make("duel", seats=2))["id"] for _table in range(2)]
    broken = {what: (await ann.make("duel", seats=2))["id"] for what in DAMAGE}
    if begun:
        for table in (kept[0], *broken.values()):
            await bob.post(f"/tables/{table}/join")
    for what, table in broken.items():
        await harm(harness, table, DAMAGE[what](table))
    for guest in (ann, bob, eve):
        found = await guest.get("/tables")
        listed = [card["id"] for kind in ("mine", "open", "watchable") for card in found[kind]]
        assert set(kept) <= set(listed)
        assert not set(broken.values()) & set(listed)
        pages = [await shown(guest, path) for path in ("/", "/tables")]
        for what, table in broken.items():
            for page in pages:
                assert (f"Table {table} is damaged" in page) == (table in found["damaged"]), what
            refused = await guest.get(f"/tables/{table}", 409)
            assert (refused["code"], table in refused["detail"]) == ("damaged", True), what
            assert (await guest.client.get(f"/tables/{table}")).status_code == 409, what
    assert set(broken.values()) <= set((await ann.get("/tables"))["damaged"])
    if begun:
        assert (await ann.play(kept[0], "draw"))["number"] == 1
    capsys.readouterr()
    assert await asyncio.to_thread(report, settings) == 1
    told = capsys.readouterr().out
    assert [what for what, table in broken.items() if f"{table} (duel" not in told] == []
    assert not any(table in told for table in kept)
    assert f"{len(broken) + begun} games replayed, {len(broken)} of them" in told


async def test_a_private_table_is_missing_to_strangers_though_it_is_damaged(harness: Harness) -> None:
    ann, eve = await harness.guest("Ann"), await harness.guest("Eve")
    table = (await ann.make("duel", seats=2, public=False))["id"]
    await harm(harness, table, DAMAGE["options"](table))
    assert (await ann.get(f"/tables/{table}", 409))["code"] == "damaged"
    assert await eve.get(f"/tables/{table}", 404) == await eve.get("/tables/nothing", 404)
    assert (await eve.get("/tables"))["damaged"] == []


async def test_a_damaged_private_table_with_a_bot_is_missing_to_somebody_without_a_name(
    harness: Harness,
) -> None:
    """Neither the seat of a bot nor a stranger has a person: that does not make them the same."""
    ann = await harness.guest("Ann")
    table = (await ann.make("duel", seats=2, public=False, bots={"1": "random"}))["id"]
    await harm(harness, table, DAMAGE["options"](table))
    assert (await ann.get(f"/tables/{table}", 409))["code"] == "damaged"
    assert (await harness.stranger().get(f"/api/v1/tables/{table}")).status_code == 404


async def test_a_log_with_invalid_entries_freezes_the_game(harness: Harness, settings: Settings) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    other, _guests = await harness.table("duel", "Cy", "Dee")
    await ann.play(table, "draw")
    await harm(
        harness, table, update(entries).where(entries.c.table_id == table).values(seat=77, kind="what")
    )
    assert (await ann.position(table))["frozen"]
    assert table in [card["id"] for card in (await ann.get("/tables"))["mine"]]
    faults = {checked.table: checked.fault async for checked in check_games(settings)}
    assert faults[other] is None
    assert "entry 1, seat 77" in str(faults[table])
