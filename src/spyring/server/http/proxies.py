"""Proxies in front of the server, whose word is taken for who asks."""

from collections.abc import Sequence

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware


class TrustedProxies:
    """Believes the X-Forwarded headers of some proxies, but not of a request in chunks. The quick parser of
    uvicorn puts what comes behind such a body among the headers, and a proxy has looked at the head alone.
    """

    def __init__(self, app: ASGIApp, addresses: Sequence[str]) -> None:
        self.app = app
        self.believing = ProxyHeadersMiddleware(app, trusted_hosts=list(addresses))  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        chunked = any(name == b"transfer-encoding" for name, _value in scope.get("headers", ()))
        app: ASGIApp = self.app if chunked else self.believing  # type: ignore[assignment]
        await app(scope, receive, send)
