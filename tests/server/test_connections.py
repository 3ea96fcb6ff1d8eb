"""Whoever only wants to use a server up: heads and bodies that are too much or never end, and crowds.

The clock is the test's own: a connection is given a loop whose hands the test moves.
"""

import asyncio
import gc
import socket
import weakref
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from starlette.responses import Response
from uvicorn import Config
from uvicorn.server import ServerState

from spyring.server.http.connections import CYCLE, KEY, Connection, Connections, unwrapped
from spyring.server.http.head_requests import HeadRequests
from spyring.server.http.headers import SEND_WHOLE, HeadersAndMetrics
from spyring.server.metrics import Metrics
from spyring.server.settings import Settings
from tests.server.harness import settings_for
from tests.server.live_server import live_server

pytestmark = pytest.mark.anyio

HEAD = b"GET / HTTP/1.1\r\nHost: table.test\r\n"
LIMITS = {
    "most_connections": 2,
    "most_connections_in_all": 4,
    "head_limit": 1000,
    "most_headers": 10,
    "head_seconds": 10.0,
    "body_limit": 100,
    "body_seconds": 30.0,
    "reading_seconds": 60.0,
    "rate_factor": 1.0,
}


class Timer:
    """Something that will be done unless it is cancelled."""

    def __init__(self, at: float, act: Callable[[], None]) -> None:
        self.at, self.act, self.over = at, act, False

    def cancel(self) -> None:
        self.over = True


class Loop:
    """Only as much of an event loop as a connection needs, with hands to be moved."""

    def __init__(self) -> None:
        self.at = 0.0
        self.timers: list[Timer] = []

    def call_later(self, seconds: float, act: Callable[[], None]) -> Timer:
        self.timers.append(Timer(self.at + seconds, act))
        return self.timers[-1]

    def create_task(self, work: Any) -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(work)

    def move(self, seconds: float) -> None:
        self.at += seconds
        for timer in list(self.timers):
            if not timer.over and timer.at <= self.at:
                timer.over = True
                timer.act()


class Wire:
    """The transport, as far as the server sees it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.written = b""
        self.closing = self.aborted = False

    def get_extra_info(self, name: str) -> object:
        return (self.address, 1) if name == "peername" else None

    def write(self, data: bytes) -> None:
        assert not self.closing
        self.written += data

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = self.aborted = True

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    @property
    def status(self) -> str:
        """How the last answer begins."""
        return self.written.rpartition(b"HTTP/1.1 ")[2][:3].decode()


class Door:
    """Where connections come in."""

    def __init__(self, app: Any, **limits: Any) -> None:
        self.loop = Loop()
        settings = Settings(database_url="sqlite:///none.db", **(LIMITS | limits))
        self.connections = Connections(settings)
        self.config = Config(app, http=Connection, log_config=None)
        self.state = ServerState()

    def knock(self, address: str = "192.0.2.1") -> tuple[Connection, Wire]:
        connection = Connection(self.config, self.state, {KEY: self.connections}, self.loop)  # type: ignore[arg-type]
        wire = Wire(address)
        connection.connection_made(wire)  # type: ignore[arg-type]
        return connection, wire


async def answering(_scope: Any, receive: Any, send: Any) -> None:
    """Reads everything and says yes."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"3")]})
    await send({"type": "http.response.body", "body": b"yes"})


