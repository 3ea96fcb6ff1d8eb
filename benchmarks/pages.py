"""The cost of a page update for the server, for each game.

    python benchmarks/pages.py                 all games
    python benchmarks/pages.py krakow          one game
    python benchmarks/pages.py krakow --profile

A table full of people runs in this process, without a network. After every random move every seat requests
its new rendering, as its open page does. Milliseconds are CPU time of that answer alone; on a busy machine
only the lowest and the first quartile are meaningful.
"""

import argparse
import asyncio
import cProfile
import pstats
import random
import statistics
import tempfile
import time
from typing import Any

import httpx

from server import SEATS_OF
from spyring.server.core.settings import Settings
from spyring.web import create_app


class Page:
    """A person at a table, and the state of their open page."""

    def __init__(self, client: httpx.AsyncClient, app: Any) -> None:
        self.client = client
        self.app = app
        self.position: dict[str, Any] = {}

    async def look(self, table: str) -> None:
        """The newest position."""
        self.position = (await self.client.get(f"/api/v1/tables/{table}/position")).json()

    async def update(self, table: str, shown: int, profile: cProfile.Profile | None) -> tuple[float, int]:
        """Request the new rendering; returns how long that took, and its size."""
        said = {"spyring-shown": str(shown), "accept-encoding": "gzip"}
        token = self.client.headers["authorization"]
        headers = {"host": "localhost", "authorization": token, "accept-language": "en"} | said
        scope = {
            "type": "http",
            "method": "GET",
            "path": f"/tables/{table}",
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "scheme": "http",
            "server": ("localhost", 80),
            "client": ("127.0.0.1", 4242),
            "state": {},
        }
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b""}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        if profile:
            profile.enable()
        began = time.process_time()
        await self.app(scope, receive, send)
        took = time.process_time() - began
        if profile:
            profile.disable()
        body = b"".join(message.get("body", b"") for message in sent)
        return took, len(body)


async def sit_down(app: Any, game: str) -> tuple[str, list[Page]]:
    """A table with a running game."""
    pages: list[Page] = []
    table = ""
    for seat in range(SEATS_OF[game]):
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 4242))
        client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
        made = await client.post("/api/v1/guests", params={"token": "true"}, json={"name": f"P{seat}"})
        client.headers["authorization"] = f"Bearer {made.json()['token']}"
        pages.append(Page(client, app))
        if seat:
            await client.post(f"/api/v1/tables/{table}/join", json={})
        else:
            body = {"game": game, "seats": SEATS_OF[game], "public": True}
            table = (await client.post("/api/v1/tables", json=body)).json()["id"]
    return table, pages


async def measure(game: str, moves: int, profile: cProfile.Profile | None) -> str:
    """Measure one game."""
    dice = random.Random(5)
    took: list[tuple[float, int]] = []
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database_url=f"sqlite:///{folder}/pages.db", rate_factor=0.0, log_level="warning")
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            table, pages = await sit_down(app, game)
            for page in pages:
                await page.look(table)
            for _move in range(moves):
                mover = pages[dice.choice(pages[0].position["deciders"])]
                move = dice.choice(mover.position["legal"])["text"]
                number = mover.position["number"]
                path = f"/api/v1/tables/{table}/moves"
                answer = await mover.client.post(path, json={"number": number, "move": move})
                assert answer.status_code == 200, answer.text
                for page in pages:
                    shown = page.position["number"]
                    await page.look(table)
                    if page.position["status"] == "over":
                        return row(game, took)
                    took.append(await page.update(table, shown, profile))
    return row(game, took)


def row(game: str, took: list[tuple[float, int]]) -> str:
    """One line of the report."""
    times = sorted(1000 * seconds for seconds, _size in took)
    quarters = [times[int(share * len(times))] for share in (0.0, 0.25, 0.5, 0.9)]
    size = statistics.fmean(size for _seconds, size in took) / 1000
    return f"| {game} | {' | '.join(f'{one:.1f}' for one in quarters)} | {size:.1f} |"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=list(SEATS_OF))
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    print("| game | CPU ms an update: least | a quarter below | half | nine tenths | kB |")
    print("|---|--:|--:|--:|--:|--:|")
    for game in given.games:
        profile = cProfile.Profile() if given.profile else None
        print(asyncio.run(measure(game, given.moves, profile)), flush=True)
        if profile:
            pstats.Stats(profile).sort_stats("tottime").print_stats(40)


if __name__ == "__main__":
    main()
