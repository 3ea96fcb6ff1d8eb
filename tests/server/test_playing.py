"""At the table: the one gate, numbers, undo, absence, clocks, windows that pass by themselves."""

import asyncio
import json
import random
from dataclasses import fields
from inspect import signature
from typing import Any

import pytest

from spyring.server.core.bots.delays import Delays
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import POSITION, Person, Position
from spyring.server.replays.scenes import Scene
from tests.server.conftest import on_both, on_both_by_day
from tests.server.harness import Guest, Harness, elsewhere, open_harness, play_out, settings_for, until
from tests.server.unseen import SameSeal, moments, table_at

pytestmark = pytest.mark.anyio

KRAKOW = ("Ann", "Bob", "Cy", "Di")


@on_both
async def test_a_move_is_answered_with_what_is_new(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    before = await ann.position(table)
    assert before["sentence"] == "Your decision. Strike, open, draw, or retire."
    assert {"text": "draw", "fields": {"verb": "draw"}, "sentence": "Draw a chit"} in before["legal"]
    after = await ann.play(table, "draw")
    assert after["number"] == 1
    assert [entry["number"] for entry in after["log"]] == [1]
    assert after["log"][0]["move"] == "draw"
    assert after["log"][0]["events"][0]["fields"]["kind"] == "drew"
    seen = await bob.position(table)
    assert seen["log"][-1]["move"] is None
    assert [event["sentence"] for event in seen["log"][-1]["events"]] == ["Red draws a chit."]
    assert seen["sentence"] == "Your decision. Strike, open, draw, or retire."
    assert after["sentence"] == "Waiting for green. Green is on turn."


async def test_a_position_is_written_as_its_type_says(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob", pace="live")
    await ann.play(table, "draw")
    live = await harness.services.live_tables.find(table)
    for guest in (ann, bob):
        seen = harness.services.playing.show(live, Caller(Person.model_validate(guest.person)))
        assert seen.legal or guest is ann
        assert json.loads(seen.wire()) == POSITION.dump_python(seen, mode="json")
        assert list(json.loads(seen.wire())) == [field.name for field in fields(Position)]


async def test_each_reader_gets_what_is_their_own_with_what_all_see(harness: Harness) -> None:
    table, guests = await harness.table("krakow", *KRAKOW)
    live = await harness.services.live_tables.find(table)
    for guest in guests:
        caller = Caller(Person.model_validate(guest.person))
        seen = json.loads(harness.services.playing.show(live, caller).wire())
        assert seen["view"] == live.running.state.view(seen["seat"])
        assert len(seen["view"]["table"]["hand"]) > 0


MOVES_SENT = (
    '{"number": 0, "move": "no such move"}',
    '{"number": 0, "move": "strike"}',
    '{"number": 0}',
    '{"number": -1, "move": "draw", "more": 1}',
    '{"number": "zero", "move": ["draw"]}',
    '["draw"]',
    "{",
    "",
    '{"number": 0, "move": "draw"}',
    '{"number": 0, "move": "draw"}',
)


async def test_a_move_is_answered_alike_however_it_comes(harness: Harness) -> None:
    """The short way and the one that is documented, which a content type with more in it takes."""
    answers: list[list[tuple[int, str]]] = []
    for kind in ("application/json", "application/json; charset=utf-8"):
        table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
        stranger = harness.stranger()
        got: list[tuple[int, str]] = []
        for client in (stranger, bob.client, ann.client):
            for body in MOVES_SENT:
                path, headers = f"/api/v1/tables/{table}/moves", {"Content-Type": kind}
                answer = await client.post(path, content=body, headers=headers)
                said = answer.json()
                got.append((answer.status_code, said.get("code") or said["sentence"]))
        answers.append(got)
    assert answers[0] == answers[1]
    assert {status for status, _said in answers[0]} >= {200, 409, 422}


@on_both
async def test_late_and_doubled_clicks_are_answered_with_the_newer_position(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.play(table, "draw", 0)
    for _again in range(2):
        stale = await ann.play(table, "draw", 0, 409)
        assert stale["code"] == "stale"
        newer = await ann.position(table)
        assert stale["position"] | {"log": newer["log"]} == newer  # every field, empty ones too
    assert (await bob.play(table, "draw", 0, 409))["position"]["deciders"] == [1]
    assert (await bob.play(table, "draw", 17, 409))["code"] == "stale"
    assert (await bob.position(table))["number"] == 1


@on_both
async def test_the_same_click_many_times_at_once_counts_once(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    body = {"number": 0, "move": "draw"}
    path = f"/api/v1/tables/{table}/moves"
    answers = await asyncio.gather(*(ann.client.post(path, json=body) for _click in range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    assert (await ann.position(table))["number"] == 1


async def test_a_refusal_names_its_clause(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    refused = await ann.play(table, "retire", 0, 422)
    assert refused["code"] == "illegal"
    assert refused["clause"] == "DUE-1.3"
    assert refused["detail"] == "You can still draw."
    assert (await ann.play(table, "fly", 0, 422))["code"] == "bad-move"
    assert (await bob.play(table, "draw", 0, 422))["detail"] == "It is not your turn to decide."
    why = await ann.get(f"/tables/{table}/why-not", params={"move": "retire"})
    assert why == {
        "legal": False,
        "clause": "DUE-1.3",
        "reason": "You can still draw.",
    }
    assert (await ann.get(f"/tables/{table}/why-not", params={"move": "draw"}))["legal"] is True
    assert (await ann.position(table))["number"] == 0


@pytest.mark.parametrize(
    ("game", "names"), [("duel", ("A", "B", "C")), ("relay", ("A", "B", "C")), ("krakow", KRAKOW)]
)
async def test_whole_games(harness: Harness, game: str, names: tuple[str, ...]) -> None:
    options = {"years": 1} if game == "krakow" else {}
    table, guests = await harness.table(game, *names, options=options)
    over = await play_out(table, guests, random.Random(7))
    assert over["view"]["outcome"] is not None
    assert over["sentence"].startswith("The game is over: ")
    assert (await guests[0].play(table, over["log"][-1]["move"] or "draw", over["number"], 409))[
        "code"
    ] == "over"


@on_both
async def test_somebody_may_interrupt(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("relay", "Ann", "Bob")
    position = await bob.position(table)
    assert position["deciders"] == [0]
    assert position["interrupters"] == [1]
    after = await bob.play(table, position["legal"][0]["text"])
    assert after["deciders"] == [0]
    assert (await ann.position(table))["number"] == 1


@on_both
async def test_a_table_is_the_same_after_a_restart(database_url: str) -> None:
    settings = settings_for(database_url)
    async with open_harness(settings) as harness:
        table, guests = await harness.table("relay", "Ann", "Bob", "Cy")
        dice = random.Random(4)
        for _move in range(9):
            for guest in guests:
                position = await guest.position(table)
                if position["seat"] in position["deciders"]:
                    await guest.play(table, dice.choice(position["legal"])["text"])
        before = [await guest.position(table) for guest in guests]
        tokens = [guest.client.headers["Authorization"] for guest in guests]
    async with open_harness(settings) as harness:
        for token, position in zip(tokens, before, strict=True):
            client = harness.stranger()
            client.headers["Authorization"] = token
            assert await Guest(client, {}).position(table) == position


# -- taking back ---------------------------------------------------------------------------------------------


async def to_allotment(harness: Harness) -> tuple[str, list[Guest]]:
    """Kraków at the end of the year: all divide their gold at once; Ann and Bob have more than one piece, so
    that their first one goes down unseen."""
    for seed in range(40):
        table, guests = await harness.table("krakow", *KRAKOW, options={"years": 1})
        await play_out(table, guests, random.Random(seed), until="AllotGold")
        asked = [(await guest.position(table))["view"]["asked"] for guest in guests[:2]]
        if all(part is not None and part["left"] > 1 for part in asked):
            return table, guests
    raise AssertionError("nobody had gold")


@on_both
async def test_undo_is_free_while_nobody_could_know(harness: Harness) -> None:
    table, guests = await to_allotment(harness)
    ann, bob = guests[0], guests[1]
    before = await ann.position(table)
    others = [await guest.position(table) for guest in guests[1:]]
    after = await ann.play(table, before["legal"][0]["text"])
    assert [await guest.position(table) for guest in guests[1:]] == others  # nobody has noticed
    assert after["undo"]["free"] is True

    await bob.play(table, others[0]["legal"][0]["text"])
    assert (await ann.position(table))["undo"]["free"] is True  # or it would tell of Bob's gold
    back = await ann.post(f"/tables/{table}/undo", {"number": after["number"]})
    assert back["view"] == before["view"]
    assert back["number"] == after["number"] + 1
    assert back["log"][-1]["kind"] == "undo"
    assert back["log"][-1]["takes_back"] == [after["number"]]
    assert (await ann.position(table))["log"][-2]["undone"] is True
    assert (await bob.position(table))["undo"]["free"] is True  # and Ann's change of mind tells him nothing


@on_both
async def test_chance_is_a_barrier_and_beyond_it_all_must_agree(harness: Harness) -> None:
    table, (ann, bob, cy) = await harness.table("duel", "Ann", "Bob", "Cy")
    before = await ann.position(table)
    await ann.play(table, "draw")
    await bob.play(table, "draw")
    position = await ann.position(table)
    assert position["undo"] == {"free": False, "by_consent": True, "offer": None, "refused": False}
    asked = await ann.post(f"/tables/{table}/undo", {"number": position["number"]})
    offer = asked["undo"]["offer"]
    assert offer == {"id": asked["revision"], "by": 0, "agreed": [0], "missing": [1, 2]}
    consent = {"offer": offer["id"], "agree": True}
    assert asked["number"] == position["number"]
    assert (await bob.post(f"/tables/{table}/undo", {"number": 2}, 409))["code"] == "offer-open"
    await bob.post(f"/tables/{table}/undo/answer", consent)
    back = await cy.post(f"/tables/{table}/undo/answer", consent)
    assert back["undo"]["offer"] is None
    assert back["deciders"] == [0]
    assert (await ann.position(table))["view"] == before["view"]
    assert (await bob.post(f"/tables/{table}/undo/answer", consent, 409))["code"] == "no-offer"


async def test_one_refusal_is_enough_and_a_move_ends_the_offer(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.play(table, "draw")
    offer = (await ann.post(f"/tables/{table}/undo", {"number": 1}))["undo"]["offer"]["id"]
    refused = await bob.post(f"/tables/{table}/undo/answer", {"offer": offer, "agree": False})
    assert refused["undo"]["offer"] is None
    assert refused["number"] == 1
    again = {"offer": offer, "agree": True}
    assert (await bob.post(f"/tables/{table}/undo/answer", again, 409))["code"] == "no-offer"
    await ann.post(f"/tables/{table}/undo", {"number": 1})
    assert (await bob.play(table, "draw"))["undo"]["offer"] is None


@on_both_by_day
async def test_the_player_who_asked_is_told_of_a_refusal(database_url: str) -> None:
    settings = settings_for(database_url)

    async def told(*guests: Guest) -> list[bool]:
        return [(await guest.position(table))["undo"]["refused"] for guest in guests]

    async def ask() -> Any:
        asked = await ann.post(f"/tables/{table}/undo", {"number": 1})
        return {"offer": asked["undo"]["offer"]["id"], "agree": False}

    async with open_harness(settings) as harness:
        table, (ann, bob, cy) = await harness.table("duel", "Ann", "Bob", "Cy")
        await ann.play(table, "draw")
        await ann.post(f"/tables/{table}/undo/answer", await ask())
        assert await told(ann, bob, cy) == [False] * 3, "she has withdrawn it herself"
        live = await harness.services.live_tables.find(table)
        before = live.revision
        await bob.post(f"/tables/{table}/undo/answer", await ask())
        assert live.revision > before, "streams tell of it"
        assert await told(ann, bob, cy) == [True, False, False]
    async with open_harness(settings) as harness:
        ann, bob, cy = (elsewhere(guest, harness) for guest in (ann, bob, cy))
        assert await told(ann, bob, cy) == [True, False, False]
        refusal = await ask()
        assert await told(ann) == [False], "she has asked again"
        await cy.post(f"/tables/{table}/undo/answer", refusal)
        assert await told(ann) == [True]
        await bob.play(table, "draw")
        assert await told(ann) == [False]


@on_both
async def test_alone_with_bots_every_undo_is_granted(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    table = (await ann.make("duel", seats=2, bots={1: "random"}, options={"lives": 3}))["id"]
    before = await ann.position(table)
    await ann.play(table, "draw")
    position = await settled(ann, table)
    back = await ann.post(f"/tables/{table}/undo", {"number": position["number"]})
    assert back["view"]["table"]["players"][0] == before["view"]["table"]["players"][0]
    assert back["deciders"] == [0]


@pytest.mark.parametrize("accepted_by", ["person", "bot"])
async def test_nobody_takes_a_closed_bargain_back_alone(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, accepted_by: str
) -> None:
    for where in ("live_table", "seating"):
        monkeypatch.setattr(f"spyring.server.core.tables.{where}.Seal", SameSeal)
    harness.services.delays.factor = 1000.0  # a bot does what the test says
    live, guests = await table_at(harness, next(one for one in moments() if one.frame == "BuildOffer"))
    (maker,) = live.deciders()
    for move in ("promise favour", "propose"):
        await guests[maker].play(live.id, move)
    (taker,) = live.deciders()
    bob = guests[taker]
    if accepted_by == "bot":
        await bob.post(f"/tables/{live.id}/away")
        async with live.lock:
            step = live.running.consider(taker, live.game.moves.parse("accept"), harness.time.now())
            await harness.services.changes.append(live, step)
        await bob.post(f"/tables/{live.id}/back")
    else:
        await bob.play(live.id, "accept")
    position, length = await bob.position(live.id), live.length
    assert position["undo"] == {"free": False, "by_consent": True, "offer": None, "refused": False}
    asked = await bob.post(f"/tables/{live.id}/undo", {"number": position["number"]})
    assert maker in asked["undo"]["offer"]["missing"]
    assert live.length == length


async def settled(guest: Guest, table: str) -> dict[str, Any]:
    """The position once the guest is asked again, or all is over."""
    position: dict[str, Any] = {}

    async def asked() -> bool:
        nonlocal position
        position = await guest.position(table)
        return position["seat"] in position["deciders"] or position["status"] == "over"

    await until(asked)
    return position


# -- absence -------------------------------------------------------------------------------------------------


@on_both
async def test_a_bot_holds_the_seat_until_its_person_comes_back(harness: Harness) -> None:
    harness.services.delays.factor = 1000.0  # the bot thinks as long as the test likes
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    away = await ann.post(f"/tables/{table}/away")
    assert away["seats"][0]["held"] == "asked"
    assert away["seats"][0]["level"] == "normal"
    assert (await ann.play(table, "draw", 0, 409))["code"] == "held"
    back = await ann.post(f"/tables/{table}/back")
    assert back["seats"][0]["held"] == "no"
    await ann.play(table, "draw", 0)
    assert (await bob.post(f"/tables/{table}/back"))["number"] == 1


@on_both
async def test_a_player_who_resigned_cannot_come_back(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    harness.services.delays.factor = 1000.0
    resigned = await ann.post(f"/tables/{table}/resign")
    assert resigned["seats"][0]["held"] == "resigned"
    assert (await ann.post(f"/tables/{table}/back", {}, 403))["code"] == "resigned"
    assert (await bob.position(table))["seats"][0]["level"] == "normal"


@on_both
async def test_a_clock_that_runs_out_hands_the_seat_to_a_bot(database_url: str) -> None:
    async with open_harness(settings_for(database_url)) as harness:
        clock = {"bank": 30, "increment": 10, "cap": 50}
        table, (ann, bob) = await harness.table("duel", "Ann", "Bob", clock=clock, options={"lives": 3})
        harness.services.delays.factor = 1000.0
        clocks = (await bob.position(table))["clocks"]
        assert [entry["running"] for entry in clocks] == [True, False]
        assert clocks[1]["left"] == 30
        harness.time.move(29)
        assert (await bob.position(table))["clocks"][0]["left"] == 1
        harness.time.move(1)

        async def held() -> bool:
            found: bool = (await bob.position(table))["seats"][0]["held"] == "time"
            return found

        await until(held)
        assert (await bob.position(table))["seats"][0]["level"] == "normal"
        back = await ann.post(f"/tables/{table}/back")
        assert back["clocks"][0]["running"] is True
        assert back["clocks"][0]["left"] == 40  # a grace of half a minute, and the increment


async def test_a_clock_is_credited_after_a_decision_and_capped(harness: Harness) -> None:
    clock = {"bank": 100, "increment": 30, "cap": 120}
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob", clock=clock)
    harness.time.move(20)
    after = await ann.play(table, "draw")
    assert after["clocks"][0]["running"] is False
    assert after["clocks"][0]["left"] == 110
    assert after["clocks"][1]["running"] is True
    await bob.play(table, "draw")
    assert (await bob.position(table))["clocks"][1]["left"] == 120


# -- windows -------------------------------------------------------------------------------------------------


@on_both
async def test_a_window_can_be_passed_by_itself(harness: Harness) -> None:
    table, ann, bob = await with_a_knife(harness)
    await bob.put(f"/tables/{table}/passes", {"frames": ["Poll"]})
    assert (await bob.put(f"/tables/{table}/passes", {"frames": ["Nap"]}, 422))["code"] == "no-window"
    await ann.play(table, await strike_of(ann, table))

    async def passed() -> bool:
        log = (await ann.position(table))["log"]
        return bool(log[-1]["events"]) and log[-1]["events"][0]["fields"]["kind"] == "passed"

    await until(passed)
    assert (await bob.position(table))["passes"] == ["Poll"]
    assert (await ann.position(table))["passes"] == []


async def strike_of(guest: Guest, table: str) -> str:
    """A blow that may be struck now, or nothing."""
    texts = [move["text"] for move in (await guest.position(table))["legal"]]
    return next((text for text in texts if text.startswith("strike")), "")


async def with_a_knife(harness: Harness) -> tuple[str, Guest, Guest]:
    """A duel in which the first to play has a knife: few deals are without one."""
    for _deal in range(40):
        table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
        if await strike_of(ann, table):
            return table, ann, bob
    raise AssertionError("nobody had a knife")


async def test_passes_are_the_seats_own_secret(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    before = await ann.position(table)
    await bob.put(f"/tables/{table}/passes", {"frames": ["Poll"]})
    assert await ann.position(table) == before


def test_the_delay_of_a_pass_knows_nothing() -> None:
    """Its draw takes no argument: what is held, or could be played, cannot reach it."""
    assert list(signature(Delays.reaction).parameters) == ["self"]
    assert list(signature(Delays.move).parameters) == ["self", "level"]
    drawn = [Delays(1.0, random.Random(seed)).reaction() for seed in range(500)]
    assert min(drawn) > 1.2
    assert 2.0 < sorted(drawn)[250] < 4.0


async def consent(table: str, *guests: Guest) -> dict[str, Any]:
    """Everybody agrees to the offer that stands."""
    position: dict[str, Any] = {}
    for guest in guests:
        offer = (await guest.position(table))["undo"]["offer"]["id"]
        position = await guest.post(f"/tables/{table}/undo/answer", {"offer": offer, "agree": True})
    return position


async def test_a_player_who_resigned_need_not_agree(harness: Harness) -> None:
    table, (ann, bob, cy) = await harness.table("duel", "Ann", "Bob", "Cy")
    before = await ann.position(table)
    await ann.play(table, "draw")
    harness.services.delays.factor = 1000.0
    await ann.post(f"/tables/{table}/undo", {"number": 1})
    await consent(table, bob)
    await cy.post(f"/tables/{table}/resign")
    assert (await ann.position(table))["undo"]["offer"] is None
    await ann.post(f"/tables/{table}/undo", {"number": 1})
    await consent(table, bob)
    assert (await ann.position(table))["view"]["table"] == before["view"]["table"]


@pytest.mark.parametrize("absence", ["away", "time"])
async def test_nothing_is_taken_back_while_a_player_is_away(harness: Harness, absence: str) -> None:
    clock = {"bank": 30, "increment": 10, "cap": 50}
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob", clock=clock)
    before = await ann.position(table)
    await ann.play(table, "draw")
    harness.services.delays.factor = 1000.0
    if absence == "away":
        await bob.post(f"/tables/{table}/away")
    else:
        harness.time.move(31)

        async def timed_out() -> bool:
            return bool((await ann.position(table))["seats"][1]["held"] == "time")

        await until(timed_out)
    asked = await ann.post(f"/tables/{table}/undo", {"number": 1})
    assert asked["undo"]["offer"]["missing"] == [1]
    assert asked["number"] == 1
    await consent(table, bob)  # without coming back
    after = await ann.position(table)
    assert after["view"]["table"] == before["view"]["table"]
    assert after["seats"][1]["held"] == absence.replace("away", "asked")


async def test_an_answer_to_an_offer_that_is_gone_does_nothing(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.play(table, "draw")
    first = (await ann.post(f"/tables/{table}/undo", {"number": 1}))["undo"]["offer"]["id"]
    await ann.post(f"/tables/{table}/undo/answer", {"offer": first, "agree": False})
    second = (await ann.post(f"/tables/{table}/undo", {"number": 1}))["undo"]["offer"]["id"]
    late = {"offer": first, "agree": True}
    assert (await bob.post(f"/tables/{table}/undo/answer", late, 409))["code"] == "no-offer"
    assert (await bob.position(table))["undo"]["offer"]["id"] == second != first


async def test_leaving_a_lobby_after_the_start_is_no_resignation(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    assert (await ann.post(f"/tables/{table}/leave", {}, 409))["code"] == "begun"
    assert (await ann.position(table))["seats"][0]["held"] == "no"


async def test_a_request_ends_when_its_player_leaves(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.play(table, "draw")
    harness.services.delays.factor = 1000.0
    await ann.post(f"/tables/{table}/undo", {"number": 1})
    await ann.post(f"/tables/{table}/away")
    after = await bob.position(table)
    assert after["undo"]["offer"] is None
    assert after["number"] == 1


async def test_nobody_goes_back_for_ever(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spyring.server.core.tables.playing.MAX_ENTRIES_TO_UNDO", 1)
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    await ann.play(table, "draw")
    refused = await ann.post(f"/tables/{table}/undo", {"number": 1}, 409)
    assert refused["code"] == "too-much-undone"


async def test_a_preset_pass_wakes_nobody_before_its_window(harness: Harness) -> None:
    table, (_ann, bob) = await harness.table("duel", "Ann", "Bob")
    await bob.put(f"/tables/{table}/passes", {"frames": ["Poll"]})
    assert await harness.services.scheduler._waiting() == []


@on_both
async def test_a_table_never_has_two_rooms(database_url: str) -> None:
    async with open_harness(settings_for(database_url, tables_in_memory=1)) as harness:
        one, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
        live = await harness.services.live_tables.find(one)
        await ann.make("duel", seats=2)
        await harness.services.playing.position((await ann.make("duel", seats=2))["id"], Caller())
        assert await harness.services.live_tables.find(one) is live


async def test_an_invalid_move_is_refused_in_the_language_of_its_sender(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    english = (await ann.play(table, "fly", 0, 422))["detail"]
    ann.client.headers["Accept-Language"] = "pl"
    polish = (await ann.play(table, "fly", 0, 422))["detail"]
    assert polish != english


async def scenes_of(harness: Harness, table: str, guest: Guest, after: int = 0) -> list[Scene]:
    """What a guest saw of the first two moves."""
    reader = Caller(Person(**guest.person))
    scenes, count = await harness.services.scenes.between(table, reader, after, 2, range(9))
    assert count == len(scenes)
    return scenes


@pytest.mark.parametrize("long_log", [0, 400])
async def test_scenes_show_the_table_as_it_was_at_each_event(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, long_log: int
) -> None:
    monkeypatch.setattr("spyring.server.replays.scenes.LONG_LOG_ENTRIES", long_log)
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.play(table, "draw")
    await bob.play(table, "draw")
    for guest, seat in ((ann, 0), (bob, 1)):
        first, second = await scenes_of(harness, table, guest)
        assert (first.told.fields["seat"], second.told.fields["seat"]) == ("red", "green")
        assert (first.views[0]["table"]["bag"], second.views[0]["table"]["bag"]) == (8, 7)
        for scene in (first, second):
            rivals = scene.views[0]["table"]["players"][1 - seat]["chits"]
            assert set(rivals) == {None}
            assert ("chit" in scene.told.fields) == (scene.told.fields["seat"] == ("red", "green")[seat])
        assert await scenes_of(harness, table, guest, after=1) == [second]
