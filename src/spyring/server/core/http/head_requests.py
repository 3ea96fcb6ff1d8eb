"""HEAD requests (link previews, monitors): the headers of the page, without its body."""

from collections.abc import Awaitable

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadRequests:
    """Answers HEAD like GET, with an empty body; except for streams, which do not end."""

    def __init__(self, app: ASGIApp, streams: tuple[str, ...]) -> None:
        self.app = app
        self.streams = streams

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Handle one request."""
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].endswith(self.streams):
            return self.app(scope, receive, send)
        return self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        inside = {**scope, "method": "GET"}
        try:
            await self.app(inside, receive, send_head)
        finally:
            scope.update(inside, method="HEAD")  # outer middleware needs the route
