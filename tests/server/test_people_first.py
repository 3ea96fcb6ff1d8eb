"""People decide for the group, bots answer and say why; where nobody learns of it, idle windows pass."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from spyring.server.core.caller import Caller
from spyring.server.core.payloads import Person
from spyring.server.core.settings import Settings
from spyring.server.core.tables.live_table import LiveTable, only_pass, passing_move, waits_for_people
from spyring.web import create_app
from tests.server.conftest import on_sqlite
from tests.server.harness import Guest, Harness, Json, elsewhere, open_harness, settings_for, until
from tests.server.manual_time import ManualTime

pytestmark = [pytest.mark.anyio, on_sqlite]

BOTS = {1: "heuristic", 2: "heuristic"}


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as opened:
        yield opened


async def alone(harness: Harness, game: str, **asked: Any) -> tuple[Guest, str, LiveTable]:
    """A person among bots."""
    ann = await harness.guest("Ann")
    table = (await ann.make(game, public=False, **asked))["id"]
    return ann, table, await harness.services.live_tables.find(table)


async def rested(live: LiveTable) -> None:
    """Nothing has happened for a while."""
    length = -1
    while length != live.length:
        length = live.length
        await asyncio.sleep(0.3)


async def asked(guest: Guest, table: str) -> Json:
    """The position when this person can decide."""
    position = await guest.position(table)

    async def mine() -> bool:
        position.clear()
        position.update(await guest.position(table))
        return position["status"] == "over" or position["seat"] in position["deciders"]

    await until(mine)
    return position


async def to_their_own_turns(harness: Harness, level: str) -> tuple[Guest, str, LiveTable]:
    """Season 0, where a bot has just been asked for an action of its own; it does not move by itself."""
    ann, table, live = await alone(harness, "season0", seats=3, bots=dict.fromkeys((1, 2), level))
    while (await asked(ann, table))["asked"]["frame"] == "ChooseCharacters":
        await ann.play(table, (await ann.position(table))["legal"][0]["text"])
    return ann, table, live


async def test_bots_leave_the_groups_decisions_to_people(harness: Harness) -> None:
    """Characters, story cards, aliases that are nobody's: a bot waits as long as a person can decide, and
    agrees then.
    """
    ann, table, live = await alone(harness, "season0", seats=3, bots=BOTS, options={"campaign": "evening"})
    seen, shared = set(), set()
    for _decision in range(120):
        position = await asked(ann, table)
        frame = position["asked"]["frame"]
        seen.add(frame)
        if waits_for_people(live.chairs, live.running.state):
            shared.add(frame)
            length = live.length
            await rested(live)
            assert live.length == length, f"a bot took the decision in {frame}"
            assert harness.services.scheduler.next_action(live) is None
        sent = {"number": position["number"], "move": position["legal"][0]["text"]}
        answer = await ann.client.post(f"/api/v1/tables/{table}/moves", json=sent)
        assert answer.status_code in {200, 409}, answer.text  # a bot may have decided at the same time
        if frame == "TakeAction":
            break
    assert {"DrawStory", "ChooseCharacters"} <= shared, seen


async def test_without_people_bots_decide_for_the_group(harness: Harness) -> None:
    ann, table, live = await alone(harness, "season0", seats=3, bots=BOTS, options={"campaign": "evening"})
    await rested(live)
    stood = live.length
    await ann.post(f"/tables/{table}/away")

    async def goes_on() -> bool:
        return live.length > stood + 3

    await until(goes_on)


async def test_a_bot_says_of_its_move_what_it_is_for(harness: Harness) -> None:
    ann, table, live = await to_their_own_turns(harness, "heuristic")

    async def bots_moved() -> bool:
        position = await ann.position(table)
        if position["seat"] in position["deciders"]:
            await ann.play(table, position["legal"][0]["text"], position["number"])
        return sum(entry.seat > 0 for entry in live.running.moves()) > 10

    await until(bots_moved)
    log = (await ann.position(table))["log"]
    reasons = [entry["reason"] for entry in log if not entry["yours"] and entry["reason"]]
    assert reasons, "everything lies open here, so bots say why at once"
    assert all(entry["reason"] is None for entry in log if entry["yours"])
    polish = {"Accept-Language": "pl"}
    there = (await ann.get(f"/tables/{table}/position", headers=polish))["log"]
    assert [entry["reason"] for entry in there if entry["reason"]] != reasons


async def test_where_it_would_tell_secrets_a_bot_says_nothing_before_the_end(harness: Harness) -> None:
    ann, table, live = await alone(harness, "krakow", seats=4, bots=dict.fromkeys((1, 2, 3), "heuristic"))
    for _decision in range(6):
        await rested(live)
        position = await asked(ann, table)
        await ann.play(table, position["legal"][0]["text"], position["number"])
    position = await asked(ann, table)
    assert all(entry["reason"] is None for entry in position["log"])
    kept = [json.loads(entry.why) for entry in live.running.moves() if entry.why is not None]
    assert any(purpose is not None for _found, _values, purpose, _said in kept)
    assert " serves the " not in json.dumps(position["log"])


async def test_a_bot_weighs_what_a_person_proposes(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does what is good, says why not otherwise, and what cannot be done."""
    ann, table, live = await to_their_own_turns(harness, "random")
    monkeypatch.setattr(harness.services.scheduler, "_bots_rest", lambda _live: True)
    state = live.running.state

    async def a_bot_is_asked() -> bool:
        position = await ann.position(table)
        if position["seat"] in position["deciders"]:
            body = {"number": position["number"], "move": position["legal"][0]["text"]}
            await ann.client.post(f"/api/v1/tables/{table}/moves", json=body)  # a bot may be faster
        await rested(live)
        return live.deciders() != (0,)

    await until(a_bot_is_asked)
    state = live.running.state
    (bot,) = live.deciders()
    weights = dict(
        zip(state.legal(bot), state.game.strategy.priors(state, bot, state.legal(bot)), strict=True)
    )
    best, worst = max(weights, key=weights.__getitem__), min(weights, key=weights.__getitem__)
    book = state.game.moves
    refused = await ann.post(f"/tables/{table}/points", {"move": book.name(worst)}, 201)
    assert "I would rather do this" in refused["answer"]
    impossible = next(m for m in range(len(book)) if book.name(m).startswith("drive ") and m not in weights)
    cannot = await ann.post(f"/tables/{table}/points", {"move": book.name(impossible)}, 201)
    assert "that cannot be done now" in cannot["answer"]
    assert live.running.state is state, "nothing came of it"
    length = live.length
    agreed = await ann.post(f"/tables/{table}/points", {"move": book.name(best)}, 201)
    assert "agreed" in agreed["answer"]
    assert live.running.entries[length].text == book.name(best)
    assert live.running.entries[length].seat == bot
    heard = [line["answer"] for line in await ann.get(f"/tables/{table}/chat")]
    assert heard == [line["answer"] for line in (refused, cannot, agreed)]


