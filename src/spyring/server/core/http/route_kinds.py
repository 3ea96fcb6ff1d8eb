"""Routes: those that FastAPI answers, and those that read their requests themselves."""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import Request, Response
from fastapi.middleware.asyncexitstack import AsyncExitStackMiddleware
from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send


class FastAPIRoute(APIRoute):
    """A route that FastAPI answers, with the exit stack that it needs to close the files of a form. FastAPI
    would add that to every route, even to the ones that are called after every move.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **documented: Any) -> None:
        super().__init__(path, endpoint, **documented)
        self.app = AsyncExitStackMiddleware(self.app)


class DirectRoute(APIRoute):
    """A route that FastAPI documents by the signature of its ``endpoint``, but ``respond`` answers. FastAPI's
    resolving of dependencies, with its exit stacks, costs as much as a move.
    """

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        respond: Callable[[Request], Awaitable[Response]],
        **documented: Any,
    ) -> None:
        super().__init__(path, endpoint, **documented)
        self.respond = respond

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for this path, whatever its method."""
        if scope["method"] not in (self.methods or ()):
            await super().handle(scope, receive, send)  # a refusal
            return
        response = await self.respond(Request(scope, receive))
        await response(scope, receive, send)
