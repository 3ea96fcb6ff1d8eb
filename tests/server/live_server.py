"""A server on a real socket, in the test's own loop."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import uvicorn

from spyring.cli.serve import uvicorn_settings
from spyring.server.app import create_app
from spyring.server.core.settings import Settings
from spyring.server.services import Services


class LiveServer:
    """Where it listens, and its services."""

    def __init__(self, url: str, services: Services) -> None:
        self.url = url
        self.services = services

    async def come_in(self, client: httpx.AsyncClient, name: str) -> dict[str, str]:
        """The headers of a new guest."""
        answer = await client.post(f"{self.url}/api/v1/guests", params={"token": "true"}, json={"name": name})
        return {"Authorization": f"Bearer {answer.json()['token']}"}


@asynccontextmanager
async def live_server(settings: Settings, host: str = "127.0.0.1") -> AsyncIterator[LiveServer]:
    """A server that listens from here to the end of the block, set up as if on ``host``."""
    app = create_app(settings.model_copy(update={"heartbeat_seconds": 0.2}))
    told = uvicorn_settings(host, settings)
    config = uvicorn.Config(app, port=0, timeout_graceful_shutdown=1, **told)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield LiveServer(f"http://127.0.0.1:{port}", app.state.services)
    finally:
        server.should_exit = True
        await serving


class Events:
    """Server-sent events, read one by one."""

    def __init__(self, answer: httpx.Response) -> None:
        self._lines = answer.aiter_lines()

    async def next(self) -> tuple[str, str, Any]:
        """The name, the id and the data of the next event; comments are passed over."""
        fields: dict[str, str] = {}
        async for line in self._lines:
            name, _colon, value = line.partition(": ")
            if line and not line.startswith(":"):
                fields[name] = value
            elif "data" in fields:
                return fields["event"], fields["id"], json.loads(fields["data"])
        raise EOFError
