"""Non-interference by the application's own list of routes: whatever can be read, and every refusal, is the
same in worlds that the reader cannot tell apart, with its head, byte by byte.
"""

import random
from collections.abc import AsyncIterator

import httpx
import pytest

from spyring.server.core.settings import Settings
from spyring.web import create_app
from tests.server.all_routes import Answers, listed, readings, refusals
from tests.server.conftest import on_sqlite
from tests.server.harness import Harness, open_harness
from tests.server.test_secrecy import lay
from tests.server.unseen import OPTIONS

pytestmark = [pytest.mark.anyio, on_sqlite]

GAMES = ["estoril", "krakow", "season0", "spies"]
MOVES = 37  # after which worlds are compared


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as opened:
        yield opened


@pytest.mark.parametrize("game", GAMES)
async def test_every_route_says_the_same_in_every_world(harness: Harness, game: str) -> None:
    count = harness.services.shelf.game(game).seats[-1]
    table, guests = await harness.table(game, *"ABCDE"[:count], options=OPTIONS.get(game, {}))
    live = await harness.services.live_tables.find(table)
    book, dice = live.game.moves, random.Random(game)
    for _move in range(MOVES):
        mover = dice.choice(live.deciders())
        move = dice.choice(live.running.state.legal(mover))
        if not live.running.consider(mover, move, 0.0).after.deciders:
            break  # a game that is over has no secrets
        async with live.lock:
            await harness.services.changes.append(
                live, live.running.consider(mover, move, harness.time.now())
            )
    truth = live.running.state
    watching = [(await harness.guest("Eve")).client, harness.stranger()]
    readers: list[tuple[int | None, httpx.AsyncClient]] = [
        (count - 1, guests[-1].client),
        *((None, client) for client in watching),
    ]
    for seat, client in readers:
        legal = set() if seat is None else set(truth.legal(seat))
        illegal = next(book.name(move) for move in range(len(book)) if move not in legal)
        worlds: list[Answers] = []
        for world in (truth, truth.resample(seat, 7)):
            lay(live, world)
            got = await readings(harness.app, live, client, live.number(seat), illegal)
            worlds.append(got | await refusals(live, client, live.number(seat), [illegal]))
        lay(live, truth)
        assert worlds[0].keys() == worlds[1].keys()
        assert [asked for asked, answer in worlds[0].items() if worlds[1][asked] != answer] == []
        assert len(worlds[0]) > len(listed(harness.app))
