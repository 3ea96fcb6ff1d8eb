"""The tools of ``spyring mcp``, with the package's own client: in memory, over HTTP and over stdio."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

import spyring
from spyring.server.app import create_app
from spyring.server.core.settings import BadSettings, Settings
from spyring.text.tools import GUEST, LOOK_SECONDS, Player, server
from tests.night import a_few
from tests.server.conftest import on_sqlite
from tests.server.harness import Harness
from tests.server.live_server import live_server

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
TOO_LATE = ("The game is over", "does not answer the current question")  # others have moved since the look


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
def settings(settings: Settings) -> Settings:
    """No analyses: they would outlast the games."""
    return settings.model_copy(update={"analysis_effort": 0.0})


def quick(settings: Settings) -> Settings:
    """Without limits that would slow a whole game down."""
    return settings.model_copy(update={"rate_factor": 0.0})


def _same(player: Player) -> Callable[[], Player]:
    return lambda: player


@pytest.fixture
async def model(harness: Harness) -> AsyncIterator[Model]:
    async def pause(seconds: float) -> None:
        await asyncio.sleep(0.01)

    async with Client(server(_same(Player(harness.stranger(), pause)))) as client:
        yield Model(client)


def first(look: str) -> str:
    """A legal move, as a model finds it in the text."""
    lines = look.partition("# Legal moves\n")[2].partition("\n\n")[0].splitlines()
    line = next((line for line in lines if line.split()[0] in ENDS), lines[0])
    verb, (_head, colon, choices) = line.split()[0], line.rpartition("): ")
    words = choices.split(", ")[0].split() if colon else []
    return " ".join([verb, *(word.partition("|")[0] for word in words)])


async def play_to_the_end(model: Model, table: str) -> int:
    """Play whenever the model is asked; returns how many decisions it made."""
    look = await model.call("look", table=table)
    decisions = 0
    while "# Result" not in look:
        assert not model.refused, look
        move, done = "", ""
        if "# Legal moves" in look:
            move = first(look)
            done = await model.call("play", table=table, move=move)
            decisions += 1
        refused = model.refused and not any(reason in done for reason in TOO_LATE)
        look = await model.call("look", table=table)
        # Others may have moved meanwhile; then the move is no longer offered.
        assert not refused or "# Legal moves" not in look or first(look) != move, done
    assert "Winners: " in look
    return decisions


@pytest.mark.parametrize("game", a_few(SHORT))
async def test_a_model_plays_a_whole_game(model: Model, game: str) -> None:
    assert await play_to_the_end(model, await model.table(game)) > 5


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


async def test_people_see_that_a_model_plays(model: Model, harness: Harness) -> None:
    ada = await harness.guest("Ada")
    card = await ada.make("estoril", seats=2, public=False)
    await model.call("join_table", invitation=card["invitation"])
    seats = (await ada.get(f"/tables/{card['id']}/position"))["seats"]
    assert [seat["assistant"] for seat in seats] == [False, True]


async def test_a_model_stays_one(harness: Harness) -> None:
    client = harness.stranger()
    made = await client.post("/api/v1/guests?token=true", json={"name": "Ada", "assistant": True})
    client.headers["authorization"] = f"Bearer {made.json()['token']}"
    changed = await client.patch("/api/v1/me", json={"name": "Eve", "face": ""})
    assert changed.json()["person"] == {**made.json()["person"], "name": "Eve"}
    assert changed.json()["person"]["face"] == "assistant"


async def test_a_token_of_a_person_is_not_for_models(harness: Harness) -> None:
    ada = await harness.guest("Ada")
    async with Client(server(_same(Player(ada.client)))) as client:
        model = Model(client)
        assert "belongs to a person" in await model.call("list_tables")
        assert model.refused


async def test_what_is_new_is_told_once(model: Model) -> None:
    table = await model.table("krakow")
    assert "# Since your last decision" in await model.call("look", table=table)
    assert "# Since your last decision" not in await model.call("look", table=table)


async def test_looks_come_soon_at_first_and_then_seldom(harness: Harness) -> None:
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    one, two = Player(harness.stranger(), pause), Player(harness.stranger(), pause)
    table = (await one.open_table("estoril", 2)).split()[1].rstrip(",")
    await two.join_table(table)
    told = [await player.look(table) for player in (one, two)]
    assert sorted("Look again." in text for text in told) == [False, True]  # one of them waits
    assert pauses[0] < LOOK_SECONDS == pauses[-1]
    assert 25 < sum(pauses) < 30


async def test_odd_ids_are_refused(model: Model) -> None:
    for odd in ("../me", "a b", "", "x?y=1"):
        assert "Invalid id." in await model.call("look", table=odd)
        assert model.refused


@pytest.mark.parametrize("seats", [10**7, 10**30, -1])
async def test_an_odd_number_of_seats_is_refused_at_once(model: Model, seats: int) -> None:
    async with asyncio.timeout(10.0):
        assert "seats" in await model.call("open_table", game="krakow", seats=seats, bots="random")
    assert model.refused


async def test_a_model_names_no_module(model: Model) -> None:
    sys.modules.pop("this", None)
    for odd in ("this:GAME", "this.x", "../this"):
        assert "Unknown game" in await model.call("read_rules", game=odd)
        assert model.refused
    assert "this" not in sys.modules


async def test_of_a_long_move_only_the_start_is_read(model: Model) -> None:
    table = await model.table("krakow")
    for tool in ("play", "why_not"):
        answer = await model.call(tool, table=table, move="x" * 100_000)
        assert "nearest legal moves" in answer
        assert len(answer) < 2000


@on_sqlite
async def test_a_model_plays_a_whole_game_over_stdio(settings: Settings) -> None:
    async with live_server(quick(settings)) as running:
        words = ["-m", "spyring", "mcp", "--url", running.url]
        command = StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))
        async with Client(stdio_client(command)) as opened:
            model = Model(opened)
            assert await play_to_the_end(model, await model.table("krakow")) > 5


@asynccontextmanager
async def tools_over_http(url: str) -> AsyncIterator[str]:
    """``spyring mcp --http`` in a process of its own; where it listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ["-m", "spyring", "mcp", "--url", url, "--http", str(port)]
    process = await asyncio.create_subprocess_exec(sys.executable, *words, stderr=asyncio.subprocess.DEVNULL)
    try:
        while process.returncode is None:
            try:
                _reader, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                break
        yield f"http://127.0.0.1:{port}"
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


