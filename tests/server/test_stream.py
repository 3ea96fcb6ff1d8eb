"""News by server-sent events: what was missed is caught up on, what is secret makes no sound."""

import asyncio
import gc
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from fastapi import Request

from spyring.server.core.caller import Caller
from spyring.server.core.http.stream import OpenStreams, Stream, StreamResponse
from spyring.server.core.payloads import Person
from spyring.server.core.problems import NotStored, RateLimited
from spyring.server.core.settings import Settings
from spyring.server.core.storage.database import READING
from tests.server.harness import Harness, open_harness, settings_for
from tests.server.killing import plain_client
from tests.server.live_server import Events, LiveServer, live_server

pytestmark = pytest.mark.anyio


async def a_duel(server: LiveServer, client: httpx.AsyncClient) -> tuple[str, dict[str, str], dict[str, str]]:
    ann, bob = await server.come_in(client, "Ann"), await server.come_in(client, "Bob")
    made = await client.post(f"{server.url}/api/v1/tables", json={"game": "duel", "seats": 2}, headers=ann)
    table: str = made.json()["id"]
    await client.post(f"{server.url}/api/v1/tables/{table}/join", json={}, headers=bob)
    return table, ann, bob


async def draw(
    server: LiveServer, client: httpx.AsyncClient, table: str, who: dict[str, str], number: int
) -> None:
    body = {"number": number, "move": "draw"}
    answer = await client.post(f"{server.url}/api/v1/tables/{table}/moves", json=body, headers=who)
    assert answer.status_code == 200, answer.text


async def test_news_comes_down_and_is_caught_up_on_after_a_restart(database_url: str) -> None:
    settings = settings_for(database_url)
    async with plain_client(timeout=120) as client:
        async with live_server(settings) as server:
            table, ann, bob = await a_duel(server, client)
            stream = client.stream("GET", f"{server.url}/api/v1/stream", headers=bob)
            async with stream as answer:
                assert answer.headers["content-type"].startswith("text/event-stream")
                events = Events(answer)
                name, _cursor, first = await events.next()
                assert (name, first["table"], first["number"], first["log"]) == ("position", table, 0, [])
                await draw(server, client, table, ann, 0)
                name, cursor, second = await events.next()
                assert (name, second["number"], second["deciders"]) == ("position", 1, [1])
                assert [entry["number"] for entry in second["log"]] == [1]
            await draw(server, client, table, bob, 1)
            await draw(server, client, table, ann, 2)
        async with live_server(settings) as server:
            headers = {**bob, "Last-Event-ID": cursor}
            async with client.stream("GET", f"{server.url}/api/v1/stream", headers=headers) as answer:
                _name, _cursor, missed = await Events(answer).next()
                assert missed["number"] == 3
                assert [entry["number"] for entry in missed["log"]] == [2, 3]


async def test_a_light_stream_says_only_that_a_table_has_changed(settings: Settings) -> None:
    async with plain_client(timeout=120) as client, live_server(settings) as server:
        table, ann, bob = await a_duel(server, client)
        light = {"light": "true"}
        async with client.stream("GET", f"{server.url}/api/v1/stream", headers=bob, params=light) as answer:
            events = Events(answer)
            name, _cursor, first = await events.next()
            assert (name, first["number"], first["your_turn"]) == ("position", 0, False)
            await draw(server, client, table, ann, 0)
            _name, _cursor, second = await events.next()
            assert second == {**first, "table": table, "number": 1, "your_turn": True}
            assert second.keys() == {"table", "number", "revision", "your_turn"}
        light["light"] = "perhaps"
        assert (await client.get(f"{server.url}/api/v1/stream", params=light)).status_code == 422


