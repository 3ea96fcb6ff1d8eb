"""The cost of pages and endpoints on a server with years of games.

    python benchmarks/grown.py                       20,000 finished games and 2,000 running ones, on SQLite
    python benchmarks/grown.py --postgresql          on a PostgreSQL of its own
    python benchmarks/grown.py --finished 2000 --running 200

It plays a few games and copies their rows many times under other names, mostly for one person with an
account. Then this person, another person and a visitor without an account read every route. Milliseconds are
CPU time of this process, the lowest of five answers. It fails if one is over 50.
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
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from sqlalchemy import Float, String, Table, case, cast, func, insert, literal, null, select, true, update
from starlette.routing import Route

from spyring.server.community.schema import ratings, results
from spyring.server.core.settings import Settings
from spyring.server.core.storage.schema import entries, people, seats, tables
from spyring.server.core.storage.statements import Transaction
from spyring.server.services import Services
from spyring.web import create_app

MAX_MS = 50.0
AGAIN = 5  # answers, of which the cheapest counts: a busy machine slows down the others
LOGGED = 25  # one in this many copies gets its log: nobody reads the others
PLAYERS = 200  # people who met the veteran
PLAYED = ("estoril",)
NOT_ASKED = {"/api/v1/stream", "/api/v1/openapi.json", "/fonts/{face}.woff2"}
NOT_ASKED |= {"/api/v1/me/data", "/account/data"}  # they return every game and move of a person
Json = dict[str, Any]


async def copy(connection: Transaction, table: str, count: int, veteran: str, others: str) -> None:
    """Copy a table under this many other names, with one statement for each kind of row. One of its people is
    the veteran, the rest are some of the others, whose ids share a prefix.
    """
    numbers = select(literal(0).label("n")).cte("numbers", recursive=True)
    numbers = numbers.union_all(select(numbers.c.n + 1).where(numbers.c.n < count - 1))
    n, at = numbers.c.n, time.time() - cast(numbers.c.n, Float) * 600.0
    name = secrets.token_urlsafe(9) + "-" + cast(n, String)
    other = others + cast(n % (PLAYERS - 1) + 1, String)
    seen = n % 3 > 0
    said: dict[Table, dict[str, Any]] = {
        tables: {"id": name, "invitation": name + "-i", "made_at": at, "moved_at": at, "wake_at": null()}
        | {"owner": other, "origin": func.substr(other, 17, 8), "public": seen},
        seats: {"table_id": name},
        entries: {"table_id": name},
        results: {"table_id": name, "ended_at": at, "public": seen},
    }
    for kind, new in said.items():
        # Looked up once: a lookup per number would search all rows written so far.
        which = (kind.c.id if kind is tables else kind.c.table_id) == table
        here = select(kind).where(which).cte("here").prefix_with("MATERIALIZED")
        if kind is seats:
            new["over_at"] = case((here.c.over_at.is_not(None), at))
        if "person" in kind.c:
            new["person"] = case((here.c.seat == 0, veteran), (here.c.person.is_not(None), other))
        found = select(*(new.get(column.name, column) for column in here.c)).join_from(here, numbers, true())
        found = found.where(n % LOGGED == 0) if kind is entries else found
        await connection.execute(insert(kind).from_select(kind.c.keys(), found))


async def fill(
    services: Services, over: Sequence[str], going: Sequence[str], finished: int, running: int, veteran: str
) -> None:
    """Copy finished and running games this often. The running games belong to others."""
    others, at = secrets.token_urlsafe(12) + "-", time.time()
    names = [f"{others}{n}" for n in range(PLAYERS)]
    async with services.database.writing() as connection:
        rows = [
            {"id": name, "name": f"P{n}", "login": f"p{n}", "called": f"p{n}", "made_at": at}
            for n, name in enumerate(names)
        ]
        await connection.execute(insert(people), rows)
        skills = [
            {"person": name, "game": game, "mu": 25.0, "sigma": 3.0, "games": 9, "surely": 16.0 - n / 30}
            for n, name in enumerate(names)
            for game in PLAYED
        ]
        await connection.execute(insert(ratings), skills)
    for sources, count, first in ((over, finished, veteran), (going, running, names[0])):
        for table in sources:
            async with services.database.writing() as connection:
                await copy(connection, table, count // len(sources), first, others)
    await services.database.refresh_statistics()


# -- measuring -----------------------------------------------------------------------------------------------


async def play(services: Services, clients: Sequence[httpx.AsyncClient], game: str, moves: int) -> str:
    """Play a random game, to its end or for this many moves."""
    body: Json = {"game": game, "seats": len(clients)}
    table = str((await clients[0].post("/api/v1/tables", json=body)).json()["id"])
    for client in clients[1:]:
        await client.post(f"/api/v1/tables/{table}/join", json={})
    live = await services.live_tables.find(table)
    for _move in range(moves):
        state = live.running.state
        if not state.deciders:
            break
        seat = state.deciders[0]
        move = live.game.moves.name(secrets.choice(state.legal(seat)))
        body = {"number": live.number(seat), "move": move}
        answer = await clients[seat].post(f"/api/v1/tables/{table}/moves", json=body)
        assert answer.status_code == 200, answer.text
    return table


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


def address_of(path: str, place: dict[str, str]) -> str:
    """A path with its parameters filled in."""
    return re.sub(r"{(\w+)}", lambda found: place.get(found[1], "nobody"), path)


async def ask_everything(
    app: FastAPI, readers: dict[str, httpx.AsyncClient], places: Sequence[dict[str, str]]
) -> list[tuple[float, str, str]]:
    """The cost in ms of every readable route, for each reader and each table."""
    costs: list[tuple[float, str, str]] = []
    paths = dict.fromkeys(
        route.path for route in app.routes if isinstance(route, Route) and "GET" in (route.methods or ())
    )
    addresses = {address_of(path, place): path for place in places for path in paths if path not in NOT_ASKED}
    for address, path in addresses.items():
        for name, client in readers.items():
            took: list[float] = []
            for _again in range(AGAIN):
                began = time.process_time()
                answer = await client.get(address)
                took.append(1000 * (time.process_time() - began))
                assert answer.status_code < 500, answer.text
            costs.append((min(took), path, name))
    return sorted(costs, reverse=True)


async def measure(url: str, finished: int, running: int) -> bool:
    """Fill a database, read every route, and report; returns whether nothing took too long."""
    app = create_app(Settings(database_url=url, rate_factor=0.0, bots="threads"))
    async with app.router.lifespan_context(app):
        services: Services = app.state.services
        veteran, who = await _person(app, services, "Veteran")
        other, _whom = await _person(app, services, "Other")
        over = [await play(services, (veteran, other), game, 1500) for game in PLAYED]
        going = [await play(services, (veteran, other), game, 20) for game in PLAYED]
        began = time.monotonic()
        await fill(services, over, going, finished, running, who)
        print(f"{finished} finished and {running} running games written in {time.monotonic() - began:.0f} s")
        said = {"step": "1", "person": who, "game": PLAYED[0], "name": PLAYED[0]}
        readers = {"veteran": veteran, "other": other, "nobody": _client(app)}
        places = [said | {"table": table} for table in (*going, *over)]
        costs = await ask_everything(app, readers, places)
        for ms, path, reader in costs[:15]:
            print(f"{ms:8.1f} ms  {path}  ({reader})")
        return all(ms <= MAX_MS for ms, _path, _reader in costs)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--finished", type=int, default=20_000)
    parser.add_argument("--running", type=int, default=2_000)
    parser.add_argument("--postgresql", action="store_true")
    asked = parser.parse_args()
    logging.disable(logging.WARNING)
    with ExitStack() as stack:
        if asked.postgresql:
            from server import a_postgresql  # type: ignore[import-not-found]  # not needed by tests

            url = stack.enter_context(a_postgresql())
        else:
            url = f"sqlite:///{Path(stack.enter_context(tempfile.TemporaryDirectory())) / 'grown.db'}"
        fits = asyncio.run(measure(url, asked.finished, asked.running))
    sys.exit(not fits)


if __name__ == "__main__":
    main()
