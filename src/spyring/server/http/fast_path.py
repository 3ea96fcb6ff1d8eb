"""A fast path for the requests that a server of tables gets most.

FastAPI finds out what a route wants by asking every dependency in turn, which costs as much as the move
itself. A request in the form that every client sends is read by hand; whatever is unusual about one (a query,
another content type, an id that we never gave) goes to the documented route. Both end in the same function.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.middleware.errors import ServerErrorMiddleware
from starlette.requests import ClientDisconnect
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from spyring.server.http.headers import ROUTE, SEND_WHOLE
from spyring.server.payloads import Payload
from spyring.server.services import SERVICES

TABLE: Final = r"(?P<table>[\w-]{1,22})"
JSON: Final = (b"content-type", b"application/json")

Asked = TypeVar("Asked", bound=Payload)


class FastRoute(Route):
    """A fast route of a table; ``answer`` gets the request as it is."""

    def __init__(self, method: str, path: str, answer: Callable[[Request], Awaitable[Response]]) -> None:
        super().__init__(path, answer, methods=[method], include_in_schema=False)
        self.method = method
        self.answer = answer
        self.usual = re.compile(path.replace("{table}", TABLE), re.ASCII)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Only what is as usual."""
        if scope["type"] != "http" or scope["method"] != self.method or scope["query_string"]:
            return Match.NONE, {}
        found = self.usual.fullmatch(scope["path"])
        if found is None or (self.method == "POST" and JSON not in scope["headers"]):
            return Match.NONE, {}
        return Match.FULL, {"endpoint": self.endpoint, "path_params": found.groupdict(), ROUTE: self.path}


class FastPath:
    """Tries the fast routes before anything else; a refusal there reads as everywhere else."""

    def __init__(self, app: ASGIApp, site: FastAPI) -> None:
        self.app = app
        self.site = site
        self.services = site.state.services
        self.routes = [route for route in site.router.routes if isinstance(route, FastRoute)]

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request, or pass it on."""
        for route in self.routes:
            found, about = route.matches(scope)
            if found is Match.FULL:
                scope.update(about)
                scope[SERVICES] = self.services
                return self._go(route, Request(scope, receive, send))
        return self.app(scope, receive, send)

    async def _go(self, route: FastRoute, request: Request) -> None:
        try:
            response = await self._answer(route, request)
            if type(response) not in PLAIN or not request.scope[SEND_WHOLE](response):
                await response(request.scope, request.receive, request._send)
        except Exception as error:  # that nobody foresaw
            broken = ServerErrorMiddleware(_raising(error), self.site.exception_handlers.get(500))
            await broken(request.scope, request.receive, request._send)

    async def _answer(self, route: FastRoute, request: Request) -> Response:
        try:
            return await route.answer(request)
        except Exception as error:
            handlers = self.site.exception_handlers
            refuse = next((handlers[kind] for kind in type(error).__mro__ if kind in handlers), None)
            if refuse is None:
                raise
            refusal = refuse(request, error)
            return refusal if isinstance(refusal, Response) else await refusal


def _raising(error: Exception) -> ASGIApp:
    async def app(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise error

    return app


async def body_of(request: Request) -> bytes:
    """What was sent, which mostly comes at once."""
    message = await request.receive()
    body: bytes = message.get("body", b"")
    while message.get("more_body", False):
        message = await request.receive()
        body += message.get("body", b"")
    if message["type"] == "http.disconnect":
        raise ClientDisconnect
    return body


class JsonBytesResponse(Response):
    """JSON that is serialized already."""

    def __init__(self, body: bytes) -> None:
        self.status_code = 200
        self.background = None
        self.body = body
        self.raw_headers = [(b"content-length", b"%d" % len(body)), JSON]


PLAIN: Final = frozenset({Response, JsonBytesResponse})  # answers that are all there, and leave nothing to do


def read(kind: type[Asked], body: bytes) -> Asked:
    """What was sent, or the refusal that FastAPI would give."""
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        found = [{**one, "loc": ("body", *one["loc"])} for one in error.errors(include_url=False)]
        raise RequestValidationError(found) from None
