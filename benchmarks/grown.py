"""What the pages and endpoints of a server cost that has been played on for years.

    python benchmarks/grown.py                       20,000 finished games and 2,000 running ones, on SQLite
    python benchmarks/grown.py --database postgresql+asyncpg://…/empty
    python benchmarks/grown.py --finished 2000 --running 200

A few games are played; then their rows are written again and again under other names, most of them for one
person, who has an account. Everything that can be read is asked by that person, by somebody else and by
nobody: milliseconds are CPU time of this process, the lowest of three answers. It fails if one is over 50.
"""

import argparse
import asyncio
import logging
import re
import secrets
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from sqlalchemy import Table, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.routing import Route

from spyring.server.services import Services
from spyring.server.settings import Settings
from spyring.server.storage.schema import entries, people, ratings, results, seats, tables
from spyring.web import create_app

MOST_MS = 50.0
AT_ONCE = 500  # copies in one statement
LOGGED = 25  # of so many copies one gets its log: nobody reads the others
PLAYERS = 200  # who met the veteran
PLAYED = ("estoril",)
NOT_ASKED = {"/api/v1/stream", "/api/v1/openapi.json", "/fonts/{face}.woff2"}
NOT_ASKED |= {"/api/v1/me/data"}  # it hands out every game and move of a person
Json = dict[str, Any]


async def copy(
    connection: AsyncConnection, table: str, ids: Sequence[str], veteran: str, others: Sequence[str]
) -> None:
    """Write a table again under other names; of its people one is the veteran, the rest are others."""
    at = time.time()
    made: dict[Table, list[Json]] = {tables: [], seats: [], entries: [], results: []}
    rows = {kind: await _rows(connection, kind, table) for kind in made}
    for number, name in enumerate(ids):
        other, ago = others[number % len(others)], number * 600.0
        for kind, found in rows.items():
            if kind is entries and number % LOGGED:
                continue
            for row in found:
                new = dict(row) | {"id" if kind is tables else "table_id": name}
                if kind is tables:
                    new |= {"invitation": name[:16] + "-i", "moved_at": at - ago, "wake_at": None}
                    new |= {"owner": other, "origin": other[:8], "public": number % 3 > 0}
                elif kind is not entries and new["person"] is not None:
                    new["person"] = veteran if new["seat"] == 0 else other
                if kind is results:
                    new |= {"ended_at": at - ago, "public": number % 3 > 0}
                if kind is seats and new["over_at"] is not None:
                    new["over_at"] = at - ago
                made[kind].append(new)
    for kind, new_rows in made.items():
        if new_rows:
            await connection.execute(insert(kind), new_rows)


async def _rows(connection: AsyncConnection, kind: Table, table: str) -> Sequence[Any]:
    key = kind.c.id if kind is tables else kind.c.table_id
    return (await connection.execute(select(kind).where(key == table))).mappings().all()


async def fill(
    services: Services, over: Sequence[str], going: Sequence[str], finished: int, running: int, veteran: str
) -> None:
    """Copy games that are over and games that go on so often. The games that go on are others' games."""
    names = [secrets.token_urlsafe(16) for _player in range(PLAYERS)]
    at = time.time()
    async with services.database.writing() as connection:
        rows = [
            {"id": name, "name": f"P{n}", "login": f"p{n}", "called": f"p{n}", "made_at": at}
            for n, name in enumerate(names)
        ]
        await connection.execute(insert(people), rows)
        skills = [
            {
                "person": name,
                "game": game,
                "mu": 25.0,
                "sigma": 3.0 + n / 100,
                "games": 9,
                "surely": 16.0 - 3 * n / 100,
            }
            for n, name in enumerate(names)
            for game in PLAYED
        ]
        await connection.execute(insert(ratings), skills)
    for sources, count, first in ((over, finished, veteran), (going, running, names[0])):
        for done in range(0, count, AT_ONCE):
            ids = [secrets.token_urlsafe(16) for _copy in range(min(AT_ONCE, count - done))]
            async with services.database.writing() as connection:
                await copy(connection, sources[done // AT_ONCE % len(sources)], ids, first, names[1:])
    await services.database.refresh_statistics()


# -- measuring -----------------------------------------------------------------------------------------------


async def play(client: httpx.AsyncClient, others: httpx.AsyncClient, game: str, moves: int) -> str:
    """A game of two people at random, to its end or for so many moves."""
    table = (await client.post("/api/v1/tables", json={"game": game, "seats": 2})).json()["id"]
    await others.post(f"/api/v1/tables/{table}/join", json={})
    for _move in range(moves):
        for player in (client, others):
            position = (await player.get(f"/api/v1/tables/{table}/position")).json()
            if position["status"] == "over":
                return str(table)
            if position.get("legal"):
                move = secrets.choice(position["legal"])["text"]
                asked = {"number": position["number"], "move": move}
                await player.post(f"/api/v1/tables/{table}/moves", json=asked)
                break
    return str(table)


def _client(app: FastAPI) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app, client=("127.0.0.1", 4242)), base_url="http://localhost"
    )


