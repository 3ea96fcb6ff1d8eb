"""The tools of ``spyring mcp``, with the client of the package ``mcp`` in memory."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from mcp import Client

import spyring
from spyring.text.tools import GUEST, Player, server
from tests.server.harness import Harness

pytestmark = pytest.mark.anyio

SHORT: dict[str, tuple[int, dict[str, int | str]]] = {
    "estoril": (2, {}),
    "krakow": (4, {"years": 1}),
    "spies": (5, {}),
    "season0": (2, {}),
}
ENDS = (
    "end",
    "pass",
    "done",
    "ready",
    "stop",
    "decline",
    "continue",
    "arrange",
)  # verbs that end a step soon


class Model:
    """A model that calls tools."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.refused = False

    async def call(self, tool: str, **arguments: Any) -> str:
        """The text of the answer; ``refused`` says whether it is an error."""
        result = await self.client.call_tool(tool, arguments)
        self.refused = bool(result.is_error)
        return "\n".join(part.text for part in result.content if part.type == "text")

    async def table(self, game: str) -> str:
        """A started table against bots; its id."""
        seats, options = SHORT[game]
        card = await self.call("open_table", game=game, seats=seats, options=options, bots="heuristic")
        assert not self.refused, card
        return card.split()[1].rstrip(",")


@pytest.fixture
async def model(harness: Harness) -> AsyncIterator[Model]:
    async def pause(seconds: float) -> None:
        await asyncio.sleep(0.01)

    async with Client(server(Player(harness.stranger(), pause))) as client:
        yield Model(client)


def first(look: str) -> str:
    """A legal move, as a model finds it in the text."""
    lines = look.partition("# Legal moves\n")[2].partition("\n\n")[0].splitlines()
    line = next((line for line in lines if line.split()[0] in ENDS), lines[0])
    verb, (_head, colon, choices) = line.split()[0], line.rpartition("): ")
    words = choices.split(", ")[0].split() if colon else []
    return " ".join([verb, *(word.partition("|")[0] for word in words)])


@pytest.mark.parametrize("game", SHORT)
async def test_a_model_plays_a_whole_game(model: Model, game: str) -> None:
    table = await model.table(game)
    look = await model.call("look", table=table)
    decisions = 0
    while "# Result" not in look:
        assert not model.refused, look
        if "# Legal moves" in look:
            done = await model.call("play", table=table, move=first(look))
            assert not model.refused, done
            decisions += 1
        look = await model.call("look", table=table)
    assert decisions > 5
    assert "Winners: " in look


async def test_games_and_rules_are_listed(model: Model) -> None:
    games = await model.call("list_games")
    assert all(game.name in games for game in spyring.shelf())
    assert "years = 1|2" in games
    assert "two teams" in await model.call("read_rules", game="krakow")


async def test_an_illegal_move_is_explained(model: Model) -> None:
    table = await model.table("krakow")
    legal = await model.call("legal_moves", table=table)
    assert legal.startswith("play CARD")
    hand = legal.rpartition("): ")[2].split("|")
    other = next(
        card for card in spyring.game("krakow").moves["play"].arguments[0][1].labels if card not in hand
    )
    why = await model.call("why_not", table=table, move=f"PLAY {other}")
    assert "not in your hand. [KRK-5.5]" in why
    assert "KRK-5.5" in await model.call("play", table=table, move=f"play {other}")
    assert model.refused
    assert "nearest legal moves" in await model.call("play", table=table, move="win")
    assert model.refused
    assert (await model.call("why_not", table=table, move=f"play {hand[0]}")).endswith("is legal.")


async def test_a_model_joins_people_and_talks(model: Model, harness: Harness) -> None:
    ada = await harness.guest("Ada")
    card = await ada.make("estoril", seats=2, public=False)
    assert f"green: {GUEST}" in await model.call("join_table", invitation=card["invitation"])
    table = card["id"]
    await ada.post(f"/tables/{table}/chat", {"text": "Good luck!"}, 201)
    look = await model.call("look", table=table)
    assert "Ada: Good luck!" in look
    assert f"({GUEST})" in look
    assert await model.call("say", table=table, text="You too.") == "Said."
    assert [remark["text"] for remark in await ada.get(f"/tables/{table}/chat")] == ["Good luck!", "You too."]
    assert table in await model.call("list_tables")


async def test_what_is_new_is_told_once(model: Model) -> None:
    table = await model.table("krakow")
    assert "# Since your last decision" in await model.call("look", table=table)
    assert "# Since your last decision" not in await model.call("look", table=table)


async def test_odd_ids_are_refused(model: Model) -> None:
    for odd in ("../me", "a b", "", "x?y=1"):
        assert "Invalid id." in await model.call("look", table=odd)
        assert model.refused
