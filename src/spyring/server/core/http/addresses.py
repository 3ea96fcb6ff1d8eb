"""The address of a request, and the host name that it was sent to.

Another site can point its own host name to this machine, and then send requests with our visitor's browser as
if it were one of our pages. Our pages' own addresses come from the request, too. So a server that knows its
host names answers to no other. Only trusted proxies may name the client.
"""

import ipaddress
from collections.abc import Awaitable, Iterable, Sequence
from functools import lru_cache
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from spyring.engine.i18n import _
from spyring.server.core.http.limits import HANG_UP, problem_response
from spyring.server.core.problems import LengthRequired, Problem


@lru_cache(maxsize=4096)
def rate_limit_key(address: str) -> str:
    """The key for counting requests from an address: for IPv6 the network, because one client has billions.

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


# A health check uses an IP address and no name, and learns nothing secret.
FOR_ANY_NAME: Final = ("/livez", "/healthz")


@lru_cache(maxsize=256)
def bare(host: str) -> str:
    """A host without its port, in lower case.

    >>> bare("Table.Example:8042"), bare("[::1]:80"), bare("localhost."), bare("")
    ('table.example', '[::1]', 'localhost', '')
    """
    name, bracket, _port = host.lower().partition("]")
    return name + bracket if bracket else name.partition(":")[0].removesuffix(".")


# Not Starlette's TrustedHostMiddleware: it cuts [::1] at its first colon, looks at the first of several Host
# headers only, and answers in plain text.
class HostCheck:
    """Refuses requests for host names other than the given ones; ``*.example`` means every name below it."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self.app = app
        self.names = {bare(name) for name in names if not name.startswith("*.")}
        self.endings = tuple(bare(name[1:]) for name in names if name.startswith("*."))

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Accept a request, or refuse it."""
        if scope["type"] == "http" and not self._is_ours(scope):
            unknown = Problem("bad-host", _("Unknown host name."))
            return problem_response(unknown.body())(scope, receive, send)
        return self.app(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        if scope["path"] in FOR_ANY_NAME:
            return True
        asked = [value for name, value in scope["headers"] if name == b"host"]
        if len(asked) != 1:
            return False
        host = bare(asked[0].decode("latin-1"))
        return host in self.names or (bool(self.endings) and host.endswith(self.endings))


class TrustedProxies:
    """Trusts the X-Forwarded headers of some proxies, and refuses chunked requests. uvicorn's fast parser
    treats trailers after a chunked body as headers, which the proxy has not checked; so they could fake the
    sender.
    """

    def __init__(self, app: ASGIApp, addresses: Sequence[str]) -> None:
        self.app = ProxyHeadersMiddleware(app, trusted_hosts=list(addresses))  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if any(name == b"transfer-encoding" for name, _value in scope.get("headers", ())):
            text = _("Send the request with its length, not in chunks.")
            problem = LengthRequired("no-length", text)
            await problem_response(problem.body(), HANG_UP)(scope, receive, send)
        else:
            await self.app(scope, receive, send)  # type: ignore[arg-type]
