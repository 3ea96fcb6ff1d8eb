"""Routes that read their requests themselves."""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send


class DirectRoute(APIRoute):
    """A route that FastAPI documents by the signature of its ``endpoint``, but ``answer`` answers: FastAPI
    asks every dependency in turn, within stacks for what they leave open, which costs as much as a move.
    """

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        answer: Callable[[Request], Awaitable[Response]],
        **documented: Any,
    ) -> None:
        super().__init__(path, endpoint, **documented)

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            response = await answer(Request(scope, receive))
            await response(scope, receive, send)

        self.app = app
