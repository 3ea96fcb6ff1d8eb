"""The shortest way to the requests that a server of tables is mostly asked.

FastAPI finds out what a route wants by asking every dependency in turn, which costs as much as the move
itself. A request in the form that every client sends is read by hand; whatever is unusual about one (a query,
another content type, an id that we never gave) goes the long way, to the documented route. Both ways end in
the same function.
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

from spyring.server.hall import HALL
from spyring.server.http.headers import ROUTE, WHOLE
from spyring.server.payloads import Payload

TABLE: Final = r"(?P<table>[\w-]{1,22})"
JSON: Final = (b"content-type", b"application/json")

Asked = TypeVar("Asked", bound=Payload)


class Shortcut(Route):
    """A way to one route of a table; ``answer`` gets the request as it is."""

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


class Shortcuts:
    """Whatever can go a short way does so before anything else is asked about it. Whoever is refused there is
    told so as everywhere else.
    """

    def __init__(self, app: ASGIApp, site: FastAPI) -> None:
        self.app = app
        self.site = site
        self.hall = site.state.hall
        self.ways = [route for route in site.router.routes if isinstance(route, Shortcut)]

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request, or pass it on."""
        for way in self.ways:
            found, about = way.matches(scope)
            if found is Match.FULL:
                scope.update(about)
                scope[HALL] = self.hall
                return self._go(way, Request(scope, receive, send))
        return self.app(scope, receive, send)

    async def _go(self, way: Shortcut, request: Request) -> None:
        try:
            response = await self._answer(way, request)
            if type(response) not in PLAIN or not request.scope[WHOLE](response):
                await response(request.scope, request.receive, request._send)
        except Exception as error:  # that nobody foresaw
            broken = ServerErrorMiddleware(_raising(error), self.site.exception_handlers.get(500))
            await broken(request.scope, request.receive, request._send)

    async def _answer(self, way: Shortcut, request: Request) -> Response:
        try:
            return await way.answer(request)
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


class Written(Response):
    """An answer in JSON that is written already."""

    def __init__(self, body: bytes) -> None:
        self.status_code = 200
        self.background = None
        self.body = body
        self.raw_headers = [(b"content-length", b"%d" % len(body)), JSON]


PLAIN: Final = frozenset({Response, Written})  # answers that are all there, and leave nothing to do


def read(kind: type[Asked], body: bytes) -> Asked:
    """What was sent, or the refusal that FastAPI would give."""
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        found = [{**one, "loc": ("body", *one["loc"])} for one in error.errors(include_url=False)]
        raise RequestValidationError(found) from None