async def endless(_scope: Any, _receive: Any, send: Any) -> None:
    """Begins an answer that never ends."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"x", "more_body": True})
    await asyncio.Event().wait()


async def settle() -> None:
    for _turn in range(10):
        await asyncio.sleep(0)


# -- heads ---------------------------------------------------------------------------------------------------


async def test_an_honest_request_is_answered_and_the_next_one_on_the_same_connection() -> None:
    door = Door(answering)
    connection, wire = door.knock()
    for count in (1, 2, 3):
        door.loop.move(4)
        connection.data_received(HEAD)
        door.loop.move(4)
        connection.data_received(b"\r\n")
        await settle()
        assert wire.written.count(b"yes") == count
    assert not wire.closing
    door.loop.move(5)  # nothing more is asked
    assert wire.closing


async def test_a_header_without_an_end_is_cut_off_at_the_limit() -> None:
    door = Door(answering)
    connection, wire = door.knock()
    connection.data_received(HEAD + b"X: ")
    sent = 0
    while not wire.closing:
        connection.data_received(b"a" * 100)
        sent += 100
    assert sent <= 1000
    assert wire.status == "431"


@pytest.mark.parametrize(
    "head",
    [
        HEAD + b"X: " + b"a" * 1000 + b"\r\n\r\n",
        HEAD + b"a: b\r\n" * 10 + b"\r\n",
        b"GET /" + b"a" * 1000 + b" HTTP/1.1\r\nHost: table.test\r\n\r\n",
        b"GET /" + b"a" * 2000,
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n" + b"a: b\r\n" * 20,
    ],
    ids=["long header", "many headers", "long address", "longer address", "many headers after the body"],
)
async def test_a_head_that_is_too_much_never_reaches_the_application(head: bytes) -> None:
    asked = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive()).get("more_body"):
            pass
        if message["type"] == "http.request":
            asked.append(scope["path"])
            await answering(scope, receive, send)

    connection, wire = Door(app).knock()
    connection.data_received(head)
    assert wire.closing
    assert wire.status == "431"
    connection.connection_lost(None)
    await settle()
    assert asked == []


async def test_what_comes_behind_a_body_is_no_header() -> None:
    heads = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await answering(scope, receive, send)
        heads.append(scope["headers"])

    connection, wire = Door(app).knock()
    chunked = HEAD.replace(b"GET", b"POST") + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n"
    for more in (b"X-Forwarded-For: 192.0.2.99\r\n\r\n", b"\r\n"):
        connection.data_received(chunked + more)
        await settle()
    assert wire.written.count(b"yes") == 2
    assert heads == [[(b"host", b"table.test"), (b"transfer-encoding", b"chunked")]] * 2


async def test_somebody_who_says_nothing_is_sent_away() -> None:
    door = Door(answering)
    _connection, wire = door.knock()
    door.loop.move(9)
    assert not wire.closing
    door.loop.move(1)
    assert wire.closing
    assert wire.written == b""


@pytest.mark.parametrize("drop", [b"a", b"\r\n"])
async def test_a_head_that_comes_in_drops_is_not_waited_for(drop: bytes) -> None:
    door = Door(answering)
    connection, wire = door.knock()
    connection.data_received(HEAD + b"X: " if drop == b"a" else drop)
    for _second in range(10):
        assert not wire.closing
        connection.data_received(drop)
        door.loop.move(1)
    assert wire.closing


@pytest.mark.parametrize("drop", [b"GET / HT", b"\r\n"])
async def test_neither_is_a_second_head(drop: bytes) -> None:
    door = Door(answering)
    connection, wire = door.knock()
    connection.data_received(HEAD + b"\r\n")
    await settle()
    connection.data_received(drop)
    door.loop.move(10)
    assert wire.closing


# -- bodies --------------------------------------------------------------------------------------------------


async def test_a_body_that_comes_in_drops_is_not_waited_for() -> None:
    door = Door(answering)
    connection, wire = door.knock()
    connection.data_received(b"POST / HTTP/1.1\r\nContent-Length: 90\r\n\r\n")
    for _second in range(30):
        assert not wire.closing
        connection.data_received(b"x")
        door.loop.move(1)
    assert wire.closing
    assert wire.status == "408"


async def test_whoever_sends_on_after_the_answer_is_cut_off() -> None:
    async def at_once(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 413, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    door = Door(at_once)
    connection, wire = door.knock()
    connection.data_received(b"POST / HTTP/1.1\r\nContent-Length: 999999999\r\n\r\n")
    await settle()
    assert wire.status == "413"
    sent = 0
    while not wire.closing:
        connection.data_received(b"x" * 50)
        sent += 50
    assert sent < 1000
    assert wire.written.count(b"HTTP/1.1") == 1


async def test_requests_sent_ahead_are_bounded() -> None:
    door = Door(endless)
    connection, wire = door.knock()
    connection.data_received((HEAD + b"\r\n") * 5000)
    await settle()
    assert wire.closing
    assert len(connection.pipeline) < 20


# -- answers in one piece ------------------------------------------------------------------------------------


class Site:
    """Says yes, in one piece where that can be, or always head and body one after the other."""

    def __init__(self, whole: bool, **headers: str) -> None:
        self.whole, self.headers = whole, headers

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        response = Response("yes", headers=self.headers)
        if not (self.whole and scope[SEND_WHOLE](response)):
            await response(scope, receive, send)


@pytest.mark.parametrize("method", ["GET", "POST", "HEAD"])
@pytest.mark.parametrize("about", [b"", b"Connection: close\r\n"])
@pytest.mark.parametrize("headers", [{}, {"Cache-Control": "max-age=60", "Vary": "Cookie"}])
async def test_an_answer_in_one_piece_says_the_same(
    method: str, about: bytes, headers: dict[str, str]
) -> None:
    answers: list[bytes] = []
    for whole in (True, False):
        site = HeadRequests(Site(whole, **headers), ("/stream",))
        door = Door(HeadersAndMetrics(site, metrics=Metrics(), secure=True))
        door.state.default_headers = [(b"date", b"today")]
        connection, wire = door.knock()
        for _request in range(1 if about else 2):
            connection.data_received(HEAD.replace(b"GET", method.encode()) + about + b"\r\n")
            await settle()
        assert wire.closing is bool(about)
        answers.append(wire.written)
    assert answers[0] == answers[1]
    assert answers[0].count(b"yes") == (0 if method == "HEAD" else 1 if about else 2)


@pytest.mark.parametrize("whole", [True, False])
async def test_a_request_that_was_answered_is_gone_without_being_looked_for(whole: bool) -> None:
    door = Door(HeadersAndMetrics(Site(whole), metrics=Metrics(), secure=True))
    connection, _wire = door.knock()
    answered = []
    gc.disable()
    try:
        for _request in range(3):
            connection.data_received(HEAD + b"\r\n")
            answered.append(weakref.ref(connection.cycle))
            await settle()
        assert [cycle() is None for cycle in answered[:2]] == [True, True]
    finally:
        gc.enable()


async def test_a_header_that_holds_another_is_refused_in_one_piece_too() -> None:
    door = Door(
        HeadersAndMetrics(Site(True, Vary="Cookie\r\nSet-Cookie: a=b"), metrics=Metrics(), secure=True)
    )
    connection, wire = door.knock()
    connection.data_received(HEAD + b"\r\n")
    await settle()
    assert wire.closing
    assert wire.written == b""


# -- who does not read ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("behind", [b"\0", b"GET / HTTP/1.1\r\nHost: table.test\r\n\r\n\0"])
async def test_what_cannot_be_read_behind_a_good_request_leaves_nothing_to_write(
    behind: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    connection, wire = Door(answering).knock()  # whose wire takes nothing once it is closed
    connection.data_received(HEAD + b"\r\n" + behind)
    assert wire.closing
    await settle()
    assert [record for record in caplog.records if record.exc_info] == []


async def test_an_answer_in_pieces_is_not_wrapped_for_those_who_speak_an_older_language() -> None:
    async def app(scope: Any, _receive: Any, send: Any) -> None:
        out = unwrapped(scope[CYCLE], send)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await out({"type": "http.response.body", "body": b"one ", "more_body": True})
        await out({"type": "http.response.body", "body": b"two", "more_body": False})

    connection, wire = Door(app).knock()
    connection.data_received(HEAD.replace(b"1.1", b"1.0") + b"\r\n")
    await settle()
    head, _, body = wire.written.partition(b"\r\n\r\n")
    assert b"chunked" not in head
    assert body == b"one two"
    assert wire.closing


async def test_whoever_does_not_read_is_hung_up_on() -> None:
    door = Door(endless)
    connection, wire = door.knock()
    connection.data_received(HEAD + b"\r\n")
    await settle()
    connection.pause_writing()
    door.loop.move(59)
    connection.resume_writing()
    door.loop.move(59)
    assert not wire.closing  # it did read, and a stream may last
    connection.pause_writing()
    door.loop.move(60)
    assert wire.aborted


async def test_a_last_word_is_not_kept_for_ever_for_somebody_who_does_not_read_it() -> None:
    door = Door(answering)
    _connection, wire = door.knock()
    door.loop.move(10)
    assert wire.closing
    assert not wire.aborted
    door.loop.move(60)
    assert wire.aborted


# -- how many ------------------------------------------------------------------------------------------------


async def test_connections_are_counted_by_address_and_given_back() -> None:
    door = Door(answering)
    first, _wire = door.knock()
    door.knock()
    refused, wire = door.knock()
    assert wire.closing
    assert wire.status == "503"
    refused.connection_lost(None)
    assert len(door.connections) == 2
    assert not door.knock("192.0.2.2")[1].closing
    first.connection_lost(None)
    assert not door.knock()[1].closing
    assert not door.knock("192.0.2.3")[1].closing
    assert door.knock("192.0.2.4")[1].closing  # that were five in all


async def test_an_ipv6_network_counts_as_one_client() -> None:
    door = Door(answering)
    for number in (1, 2):
        assert not door.knock(f"2001:db8::{number}")[1].closing
    assert door.knock("2001:db8::3")[1].closing
    assert not door.knock("2001:db8:0:1::3")[1].closing


async def test_a_proxy_brings_as_many_as_it_wants() -> None:
    door = Door(answering, proxies=("192.0.2.0/24",))
    assert [door.knock()[1].closing for _one in range(4)] == [False] * 4


async def test_on_a_real_socket(tmp_path: Any) -> None:
    """The server as it is run: a huge head costs nothing, a crowd from one address is not let in, and an
    honest visitor is answered.
    """
    crowd = {"most_connections": 20, "rate_factor": 1.0}
    async with live_server(settings_for(f"sqlite:///{tmp_path}/table.db", **crowd)) as server:
        port = int(server.url.rpartition(":")[2])

        async def knock(text: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, family=socket.AF_INET)
            writer.write(text)
            return reader, writer

        reader, writer = await knock(HEAD + b"X: " + b"a" * 5_000_000)
        try:
            assert (await reader.read()).startswith(b"HTTP/1.1 431")
        except ConnectionResetError:
            pass  # hung up while we were still sending
        writer.close()
        half = [await knock(HEAD) for _one in range(40)]
        refused = [await reader.read() for reader, _writer in half[20:]]
        assert all(answer.startswith(b"HTTP/1.1 503") for answer in refused)
        for _reader, writer in half:
            writer.close()
        async with httpx.AsyncClient() as client:
            for _try in range(500):
                if (await client.get(f"{server.url}/healthz")).status_code == 200:
                    break
                await asyncio.sleep(0.01)
            else:
                raise AssertionError("nobody answers")
