"""Games that people give to science: only with everybody's consent, without names, and never for good."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from spyring.server.core.settings import Settings
from spyring.web import create_app as with_pages
from tests.server.harness import Guest, Harness, open_harness, play_out, settings_for
from tests.server.shelf import games
from tests.server.test_admin import Admin

pytestmark = pytest.mark.anyio

LIVES = {"lives": 1}


@pytest.fixture
def settings(database_url: str) -> Settings:
    return settings_for(database_url, collect_games=True)


@pytest.fixture
async def site(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, with_pages) as made:
        yield made


async def finished(site: Harness) -> tuple[str, Guest, Guest]:
    table, (ann, bob) = await site.table("duel", "Ann", "Bob", options=LIVES)
    await play_out(table, [ann, bob], random.Random(1))
    return table, ann, bob


async def test_a_game_is_passed_on_while_all_who_played_it_agree(site: Harness) -> None:
    table, ann, bob = await finished(site)
    export = site.services.donations.export
    assert await export() == []
    assert await ann.put(f"/tables/{table}/given", {"given": True}) == {"given": True}
    assert await export() == []
    await bob.put(f"/tables/{table}/given", {"given": True})
    await bob.put(f"/tables/{table}/given", {"given": True})  # twice is once
    assert len(await export()) == 1
    assert (await bob.get("/me/data"))["given"] == [table]
    await ann.put(f"/tables/{table}/given", {"given": False})
    assert await export() == []


async def test_a_deleted_player_withdraws_the_game(site: Harness) -> None:
    table, ann, bob = await finished(site)
    for guest in (ann, bob):
        await guest.put(f"/tables/{table}/given", {"given": True})
    await ann.post("/me/deletion", {}, 204)
    assert await site.services.donations.export() == []


async def test_what_is_passed_on_is_the_whole_game_and_nothing_about_people(
    site: Harness,
    settings: Settings,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, ann, bob = await finished(site)
    for guest in (ann, bob):
        await guest.put(f"/tables/{table}/given", {"given": True})
    out = tmp_path / "given.jsonl"
    monkeypatch.setenv("SPYRING_SHELF", settings.shelf)
    admin = Admin(settings, capsys)
    assert f"1 games are in {out}." in await admin("given", str(out))
    text = await asyncio.to_thread(out.read_text)
    for secret in (table, "Ann", "Bob", str(ann.person["id"]), str(bob.person["id"])):
        assert secret not in text
    given = json.loads(text)
    assert given["players"] == ["person", "person"]
    game = next(each for each in games() if each.name == given["game"])
    state = game.start(seats=given["seats"], key=bytes.fromhex(given["key"]), **given["options"])
    for seat, move in given["moves"]:
        state.play(seat, game.moves.parse(move))
    assert state.outcome is not None
    assert f"{state.fingerprint():016x}" == given["fingerprint"]


async def test_only_players_are_asked_and_only_at_the_end(site: Harness) -> None:
    table, (ann, bob) = await site.table("duel", "Ann", "Bob", options=LIVES)
    early = await ann.client.put(f"/api/v1/tables/{table}/given", json={"given": True})
    assert (early.status_code, early.json()["code"]) == (409, "not-collected")
    await play_out(table, [ann, bob], random.Random(1))
    eve = await site.guest("Eve")
    answer = await eve.client.put(f"/api/v1/tables/{table}/given", json={"given": True})
    assert answer.status_code in (403, 404)
    assert 'value="yes"' not in (await eve.client.get(f"/tables/{table}")).text.partition("ending-given")[2]
    page = (await ann.client.get(f"/tables/{table}")).text
    assert "Donate to science" in page
    await ann.put(f"/tables/{table}/given", {"given": True})
    assert "Withdraw the donation" in (await ann.client.get(f"/tables/{table}")).text
    assert "Donate to science" in (await bob.client.get(f"/tables/{table}")).text


async def test_a_server_that_does_not_collect_asks_nobody_but_gives_back(database_url: str) -> None:
    async with open_harness(settings_for(database_url, collect_games=True), with_pages) as asking:
        table, ann, _bob = await finished(asking)
        await ann.put(f"/tables/{table}/given", {"given": True})
        token = dict(ann.client.headers)
    async with open_harness(settings_for(database_url), with_pages) as silent:
        client = silent.stranger()
        client.headers.update(token)
        assert "Withdraw the donation" in (await client.get(f"/tables/{table}")).text
        taken = await client.put(f"/api/v1/tables/{table}/given", json={"given": False})
        assert taken.json() == {"given": False}
        assert "ending-given" not in (await client.get(f"/tables/{table}")).text
        again = await client.put(f"/api/v1/tables/{table}/given", json={"given": True})
        assert again.status_code == 409
