"""Connections that cannot be used up: how many an address may hold, and how much and how long one may send.

The parser of HTTP keeps what it is sent until a request is whole, however long that is and takes. So the
protocol of uvicorn is bounded here, before anything reaches the application: the head of a request by size,
number of headers and time, its body by size and time, requests sent ahead by number, an answer by the time in
which nobody reads it.
"""

import ipaddress
from asyncio import AbstractEventLoop, TimerHandle, Transport
from collections import Counter
from functools import lru_cache
from typing import Any, Final, NoReturn

from starlette.types import Message, Send
from uvicorn._types import ASGI3Application
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from spyring.server.settings import Settings

MOST_AHEAD: Final = 16  # requests on one connection before the first is answered
WRAPPING: Final = 8  # times its size a body may be wrapped in: chunks of a few bytes each
MUCH: Final = "This is more than anybody needs to send."
KEY: Final = "connections"  # where the application leaves them for the protocol
CYCLE: Final = "spyring.cycle"  # where a request keeps what it is answered through


class TooMuch(Exception):
    """More than anybody needs to send; stops the parser."""


@lru_cache(maxsize=4096)
def rate_limit_key(address: str) -> str:
    """What requests from an address are counted under: of IPv6 the network, for one client has billions.

    >>> [rate_limit_key(ip) for ip in ("192.0.2.7", "2001:db8:1:2:3::7", "::ffff:192.0.2.7", "?")]
    ['192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7', '?']
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


class Connections:
    """What one connection may do, and who has how many of them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.most_of_one = int(settings.most_connections * settings.rate_factor)  # 0: any number
        self._proxies = [ipaddress.ip_network(name, strict=False) for name in settings.proxies if name != "*"]
        self._count: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._count.total()

    def enter(self, address: str) -> bool:
        """Count one more, or refuse it. A proxy brings as many as it wants: it counts for itself."""
        counted = rate_limit_key(address)
        full = len(self) >= self.settings.most_connections_in_all
        if full or (0 < self.most_of_one <= self._count[counted] and not self._is_proxy(address)):
            return False
        self._count[counted] += 1
        return True

    def leave(self, address: str) -> None:
        """One less."""
        counted = rate_limit_key(address)
        self._count[counted] -= 1
        if not self._count[counted]:
            del self._count[counted]

    def _is_proxy(self, address: str) -> bool:
        if "*" in self.settings.proxies:
            return True
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._proxies)


