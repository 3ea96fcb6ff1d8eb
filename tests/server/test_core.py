"""The core plays games by itself, and packages add to it in one way only."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from spyring.server.core import app, services
from spyring.server.core.caller import Caller
from spyring.server.core.http.stream import Stream
from spyring.server.core.payloads import Person
from spyring.server.core.settings import Settings
from spyring.server.core.times import Time
from spyring.server.schema import PACKAGED, metadata
from spyring.server.services import Services
from tests.server.harness import Guest, Harness, new_file, open_harness, settings_for, until
from tests.server.manual_time import ManualTime

pytestmark = pytest.mark.anyio

CORE_TABLES = {
    "rate_limits",
    "entries",
    "credentials",
    "external_changes",
    "people",
    "commitments",
    "heartbeat",
    "seats",
    "secrets",
    "tables",
}


def bare(settings: Settings, time: Time) -> FastAPI:
    """A server without any package."""
    return app.create_app(services.Services(settings, time))


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    async with open_harness(settings_for(new_file(tmp_path / "table.db")), bare) as opened:
        yield opened


async def play_out(table: str, guests: list[Guest], dice: random.Random) -> None:
    """People play at random, each from the seat of their number; bots have the seats after theirs."""

    async def is_ours() -> bool:
        position = await guests[0].position(table)
        return position["status"] == "over" or all(seat < len(guests) for seat in position["deciders"])

    while True:
        await until(is_ours)
        position = await guests[0].position(table)
        if position["status"] == "over":
            return
        guest = guests[min(position["deciders"])]
        position = await guest.position(table)
        await guest.play(table, dice.choice(position["legal"])["text"], position["number"])


async def told(stream: AsyncIterator[bytes], text: bytes) -> None:
    """Wait until a reader is told this."""
    for _try in range(6000):
        if text in await anext(stream):
            return
    raise AssertionError(f"{text!r} is never told")


async def test_a_server_without_any_package_plays_a_game(harness: Harness) -> None:
    ann, bob = [await harness.guest(name) for name in ("Ann", "Bob")]
    table = (await ann.make("krakow", bots={2: "random", 3: "heuristic"}))["id"]
    assert [card["id"] for card in (await bob.get("/tables"))["open"]] == [table]
    await bob.post(f"/tables/{table}/join")
    stream = Stream(harness.services, Caller(Person(**ann.person)), None, {}, None).events()
    await told(stream, b"event: position")
    await play_out(table, [ann, bob], random.Random(4))
    await told(stream, b'"status":"over"')
    await stream.aclose()
    assert (await bob.get(f"/tables/{table}"))["status"] == "over"
    again = await bob.post(f"/tables/{table}/rematch")
    assert again["seat"] == 1


async def test_a_server_without_packages_refuses_what_they_would_do(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    assert (await ann.get("/ties", 404))["code"] == "no-page"
    assert (await ann.get("/metrics", 404))["code"] == "no-page"
    account = {"login": "ann", "password": "long enough"}
    assert (await ann.post("/accounts", account, 404))["code"] == "no-page"
    table = (await ann.make("estoril", bots={1: "random"}))["id"]
    assert (await ann.post(f"/tables/{table}/chat", {"text": "Good luck."}, 404))["code"] == "no-page"
    refused = await ann.make("season0", 422, seats=2, chronicle="campaign")
    assert refused["code"] == "no-campaigns"


def test_every_stored_table_belongs_to_the_core_or_to_one_package() -> None:
    made = Services(settings_for("sqlite:///never-opened.db"), ManualTime())
    packaged = [table.name for package in made.packages for table in package.tables]
    assert sorted(packaged) == sorted(table.name for table in PACKAGED)
    assert set(metadata.tables) == CORE_TABLES | set(packaged)
    assert len(metadata.tables) == len(CORE_TABLES) + len(packaged)