async def test_the_answer_to_a_move_is_also_the_news_of_its_player(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    live = await harness.services.live_tables.find(table)
    news = harness.services.playing.news
    mover, other = (Caller(Person.model_validate(guest.person)) for guest in (ann, bob))
    answer = await ann.play(table, "draw", 0)
    assert live.last_answer is not None
    kept = live.last_answer[-1]
    assert json.loads(kept) == answer
    assert news(live, mover, 0) is kept
    for reader, since in ((other, 0), (mover, 1), (Caller(), 0), (replace(mover, language="pl"), 0)):
        assert news(live, reader, since) == harness.services.playing.show(live, reader, since).wire() != kept
    await ann.post(f"/tables/{table}/away")
    assert json.loads(news(live, mover, 0))["seats"][0]["held"] == "asked"


async def test_a_new_player_hears_of_the_table_on_the_open_stream(settings: Settings) -> None:
    async with plain_client(timeout=120) as client, live_server(settings) as server:
        bob = await server.come_in(client, "Bob")
        async with client.stream("GET", f"{server.url}/api/v1/stream", headers=bob) as answer:
            events = Events(answer)
            made = await client.post(f"{server.url}/api/v1/tables", json={"game": "duel"}, headers=bob)
            _name, _cursor, data = await events.next()
            assert data["table"] == made.json()["id"]


async def test_spectators_follow_what_they_watch(settings: Settings) -> None:
    async with plain_client(timeout=120) as client, live_server(settings) as server:
        table, ann, _bob = await a_duel(server, client)
        async with client.stream("GET", f"{server.url}/api/v1/stream", params={"watch": table}) as answer:
            events = Events(answer)
            await events.next()
            await draw(server, client, table, ann, 0)
            _name, _cursor, data = await events.next()
            assert data["seat"] is None
            assert [event["sentence"] for event in data["log"][0]["events"]] == ["Red draws a chit."]


def listen(
    harness: Harness,
    person: dict[str, Any] | None,
    cursor: str | None = None,
    *watched: str,
    light: bool = False,
) -> AsyncIterator[bytes]:
    who = None if person is None else Person(**person)
    return Stream(harness.services, Caller(who), None, dict.fromkeys(watched), cursor, light).events()


async def heard(stream: AsyncIterator[bytes]) -> bytes:
    """The next event, or an empty text if there is none for a while."""
    while True:
        piece = await anext(stream)
        if piece.startswith(b":"):
            return b""
        if piece.startswith(b"event:"):
            return piece


async def test_secret_actions_of_others_send_no_event(harness: Harness) -> None:
    from tests.server.test_playing import to_allotment

    table, guests = await to_allotment(harness)
    stream = listen(harness, guests[0].person)
    light = listen(harness, guests[0].person, light=True)
    assert b'"AllotGold"' in await heard(stream)
    assert b'"your_turn"' in await heard(light)
    position = await guests[1].position(table)
    left = position["view"]["asked"]["left"]
    for _gold in range(left):
        await guests[1].play(table, position["legal"][0]["text"])
    assert await heard(stream) == await heard(light) == b""
    await guests[1].play(table, "ready")
    assert b"has decided in secret" in await heard(stream)
    assert b'"your_turn"' in await heard(light)


async def test_chat_arrives_at_its_audience(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    stream, other = listen(harness, ann.person), listen(harness, bob.person)
    assert await heard(stream)
    assert await heard(other)
    await ann.post(f"/tables/{table}/chat", {"text": "To myself.", "to": "team"}, 201)
    await bob.post(f"/tables/{table}/chat", {"text": "To all."}, 201)
    assert b"To myself." in await heard(stream)
    assert b"To all." in await heard(stream)
    assert b"To all." in await heard(other)


async def test_a_private_table_cannot_be_watched(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    card = await ann.make("duel", seats=2, public=False)
    assert await heard(listen(harness, None, None, card["id"])) == b""
    stream = Stream(harness.services, Caller(), None, {card["id"]: card["invitation"]}, None).events()
    assert card["id"].encode() in await heard(stream)


async def test_what_cannot_be_read_now_ends_the_stream_and_is_not_lost(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    stream = listen(harness, bob.person)
    cursor = re.findall(rb"id: (\S+)", await heard(stream))[0].decode()
    await ann.post(f"/tables/{table}/chat", {"text": "To all."}, 201)

    async def away(*_asked: object, **_values: object) -> None:
        raise NotStored("not-stored", READING)

    with monkeypatch.context() as patch:
        patch.setattr(harness.services.database, "rows", away)
        assert [piece async for piece in stream] == []
    assert b"To all." in await heard(listen(harness, bob.person, cursor))


async def test_signing_out_ends_the_stream(harness: Harness) -> None:
    person = await harness.services.people.make_guest("Ann")
    secret = await harness.services.sessions.open_session(person)
    stream = Stream(harness.services, Caller(person), secret, {}, None).events()
    assert await heard(stream) == b""
    await harness.services.sessions.close_session(secret)

    async def drain() -> None:
        async for _piece in stream:
            pass

    await asyncio.wait_for(drain(), 120)


async def test_a_deleted_token_ends_its_stream_at_once_and_no_other(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    person = Person(**ann.person)
    token = await ann.post("/tokens", {"name": "bot"}, 201)
    own = ann.client.headers["Authorization"].removeprefix("Bearer ")
    ended = Stream(harness.services, Caller(person), token["secret"], {}, None)
    other = Stream(harness.services, Caller(person), own, {}, None)
    streams = [ended.events(), other.events()]
    for stream in streams:
        assert await heard(stream) == b""
    await ann.delete(f"/tokens/{token['id']}")
    assert [piece async for piece in streams[0]] == []  # not even a beat
    assert await heard(streams[1]) == b""


async def test_nonsense_for_a_cursor_is_as_good_as_none(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    numbers = ("1", "a.b.c", "99999999999999.1.1", "--1.1.1", "1.1.99999999999")
    for cursor in ("", "x", "," * 500, *(f"{table}.{number}" for number in numbers)):
        stream = listen(harness, ann.person, cursor)
        assert table.encode() in await heard(stream)
        assert await heard(stream) == b""


async def test_unnoticeable_changes_do_not_shift_the_heartbeat(database_url: str) -> None:
    async with open_harness(settings_for(database_url, heartbeat_seconds=15.0)) as harness:
        await _the_beat_is_kept(harness)


async def _the_beat_is_kept(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    card = await ann.make("duel", seats=2)
    stream = Stream(harness.services, Caller(Person(**ann.person)), None, {}, None)
    events = stream.events()
    while not (await anext(events)).startswith(b"event"):
        pass
    beat = asyncio.ensure_future(anext(events))
    for _secret in range(3):
        harness.time.move(5)
        stream._hear(f"table {card['id']}")
        await asyncio.sleep(0.01)
    assert await beat == b": still here\n\n"


async def test_a_stream_with_fresh_news_sends_no_heartbeat(database_url: str) -> None:
    async with open_harness(settings_for(database_url, heartbeat_seconds=15.0)) as harness:
        ann = await harness.guest("Ann")
        await ann.make("duel", seats=2)
        stream = Stream(harness.services, Caller(Person(**ann.person)), None, {}, None)
        events = stream.events()
        while not (await anext(events)).startswith(b"event"):
            pass
        beat = asyncio.ensure_future(anext(events))
        harness.time.move(10)
        await ann.make("duel", seats=2)
        assert (await beat).startswith(b"event")
        beat = asyncio.ensure_future(anext(events))
        harness.time.move(10)  # twenty after the first event, ten after the second
        await asyncio.sleep(0.01)
        assert not beat.done()
        harness.time.move(5)
        assert await beat == b": still here\n\n"
        await events.aclose()


async def test_streams_are_counted_when_they_are_checked(harness: Harness) -> None:
    """However many are asked for before the first of them sends anything."""
    streams = OpenStreams(2)
    request = Request({"type": "http", "client": ("10.0.0.1", 1), "headers": []})
    caller = Caller(await harness.services.people.make_guest("Ann"))
    first, second = [
        streams.open(Stream(harness.services, caller, None, {}, None), request) for _stream in "ab"
    ]
    with pytest.raises(RateLimited):
        streams.open(Stream(harness.services, caller, None, {}, None), request)
    del first  # nobody was left to be answered
    gc.collect()
    third = streams.open(Stream(harness.services, caller, None, {}, None), request)
    assert second is not third


async def test_streams_are_also_counted_by_address(harness: Harness) -> None:
    streams = OpenStreams(8, 3)

    async def ask(address: str) -> StreamResponse:
        request = Request({"type": "http", "client": (address, 1), "headers": []})
        caller = Caller(await harness.services.people.make_guest("Ann"))  # another one every time
        return streams.open(Stream(harness.services, caller, None, {}, None), request)

    opened = [await ask("2001:db8::1") for _stream in range(3)]
    with pytest.raises(RateLimited):
        await ask("2001:db8::2")  # next door
    opened.append(await ask("192.0.2.1"))
    opened.clear()
    gc.collect()
    assert await ask("2001:db8::2")


async def test_a_stream_opened_during_a_shutdown_is_told_to_retry(harness: Harness) -> None:
    """Else that stream would hold up the end of the server until it is cut off."""
    streams = OpenStreams(8)
    request = Request({"type": "http", "client": ("10.0.0.1", 1), "headers": []})
    caller = Caller(await harness.services.people.make_guest("Ann"))
    streams.close()
    late = streams.open(Stream(harness.services, caller, None, {}, None), request)
    assert [event async for event in late.events] == [b"retry: 2000\n\n"]
