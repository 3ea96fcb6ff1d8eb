"""Finished games keep their record, their replay and their result, whatever becomes of the rules."""

import asyncio
import json
import random
import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape
from sqlalchemy import select, update

from spyring.cli import main
from spyring.server.core.settings import Settings
from spyring.server.core.storage.schema import entries, people, tables
from spyring.server.replays.archive import Archive
from spyring.server.replays.schema import archives
from spyring.web import create_app
from tests.server.harness import Guest, Harness, open_harness, settings_for, until, with_account
from tests.server.old_schema import take_back

pytestmark = pytest.mark.anyio

GONE = {"rules_version": 0}  # rules that nobody has any more
GAMES: list[Any] = [
    ("duel", 2, {}),
    ("season0", 2, {}),
    ("krakow", 4, {"years": 1}),
    ("estoril", 2, {}),
    ("spies", 2, {}),
]


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as opened:
        yield opened


async def played(harness: Harness, game: str, count: int, options: dict[str, Any]) -> tuple[str, list[Guest]]:
    """A game that was played to its end at random, without a request for every move."""
    table, guests = await harness.table(game, *[f"Guest {at}" for at in range(count)], options=options)
    live = await harness.services.live_tables.find(table)
    dice = random.Random(4)
    while live.deciders():
        seat = live.deciders()[0]
        move = dice.choice(list(live.running.state.legal(seat)))
        async with live.lock:
            await harness.services.changes.append(live, live.running.consider(seat, move, harness.time.now()))
    return table, guests


async def archive_made(harness: Harness, table: str) -> None:
    async def made() -> bool:
        return bool(await harness.services.archives.data(table))

    await until(made)


async def all_shown(guest: Guest, table: str, seats: int) -> list[Any]:
    """Everything that can be read of a finished game."""
    steps = (await guest.get(f"/tables/{table}/replay/0"))["steps"]
    chosen = {0, 1, steps // 2, steps - 1, steps}
    shown: list[Any] = [await guest.get(f"/tables/{table}/record")]
    for step in sorted(chosen):
        for seat in (None, *range(seats)):
            asked = {} if seat is None else {"seat": seat}
            shown.append(await guest.get(f"/tables/{table}/replay/{step}", params=asked))
    position = await guest.position(table)
    shown += [position[part] for part in ("status", "sentence", "view", "frozen", "seats")]
    profile = await guest.get(f"/people/{guest.person['id']}")
    return [*shown, profile["results"]]


@pytest.mark.parametrize(("game", "seats", "options"), GAMES, ids=lambda value: str(value))
async def test_a_finished_game_is_shown_without_its_rules(
    harness: Harness, game: str, seats: int, options: dict[str, Any]
) -> None:
    table, guests = await played(harness, game, seats, options)
    await archive_made(harness, table)
    await with_account(harness, guests[0])
    harness.services.live_tables.forget(table)
    before = await all_shown(guests[0], table, seats)
    await harness.services.database.write(update(tables).values(GONE))
    harness.services.live_tables.forget(table)
    assert await all_shown(guests[0], table, seats) == before
    assert (await harness.services.live_tables.find(table)).timeline is None  # no rules were asked
    page = await guests[0].client.get(f"/tables/{table}", follow_redirects=True)
    assert (page.status_code, "/replay" in str(page.url)) == (200, True)
    turned = await guests[0].client.get(f"/tables/{table}/replay/turn", params={"step": 0, "way": 1})
    assert turned.status_code == 303


async def test_an_archive_has_the_last_move(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if its turn comes when that is stored, but not yet applied."""
    store, filling = harness.services.table_store, set[asyncio.Task[int]]()
    append = store.append

    async def slowly(*what: Any, **more: Any) -> None:
        await append(*what, **more)
        if what[-1] is not None:  # the outcome
            filling.add(asyncio.create_task(harness.services.archives.fill()))
            await asyncio.wait(filling, timeout=0.2)  # it does not end before this does

    monkeypatch.setattr(store, "append", slowly)
    table, _guests = await played(harness, "duel", 2, {})
    await asyncio.gather(*filling)
    made = (await harness.services.live_tables.find(table)).running.moves()
    assert Archive(await harness.services.archives.data(table) or b"").last == len(list(made))


async def test_a_log_that_no_longer_replays_is_shown_as_it_was_told(harness: Harness) -> None:
    table, guests = await played(harness, "duel", 2, {})
    await archive_made(harness, table)
    before = await guests[0].get(f"/tables/{table}/replay/3")
    await harness.services.database.write(update(entries).where(entries.c.number == 2).values(text="retire"))
    harness.services.live_tables.forget(table)
    assert await guests[0].get(f"/tables/{table}/replay/3") == before
    assert (await guests[0].position(table))["frozen"] is None


async def test_a_game_that_the_current_board_cannot_draw_is_told_in_words(harness: Harness) -> None:
    table, guests = await played(harness, "krakow", 4, {"years": 1})
    await archive_made(harness, table)
    content = json.loads(zlib.decompress(await harness.services.archives.data(table) or b""))
    for step in content["steps"]:
        step["views"] = [{"set": {"outcome": None, "table": {"of": "another board"}}} for _ in step["views"]]
    other = zlib.compress(json.dumps(content).encode())
    await harness.services.database.write(update(archives).values(data=other))
    await harness.services.database.write(update(tables).values(GONE))
    harness.services.live_tables.forget(table)
    step, told = next(
        (number, event)
        for number, step in enumerate(content["steps"])
        for event in step["events"]
        if number and event["to"] >> 8
    )
    page = await guests[0].client.get(f"/tables/{table}/replay", params={"step": step})
    assert page.status_code == 200
    assert "This is what happened" in page.text
    assert escape(content["sentences"][told["past"]]["en"]) in page.text


async def test_nobody_is_named_in_an_archive(harness: Harness) -> None:
    table, guests = await played(harness, "duel", 2, {})
    await archive_made(harness, table)
    data = await harness.services.archives.data(table)
    assert data is not None
    assert b"Guest" not in zlib.decompress(data)
    await harness.services.database.write(update(people).values(name=""))  # they have left
    await harness.services.database.write(update(tables).values(GONE))
    harness.services.live_tables.forget(table)
    assert "a former player" in await guests[0].get(f"/tables/{table}/record")


async def test_before_the_end_nothing_is_archived(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    await ann.play(table, "draw")
    assert await harness.services.archives.fill() == 0
    assert await harness.services.database.rows(select(archives)) == []


async def test_migrate_archives_games_of_before(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.db"
    async with open_harness(settings_for(f"sqlite:///{file}")) as harness:
        table, _guests = await played(harness, "krakow", 4, {"years": 1})
    await asyncio.to_thread(take_back, file, "0014")
    command = ["migrate", "--database-url", f"sqlite:///{file}"]
    with pytest.raises(SystemExit):
        await asyncio.to_thread(main, command)
    assert "1 finished games were archived" in capsys.readouterr().out
    async with open_harness(settings_for(f"sqlite:///{file}")) as harness:
        assert await harness.services.archives.data(table)
