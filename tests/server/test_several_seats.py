"""One person at several seats: only where all win or lose together, and with one pair of eyes."""

import asyncio
import random

import pytest

from spyring.server.core.tables.timeline import mask_of
from tests.server.harness import Guest, Harness

pytestmark = pytest.mark.anyio


async def play_to_the_end(table: str, guests: list[Guest], dice: random.Random) -> dict[str, object]:
    """Any person with a legal move makes it, and nobody names a seat."""
    for _turn in range(3000):
        for guest in guests:
            position = await guest.position(table)
            if position["status"] == "over":
                return position
            if position["seat"] in position["deciders"]:
                move = {"number": position["number"], "move": dice.choice(position["legal"])["text"]}
                answer = await guest.client.post(f"/api/v1/tables/{table}/moves", json=move)
                assert answer.status_code in (200, 409)  # a bot may have been faster
            else:
                await asyncio.sleep(0.002)
    raise AssertionError("the game does not end")


async def test_alone_with_all_seats(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    card = await ann.make("relay", seats=3, seat=0, also=[1, 2])
    assert card["status"] == "playing"
    assert [seat["you"] for seat in card["seats"]] == [True, True, True]
    over = await play_to_the_end(card["id"], [ann], random.Random(3))
    record = await ann.get(f"/tables/{card['id']}/record")
    assert record.count("Ann") == 3
    assert over["view"] is not None

    again = await ann.post(f"/tables/{card['id']}/rematch")
    assert again["status"] == "playing"
    assert [seat["you"] for seat in again["seats"]] == [True, True, True]


async def test_the_seat_that_is_asked_speaks(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    table = (await ann.make("relay", seats=2, seat=0, also=[1]))["id"]
    first = await ann.position(table)
    assert (first["seat"], first["deciders"]) == (0, [0])
    assert first["view"]["you"] == "ada"
    then = await ann.play(table, "propose walk")
    assert (then["seat"], then["deciders"]) == (1, [1])
    assert then["view"]["you"] == "ben"
    assert [entry["yours"] for entry in then["log"]] == [True, True]


async def test_nobody_is_asked_to_agree_with_themselves(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    table = (await ann.make("relay", seats=4, seat=0, also=[1, 2]))["id"]
    await bob.post(f"/tables/{table}/join", {"seat": 3})
    proposed = await ann.play(table, "propose walk")
    assert proposed["deciders"] == [3]
    assert [entry["move"] for entry in proposed["log"]] == ["propose walk", "agree", "agree"]
    await bob.play(table, "agree")
    live = await harness.services.live_tables.find(table)
    assert live.running.entries[-1].seat == 3


async def test_what_another_person_proposes_is_answered_by_hand(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    table = (await ann.make("relay", seats=3, seat=1, also=[2], options={"hands": "open"}))["id"]
    await bob.post(f"/tables/{table}/join", {"seat": 0})
    await bob.play(table, "propose walk")
    position = await ann.position(table)
    assert position["deciders"] == [1, 2]
    refused = await ann.play(table, "object")
    assert refused["deciders"] == [2]


async def test_another_seat_of_the_same_player_may_interrupt(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    table = (await ann.make("relay", seats=2, seat=0, also=[1], options={"hands": "open"}))["id"]
    position = await ann.position(table)
    trick = position["view"]["table"]["hands"][1][0]
    texts = [move["text"] for move in position["legal"]]
    assert f"play {trick}" in texts
    assert len(texts) == len(set(texts))
    body = {"number": position["number"], "move": f"play {trick}", "seat": 1}
    await ann.post(f"/tables/{table}/moves", body)
    live = await harness.services.live_tables.find(table)
    assert live.running.entries[-1].seat == 1


async def test_another_players_seat_cannot_be_named(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("relay", "Ann", "Bob")
    body = {"number": 0, "move": "propose walk", "seat": 1}
    assert (await ann.post(f"/tables/{table}/moves", body, 403))["code"] == "not-seated"


async def test_a_person_and_a_bot_together(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    card = await ann.make("relay", seats=3, seat=0, also=[2], bots={1: "random"})
    assert [seat["kind"] for seat in card["seats"]] == ["person", "bot", "person"]
    await play_to_the_end(card["id"], [ann], random.Random(4))


async def test_from_the_lobby_on(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    table = (await ann.make("relay", seats=4))["id"]
    for seat in (1, 2):
        card = await ann.post(f"/tables/{table}/join", {"seat": seat})
    assert [seat["you"] for seat in card["seats"]] == [True, True, True, False]
    card = await ann.post(f"/tables/{table}/leave", {"seat": 1})
    assert [seat["you"] for seat in card["seats"]] == [True, False, True, False]
    assert (await ann.post(f"/tables/{table}/leave", {"seat": 1}, 403))["code"] == "not-seated"
    await bob.post(f"/tables/{table}/join", {"seat": 1})
    card = await bob.post(f"/tables/{table}/join", {"seat": 3})
    assert card["status"] == "playing"
    assert len((await ann.get("/tables"))["mine"]) == 1
    await play_to_the_end(table, [ann, bob], random.Random(5))


async def test_only_where_all_win_or_lose_together(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    refused = await ann.make("duel", 422, seats=3, seat=0, also=[1])
    assert refused["code"] == "one-seat"
    table = (await ann.make("duel", seats=3))["id"]
    card = await ann.post(f"/tables/{table}/join", {"seat": 2})  # sitting there already is as good
    assert [seat["you"] for seat in card["seats"]] == [True, False, False]


async def test_away_and_back_with_all_seats(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    table = (await ann.make("relay", seats=3, seat=0, also=[1]))["id"]
    await bob.post(f"/tables/{table}/join", {"seat": 2})
    away = await ann.post(f"/tables/{table}/away")
    assert [seat["held"] for seat in away["seats"]] == ["asked", "asked", "no"]
    back = await ann.post(f"/tables/{table}/back")
    assert [seat["held"] for seat in back["seats"]] == ["no", "no", "no"]


async def test_taking_back_needs_no_consent_of_oneself(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    await harness.services.scheduler.stop()  # the bot answers never
    table = (await ann.make("relay", seats=3, seat=0, also=[1], bots={2: "random"}))["id"]
    then = await ann.play(table, "propose run")
    assert then["undo"]["free"]
    back = await ann.post(f"/tables/{table}/undo", {"number": then["number"]})
    assert (back["seat"], back["deciders"]) == (1, [1, 2])  # now the other seat can object
    back = await ann.post(f"/tables/{table}/undo", {"number": back["number"]})
    assert (back["seat"], back["deciders"]) == (0, [0])


async def test_the_count_of_a_person_is_what_one_of_their_seats_noticed(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    table = (await ann.make("relay", seats=3, seat=0, also=[1]))["id"]
    await bob.post(f"/tables/{table}/join", {"seat": 2})
    await play_to_the_end(table, [ann, bob], random.Random(6))
    timeline = (await harness.services.live_tables.find(table)).running
    for guest, mask in ((ann, 0b011), (bob, 0b100)):
        seen = [entry for entry in timeline.entries if entry.observers & mask]
        assert (await guest.position(table))["number"] == len(seen)
    assert mask_of((0, 1)) == 0b011