async def _person(app: FastAPI, services: Services, name: str) -> tuple[httpx.AsyncClient, str]:
    client = _client(app)
    session = (await client.post("/api/v1/guests", params={"token": "true"}, json={"name": name})).json()
    client.headers["Authorization"] = f"Bearer {session['token']}"
    person = str(session["person"]["id"])
    account = update(people).where(people.c.id == person).values(login=name.lower(), role="admin")
    await services.database.write(account)
    services.sessions.forget(person)
    return client, person


async def ask_everything(
    app: FastAPI, readers: dict[str, httpx.AsyncClient], said: dict[str, str]
) -> list[tuple[float, str, str]]:
    """What every route that can be read costs each of the readers, in milliseconds."""
    costs: list[tuple[float, str, str]] = []
    paths = dict.fromkeys(
        route.path for route in app.routes if isinstance(route, Route) and "GET" in (route.methods or ())
    )
    for path in paths:
        if path in NOT_ASKED:
            continue
        address = re.sub(r"{(\w+)}", lambda found: said.get(found[1], "nobody"), path)
        for name, client in readers.items():
            took: list[float] = []
            for _again in range(3):
                began = time.process_time()
                await client.get(address)
                took.append(1000 * (time.process_time() - began))
            costs.append((min(took), path, name))
    return sorted(costs, reverse=True)


async def measure(url: str, finished: int, running: int) -> bool:
    """Fill a database, ask everything, and tell. Whether nothing took too long."""
    app = create_app(Settings(database_url=url, rate_factor=0.0, bots="threads"))
    async with app.router.lifespan_context(app):
        services: Services = app.state.services
        veteran, who = await _person(app, services, "Veteran")
        other, _whom = await _person(app, services, "Other")
        over = [await play(veteran, other, game, 1500) for game in PLAYED]
        going = [await play(veteran, other, game, 20) for game in PLAYED]
        began = time.monotonic()
        await fill(services, over, going, finished, running, who)
        print(f"{finished} finished and {running} running games written in {time.monotonic() - began:.0f} s")
        said = {"table": going[0], "step": "1", "person": who, "game": PLAYED[0], "name": PLAYED[0]}
        readers = {"veteran": veteran, "other": other, "nobody": _client(app)}
        costs = await ask_everything(app, readers, said)
        for ms, path, reader in costs[:15]:
            print(f"{ms:8.1f} ms  {path}  ({reader})")
        return all(ms <= MOST_MS for ms, _path, _reader in costs)


def main() -> None:
    """Measure by the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--finished", type=int, default=20_000)
    parser.add_argument("--running", type=int, default=2_000)
    parser.add_argument("--database")
    asked = parser.parse_args()
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        url = asked.database or f"sqlite:///{Path(folder) / 'grown.db'}"
        sys.exit(not asyncio.run(measure(url, asked.finished, asked.running)))


if __name__ == "__main__":
    main()
