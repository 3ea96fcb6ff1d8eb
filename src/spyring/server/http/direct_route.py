"""Routes that read their requests themselves."""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send


class DirectRoute(APIRoute):
    """A route that FastAPI documents by the signature of its ``endpoint``, but ``respond`` answers: FastAPI
    asks every dependency in turn, within stacks for what they leave open, which costs as much as a move.
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
        if scope["method"] not in self.methods:
            await super().handle(scope, receive, send)  # a refusal
            return
        response = await self.respond(Request(scope, receive))
        await response(scope, receive, send)
