"""The headers of every answer, and the counters and journal entry of every request: never a secret or a
query. HEAD requests (link previews, monitors) get the headers of the page, without its body.
"""

import logging
import time
from collections.abc import Callable
from typing import Final

from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
FIXED: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}

Answered = Callable[[str, str, int, float], None]  # method, route, status, seconds
BARE_SEND: Final = "spyring.send"  # where a request keeps the plain ``send``, which adds no headers

journal = logging.getLogger("spyring.server.requests")


class HeadersAndJournal:
    """Security headers and a journal entry for every request; ``answered`` is called, too. HEAD is answered
    like GET, with an empty body; except for ``streams``, which do not end.
    """

    def __init__(self, app: ASGIApp, answered: Answered, secure: bool, streams: str) -> None:
        self.app = app
        self.answered = answered
        self.streams = streams
        fixed = FIXED | ({"Strict-Transport-Security": "max-age=31536000"} if secure else {})
        self.fixed = [(name.lower().encode(), value.encode()) for name, value in fixed.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wrap one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500
        method = scope["method"]
        without_body = method == "HEAD" and not scope["path"].endswith(self.streams)
        if without_body:
            scope = {**scope, "method": "GET"}
        scope[BARE_SEND] = send

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message.get("headers", ())
                given = {name.lower() for name, _value in headers}
                missing = [one for one in self.fixed if one[0] not in given]
                message["headers"] = [*headers, *missing]
            elif without_body and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        finally:
            seconds = time.perf_counter() - began
            route = pattern(scope)
            self.answered(method, route, status, seconds)
            if journal.isEnabledFor(logging.INFO):
                facts = {"route": route, "status": status, "ms": round(seconds * 1000, 1)}
                journal.info("request", extra={"method": method, **facts})


def pattern(scope: Scope) -> str:
    """The path as it was declared: its codes and ids stay out of journal and metrics."""
    route = scope.get("route")
    if isinstance(route, Route):
        return route.path
    if "app_root_path" in scope:  # under a mount, where any path can be requested
        return str(scope["root_path"].removeprefix(scope["app_root_path"]))
    return "-"
