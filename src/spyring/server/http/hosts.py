"""Whom a request believes to have asked. A page of another site can make a name of its own point to this
machine, and then ask with our visitor's browser as if it were one of our pages; and whatever a page says of
its own address comes out of the request. So a server that knows its names answers to no other.
"""

from collections.abc import Awaitable, Iterable
from functools import lru_cache
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from spyring.engine.i18n import _
from spyring.server.http.limits import refuse
from spyring.server.problems import Problem

# A health check asks by an address, knows no name, and learns nothing that a stranger may not know.
FOR_ANY_NAME: Final = ("/livez", "/healthz")


@lru_cache(maxsize=256)
def bare(host: str) -> str:
    """A host without its port, in small letters.

    >>> bare("Table.Example:8042"), bare("[::1]:80"), bare("localhost."), bare("")
    ('table.example', '[::1]', 'localhost', '')
    """
    name, bracket, _port = host.lower().partition("]")
    return name + bracket if bracket else name.partition(":")[0].removesuffix(".")


# Not Starlette's TrustedHostMiddleware: it cuts [::1] at its first colon, looks at the first of several Host
# headers only, and answers in plain text.
class HostCheck:
    """Refuses requests for other names than those given; ``*.example`` stands for every name below it."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self.app = app
        self.names = {bare(name) for name in names if not name.startswith("*.")}
        self.endings = tuple(bare(name[1:]) for name in names if name.startswith("*."))

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Let a request in, or not."""
        if scope["type"] == "http" and not self._is_ours(scope):
            return refuse(send, Problem("bad-host", _("This server is not called by that name.")))
        return self.app(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        if scope["path"] in FOR_ANY_NAME:
            return True
        asked = [value for name, value in scope["headers"] if name == b"host"]
        if len(asked) != 1:
            return False
        host = bare(asked[0].decode("latin-1"))
        return host in self.names or (bool(self.endings) and host.endswith(self.endings))