@on_sqlite
async def test_a_model_plays_a_whole_game_over_http(settings: Settings) -> None:
    async with (
        live_server(quick(settings)) as running,
        tools_over_http(running.url) as url,
        over_http(url, "") as model,
    ):
        assert await play_to_the_end(model, await model.table("krakow")) > 5


# -- /mcp of a server ----------------------------------------------------------------------------------------


async def new_token(url: str, **who: Any) -> str:
    async with httpx.AsyncClient(base_url=url) as client:
        made = await client.post("/api/v1/guests?token=true", json=who)
        return str(made.json()["token"])


@asynccontextmanager
async def over_http(url: str, token: str) -> AsyncIterator[Model]:
    """A model that is connected to a server, with the package's own client."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as client,
        Client(streamable_http_client(f"{url}/mcp", http_client=client)) as opened,
    ):
        yield Model(opened)


@on_sqlite
async def test_models_play_a_whole_game_at_a_running_server(settings: Settings) -> None:
    async with live_server(quick(settings).model_copy(update={"mcp": True})) as running:
        one, two = [await new_token(running.url, name=name, assistant=True) for name in ("Hal", "Ava")]
        async with over_http(running.url, one) as hal, over_http(running.url, two) as ava:
            table = (await hal.call("open_table", game="estoril", seats=2)).split()[1].rstrip(",")
            assert "green: Ava" in await ava.call("join_table", table=table)

            looks = await asyncio.gather(*[model.call("look", table=table) for model in (hal, ava)])
            hands = [look.partition("\nhand: ")[2].partition("\n")[0] for look in looks]
            assert hands[0] != hands[1]  # each has the view of its own token
            decisions = await asyncio.gather(*[play_to_the_end(model, table) for model in (hal, ava)])
            assert min(decisions) > 5


@on_sqlite
async def test_only_tokens_of_models_are_accepted(settings: Settings) -> None:
    async with live_server(settings.model_copy(update={"mcp": True})) as running:
        async with httpx.AsyncClient() as client:
            for headers in ({}, {"authorization": "Bearer nonsense"}):
                refused = await client.post(f"{running.url}/mcp", json={}, headers=headers)
                assert refused.status_code == 401
        async with over_http(running.url, await new_token(running.url, name="Ada")) as ada:
            assert "belongs to a person" in await ada.call("list_tables")


@on_sqlite
async def test_a_model_opens_no_stream(settings: Settings) -> None:
    async with (
        live_server(settings.model_copy(update={"mcp": True})) as running,
        httpx.AsyncClient() as client,
    ):
        token = await new_token(running.url, name="Hal", assistant=True)
        headers = {"authorization": f"Bearer {token}", "accept": "text/event-stream"}
        assert (await client.get(f"{running.url}/mcp", headers=headers)).status_code == 405


@on_sqlite
async def test_a_server_has_no_endpoint_unless_asked(settings: Settings) -> None:
    async with live_server(settings) as running, httpx.AsyncClient() as client:
        assert (await client.post(f"{running.url}/mcp", json={})).status_code == 404


@on_sqlite
async def test_the_limits_of_programs_apply(settings: Settings) -> None:
    strict = settings.model_copy(update={"mcp": True, "rate_factor": 0.06})
    async with live_server(strict) as running, httpx.AsyncClient() as client:
        headers = {"authorization": f"Bearer {await new_token(running.url, name='Hal', assistant=True)}"}
        answers = [await client.post(f"{running.url}/mcp", json={}, headers=headers) for _try in range(9)]
        assert answers[0].status_code != 429
        assert answers[-1].status_code == 429
        assert "Retry-After" in answers[-1].headers


async def test_an_operator_without_the_package_is_told(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server.transport_security", None)
    with pytest.raises(BadSettings, match=r"pip install 'spyring\[mcp\]'"):
        create_app(settings.model_copy(update={"mcp": True}))