async def test_windows_that_cannot_be_answered_pass_where_nobody_learns_of_it(harness: Harness) -> None:
    """Against bots only, at a private table: a person is never asked just to pass."""
    passed = 0
    for _table in range(6):
        ann, table, live = await alone(harness, "duel", seats=2, bots={1: "random"})
        while True:
            await rested(live)
            position = await asked(ann, table)
            if position["status"] == "over":
                break
            assert only_pass(live.running.state, 0) is None, position["asked"]
            said = [move["text"] for move in position["legal"] if move["text"] != "pass"]
            await ann.play(table, said[-1], position["number"])
        passed += sum(entry.seat == 0 and entry.text == "pass" for entry in live.running.moves())
        if passed:
            break
    assert passed, "some were passed by themselves"


async def test_where_somebody_could_see_it_nothing_depends_on_the_hand(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a public table, with another person, or with somebody who looks on, everybody is asked."""
    _ann, _table, live = await alone(harness, "duel", seats=2, bots={1: "random"})
    monkeypatch.setattr("spyring.server.core.tables.live_table.only_pass", lambda _state, _seat: 0)
    assert passing_move(live, 0) is not None
    live.public = True
    assert passing_move(live, 0) is None
    live.public, live.watched_at = False, 1.0
    assert passing_move(live, 0) is None
    live.watched_at = None
    live.sit([live.chairs[0], replace(live.chairs[1], person="another")])
    assert passing_move(live, 0) is None


async def look_on(harness: Harness, ann: Guest, table: str) -> Json:
    """Eve looks at a private table by its invitation, and is shown this."""
    code = (await ann.get(f"/tables/{table}"))["invitation"]
    found: Json = await (await harness.guest("Eve")).get(f"/tables/{table}/position", params={"code": code})
    return found


async def test_a_spectator_is_noticed(harness: Harness) -> None:
    ann, table, live = await alone(harness, "duel", seats=2, bots={1: "random"})
    await ann.position(table)
    assert live.watched_at is None
    eve = await harness.guest("Eve")
    await eve.get(f"/tables/{table}/position", 404)
    assert live.watched_at is None, "she may not"
    await look_on(harness, ann, table)
    assert live.watched_at == harness.time.now()


@pytest.mark.parametrize("looks", ["nobody", "somebody", "somebody before a restart"])
async def test_a_window_waits_for_its_person_once_somebody_looks_on(
    database_url: str, monkeypatch: pytest.MonkeyPatch, looks: str
) -> None:
    monkeypatch.setattr(
        "spyring.server.core.tables.live_table.only_pass",
        lambda state, seat: next(iter(state.legal(seat)), None),
    )
    settings, time = settings_for(database_url, bot_delay=1.0), ManualTime()
    async with open_harness(settings, time=time) as harness:
        ann, table, live = await alone(harness, "duel", seats=2, bots={1: "random"})
        assert live.deciders() == (0,)
        await until(lambda: has_due(live))
        if looks != "nobody":
            await look_on(harness, ann, table)
        if not looks.endswith("restart"):
            assert await moves_by_itself(live, time) == (looks == "nobody")
    async with open_harness(settings, time=time) as harness:
        await elsewhere(ann, harness).position(table)
        live = await harness.services.live_tables.find(table)
        assert await moves_by_itself(live, time) == (looks == "nobody")


async def has_due(live: LiveTable) -> bool:
    return bool(live.due)


async def moves_by_itself(live: LiveTable, time: ManualTime) -> bool:
    """Whether anything happens at a table at which nobody does anything."""
    for _step in range(4):
        time.move(3.0)
        await rested(live)
    return live.length > 0


async def test_nobody_is_told_how_long_anything_took_before_they_looked_on(harness: Harness) -> None:
    ann, table, live = await alone(harness, "duel", seats=2, bots={1: "random"})
    for _round in range(3):
        harness.time.move(10.0)
        position = await asked(ann, table)
        if position["status"] != "over":
            await ann.play(table, position["legal"][0]["text"], position["number"])
    await rested(live)
    harness.time.move(10.0)
    seen = [entry["at"] for entry in (await look_on(harness, ann, table))["log"][1:]]
    mine = [entry["at"] for entry in (await ann.position(table))["log"][1:]]
    assert len(set(mine)) > 1
    assert set(seen) == ({live.watched_at} if live.status == "playing" else set(mine))


async def test_a_hint_says_what_it_is_for_before_how_it_was_found(harness: Harness) -> None:
    ann, table, _live = await alone(harness, "krakow", seats=4, bots=dict.fromkeys((1, 2, 3), "random"))
    await asked(ann, table)
    hint = await harness.services.hints.ask(table, Caller(Person(**ann.person)))
    assert "continuations" not in hint.reason
    assert "continuations" in hint.detail


async def test_a_bot_waits_for_a_player_who_is_about_to_propose(database_url: str) -> None:
    """Once for each decision, so that nobody holds the game up."""
    async with open_harness(settings_for(database_url, bot_delay=1.0), create_app) as harness:
        ann, table, live = await alone(harness, "relay", seats=2, bots={1: "random"})
        await ann.play(table, "propose walk")
        assert live.deciders() == (1,)
        await asyncio.sleep(0.1)
        due = live.due[1]
        await ann.get(f"/tables/{table}/proposals")
        waits = live.due[1]
        assert waits >= due + 5
        harness.time.move(5.0)
        await ann.get(f"/tables/{table}/proposals")
        assert live.due[1] == waits
        await asyncio.sleep(0.1)
        assert live.deciders() == (1,), "it waits"
        harness.time.move(6.0)

        async def moved() -> bool:
            return live.deciders() != (1,) or live.length > 1

        await until(moved)
