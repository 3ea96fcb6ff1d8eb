"""Non-interference by the application's own list of routes: whatever can be read, and every refusal, is the
same in worlds that the reader cannot tell apart, with its head, byte by byte.
"""

import random
from collections.abc import AsyncIterator

import httpx
import pytest

from spyring.server.settings import Settings
from spyring.web import create_app
from spyring.web import renderings as marks
from tests.server.all_routes import Answers, listed, readings, refusals
from tests.server.conftest import on_sqlite
from tests.server.house import House, open_house
from tests.server.test_secrecy import lay
from tests.server.unseen import OPTIONS

pytestmark = [pytest.mark.anyio, on_sqlite]

MOVES = 37  # after which worlds are compared


class SameMark:
    """Marks of renderings are drawn by lot; here all are the same."""

    @staticmethod
    def token_hex(count: int) -> str:
        return "0" * 2 * count


@pytest.fixture
async def house(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    monkeypatch.setattr(marks, "secrets", SameMark)
    async with open_house(settings, create_app) as opened:
        yield opened


@pytest.mark.parametrize("game", ["estoril", "krakow", "season0", "spies"])
async def test_every_route_says_the_same_in_every_world(house: House, game: str) -> None:
    count = house.hall.shelf.game(game).seats[-1]
    table, guests = await house.table(game, *"ABCDE"[:count], options=OPTIONS.get(game, {}))
    room = await house.hall.rooms.find(table)
    book, dice = room.game.moves, random.Random(game)
    for _move in range(MOVES):
        seat = dice.choice(room.deciders())
        move = dice.choice(room.game_on.state.legal(seat))
        if not room.game_on.consider(seat, move, 0.0).after.deciders:
            break  # a game that is over has no secrets
        async with room.lock:
            await house.hall.changes.take(room, room.game_on.consider(seat, move, house.time.now()))
    truth = room.game_on.state
    readers: list[tuple[int | None, httpx.AsyncClient]] = [
        (count - 1, guests[-1].client),
        (None, (await house.guest("Eve")).client),
        (None, house.stranger()),
    ]
    for reader, client in readers:
        legal = set() if reader is None else set(truth.legal(reader))
        illegal = next(book.name(move) for move in range(len(book)) if move not in legal)
        worlds: list[Answers] = []
        for world in (truth, truth.resample(reader, 7)):
            lay(room, world)
            got = await readings(house.app, room, client, room.number(reader), illegal)
            worlds.append(got | await refusals(room, client, room.number(reader), [illegal]))
        lay(room, truth)
        assert worlds[0].keys() == worlds[1].keys()
        assert [asked for asked, answer in worlds[0].items() if worlds[1][asked] != answer] == []
        assert len(worlds[0]) > len(listed(house.app))
