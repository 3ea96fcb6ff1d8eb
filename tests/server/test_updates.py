"""What an open page gets after a move: of the new rendering only what it does not have."""

import re
from collections.abc import AsyncIterator

import httpx
import pytest

from spyring.server.settings import Settings
from spyring.web import create_app
from tests.server.conftest import on_sqlite
from tests.server.harness import Guest, Harness, open_harness
from tests.web.test_client_fragments import filled

pytestmark = [pytest.mark.anyio, on_sqlite]


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as opened:
        yield opened


async def asked(client: httpx.AsyncClient, path: str, has: str | None = None) -> httpx.Response:
    """What an open page gets that shows nothing of the log but the beginning."""
    headers = {"accept": "text/html", "spyring-shown": "0"} | ({"spyring-has": has} if has else {})
    answer = await client.get(path, headers=headers)
    assert answer.status_code == 200
    return answer


async def a_duel(harness: Harness) -> tuple[str, Guest, Guest]:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    return table, ann, bob


async def a_move(table: str, ann: Guest, bob: Guest) -> None:
    position = await ann.position(table)
    mover = (ann, bob)[position["deciders"][0]]
    legal = (await mover.position(table))["legal"]
    await mover.play(table, legal[0]["text"])


async def test_what_a_page_has_and_what_it_gets_make_the_whole(harness: Harness) -> None:
    table, ann, bob = await a_duel(harness)
    path = f"/tables/{table}"
    page = (await asked(ann.client, path, "-")).json()
    for _move in range(2):
        await a_move(table, ann, bob)
        whole, more = (
            (await asked(ann.client, path)).text,
            (await asked(ann.client, path, page["mark"])).json(),
        )
        assert len(more["parts"]) < len(page["parts"])
        page = more | {"parts": page["parts"] | more["parts"]}
        assert filled(page["text"], page["parts"] | {"number": page["number"], "csrf": ""}) == whole


async def test_what_one_page_has_is_no_business_of_another(harness: Harness) -> None:
    table, ann, bob = await a_duel(harness)
    path = f"/tables/{table}"
    page = (await asked(ann.client, path, "-")).json()
    other = (await asked(bob.client, path, "-")).json()
    assert (await asked(bob.client, path, page["mark"])).json()["parts"] == other["parts"]
    assert (await asked(ann.client, path, page["mark"])).json()["parts"] == {}


async def test_what_is_said_at_a_table_is_in_its_page_but_in_no_update(harness: Harness) -> None:
    table, ann, bob = await a_duel(harness)
    path = f"/tables/{table}"
    await bob.post(f"/tables/{table}/chat", {"text": "The heron flies at nine."}, 201)
    assert "heron" in (await ann.client.get(path, headers={"accept": "text/html"})).text
    await a_move(table, ann, bob)
    for has in (None, "-"):
        assert "heron" not in (await asked(ann.client, path, has)).text


async def test_forms_that_a_page_keeps_open_and_are_for_the_new_position(harness: Harness) -> None:
    client = harness.stranger()
    client.headers["Origin"] = "http://table.test"
    await client.post("/api/v1/guests", json={"name": "Ann"})
    ann = Guest(client, (await client.get("/api/v1/me")).json())
    table = (await ann.make("duel", seats=2))["id"]
    bob = await harness.guest("Bob")
    await bob.post(f"/tables/{table}/join")
    path = f"/tables/{table}"
    first = (await asked(client, path, "-")).json()
    await a_move(table, ann, bob)
    more = (await asked(client, path, first["mark"])).json()
    marks = {"number": more["number"], "csrf": more["csrf"]}
    text = filled(more["text"], first["parts"] | more["parts"] | marks)
    form = re.search(r'<form method="post" action="[^"]*/away".*?</form>', text, re.DOTALL)
    assert form is not None
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
    assert fields["number"] == str((await ann.position(table))["number"])
    assert (await client.post(f"{path}/away", data=fields)).status_code == 303
    assert (await client.post(f"{path}/back", data=fields | {"csrf": "00"})).status_code == 403
