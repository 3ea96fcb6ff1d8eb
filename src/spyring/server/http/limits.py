"""How much and how often anybody may ask."""

from collections import OrderedDict
from collections.abc import Awaitable
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spyring.engine.words import _
from spyring.server.problems import Problem, TooLarge, TooOften
from spyring.server.times import Time

# For each kind of request: how many at once, and how many a second in the long run.
RATES: Final = {
    "enter": (20.0, 0.2),  # passwords, new guests
    "guess": (10.0, 0.1),  # at the password of one account, by all strangers together
    "known": (20.0, 0.2),  # the same in browsers that knew it once
    "make": (20.0, 0.5),  # tables
    "talk": (10.0, 1.0),
    "point": (6.0, 0.5),
    "hint": (10.0, 0.5),
    "letter": (3.0, 1 / 1200),  # that ask whether somebody agrees to more of them
    "change": (60.0, 20.0),
    "draw": (100.0, 10.0),  # pages and scenes, which cost ten times as much
    "read": (200.0, 60.0),
}
MOST_BUCKETS: Final = 20_000


class Buckets:
    """Token buckets by kind and sender; the longest unused are forgotten first."""

    def __init__(self, factor: float, time: Time) -> None:
        self.factor = factor
        self.time = time
        self._levels: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def spend(self, kind: str, sender: str) -> None:
        """Count one request, or refuse it."""
        if self.factor <= 0:
            return
        most, rate = (limit * self.factor for limit in RATES[kind])
        at = self.time.now()
        level, since = self._levels.pop((kind, sender), (most, at))
        level = min(most, level + (at - since) * rate)
        self._levels[(kind, sender)] = (level - 1 if level >= 1 else level, at)
        if len(self._levels) > MOST_BUCKETS:
            self._levels.popitem(last=False)
        if level < 1:
            raise TooOften((1 - level) / rate)


class BodyLimit:
    """Refuses bodies above a size, whether they say their length or not."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Let in what says that it is small: the parser takes no more than was said. Count the rest."""
        if scope["type"] == "http":
            for name, value in scope["headers"]:
                if name == b"transfer-encoding":
                    return self._counted(scope, receive, send)
                if name == b"content-length" and (not value.isdigit() or int(value) > self.most):
                    return refuse(send, self._refusal())
        return self.app(scope, receive, send)

    async def _counted(self, scope: Scope, receive: Receive, send: Send) -> None:
        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.most:
                raise self._refusal()
            return message

        async def guarded(message: Message) -> None:
            if received <= self.most:
                await send(message)
            elif message["type"] == "http.response.start":  # whatever became of the refusal on its way up
                await refuse(send, self._refusal())

        await self.app(scope, counted, guarded)

    def _refusal(self) -> Problem:
        text = _("This is too large; {most} bytes are allowed.")
        return TooLarge("too-large", text, most=str(self.most))


async def refuse(send: Send, problem: Problem) -> None:
    """Answer outside of any route."""
    body = problem.body().wire()
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
