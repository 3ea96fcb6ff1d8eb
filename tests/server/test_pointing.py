"""Pointing and proposing: heard by everybody at a table that plays together, and nothing comes of it."""

from typing import Any

import pytest

from spyring.server.core.caller import Caller
from spyring.server.core.http.limits import RATES
from spyring.server.core.payloads import Person
from tests.server.conftest import on_sqlite
from tests.server.harness import Harness, open_harness, settings_for
from tests.server.test_stream import heard, listen

pytestmark = pytest.mark.anyio


async def test_everybody_hears_what_somebody_points_at(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("relay", "Ann", "Bob", public=True)
    eve = await harness.guest("Eve")
    before = await bob.position(table)
    said = await ann.post(f"/tables/{table}/points", {"thing": "trick smoke"}, 201)
    assert (said["text"], said["about"], said["move"]) == ("points at smoke", {"trick": "smoke"}, None)
    proposed = await bob.post(f"/tables/{table}/points", {"move": "propose  run"}, 201)
    assert (proposed["text"], proposed["seat"]) == ("proposes: Propose to run", 1)
    assert proposed["about"] == {"verb": "propose", "pace": "run"}
    assert proposed["move"] == "propose run"
    for guest in (ann, bob, eve):
        lines = await guest.get(f"/tables/{table}/chat")
        assert [line["text"] for line in lines] == ["points at smoke", "proposes: Propose to run"]
    assert await bob.position(table) == before, "the game is as it was"


async def test_it_comes_with_the_stream(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("relay", "Ann", "Bob")
    stream = listen(harness, bob.person)
    await heard(stream)
    await ann.post(f"/tables/{table}/points", {"thing": "pace walk"}, 201)
    news = b""
    for _event in range(5):
        news += await heard(stream)
        if b'"about":{"pace":"walk"}' in news:
            return
    raise AssertionError(news)


async def test_it_is_read_in_the_readers_language(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("season0", "Ann", "Bob")
    await ann.post(f"/tables/{table}/points", {"thing": "city warsaw"}, 201)
    lines = await bob.get(f"/tables/{table}/chat", headers={"Accept-Language": "pl"})
    assert lines[0]["text"] == "wskazuje: Warszawa"


async def test_what_a_campaign_has_sealed_is_unknown_before_somebody_meets_it(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ann, _bob) = await harness.table("season0", "Ann", "Bob", options={"campaign": "medusa"})

    async def why(move: str) -> str:
        answer = await ann.client.get(f"/api/v1/tables/{table}/why-not", params={"move": move})
        return str(answer.json().get("detail"))

    for verb in ("event", "propose", "discard"):
        unknown = (await why(f"{verb} burn-bat")).replace("burn-bat", "burn-bag")
        assert unknown == await why(f"{verb} burn-bag")
        assert "dead-drop" not in await why(f"{verb} dead-dorp")
        for thing in ({"move": f"{verb} burn-bag"}, {"thing": "event burn-bag"}, {"thing": "card burn-bag"}):
            assert (await ann.post(f"/tables/{table}/points", thing, 422))["code"] == "no-thing"
    assert (await why("be-patiens")).replace("patiens", "patient") == await why("be-patient")
    live = await harness.services.live_tables.find(table)
    monkeypatch.setattr(live.running, "view", lambda _seat: {"players": [{"hand": ["burn-bag"]}]})
    await ann.post(f"/tables/{table}/points", {"thing": "event burn-bag"}, 201)
    assert await why("event burn-bag") == "None", "it is answered by the rules"


async def test_only_those_who_play_together_point(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    assert (await ann.post(f"/tables/{table}/points", {"thing": "seat ann"}, 409))["code"] == "not-together"
    table, (ann, _bob) = await harness.table("relay", "Ann", "Bob", public=True)
    eve = await harness.guest("Eve")
    assert (await eve.post(f"/tables/{table}/points", {"thing": "pace walk"}, 403))["code"] == "not-seated"
    assert (await eve.get(f"/tables/{table}/proposals", 403))["code"] == "not-seated"
    for nothing in ({}, {"thing": "pace crawl"}, {"thing": "moon walk"}, {"move": "propose crawl"}):
        body: dict[str, Any] = nothing
        assert (await ann.post(f"/tables/{table}/points", body, 422))["code"] == "no-thing"


async def test_proposals_are_what_another_could_do_as_far_as_one_can_tell(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("relay", "Ann", "Bob")
    assert (await ann.get(f"/tables/{table}/proposals"))["seat"] is None, "she is asked herself"
    found = await bob.get(f"/tables/{table}/proposals")
    assert found["seat"] == 0
    assert {"propose walk", "propose run"} <= {move["text"] for move in found["moves"]}
    live = await harness.services.live_tables.find(table)
    for seed in range(5):
        live.running.state = live.running.state.resample(1, seed)
        assert await bob.get(f"/tables/{table}/proposals") == found


@on_sqlite
async def test_pointing_is_limited(database_url: str) -> None:
    async with open_harness(settings_for(database_url, rate_factor=1.0)) as harness:
        table, (ann, bob) = await harness.table("relay", "Ann", "Bob")
        most = int(RATES["point"][0])
        for _time in range(most):
            await ann.post(f"/tables/{table}/points", {"thing": "pace walk"}, 201)
        refused = await ann.post(f"/tables/{table}/points", {"thing": "pace walk"}, 429)
        assert refused["code"] == "too-often"
        await bob.post(f"/tables/{table}/points", {"thing": "pace walk"}, 201)
        assert len(await harness.services.talk.heard(table, Caller(Person(**bob.person)))) == most + 1
