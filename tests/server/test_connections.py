"""Attempts to exhaust a server: heads and bodies that are too large or never end, and crowds.

Only what uvicorn's settings and the application can bound; the rest is the business of a proxy, as
docs/server.md says.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from spyring.cli.serve import uvicorn_settings
from spyring.server.core.caller import Caller
from spyring.server.core.http.addresses import TrustedProxies
from spyring.server.core.http.headers import BARE_SEND
from spyring.server.core.http.stream import Stream, StreamResponse
from spyring.server.core.problems import TooLarge
from spyring.server.core.settings import Settings
from tests.server.harness import Harness, new_file, settings_for
from tests.server.killing import plain_client
from tests.server.live_server import live_server

pytestmark = pytest.mark.anyio

HEAD = b"GET /healthz HTTP/1.1\r\nHost: table.test\r\n"
POST = b"POST /api/v1/guests HTTP/1.1\r\nHost: table.test\r\nContent-Type: application/json\r\n"
ELSEWHERE = "0.0.0.0"  # where strangers come without a proxy

Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Door:
    """Where connections come in."""

    def __init__(self, url: str) -> None:
        self.port = int(url.rpartition(":")[2])

    async def knock(self, text: bytes) -> Wire:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(text)
        return reader, writer

    async def ask(self, text: bytes) -> bytes:
        """Everything that is said until somebody hangs up."""
        reader, writer = await self.knock(text)
        try:
            return await asyncio.wait_for(reader.read(), 60)
        except ConnectionResetError:
            return b""  # hung up while we were still sending
        finally:
            writer.close()


@asynccontextmanager
async def open_door(folder: Path, host: str = "127.0.0.1", **limits: Any) -> AsyncIterator[Door]:
    async with live_server(settings_for(new_file(folder / "table.db"), **limits), host) as server:
        yield Door(server.url)


# -- heads ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("head", [b"X: " + b"a" * 500_000, b"a: b\r\n" * 100_000], ids=["long", "many"])
async def test_a_head_without_an_end_is_cut_off_where_strangers_come(tmp_path: Path, head: bytes) -> None:
    async with open_door(tmp_path, ELSEWHERE, head_limit=2000) as door:
        assert not (await door.ask(HEAD + head)).startswith(b"HTTP/1.1 200")
        async with plain_client() as client:
            assert (await client.get(f"http://127.0.0.1:{door.port}/healthz")).is_success


def test_the_quick_parser_serves_behind_a_proxy_and_at_home_only() -> None:
    settings = Settings(database_url="sqlite:///never-opened.db")
    behind = settings.model_copy(update={"proxies": ("192.0.2.1",)})
    parsers = [uvicorn_settings(*about)["http"] for about in ((ELSEWHERE, settings), (ELSEWHERE, behind))]
    assert parsers == ["h11", "httptools"]
    assert uvicorn_settings("127.0.0.1", settings)["http"] == "httptools"


def test_a_proxy_hangs_up_before_the_server_does() -> None:
    settings = Settings(database_url="sqlite:///never-opened.db")
    behind = settings.model_copy(update={"proxies": ("192.0.2.1",)})
    kept = [uvicorn_settings(ELSEWHERE, about)["timeout_keep_alive"] for about in (settings, behind)]
    assert kept[0] < 60 < 120 < kept[1]  # nginx keeps a connection for 60 seconds, Caddy for 120


@pytest.mark.parametrize("parser", ["h11", "httptools"])
async def test_what_comes_behind_a_body_speaks_for_nobody(parser: str) -> None:
    clients = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            while (await receive()).get("more_body"):
                pass
            clients.append(scope["client"][0])
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})

    site = TrustedProxies(app, ("127.0.0.1",))
    server = uvicorn.Server(uvicorn.Config(site, port=0, http=parser, log_config=None, proxy_headers=False))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    door = Door(f":{server.servers[0].sockets[0].getsockname()[1]}")
    forged = b"X-Forwarded-For: 192.0.2.99\r\n"
    try:
        await door.ask(HEAD + forged + b"Connection: close\r\n\r\n")
        chunked = HEAD.replace(b"GET", b"POST") + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        refused = await door.ask(chunked + b"1\r\nx\r\n0\r\n" + forged + b"\r\n")
    finally:
        server.should_exit = True
        await serving
    assert b"HTTP/1.1 411 " in refused
    assert clients == ["192.0.2.99"]


# -- bodies --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1", ELSEWHERE])
@pytest.mark.parametrize("about", [b"Content-Length: 90\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n5\r\n"])
async def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path, host: str, about: bytes) -> None:
    async with open_door(tmp_path, host, body_seconds=0.1) as door:
        answer = await door.ask(POST + about + b"{")
    assert answer.startswith(b"HTTP/1.1 408")
    assert answer.count(b"HTTP/1.1") == 1
    assert b'"too-slow"' in answer


async def test_a_body_that_comes_in_drops_is_not_waited_for(tmp_path: Path) -> None:
    async with open_door(tmp_path, body_seconds=0.3) as door:
        reader, writer = await door.knock(POST + b"Content-Length: 90000\r\n\r\n")
        answer = asyncio.create_task(reader.readline())
        while not answer.done():
            writer.write(b"x")
            await asyncio.sleep(0.01)
        assert (await answer).startswith(b"HTTP/1.1 408")
        writer.close()


async def test_a_body_that_comes_in_pieces_is_read_whole(tmp_path: Path) -> None:
    async with open_door(tmp_path) as door:
        reader, writer = await door.knock(POST + b"Content-Length: 15\r\n\r\n")
        for piece in (b'{"name"', b": ", b'"Ann"', b"}"):
            writer.write(piece)
            await asyncio.sleep(0.02)
        assert (await reader.readline()).startswith(b"HTTP/1.1 201")
        writer.close()


async def test_a_client_that_keeps_sending_after_a_refusal_is_cut_off(tmp_path: Path) -> None:
    async with open_door(tmp_path, body_limit=100) as door:
        for about in (b"Content-Length: 999999999\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n2000\r\n"):
            answer = await door.ask(POST + about + b"x" * 5000)
            assert answer.startswith(b"HTTP/1.1 413") or not answer


# -- streams, and how many -----------------------------------------------------------------------------------


async def test_a_stream_that_nobody_reads_ends(harness: Harness) -> None:
    ended = []
    stream = Stream(harness.services, Caller(), None, {}, None)
    response = StreamResponse(stream, lambda: ended.append(True), reading_seconds=0.05)

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(_message: Any) -> None:
        await asyncio.Event().wait()  # as uvicorn does while nobody reads

    scope = {"type": "http", "asgi": {"spec_version": "2.3"}}
    await asyncio.wait_for(response(scope, receive, send), 60)
    assert ended == [True]


@pytest.mark.parametrize("refuses", [False, True])
async def test_a_stream_ends_when_its_reader_hangs_up_or_sends_what_is_not_wanted(
    harness: Harness, refuses: bool
) -> None:
    ended = []
    sent: list[str] = []
    begun = asyncio.Event()
    stream = Stream(harness.services, Caller(), None, {}, None)

    async def receive() -> Any:
        await begun.wait()
        if refuses:  # as a limit does
            raise TooLarge("too-large", "Too large.")
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message["type"])

    async def send_event(message: Any) -> None:
        sent.append(message["body"].decode())
        begun.set()

    response = StreamResponse(stream, lambda: ended.append(True))
    await asyncio.wait_for(response({"type": "http", BARE_SEND: send_event}, receive, send), 60)
    assert ended == [True]
    assert sent == ["http.response.start", "retry: 2000\n\n"]


@pytest.mark.parametrize("host", ["127.0.0.1", ELSEWHERE])
async def test_connections_are_counted_and_given_back(tmp_path: Path, host: str) -> None:
    async with open_door(tmp_path, host, most_connections_in_all=3) as door:
        half = [await door.knock(HEAD) for _one in range(3)]
        await asyncio.sleep(0.1)
        assert (await door.ask(HEAD + b"Connection: close\r\n\r\n")).startswith(b"HTTP/1.1 503")
        for _reader, writer in half:
            writer.close()
        for _try in range(500):
            if (await door.ask(HEAD + b"Connection: close\r\n\r\n")).startswith(b"HTTP/1.1 200"):
                return
            await asyncio.sleep(0.01)
        raise AssertionError("nobody answers")
