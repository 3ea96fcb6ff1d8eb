"""Posts to an address that the operator chose, but never into the operator's own network.

A name is resolved once, every address that it has is checked, and the connection goes to a checked address.
So a name that changes its address in between leads nowhere else. Redirections are not followed.
"""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from spyring.engine.errors import SpyringError
from spyring.engine.i18n import _

TIMEOUT_SECONDS: Final = 10.0
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")  # an IPv4 address inside an IPv6 one


class NotPosted(SpyringError):
    """A post that failed: a message key, without the address, which may hold a token."""


def is_public(address: str) -> bool:
    """Whether an address is on the internet, and not in a network of one's own.

    >>> [is_public(one) for one in ("8.8.8.8", "10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "fe80::1")]
    [True, False, False, False, False, False]
    >>> [is_public(one) for one in ("::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "224.0.0.1")]
    [False, False, False, False]
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo or (None, None))[1]
        if ip in NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast


def post(url: str, body: bytes, headers: Mapping[str, str], allow_private: bool = False) -> None:
    """Post, or raise; blocks, so call it in a thread."""
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    try:
        port = parts.port or (443 if secure else 80)
        address = _checked(host, port, allow_private)
        connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT_SECONDS)
        connection.sock = socket.create_connection((address, port), TIMEOUT_SECONDS)
        try:
            if secure:
                context = ssl.create_default_context()
                connection.sock = context.wrap_socket(connection.sock, server_hostname=host)
            path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
            connection.request("POST", path, body, {"Content-Type": "application/json", **headers})
            status = connection.getresponse().status
        finally:
            connection.close()
    except socket.gaierror:
        raise NotPosted(_("There is no server of this name. Check the address.")) from None
    except TimeoutError:
        raise NotPosted(_("The server does not answer.")) from None
    except ssl.SSLError:
        raise NotPosted(_("The certificate of the server is not valid.")) from None
    except (OSError, ValueError, http.client.HTTPException):
        raise NotPosted(_("The connection failed. Check the address.")) from None
    if status >= 500:
        raise NotPosted(_("The server reports a fault of its own."))
    if status >= 400:
        raise NotPosted(_("The server refuses it. Check the address."))
    if status >= 300:
        raise NotPosted(_("The server redirects. Use the final address."))


def _checked(host: str, port: int, allow_private: bool) -> str:
    """The first address of a host; refuses the host if any of its addresses is not on the internet."""
    found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not allow_private and not all(map(is_public, found)):
        raise NotPosted(_("The address is in a private network. Set SPYRING_WEBHOOK_PRIVATE to allow it."))
    return found[0]
