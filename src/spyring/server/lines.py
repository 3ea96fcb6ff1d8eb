"""Open event streams, so many for each reader and no more."""

from collections import Counter
from collections.abc import AsyncIterator

from fastapi import Request

from spyring.server.problems import TooOften
from spyring.server.stream import Stream


class Lines:
    """Counts the streams that are open."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    def open(self, stream: Stream, request: Request) -> AsyncIterator[bytes]:
        """The events of a stream, or a refusal if its reader has too many open."""
        address = "?" if request.client is None else request.client.host
        reader = address if stream.person is None else stream.person.id
        most = self.most if stream.person is not None else self.most * 25  # many strangers share an address
        if self._open[reader] >= most:
            raise TooOften(5.0)
        return self._counted(stream, reader)

    async def _counted(self, stream: Stream, reader: str) -> AsyncIterator[bytes]:
        self._open[reader] += 1
        try:
            async for event in stream.events():
                yield event
        finally:
            self._open[reader] -= 1
            if not self._open[reader]:
                del self._open[reader]
