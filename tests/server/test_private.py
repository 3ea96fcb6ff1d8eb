"""A private table is for invited people: to anybody else it answers like one that does not exist, on every
route. Once its game is over, the game opens to people who know its address. The chat and the invitation stay
closed. Routes are taken from the application, so that a new one is tested, too.
"""

import random
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute
from httpx import Response

from spyring.server.core.caller import Caller
from spyring.server.core.http.stream import Stream
from spyring.web import create_app
from tests.server.harness import Guest, Harness, new_file, open_harness, play_out, settings_for

pytestmark = pytest.mark.anyio

NOBODYS = "A" * 22  # no table
BODIES: dict[str, Any] = {
    "names": {"names": {}},
    "moves": {"number": 0, "move": "draw"},
    "undo": {"number": 0},
    "undo/answer": {"offer": 1, "agree": True},
    "passes": {"frames": []},
    "chat": {"text": "Hello?"},
    "given": {"given": True},
    "friends": {"person": "C" * 22},
    "note": {"text": "Hm."},
    "play-on": {"step": 0, "seat": 0},
    "seats/0/bot": {"level": "random"},
}
FORMS: dict[str, Any] = {
    "play": {"number": 0, "move": "draw"},
    "undo": {"number": 0},
    "notes": {"text": "Hm."},
    "talk": {"text": "Hello?"},
    "give": {"given": "yes"},
    "invite": {"person": "C" * 22},
    "consent": {"offer": 1, "agree": "yes"},
    "bot": {"seat": 0, "level": "random"},
    "passes": {"frame": "Answer", "order": "always"},
    "play-on": {"step": 0, "seat": 0},
}
SAID = "The crow flies at midnight."
GAME_OVER = {  # what opens with a finished game
    *("", "position", "scenes", "record", "dossier", "play-on", "analysis"),
    *("replay", "replay/0", "replay/scenes", "replay/turn"),
}
NOT_EVERYBODYS = {  # without a campaign, and for operators only
    *("/tables/{table}/dossier", "/admin/tables/{table}/end", "/admin/tables/{table}/unfreeze"),
}
QUERY = {"move": "draw", "after": "0", "until": "0", "since": "0"}  # whatever a route wants to know


@pytest.fixture
async def harness(tmp_path: Any) -> AsyncIterator[Harness]:
    async with open_harness(settings_for(new_file(tmp_path / "table.db")), create_app) as opened:
        yield opened


def routes(harness: Harness) -> list[tuple[str, str]]:
    """Every way to ask for something of a table: the method, and the path with {table} in it."""
    found = []
    for route in every_route(harness.app.routes):
        if "{table}" in route.path:
            path = route.path
            for number in ("{step}", "{seat}"):
                path = path.replace(number, "0")
            found += [(method, path) for method in sorted(route.methods or ())]
    assert len(found) > 40
    return found


def every_route(routes: Sequence[object]) -> Iterator[APIRoute]:
    """Also those of routers within."""
    for route in routes:
        if isinstance(route, APIRoute):
            yield route
        yield from every_route(getattr(getattr(route, "original_router", None), "routes", ()))


async def ask(client: httpx.AsyncClient, method: str, path: str, table: str, **query: str) -> Response:
    what = path.partition("{table}")[2].strip("/")
    more: dict[str, Any] = {"params": QUERY | query}
    if method != "GET" and path.startswith("/api/"):
        more["json"] = BODIES.get(what, {})
    elif method != "GET":
        more["data"] = FORMS.get(what, {})
    return await client.request(method, path.replace("{table}", table), **more)


def told(answer: Response, table: str) -> tuple[int, str, list[tuple[str, str]]]:
    """All that an answer says, without the name that was asked for, and without cookies of a new guest."""
    headers = [
        (name, value)
        for name, value in answer.headers.items()
        if name not in ("content-length", "set-cookie")
    ]
    return answer.status_code, answer.text.replace(table, "TABLE"), headers


async def private_table(harness: Harness) -> tuple[str, list[Guest], str]:
    ann, bob = [await harness.guest(name) for name in ("Ann", "Bob")]
    card = await ann.make("duel", seats=2, public=False, options={"lives": 1})
    return card["id"], [ann, bob], card["invitation"]


STRANGERS = [
    ("open", "a stranger"),
    ("open", "a guest"),
    ("playing", "a stranger"),
    ("playing", "somebody with a wrong code"),
    ("over", "a guest"),
]


@pytest.mark.parametrize(("state", "who"), STRANGERS)
async def test_a_private_table_answers_like_a_missing_one(harness: Harness, state: str, who: str) -> None:
    table, guests, invitation = await private_table(harness)
    if state != "open":
        await guests[1].post(f"/tables/{table}/join", {"code": invitation})
    await guests[0].post(f"/tables/{table}/chat", {"text": SAID}, 201)
    if state == "over":
        await play_out(table, guests, random.Random(1))
    eve = await harness.guest("Eve")
    for method, path in routes(harness):
        if who != "a stranger":
            clients = [eve.client, eve.client]
        else:
            clients = [harness.stranger(), harness.stranger()]
        code = {"code": "B" * 22} if who == "somebody with a wrong code" else {}
        here = await ask(clients[0], method, path, table, **code)
        assert invitation not in here.text, (method, path)
        assert SAID not in here.text, (method, path)
        if state == "over" and path.partition("{table}")[2].strip("/") in GAME_OVER:
            continue
        nowhere = await ask(clients[1], method, path, NOBODYS, **code)
        assert told(here, table) == told(nowhere, NOBODYS), (method, path)
        assert here.status_code not in (200, 201, 422), (method, path, here.status_code)  # it was understood
    live = await harness.services.live_tables.find(table)
    assert live.seat_of(eve.person["id"]) is None


async def test_the_routes_are_open_to_people_of_the_table(harness: Harness) -> None:
    """Or else the test above would compare nothing with nothing."""
    table, guests, code = await private_table(harness)
    await guests[1].post(f"/tables/{table}/join", {"code": code})
    missing = [
        path
        for method, path in routes(harness)
        if (await ask(guests[0].client, method, path, table)).status_code in (401, 404)
    ]
    assert set(missing) == NOT_EVERYBODYS


async def test_a_stream_tells_of_a_private_table_as_much_as_of_a_missing_one(harness: Harness) -> None:
    table, guests, code = await private_table(harness)
    await guests[1].post(f"/tables/{table}/join", {"code": code})
    told = []
    for name in (table, NOBODYS):
        events = Stream(harness.services, Caller(), None, {name: None}, f"{name}.0.0.").events()
        told.append([await anext(events) for _event in range(3)])
    assert told[0] == told[1]


async def test_lists_tell_nothing_of_it(harness: Harness) -> None:
    table, guests, code = await private_table(harness)
    await guests[1].post(f"/tables/{table}/join", {"code": code})
    eve = await harness.guest("Eve")
    for path in ("/", "/tables", "/api/v1/tables"):
        text = (await eve.client.get(path)).text
        assert table not in text
        assert "Ann" not in text
