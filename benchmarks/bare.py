"""The least work that a server can do for a move, only for comparison.

It uses the same ASGI server as `spyring serve`, commits to SQLite on disk before it answers, and sends an
answer and four server-sent events as large as ours. It has no games, no people, no secrets and no checks.
"""

import asyncio
import os
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import uvicorn

SIZE = int(os.environ.get("BARE_SIZE", "4000"))
MESSAGE = b"x" * SIZE

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Bare:
    """Receives moves by POST, sends events by streams."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.thread = ThreadPoolExecutor(1)
        self.streams: defaultdict[str, list[asyncio.Queue[bytes]]] = defaultdict(list)
        self.connection: sqlite3.Connection | None = None

    def commit(self, table: str, move: bytes) -> None:
        """Commit one move to disk."""
        if self.connection is None:
            self.connection = sqlite3.connect(self.file, isolation_level=None)
            for pragma in ("journal_mode=WAL", "synchronous=FULL"):
                self.connection.execute(f"PRAGMA {pragma}")
            self.connection.execute("CREATE TABLE tables (id TEXT PRIMARY KEY, length INTEGER)")
            self.connection.execute("CREATE TABLE entries (id INTEGER PRIMARY KEY, here TEXT, move BLOB)")
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute(
            "INSERT INTO tables VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET length = length + 1", (table,)
        )
        self.connection.execute("INSERT INTO entries (here, move) VALUES (?, ?)", (table, move))
        self.connection.execute("COMMIT")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            return
        kind, _, table = scope["path"].strip("/").partition("/")
        if kind == "stream":
            await self.stream(table, send)
        else:
            await self.move(table, receive, send)

    async def move(self, table: str, receive: Receive, send: Send) -> None:
        """Store the move, send events, answer."""
        body = (await receive())["body"]
        if table:
            await asyncio.get_running_loop().run_in_executor(self.thread, self.commit, table, body)
        for queue in self.streams[table]:
            queue.put_nowait(MESSAGE)
        headers = [(b"content-type", b"application/json"), (b"content-length", str(SIZE).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": MESSAGE})

    async def stream(self, table: str, send: Send) -> None:
        """Send events, one after another."""
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        self.streams[table].append(queue)
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [(b"content-type", b"text/event-stream")],
            }
        )
        body = b"retry: 2000\n\n"
        while True:
            await send({"type": "http.response.body", "body": body, "more_body": True})
            body = b"event: position\nid: 1\ndata: " + await queue.get() + b"\n\n"


if __name__ == "__main__":
    uvicorn.run(
        Bare(sys.argv[2]),
        port=int(sys.argv[1]),
        access_log=False,
        log_level="error",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
