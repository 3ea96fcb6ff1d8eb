"""Posts to an address that the operator chose, but never into the operator's own network.

A name is resolved once, every address that it has is checked, and the connection goes to a checked address.
So a name that changes its address in between leads nowhere else. Redirections are not followed, and only the
first line of the answer is read.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from spyring.engine.errors import SpyringError
from spyring.engine.i18n import _

TIMEOUT_SECONDS: Final = 10.0  # for everything together
MAX_LINE_BYTES: Final = 1024
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")  # an IPv4 address inside an IPv6 one
INTERNET: Final = ipaddress.ip_network("2000::/3")  # all of IPv6 that is given out
FAULTS: Final[tuple[tuple[type[Exception], str], ...]] = (
    (socket.gaierror, _("There is no server of this name. Check the address.")),
    (TimeoutError, _("The server does not answer.")),
    (ssl.SSLError, _("The certificate of the server is not valid.")),
    (OSError, _("The connection failed. Check the address.")),
    (ValueError, _("The server does not speak HTTP. Check the address.")),
)
STATUSES: Final = {
    3: _("The server redirects. Use the final address."),
    4: _("The server refuses it. Check the address."),
    5: _("The server reports an error of its own."),
}


class NotPosted(SpyringError):
    """A post that failed: a message key, without the address, which may hold a token."""


def is_public(address: str) -> bool:
    """Whether an address is on the internet, and not in a network of one's own.

    >>> [is_public(one) for one in ("8.8.8.8", "10.0.0.1", "127.0.0.1", "169.254.169.254", "::1")]
    [True, False, False, False, False]
    >>> [is_public(one) for one in ("fe80::1%1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::")]
    [False, False, False, False]
    >>> [is_public(one) for one in ("2606:4700::1", "fec0::1", "::127.0.0.1", "64:ff9b:1::a00:1")]
    [True, False, False, False]
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo or (None, None))[1]
        if ip in NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        return ip.is_global and ip in INTERNET
    return ip.is_global and not ip.is_multicast


async def post(url: str, body: bytes, headers: Mapping[str, str], allow_private: bool = False) -> None:
    """Post, or raise."""
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            status = await _status_of(urlsplit(url), body, headers, allow_private)
    except (OSError, ValueError) as error:
        raise NotPosted(next(text for kind, text in FAULTS if isinstance(error, kind))) from None
    if status // 100 != 2:
        raise NotPosted(STATUSES.get(status // 100, STATUSES[5]))


async def _status_of(parts: SplitResult, body: bytes, headers: Mapping[str, str], allow_private: bool) -> int:
    secure = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or (443 if secure else 80)
    address = await _checked(host, port, allow_private)
    over: dict[str, Any] = {"ssl": ssl.create_default_context(), "server_hostname": host} if secure else {}
    reader, writer = await asyncio.open_connection(address, port, limit=MAX_LINE_BYTES, **over)
    try:
        usual = {"Host": parts.netloc, "Content-Type": "application/json", "Content-Length": str(len(body))}
        lines = "".join(f"{name}: {value}\r\n" for name, value in {**usual, **headers}.items())
        path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        writer.write(f"POST {path} HTTP/1.1\r\nConnection: close\r\n{lines}\r\n".encode() + body)
        await writer.drain()
        protocol, _space, answer = (await reader.readline()).partition(b" ")
        if not protocol.startswith(b"HTTP/1"):
            raise ValueError("another protocol")
        return int(answer[:3])
    finally:
        writer.close()


async def _checked(host: str, port: int, allow_private: bool) -> str:
    """The first address of a host; refuses the host if any of its addresses is not on the internet."""
    loop = asyncio.get_running_loop()
    found = [str(info[4][0]) for info in await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not allow_private and not all(map(is_public, found)):
        raise NotPosted(_("The address is in a private network. Set SPYRING_WEBHOOK_PRIVATE to allow it."))
    return found[0]
