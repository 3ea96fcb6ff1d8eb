"""What every answer carries, and what is counted and written down about every request: never a secret, never
a query.
"""

import logging
import time
from typing import Final

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spyring.server.http.connections import CYCLE, answered_whole
from spyring.server.metrics import Metrics

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

SEND_WHOLE: Final = "spyring.send_whole"  # and what sends an answer that is all there at once
RAW_SEND: Final = "spyring.raw_send"  # where a request keeps its ``send`` that adds no headers

ROUTE: Final = "spyring.route"  # and, where that is known beforehand, the path with its names

journal = logging.getLogger("spyring.server.requests")


class HeadersAndMetrics:
    """Security headers, metrics and one entry in the journal for every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics, secure: bool) -> None:
        self.app = app
        self.metrics = metrics
        fixed = FIXED | ({"Strict-Transport-Security": "max-age=31536000"} if secure else {})
        self.fixed = [(name.lower().encode(), value.encode()) for name, value in fixed.items()]
        self.names = {name for name, _value in self.fixed}
        self.written = _written(self.fixed)

    def _missing(self, given: set[bytes]) -> list[tuple[bytes, bytes]]:
        """What an answer does not say itself."""
        return [one for one in self.fixed if one[0] not in given]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wrap one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500
        scope[RAW_SEND] = send
        cycle = scope.get(CYCLE)

        def send_whole(response: Response) -> bool:
            nonlocal status
            said = response.raw_headers
            head = _written(said)
            own = {name for name, _value in said}
            if cycle is None or head.count(b"\n") != len(said) or not own.isdisjoint(self.names):
                return False
            status = response.status_code
            return answered_whole(cycle, status, head + self.written, response.body)

        scope[SEND_WHOLE] = send_whole

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message.get("headers", ())
                given = {name.lower() for name, _value in headers}
                fixed = self.fixed if given.isdisjoint(self.names) else self._missing(given)
                message["headers"] = [*headers, *fixed]
            await send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        finally:
            seconds = time.perf_counter() - began
            route = pattern(scope)
            self.metrics.count_request(scope["method"], route, status, seconds)
            if journal.isEnabledFor(logging.INFO):
                facts = {"route": route, "status": status, "ms": round(seconds * 1000, 1)}
                journal.info("request", extra={"method": scope["method"], **facts})
            for name in (CYCLE, RAW_SEND, SEND_WHOLE):  # cycles that only the collector would free
                scope.pop(name, None)


def _written(headers: list[tuple[bytes, bytes]]) -> bytes:
    return b"".join([b"%b: %b\r\n" % header for header in headers])


def pattern(scope: Scope) -> str:
    """The path with names in place of what they stood for: codes and ids stay out of journal and metrics."""
    if ROUTE in scope:
        return str(scope[ROUTE])
    if "endpoint" not in scope:
        return "-"
    if "app_root_path" in scope:  # under a mount, where anybody can ask for any path
        return str(scope["root_path"].removeprefix(scope["app_root_path"]))
    names = {str(value): f"{{{name}}}" for name, value in scope.get("path_params", {}).items()}
    return "/".join(names.get(part, part) for part in scope["path"].split("/"))
