"""``/mcp``: language models play at this server, over the Model Context Protocol.

A tool asks the JSON interface of the same server, with the token of the request. So it knows and may do no
more than any other program, within the same limits.
"""

import asyncio
from typing import Any, Final

from cachetools import LRUCache
from fastapi import APIRouter
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from spyring.engine.i18n import _
from spyring.server.core.http.routing import spend
from spyring.server.core.http.visitors import header, visit
from spyring.server.core.package import BackgroundJob, Package
from spyring.server.core.problems import Unauthenticated
from spyring.server.core.services import Services
from spyring.server.core.settings import BadSettings

MAX_PLAYERS: Final = 1000  # whose last look is remembered


class Endpoint(BackgroundJob):
    """The tools for all language models at this server."""

    def __init__(self) -> None:
        from mcp.server.transport_security import TransportSecuritySettings

        from spyring.text import tools

        self.tools = tools
        self.server = tools.server(tools.CURRENT.get)
        # the server checks names and origins itself
        unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        self.inside = self.server.streamable_http_app(
            json_response=True, stateless_http=True, transport_security=unchecked
        )
        self.players: LRUCache[tuple[str, ...], Any] = LRUCache(MAX_PLAYERS)

    async def run(self) -> None:
        """Serve until the server stops."""
        async with self.server.session_manager.run():
            await asyncio.Event().wait()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that carries a token."""
        request = Request(scope, receive)
        visitor = await visit(request)
        if visitor.person is None or visitor.by_cookie:
            raise Unauthenticated("who-are-you", _("Send an API token."))
        await spend(request, visitor, "change")
        token, host = header(request, b"authorization"), header(request, b"host")
        self.tools.CURRENT.set(self.player(scope, token, host))
        await self.inside(scope, receive, send)

    def player(self, scope: Scope, token: str, host: str) -> Any:
        """The player of a request, who remembers what they have read."""
        address = scope.get("client") or ("", 0)
        key = (token, host, address[0])
        if key not in self.players:
            base = f"{scope['scheme']}://{host}"
            self.players[key] = self.tools.Player.inside(scope["app"], tuple(address), base, token)
        return self.players[key]


def package(core: Services) -> Package:
    """The endpoint, if the operator wants it."""
    if not core.settings.mcp:
        return Package(parts=())
    try:
        endpoint = Endpoint()
    except ModuleNotFoundError:
        raise BadSettings("SPYRING_MCP needs the package mcp: pip install 'spyring[mcp]'") from None
    routes = APIRouter()
    routes.routes.append(Route("/mcp", endpoint, methods=["POST"]))  # without streams, which have limits
    return Package(parts=(endpoint,), routes=(routes,), jobs=(endpoint,))
