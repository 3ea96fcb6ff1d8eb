"""An hour of mixed play, which checks that the server's memory stays flat.

    make soak                                     after the kills: an hour, and the plot results/soak.svg
    python benchmarks/soak.py --minutes 5         less of it, without a plot

It plays all games on the shelf, with people only and with bots. People listen, look at pages, talk, take
moves back, resign, and start another game when one is over. It records the memory of the server's process
every few seconds.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from server import SEATS_OF, Line, Seat, Server, as_page

PLOT = Path(__file__).parent / "results" / "soak.svg"
TABLES, PAUSE = 24, 0.4  # seconds between two moves at a table
WIDE, HIGH, MARGIN = 720, 240, 40


@dataclass
class Soak:
    """What happened, and the memory over time."""

    moves: int = 0
    games: int = 0
    refused: int = 0
    failed: int = 0
    samples: list[tuple[float, float]] = field(default_factory=list)  # minutes, MB

    def growth(self) -> float:
        """MB per hour over the second half, by least squares."""
        half = self.samples[len(self.samples) // 2 :]
        middle = sum(at for at, _mb in half) / len(half)
        mean = sum(mb for _at, mb in half) / len(half)
        spread = sum((at - middle) ** 2 for at, _mb in half) or 1.0
        return 60 * sum((at - middle) * (mb - mean) for at, mb in half) / spread


class Company:
    """A group of people who play at one table after another."""

    def __init__(self, server: Server, soak: Soak, seed: int) -> None:
        self.server = server
        self.soak = soak
        self.dice = random.Random(seed)
        self.line = Line(server.port)

    async def play(self, until: float) -> None:
        """Game after game."""
        while time.monotonic() < until:
            game, seats = self.dice.choice(list(SEATS_OF.items()))
            people = self.dice.choice((1, 2, seats))
            guests = [await self.guest(f"P{seat}") for seat in range(people)]
            table = await self.sit_down(game, seats, guests)
            listening = [asyncio.create_task(guest.listen(self.server.port)) for guest in guests]
            await self.one_game(table, guests, until)
            for task in listening:
                task.cancel()
            await asyncio.gather(*listening, return_exceptions=True)
            self.soak.games += 1

    async def guest(self, name: str) -> Seat:
        """A new guest."""
        _status, body = await self.line.ask("POST", "/api/v1/guests?token=true", body={"name": name})
        return Seat(json.loads(body)["token"])

    async def sit_down(self, game: str, seats: int, guests: list[Seat]) -> str:
        """A table with these guests, and bots in the other seats."""
        bots = {seat: self.dice.choice(("random", "heuristic")) for seat in range(len(guests), seats)}
        asked = {"game": game, "seats": seats, "public": False, "bots": bots}
        _status, body = await self.line.ask("POST", "/api/v1/tables", guests[0].token, asked)
        card = json.loads(body)
        for guest in guests[1:]:
            code = {"code": card["invitation"]}
            await self.line.ask("POST", f"/api/v1/tables/{card['id']}/join", guest.token, code)
        table: str = card["id"]
        return table

    async def one_game(self, table: str, guests: list[Seat], until: float) -> None:
        """Play until the game is over, or until someone resigns."""
        while time.monotonic() < until:
            await asyncio.sleep(self.dice.uniform(0.5, 1.5) * PAUSE)
            for guest in guests:
                if guest.position.get("status") == "over":
                    await self.line.ask("GET", f"/tables/{table}", guest.token, None, as_page(0)[1:])
                    return
                if guest.position.get("legal"):
                    await self.act(table, guest)
            if self.dice.random() < 0.002:
                await self.line.ask("POST", f"/api/v1/tables/{table}/resign", guests[0].token)
                return

    async def act(self, table: str, guest: Seat) -> None:
        """Usually a move; sometimes a message, a look at a page, or taking a move back."""
        number, path = guest.position["number"], f"/api/v1/tables/{table}"
        move = {"number": number, "move": self.dice.choice(guest.position["legal"])["text"]}
        status, _body = await self.line.ask("POST", f"{path}/moves", guest.token, move)
        self.soak.moves += status == 200
        self.soak.refused += status != 200
        chance = self.dice.random()
        if chance < 0.05:
            await self.line.ask("POST", f"{path}/undo", guest.token, {"number": number + 1})
        elif chance < 0.10:
            await self.line.ask("POST", f"{path}/chat", guest.token, {"text": "Well, well."})
        elif chance < 0.40:
            await self.line.ask("GET", f"/tables/{table}", guest.token, None, as_page(number))


async def soak(minutes: float) -> Soak:
    """Run the whole soak."""
    found = Soak()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            await server.ready()
            began = time.monotonic()
            until = began + 60 * minutes
            company = [
                asyncio.create_task(Company(server, found, seed).play(until)) for seed in range(TABLES)
            ]
            while time.monotonic() < until:
                await asyncio.sleep(min(10.0, 60 * minutes / 60))
                found.samples.append(((time.monotonic() - began) / 60, server.memory() / 1e6))
            for result in await asyncio.gather(*company, return_exceptions=True):
                if isinstance(result, BaseException):
                    print(f"a company left early: {result!r}")
                    found.failed += 1
        finally:
            server.stop()
    return found


def plot(found: Soak) -> str:
    """Memory over time, as a picture."""
    last, top = found.samples[-1][0], 1.25 * max(mb for _at, mb in found.samples)
    across, up = (WIDE - 2 * MARGIN) / last, (HIGH - 2 * MARGIN) / top
    points = " ".join(f"{MARGIN + at * across:.1f},{HIGH - MARGIN - mb * up:.1f}" for at, mb in found.samples)
    said = f"{found.moves:,} moves, {found.games:,} games; memory of the server in MB over {last:.0f} minutes"
    line = f'x1="{MARGIN}" x2="{WIDE - MARGIN}" y1="{HIGH - MARGIN}" y2="{HIGH - MARGIN}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif"'
    return f"""{head} font-size="12">
<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>
<text x="{MARGIN}" y="22">{said}</text>
<line {line} stroke="#888"/>
<text x="4" y="{HIGH - MARGIN}">0</text><text x="4" y="{MARGIN + 10}">{top:.0f}</text>
<text x="{WIDE - MARGIN - 40}" y="{HIGH - 16}">{last:.0f} min</text>
<polyline points="{points}" fill="none" stroke="#7a1f1f" stroke-width="2"/>
</svg>
"""


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60.0)
    minutes = parser.parse_args().minutes
    found = asyncio.run(soak(minutes))
    first, last = found.samples[len(found.samples) // 4][1], found.samples[-1][1]
    print(f"{found.moves} moves, {found.games} games, {found.refused} came too late or were refused")
    print(
        f"memory: {first:.0f} MB after a quarter, {last:.0f} MB at the end, {found.growth():+.1f} MB an hour"
    )
    if minutes >= 60:
        PLOT.write_text(plot(found), encoding="utf-8")
    sys.exit(bool(found.failed))


if __name__ == "__main__":
    main()
