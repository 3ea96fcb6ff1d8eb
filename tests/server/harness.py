"""A server in the test's own process, and people who come to it."""

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from sqlalchemy import update

from spyring.server.app import create_app
from spyring.server.core.settings import Settings
from spyring.server.core.storage.migrate import upgrade
from spyring.server.core.storage.schema import people
from spyring.server.core.times import Time
from spyring.server.services import Services
from tests.server.manual_time import PAUSE, ManualTime

Json = dict[str, Any]


def settings_for(url: str, **more: Any) -> Settings:
    """A server without any waiting, with the toys on its shelf."""
    quick: Json = {
        "shelf": "tests.server.shelf:games",
        "bots": "threads",
        "bot_delay": 0.0,
        "rate_factor": 0.0,
        "sweep_seconds": PAUSE,
        "heartbeat_seconds": 0.0,  # a beat as soon as there is nothing to tell
    }
    return Settings(database_url=url, **(quick | more))


def new_file(path: Path) -> str:
    """The address of a new SQLite file with the newest schema and nothing in it."""
    path.write_bytes(_newest())
    return f"sqlite:///{path}"


@lru_cache(1)
def _newest() -> bytes:
    """What such a file is before anybody came; every migration takes its time, and a copy takes none."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as outside_of_any_loop:
        path = Path(folder, "table.db")
        url = settings_for(f"sqlite:///{path}").database_url
        outside_of_any_loop.submit(upgrade, url).result()
        return path.read_bytes()


class Guest:
    """Somebody with a token: a thin wrapper that says what was asked and checks the status."""

    def __init__(self, client: httpx.AsyncClient, person: Json) -> None:
        self.client = client
        self.person = person

    async def get(self, path: str, status: int = 200, **more: Any) -> Any:
        return _read(await self.client.get(f"/api/v1{path}", **more), status)

    async def post(self, path: str, json: Json | None = None, status: int = 200, **more: Any) -> Any:
        return _read(await self.client.post(f"/api/v1{path}", json=json or {}, **more), status)

    async def put(self, path: str, json: Json, status: int = 200) -> Any:
        return _read(await self.client.put(f"/api/v1{path}", json=json), status)

    async def delete(self, path: str, status: int = 204) -> Any:
        return _read(await self.client.delete(f"/api/v1{path}"), status)

    async def make(self, game: str, status: int = 201, **asked: Any) -> Any:
        return await self.post("/tables", {"game": game, **asked}, status)

    async def position(self, table: str, since: int = -1) -> Json:
        found: Json = await self.get(f"/tables/{table}/position", params={"since": since})
        return found

    async def play(self, table: str, move: str, number: int | None = None, status: int = 200) -> Json:
        if number is None:
            number = (await self.position(table))["number"]
        found: Json = await self.post(f"/tables/{table}/moves", {"number": number, "move": move}, status)
        return found


def _read(answer: httpx.Response, status: int) -> Any:
    assert answer.status_code == status, f"{answer.request.url}: {answer.status_code} {answer.text}"
    if answer.status_code >= 400:
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["detail"].endswith((".", "]"))
    return (
        answer.json() if "json" in answer.headers.get("content-type", "") and answer.content else answer.text
    )


class Harness:
    """The application and its door."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.services: Services = app.state.services
        assert isinstance(self.services.time, ManualTime)
        self.time = self.services.time
        self.time.beats.append(self.beat)
        self._clients: list[httpx.AsyncClient] = []

    def beat(self) -> None:
        """The server was there until now."""
        self.services.table_store.beat_at = self.time.now()

    def stranger(self) -> httpx.AsyncClient:
        """A browser that has never been here."""
        transport = httpx.ASGITransport(self.app, client=("127.0.0.1", 4242))
        client = httpx.AsyncClient(transport=transport, base_url="http://table.test")
        self._clients.append(client)
        return client

    async def guest(self, name: str) -> Guest:
        """Somebody who came in as a guest and holds a token."""
        client = self.stranger()
        session = (await client.post("/api/v1/guests", params={"token": "true"}, json={"name": name})).json()
        client.headers["Authorization"] = f"Bearer {session['token']}"
        return Guest(client, session["person"])

    async def table(self, game: str, *names: str, **asked: Any) -> tuple[str, list[Guest]]:
        """A table that has started, with these people in its seats, in order."""
        guests = [await self.guest(name) for name in names]
        table = (await guests[0].make(game, seats=len(names), **asked))["id"]
        for guest in guests[1:]:
            await guest.post(f"/tables/{table}/join")
        return table, guests

    async def close(self) -> None:
        for client in self._clients:
            await client.aclose()


def elsewhere(guest: Guest, harness: Harness) -> Guest:
    """The same person, talking to another worker."""
    client = harness.stranger()
    client.headers["Authorization"] = guest.client.headers["Authorization"]
    return Guest(client, guest.person)


@asynccontextmanager
async def open_harness(
    settings: Settings, make: Callable[[Settings, Time], FastAPI] = create_app, time: ManualTime | None = None
) -> AsyncIterator[Harness]:
    """A server from its start to its end."""
    app = make(settings, time or ManualTime())
    async with app.router.lifespan_context(app):
        harness = Harness(app)
        try:
            yield harness
        finally:
            await harness.close()


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    """Wait until it is true. How long that takes is no part of any test; a minute means that it never is."""
    for _try in range(6000):
        if await true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it does not come about")


async def play_out(table: str, guests: list[Guest], dice: random.Random, until: str | None = None) -> Json:
    """Let everybody play at random until the game is over, or ``until`` a frame is asked."""
    position = await guests[0].position(table)
    while position["status"] != "over" and position["asked"]["frame"] != until:
        guest = guests[dice.choice(position["deciders"])]
        position = await guest.position(table, since=position["number"])
        move = dice.choice(position["legal"])["text"]
        position = await guest.play(table, move, position["number"])
    return await guests[0].position(table)


async def with_account(harness: Harness, *guests: Guest) -> None:
    """Let guests have made an account, without the seconds that a password takes."""
    for guest in guests:
        account = update(people).where(people.c.id == guest.person["id"]).values(login=guest.person["id"])
        await harness.services.database.write(account)