class Connection(HttpToolsProtocol):
    """One connection. A clock runs while it owes something: the head of a request, its body, or reading what
    it asked for; it is not wound up again by sending a little.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.all: Connections = app_state[KEY]
        self.limits = self.all.settings
        self.head_limit, self.most_headers = self.limits.head_limit, self.limits.most_headers
        self.address = "?"
        self.entered = False
        self.in_head = self.in_body = False
        self.received = 0  # bytes of this head, or of this body, as they came
        self.head = 0  # bytes of this head, as far as they were understood
        self.behind = 0  # headers behind this body
        self.refusal = "400 Bad Request"
        self._answering: RequestResponseCycle | None = None  # of several requests the one whose turn it is
        self._sending: TimerHandle | None = None
        self._reading: TimerHandle | None = None

    # -- coming and going ------------------------------------------------------------------------------------

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Somebody knocks."""
        super().connection_made(transport)
        self.address = "?" if self.client is None else self.client[0]
        self.entered = self.all.enter(self.address)
        if self.entered:
            self._owe(self.limits.head_seconds)
        else:
            self._refuse("503 Service Unavailable", "Too many connections.")

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._paid()
        if self._reading is not None:
            self._reading.cancel()
        if self.entered:
            self.entered = False
            self.all.leave(self.address)
        self._say_no_more()
        super().connection_lost(exc)

    # -- what is sent ----------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """A few bytes more."""
        if self.transport.is_closing():
            return
        self.received += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._sending is None and (self.in_head or self.in_body or self.received):
            self._owe(self.limits.body_seconds if self.in_body else self.limits.head_seconds)
        if self.in_body and self.received > self.limits.body_limit * WRAPPING:
            self._refuse("413 Content Too Large")
        elif not self.in_body and self.received > self.limits.head_limit:
            self._refuse("431 Request Header Fields Too Large")

    def on_message_begin(self) -> None:
        """A head begins."""
        self.in_head, self.head, self.behind = True, 0, 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        super().on_url(url)
        self.head += len(url)
        if self.head > self.head_limit:
            self._much()

    def on_header(self, name: bytes, value: bytes) -> None:
        """One more header. What comes behind a body is counted and forgotten: a proxy has looked at the head
        alone, and nothing behind it may speak for somebody else.
        """
        if self.in_body:
            self.behind += 1
        else:
            HttpToolsProtocol.on_header(self, name, value)
        self.head += len(name) + len(value) + 4
        if self.head > self.head_limit or len(self.headers) + self.behind > self.most_headers:
            self._much()

    def _much(self) -> NoReturn:
        self.refusal = "431 Request Header Fields Too Large"
        raise TooMuch

    def on_headers_complete(self) -> None:
        """The head is whole."""
        self._paid()
        self.in_head, self.in_body, self.received = False, True, 0
        super().on_headers_complete()
        self.scope[CYCLE] = self.cycle  # type: ignore[typeddict-unknown-key]
        if len(self.pipeline) > MOST_AHEAD:
            self.refusal = "429 Too Many Requests"
            raise TooMuch

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._paid()
        self.in_body, self.received = False, 0
        super().on_message_complete()

    # -- hanging up ------------------------------------------------------------------------------------------

    def send_400_response(self, msg: str) -> None:
        """What cannot be read, or was refused while it was read."""
        self._refuse(self.refusal, msg if self.refusal.startswith("400") else MUCH)

    def _refuse(self, status: str, why: str = MUCH) -> None:
        """Hang up, with a word about the reason unless another answer is on its way."""
        self._paid()
        answering = self.cycle is not None and (self.in_body or not self.cycle.response_complete)
        if not self.pipeline and not (answering and self.cycle.response_started):
            head = f"HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"
            self.transport.write(f"{head}Content-Length: {len(why)}\r\n\r\n{why}".encode())
        self._hang_up()

    def _hang_up(self) -> None:
        """What was answered goes out first, to whoever reads it in time."""
        self._say_no_more()
        self.transport.close()
        self._let_read()

    def _say_no_more(self) -> None:
        """Whoever still works on an answer learns that nobody gets it: there is nothing left to write to."""
        cycle = self._answering
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """It is the turn of a request."""
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more was asked."""
        if not self.transport.is_closing():
            self._hang_up()

    def on_response_complete(self) -> None:
        """One answer is given."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._let_read()

    # -- time ------------------------------------------------------------------------------------------------

    def _owe(self, seconds: float) -> None:
        """The rest must be sent within this time."""
        self._sending = self.loop.call_later(seconds, self._too_late)

    def _paid(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None

    def _too_late(self) -> None:
        if self.in_head or self.in_body:
            self._refuse("408 Request Timeout", "This takes too long.")
        else:
            self._hang_up()  # nothing was asked

    def _let_read(self) -> None:
        """What was asked for must be read within this time."""
        if self._reading is None:
            self._reading = self.loop.call_later(self.limits.reading_seconds, self.transport.abort)

    def pause_writing(self) -> None:
        """Nobody reads."""
        super().pause_writing()
        self._let_read()

    def resume_writing(self) -> None:
        """Somebody reads."""
        super().resume_writing()
        if self._reading is not None and not self.transport.is_closing():
            self._reading.cancel()
            self._reading = None


def answered_whole(cycle: RequestResponseCycle, status: int, head: bytes, body: bytes | memoryview) -> bool:
    """Write an answer in one piece, where uvicorn would look at every header and write head and body one
    after the other; ``head`` is all of it but what uvicorn adds. False if that cannot be, for somebody does
    not read, has gone, was answered already, or wants the head alone.
    """
    if cycle.response_started or cycle.disconnected or cycle.flow.write_paused:
        return False
    if cycle.scope["method"] == "HEAD":
        return False
    cycle.response_started = cycle.response_complete = True
    cycle.waiting_for_100_continue = False
    usual = [b"%b: %b\r\n" % header for header in cycle.default_headers]
    last = b"\r\n" if cycle.keep_alive else b"connection: close\r\n\r\n"
    cycle.transport.write(b"".join((STATUS_LINE[status], *usual, head, last, body)))
    cycle.message_event.set()
    if not cycle.keep_alive:
        cycle.transport.close()
    cycle.on_response()
    return True


def is_read(cycle: RequestResponseCycle) -> bool:
    """Whether an answer has begun and goes on, and whoever gets it reads what there is."""
    paused, gone = cycle.flow.write_paused, cycle.disconnected or cycle.response_complete
    return cycle.chunked_encoding is True and not paused and not gone


def write_piece(cycle: RequestResponseCycle, piece: bytes) -> None:
    """One more piece of such an answer."""
    cycle.transport.write(b"%x\r\n%b\r\n" % (len(piece), piece))


def unwrapped(cycle: RequestResponseCycle, send: Send) -> Send:
    """The way out for an answer in pieces to whoever speaks HTTP/1.0, and knows nothing of chunks: it goes on
    until the connection ends.
    """
    cycle.chunked_encoding = False

    async def piece(message: Message) -> None:
        cycle.expected_content_length = len(message["body"])
        await send(message)

    return piece
