"""What an open page gets after a move: the frame of its table, with forms that are good now."""

import asyncio
import gc
import inspect
import re
import sys
from collections.abc import AsyncIterator
from types import FrameType

import httpx
import pytest
from fastapi.routing import APIRoute

from spyring.server.core.caller import Caller
from spyring.server.core.http.stream import Stream
from spyring.server.core.payloads import Person, Position
from spyring.server.core.settings import Settings
from spyring.server.core.tables.live_table import LiveTable
from spyring.server.core.tables.live_tables import LiveTables
from spyring.web import create_app
from spyring.web.pages import AFTER_EVERY_MOVE
from tests.server.conftest import on_sqlite
from tests.server.harness import Guest, Harness, open_harness
from tests.server.test_stream import heard

MODULES_OF_A_MOVE = 31  # of server and web, from the request to its answer

pytestmark = [pytest.mark.anyio, on_sqlite]


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as opened:
        yield opened


async def asked(client: httpx.AsyncClient, path: str, shown: int = 0) -> str:
    """What an open page gets that shows the log up to this number."""
    answer = await client.get(path, headers={"accept": "text/html", "spyring-shown": str(shown)})
    assert answer.status_code == 200
    return answer.text


async def a_duel(harness: Harness) -> tuple[str, Guest, Guest]:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    return table, ann, bob


async def a_move(table: str, ann: Guest, bob: Guest) -> None:
    position = await ann.position(table)
    mover = (ann, bob)[position["deciders"][0]]
    legal = (await mover.position(table))["legal"]
    await mover.play(table, legal[0]["text"])


def lines(text: str) -> list[int]:
    return [int(number) for number in re.findall(r'<li class="log[^>]* data-n="(\d+)"', text)]


async def test_an_update_is_the_frame_of_the_table_with_the_new_lines_of_its_log(harness: Harness) -> None:
    table, ann, bob = await a_duel(harness)
    path = f"/tables/{table}"
    for number in (1, 2):
        await a_move(table, ann, bob)
        frame = await asked(ann.client, path, number - 1)
        assert frame.lstrip().startswith('<div id="table"')
        assert f'data-number="{number}"' in frame
        assert set(lines(frame)) == {number}
    whole = (await ann.client.get(path, headers={"accept": "text/html"})).text
    assert set(lines(whole)) > {1, 2}


async def test_an_update_looks_for_its_table_once(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ann, _bob = await a_duel(harness)
    found: list[str] = []
    find = LiveTables.find

    async def counted(self: LiveTables, name: str) -> LiveTable:
        found.append(name)
        return await find(self, name)

    monkeypatch.setattr(LiveTables, "find", counted)
    await asked(ann.client, f"/tables/{table}")
    assert found == [table]


async def test_the_move_of_a_page_passes_few_modules(harness: Harness) -> None:
    table, ann, bob = await a_duel(harness)
    await a_move(table, ann, bob)
    several = [await files_of_a_move(table, ann, bob) for _move in range(2)]
    ours = [
        {
            path.rpartition("/spyring/")[2]
            for path in passed
            if "/spyring/server/" in path or "/spyring/web/" in path
        }
        for passed in several
    ]
    fewest = min(ours, key=len)  # now and then something is due besides
    assert len(fewest) <= MODULES_OF_A_MOVE, " ".join(sorted(fewest))
    assert not any("/python_multipart/" in path for passed in several for path in passed)  # byte by byte


async def files_of_a_move(table: str, ann: Guest, bob: Guest) -> set[str]:
    """The files whose code runs for a move of a page."""
    mover = (ann, bob)[(await ann.position(table))["deciders"][0]]
    position = await mover.position(table)
    form = {"number": str(position["number"]), "move": position["legal"][0]["text"]}
    passed, mine = set[str](), asyncio.current_task()

    def note(frame: FrameType, _event: str, _argument: object) -> None:
        if asyncio.current_task() is mine:
            passed.add(frame.f_code.co_filename)

    gc.collect()
    gc.disable()  # what earlier tests have left ends elsewhere
    sys.setprofile(note)
    try:
        answer = await mover.client.post(f"/tables/{table}/play", data=form)
    finally:
        sys.setprofile(None)
        gc.enable()
    assert answer.status_code == 303
    return passed


async def test_what_is_said_at_a_table_is_in_its_page_but_in_no_update(harness: Harness) -> None:
    table, ann, bob = await a_duel(harness)
    path = f"/tables/{table}"
    await bob.post(f"/tables/{table}/chat", {"text": "The heron flies at nine."}, 201)
    assert "heron" in (await ann.client.get(path, headers={"accept": "text/html"})).text
    await a_move(table, ann, bob)
    assert "heron" not in await asked(ann.client, path)


async def test_a_page_listens_to_a_light_stream_and_moves_without_a_position_being_written(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ann, _bob = await a_duel(harness)
    page = await ann.client.get(f"/tables/{table}", headers={"accept": "text/html"})
    assert f'data-stream="/api/v1/stream?light=true&amp;watch={table}"' in page.text
    light = Stream(harness.services, Caller(Person(**ann.person)), None, {}, None, light=True).events()
    await heard(light)
    monkeypatch.setattr(Position, "wire", None)
    moved = await ann.client.post(f"/tables/{table}/play", data={"number": 0, "move": "draw"})
    assert moved.status_code == 303
    assert b'"number":1' in await heard(light)


async def test_forms_of_an_update_open_and_are_for_the_new_position(harness: Harness) -> None:
    client = harness.stranger()
    client.headers["Origin"] = "http://table.test"
    await client.post("/api/v1/guests", json={"name": "Ann"})
    ann = Guest(client, (await client.get("/api/v1/me")).json())
    table = (await ann.make("duel", seats=2))["id"]
    bob = await harness.guest("Bob")
    await bob.post(f"/tables/{table}/join")
    path = f"/tables/{table}"
    await asked(client, path)
    await a_move(table, ann, bob)
    text = await asked(client, path)
    form = re.search(r'<form method="post" action="[^"]*/away".*?</form>', text, re.DOTALL)
    assert form is not None
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
    assert fields["number"] == str((await ann.position(table))["number"])
    assert (await client.post(f"{path}/away", data=fields)).status_code == 303
    assert (await client.post(f"{path}/back", data=fields | {"csrf": "00"})).status_code == 403


async def test_what_is_asked_for_after_every_move_is_looked_for_first(harness: Harness) -> None:
    paths = [getattr(route, "path", "") for route in harness.app.routes]
    assert set(paths[: len(AFTER_EVERY_MOVE)]) == set(AFTER_EVERY_MOVE)
    assert (await harness.stranger().get("/tables/no~table")).status_code == 422
    assert (await harness.stranger().get("/tables/none")).status_code == 404


async def test_no_request_waits_for_a_thread_only_to_be_read(harness: Harness) -> None:
    for route in harness.app.routes:
        waiting = [route.dependant] if isinstance(route, APIRoute) else []
        while waiting:
            wanted = waiting.pop()
            waiting += wanted.dependencies
            assert inspect.iscoroutinefunction(wanted.call), (route, wanted.call)
