"""A server of an older release is upgraded while games run: each continues under the rules it started with.

``data/schema-0012.sql`` is the database of such a server, under the first edition of Spies! and Season 0.
"""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import select

from spyring.cli import main
from spyring.server.core.storage.migrate import known_versions, stored_version
from spyring.server.core.storage.schema import tables
from spyring.web import create_app
from tests.night import NIGHT
from tests.server.harness import Harness, open_harness, settings_for
from tests.server.migration_kills import url_of

pytestmark = pytest.mark.anyio

OLD = Path(__file__).parent / "data" / "schema-0012.sql"
LONGEST = 100_000 if NIGHT else 250  # moves of a game; Spies! has thousands
CARRIED = [("estoril", 2), ("krakow", 2), ("season0", 1), ("spies", 1), ("spies", 1)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """What the older server left."""
    file = tmp_path / "table.db"
    connection = sqlite3.connect(file)
    connection.executescript(OLD.read_text(encoding="utf-8"))
    connection.close()
    assert stored_version(url_of(file)) == "0012"
    return file


@pytest.fixture
async def harness(file: Path) -> AsyncIterator[Harness]:
    """The server of today, started on it."""
    async with open_harness(settings_for(f"sqlite:///{file}"), create_app) as opened:
        yield opened


async def running(harness: Harness, frozen: bool) -> list[str]:
    """The running and the frozen games, oldest first."""
    query = select(tables.c.id).where(tables.c.status == "playing").order_by(tables.c.game, tables.c.made_at)
    found: list[str] = []
    for row in await harness.services.database.rows(query):
        live = await harness.services.live_tables.find(row["id"])
        if (live.frozen is not None) == frozen:
            found.append(row["id"])
    return found


async def play_on(harness: Harness, table: str) -> None:
    """To the end, by day of all but the longest games."""
    live = await harness.services.live_tables.find(table)
    dice = random.Random(7)
    few = 8  # of the moves: the last ones are talks, which take long and change nothing here
    while live.deciders() and live.length < LONGEST:
        seat = dice.choice(live.deciders())
        move = dice.choice(list(live.running.state.legal(seat))[:few])
        async with live.lock:
            await harness.services.changes.append(live, live.running.consider(seat, move, harness.time.now()))


async def test_running_games_continue_under_the_rules_they_started_with(harness: Harness, file: Path) -> None:
    assert await asyncio.to_thread(stored_version, url_of(file)) == known_versions()[-1]
    going = await running(harness, frozen=False)
    begun = [await harness.services.live_tables.find(table) for table in going]
    assert [(live.game.name, live.game.rules_version) for live in begun] == CARRIED
    ann = await harness.guest("Ann")
    ended: list[str] = []
    for table in going:
        await play_on(harness, table)
        kept = (await harness.services.database.rows(select(tables).where(tables.c.id == table)))[0]
        live = await harness.services.live_tables.find(table)
        assert (kept["rules_version"], live.game.rules_version) == (live.rules_version, live.rules_version)
        assert (kept["status"] == "over") == (live.running.state.outcome is not None)
        ended += [live.game.name] if kept["status"] == "over" else []
    assert ended == [game for game, _edition in CARRIED if NIGHT or game != "spies"]
    assert (await ann.get("/tables"))["mine"] == []


async def test_games_that_an_edition_cannot_continue_are_frozen(harness: Harness) -> None:
    """A campaign of the first edition: frozen, with a sentence."""
    (table,) = await running(harness, frozen=True)
    live = await harness.services.live_tables.find(table)
    assert (live.game.name, live.rules_version, live.frozen) == ("season0", 1, "rules")


def test_a_dry_run_says_which_games_continue_under_which_edition(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["migrate", "--dry-run", "--database-url", f"sqlite:///{file}"])
    assert left.value.code == 1  # one of them would be frozen
    said = capsys.readouterr().out
    assert "spies: 2 running games continue under version 1 of the rules." in said
    assert "krakow: 1 running games continue under version 2 of the rules." in said
    assert "1 running games would be frozen" in said
    assert stored_version(url_of(file)) == "0012"
