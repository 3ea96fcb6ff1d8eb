"""Proxies in front of the server, whose word is taken for who asks."""

from collections.abc import Sequence

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from spyring.engine.i18n import _
from spyring.server.http.limits import refuse
from spyring.server.problems import LengthRequired


class TrustedProxies:
    """Believes the X-Forwarded headers of some proxies, and refuses requests in chunks. The quick parser of
    uvicorn puts what comes behind such a body among the headers, and a proxy has looked at the head alone; so
    nobody can say who sent one.
    """

    def __init__(self, app: ASGIApp, addresses: Sequence[str]) -> None:
        self.app = ProxyHeadersMiddleware(app, trusted_hosts=list(addresses))  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if any(name == b"transfer-encoding" for name, _value in scope.get("headers", ())):
            text = _("Send the whole request at once, and its length with it.")
            await refuse(send, LengthRequired("no-length", text), hang_up=True)
        else:
            await self.app(scope, receive, send)  # type: ignore[arg-type]
