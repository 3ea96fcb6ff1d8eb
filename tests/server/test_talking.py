"""Chat: what the number of a line reveals, the people that an invitation admits, and the order of lines."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from spyring.server.core.caller import Caller
from spyring.server.core.http.stream import Stream, read_cursor
from spyring.server.core.payloads import Person
from spyring.server.core.storage.statements import Transaction
from tests.server.conftest import new_database
from tests.server.harness import Guest, Harness, open_harness, play_out, settings_for
from tests.server.test_stream import heard, listen

pytestmark = pytest.mark.anyio


def chat_mark(event: bytes, table: str) -> str:
    """What the cursor of an event says about talk."""
    cursor = next(line for line in event.decode().splitlines() if line.startswith("id: "))
    return read_cursor(cursor.removeprefix("id: "))[table].chat


async def test_a_cursor_tells_nothing_of_what_others_say_among_themselves(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    line = await ann.post(f"/tables/{table}/chat", {"text": "Hello."}, 201)
    eve = await harness.guest("Eve")
    await ann.post(f"/tables/{table}/chat", {"text": "Only me.", "to": "team"}, 201)
    aside = await eve.post(f"/tables/{table}/chat", {"text": "Ann bluffs.", "to": "watchers"}, 201)
    assert chat_mark(await heard(listen(harness, bob.person)), table) == line["id"]
    assert chat_mark(await heard(listen(harness, eve.person, None, table)), table) == aside["id"]


async def test_nobody_speaks_by_another_name_than_that_of_their_chair(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    for name in ("Bob", "Cyd"):
        await ann.client.patch("/api/v1/me", json={"name": name})
        said = await ann.post(f"/tables/{table}/chat", {"text": "It is me."}, 201)
        chairs = [seat["name"] for seat in (await bob.position(table))["seats"]]
        assert said["by"] == chairs[0]
    harness.services.live_tables.cache.forget(table)
    assert [seat["name"] for seat in (await bob.position(table))["seats"]] == ["Cyd", "Bob"]
    assert [line["by"] for line in await bob.get(f"/tables/{table}/chat")] == ["Cyd", "Cyd"]


async def test_other_peoples_talk_does_not_crowd_out_the_readers_own(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spyring.server.conversation.talk.MAX_REMARKS", 3)
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.post(f"/tables/{table}/chat", {"text": "Hello."}, 201)
    for _line in range(4):
        await ann.post(f"/tables/{table}/chat", {"text": "Only me.", "to": "team"}, 201)
    assert [line["text"] for line in await bob.get(f"/tables/{table}/chat")] == ["Hello."]


async def test_a_line_is_not_stored_before_an_earlier_one(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(new_database(postgresql))
    async with open_harness(settings) as one, open_harness(settings) as other:
        table, (ann, bob) = await one.table("duel", "Ann", "Bob")
        spoken, go_on = asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(
            one.services.database, "writing", slowly(one.services.database.writing, spoken, go_on)
        )
        first = asyncio.create_task(one.services.talk.say(table, Caller(Person(**ann.person)), "First."))
        await spoken.wait()
        second = asyncio.create_task(other.services.talk.say(table, Caller(Person(**bob.person)), "Second."))
        await asyncio.wait([second], timeout=0.3)
        assert not second.done()
        go_on.set()
        await asyncio.gather(first, second)
        stream = Stream(other.services, Caller(Person(**bob.person)), None, {}, f"{table}.0.9.").events()
        said = b""
        while b"Second." not in said:
            said += await heard(stream)
        assert said.index(b"First.") < said.index(b"Second.")


def slowly(writing: Callable[..., Any], written: asyncio.Event, go_on: asyncio.Event) -> Callable[..., Any]:
    """Transactions that are long about to end."""

    @asynccontextmanager
    async def slow(*topics: str) -> AsyncIterator[Transaction]:
        async with writing(*topics) as connection:
            yield connection
            written.set()
            await go_on.wait()

    return slow


# -- by invitation -------------------------------------------------------------------------------------------


async def invited(harness: Harness) -> tuple[str, dict[str, str], list[Guest], Guest]:
    """A private table at which a duel is over, its code, those who played it, and an invited watcher."""
    ann, bob, eve = [await harness.guest(name) for name in ("Ann", "Bob", "Eve")]
    card = await ann.make("duel", seats=2, public=False, options={"lives": 1})
    code = card["invitation"]
    await bob.post(f"/tables/{card['id']}/join", {"code": code})
    return card["id"], {"code": code}, [ann, bob], eve


async def test_an_invited_watcher_has_a_notebook_and_hears_and_talks(harness: Harness) -> None:
    table, code, _players, eve = await invited(harness)
    for path in ("note", "chat"):
        assert (await eve.get(f"/tables/{table}/{path}", 404))["code"] == "no-table"
    body = {"text": "Ann is nervous."}
    answer = await eve.client.put(f"/api/v1/tables/{table}/note", params=code, json=body)
    assert answer.status_code == 200
    assert (await eve.get(f"/tables/{table}/note", params=code))["text"] == "Ann is nervous."
    aside = {"text": "Hush.", "to": "watchers"}
    await eve.post(f"/tables/{table}/chat", aside, 201, params=code)
    assert [line["text"] for line in await eve.get(f"/tables/{table}/chat", params=code)] == ["Hush."]


async def test_an_invited_watcher_sees_the_replay_and_plays_on_from_it(harness: Harness) -> None:
    table, code, players, eve = await invited(harness)
    step = {"step": 0, "seat": 0}
    assert (await eve.post(f"/tables/{table}/play-on", step, 404))["code"] == "no-table"
    await play_out(table, players, random.Random(1))
    assert (await eve.get(f"/tables/{table}/replay/0", params=code))["steps"] > 0
    assert await eve.get(f"/tables/{table}/record", params=code)
    card = await eve.post(f"/tables/{table}/play-on", step, 201, params=code)
    assert card["seats"][0]["you"]


# -- the notebook --------------------------------------------------------------------------------------------


async def test_notes_written_at_the_same_time_are_kept_once(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    path = f"/api/v1/tables/{table}/note"
    answers = await asyncio.gather(*(ann.client.put(path, json={"text": f"Note {n}."}) for n in range(12)))
    assert {answer.status_code for answer in answers} == {200}
    assert (await ann.get(f"/tables/{table}/note"))["text"].startswith("Note ")


async def test_whispers_leave_no_gap_in_what_others_hear(harness: Harness) -> None:
    """The ids of what one hears are drawn by lot; nothing counts what one does not hear."""
    table, (ann, bob, _cy) = await harness.table("duel", "Ann", "Bob", "Cy")
    cursor = chat_mark(await heard(listen(harness, bob.person)), table)
    for _whisper in range(3):
        await ann.post(f"/tables/{table}/chat", {"text": "Psst.", "to": "team"}, 201)
    assert chat_mark(await heard(listen(harness, bob.person)), table) == cursor == ""
    ids = [(await ann.post(f"/tables/{table}/chat", {"text": "Aloud."}, 201))["id"] for _time in range(3)]
    assert [remark["id"] for remark in await bob.get(f"/tables/{table}/chat")] == ids
    assert len({len(name) for name in ids}) == 1
    since = {"since": ids[1]}
    assert [remark["id"] for remark in await bob.get(f"/tables/{table}/chat", params=since)] == ids[2:]
