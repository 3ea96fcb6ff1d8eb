"""Making tables and sitting down: people, bots, invitations, spectators, rematches, campaigns."""

import asyncio
import random

import pytest

from spyring.engine.record import Record
from tests.server.conftest import on_both
from tests.server.harness import Guest, Harness, Json, play_out
from tests.toys import DUEL

pytestmark = pytest.mark.anyio


async def test_the_shelf_tells_options_with_help_and_clause(harness: Harness) -> None:
    games = (await harness.stranger().get("/api/v1/games")).json()
    assert [game["name"] for game in games] == [game.name for game in harness.services.shelf]
    lives = games[0]["options"][0]
    assert lives == {
        "name": "lives",
        "kind": "number",
        "values": [1, 2, 3],
        "default": 2,
        "help": "How many wounds are fatal.",
        "clause": "DUE-3.1",
        "title": "lives",
        "titles": ["1", "2", "3"],
    }


@on_both
async def test_a_table_begins_when_every_seat_is_taken(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    card = await ann.make("duel", seats=2)
    assert card["status"] == "open"
    assert (await ann.position(card["id"]))["view"] is None

    joined = await bob.post(f"/tables/{card['id']}/join")
    assert joined["status"] == "playing"
    assert [seat["name"] for seat in joined["seats"]] == ["Ann", "Bob"]
    assert (await ann.position(card["id"]))["view"]["you"] == "red"


async def test_joining_twice_is_as_good_as_once(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    card = await ann.make("duel", seats=2)
    again = await ann.post(f"/tables/{card['id']}/join")
    assert again["seat"] == 0
    assert again["status"] == "open"


async def test_one_seat_has_room_for_one(harness: Harness) -> None:
    ann, bob, eve = [await harness.guest(name) for name in ("Ann", "Bob", "Eve")]
    card = await ann.make("duel", seats=3)
    await bob.post(f"/tables/{card['id']}/join", {"seat": 2})
    assert (await eve.post(f"/tables/{card['id']}/join", {"seat": 2}, 409))["code"] == "seat-taken"
    assert (await eve.post(f"/tables/{card['id']}/join", {"seat": 7}, 404))["code"] == "no-seat"


@on_both
async def test_the_last_seat_goes_to_one_of_those_who_run_for_it(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    others = [await harness.guest(f"G{number}") for number in range(6)]
    card = await ann.make("duel", seats=2)
    path = f"/api/v1/tables/{card['id']}/join"
    answers = await asyncio.gather(*(other.client.post(path, json={}) for other in others))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]


async def test_a_private_table_is_nowhere_without_its_code(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    card = await ann.make("duel", seats=2, public=False)
    table, code = card["id"], card["invitation"]
    for path in (f"/tables/{table}", f"/tables/{table}/position", f"/tables/{table}/chat"):
        assert (await bob.get(path, 404))["code"] == "no-table"
        assert (await bob.get(path, 404, params={"code": "wrong"}))["code"] == "no-table"
    assert (await bob.post(f"/tables/{table}/join", {}, 404))["code"] == "no-table"
    assert table not in str(await bob.get("/tables"))

    assert (await bob.get(f"/invitations/{code}"))["id"] == table
    assert (await bob.post(f"/tables/{table}/join", {"code": code}))["seat"] == 1
    assert (await bob.get("/invitations/nothing", 404))["code"] == "no-invitation"


async def test_only_seated_players_see_the_invitation(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    card = await ann.make("duel", seats=2)
    assert card["invitation"]
    assert (await bob.get(f"/tables/{card['id']}"))["invitation"] is None


async def test_bots_take_seats_and_play(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    card = await ann.make("duel", seats=3, bots={1: "random", 2: "random"})
    assert card["status"] == "playing"
    assert [seat["kind"] for seat in card["seats"]] == ["person", "bot", "bot"]
    assert card["seats"][1]["level"] == "random"
    over = await play_against_bots(ann, card["id"])
    assert over["view"]["outcome"]["winners"]


async def play_against_bots(guest: Guest, table: str) -> Json:
    """Take the first choice every time, until the game is over."""
    for _turn in range(60_000):
        position = await guest.position(table)
        if position["status"] == "over":
            return position
        if position["seat"] in position["deciders"]:
            await guest.play(table, position["legal"][0]["text"], position["number"])
        await asyncio.sleep(0.002)
    raise AssertionError("the game does not end")


async def test_bots_say_why_when_the_game_is_over_and_not_before(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    table = (await ann.make("duel", seats=2, bots={1: "heuristic"}))["id"]
    reasons = {"At a glance this looked best.", None}  # None where there was no choice
    open_game = str(await ann.position(table))
    over = await play_against_bots(ann, table)
    open_game += str(over)
    said = set()
    for step in range(1, (await ann.get(f"/tables/{table}/replay/0"))["steps"] + 1):
        at = await ann.get(f"/tables/{table}/replay/{step}")
        if at["mover"] == 1:
            said.add(at["reason"])
        else:
            assert at["reason"] is None
    assert "At a glance this looked best." in said
    assert said <= reasons
    assert "at a glance" not in open_game.lower()


async def test_the_owner_puts_bots_on_free_seats_before_the_start(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    card = await ann.make("duel", seats=3)
    bot = f"/tables/{card['id']}/seats/1/bot"
    assert (await bob.put(bot, {"level": "easy"}, 403))["code"] == "not-owner"
    assert (await ann.put(bot, {"level": "os:system"}, 422))["code"] == "no-level"
    assert (await ann.put(bot, {"level": "random"}))["seats"][1]["kind"] == "bot"
    assert (await ann.put(bot, {"level": None}))["seats"][1]["kind"] == "empty"
    assert (await ann.put(f"/tables/{card['id']}/seats/0/bot", {"level": "easy"}, 409))[
        "code"
    ] == "seat-taken"


async def test_a_table_that_cannot_begin_is_never_made(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    assert (await ann.make("chess", 404))["code"] == "no-game"
    refused = await ann.make("duel", 422, options={"lives": 9})
    assert refused["detail"] == "Option lives cannot be 9. Choose one of 1, 2, 3."
    assert (await ann.make("duel", 422, seats=5))["code"] == "bad-options"
    assert (await ann.make("duel", 422, clock={"bank": 60, "increment": 0, "cap": 30}))["code"] == "bad-clock"
    assert (await ann.get("/tables"))["mine"] == []


async def test_leaving_before_the_start_frees_the_seat(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    card = await ann.make("duel", seats=3)
    await bob.post(f"/tables/{card['id']}/join")
    left = await bob.post(f"/tables/{card['id']}/leave")
    assert left["seats"][1]["kind"] == "empty"
    assert (await bob.post(f"/tables/{card['id']}/leave", {}, 403))["code"] == "not-seated"


@on_both
async def test_a_table_goes_with_the_last_one_who_leaves_it(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    card = await ann.make("duel", seats=3, bots={1: "random"})
    await ann.post(f"/tables/{card['id']}/leave")
    assert (await ann.get(f"/tables/{card['id']}", 404))["code"] == "no-table"
    assert (await harness.stranger().get("/api/v1/tables")).json()["open"] == []


@on_both
async def test_tables_are_sorted_by_need(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    waiting = (await ann.make("duel", seats=2))["id"]
    mine = (await bob.make("duel", seats=2))["id"]
    await ann.post(f"/tables/{mine}/join")
    turn = (await ann.make("duel", seats=2))["id"]
    await bob.post(f"/tables/{turn}/join")
    tables = await ann.get("/tables")
    assert [card["id"] for card in tables["mine"]] == [turn, mine, waiting]
    assert [card["your_turn"] for card in tables["mine"]] == [True, False, False]
    eve = await harness.guest("Eve")
    tables = await eve.get("/tables")
    assert [card["id"] for card in tables["open"]] == [waiting]
    assert {card["id"] for card in tables["watchable"]} == {turn, mine}


async def test_spectators_watch_and_touch_nothing(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    eve = await harness.guest("Eve")
    seen = await eve.position(table)
    assert seen["seat"] is None
    assert seen["legal"] == []
    assert all(chit is None for player in seen["view"]["table"]["players"] for chit in player["chits"])
    assert (await eve.play(table, "draw", 0, 403))["code"] == "not-seated"
    assert (await eve.get(f"/tables/{table}/why-not", 403, params={"move": "draw"}))["code"] == "not-seated"
    assert (await ann.position(table))["number"] == 0


@on_both
async def test_rematch_brings_everybody_back_to_their_seats(harness: Harness) -> None:
    table, guests = await harness.table("duel", "Ann", "Bob", options={"lives": 1})
    assert (await guests[0].post(f"/tables/{table}/rematch", {}, 409))["code"] == "not-over"
    await play_out(table, guests, random.Random(1))
    second = await guests[1].post(f"/tables/{table}/rematch")
    first = await guests[0].post(f"/tables/{table}/rematch")
    assert first["id"] == second["id"] != table
    assert first["status"] == "playing"
    assert first["options"]["lives"] == 1
    assert [seat["name"] for seat in first["seats"]] == ["Ann", "Bob"]
    assert (await guests[0].position(table))["next_table"] == first["id"]


@on_both
async def test_a_campaign_continues_with_the_legacy_of_the_last_game(harness: Harness) -> None:
    table, guests = await harness.table("relay", "Ann", "Bob", options={"route": 8})
    over = await play_out(table, guests, random.Random(3))
    scars = 0 if over["view"]["outcome"]["winners"] else 1
    following = await guests[0].post(f"/tables/{table}/rematch", {"campaign": True})
    await guests[1].post(f"/tables/{table}/rematch", {"campaign": True})
    view = (await guests[0].position(following["id"]))["view"]["table"]
    assert view["mission"] == 2
    assert view["scars"] == scars


async def test_most_games_have_no_campaign(harness: Harness) -> None:
    table, guests = await harness.table("duel", "Ann", "Bob", options={"lives": 1})
    await play_out(table, guests, random.Random(1))
    assert (await guests[0].post(f"/tables/{table}/rematch", {"campaign": True}, 409))[
        "code"
    ] == "no-campaign"


@on_both
async def test_a_finished_game_opens_as_a_record_and_a_replay(harness: Harness) -> None:
    table, guests = await harness.table("duel", "Ann", "Bob", options={"lives": 1})
    for path in ("record", "replay/0"):
        assert (await guests[0].get(f"/tables/{table}/{path}", 403))["code"] == "not-over"
    await play_out(table, guests, random.Random(5))
    record = Record.parse(await guests[0].get(f"/tables/{table}/record"))
    assert record.replay(DUEL).outcome is not None
    assert record.players == {"red": "Ann", "green": "Bob"}

    first = await guests[0].get(f"/tables/{table}/replay/0", params={"seat": 1})
    assert first["steps"] == len(record.entries)
    assert [event["fields"]["kind"] for event in first["events"]].count("drew") == 4
    last = await guests[0].get(f"/tables/{table}/replay/{first['steps']}")
    assert last["view"]["outcome"]["winners"]
    assert last["move"] == record.entries[-1].move
    assert (await guests[0].get(f"/tables/{table}/replay/999", 404))["code"] == "no-step"


async def test_playing_on_from_a_step_of_a_finished_game(harness: Harness) -> None:
    table, guests = await harness.table("duel", "Ann", "Bob", options={"lives": 1})
    await play_out(table, guests, random.Random(5))
    steps = (await guests[0].get(f"/tables/{table}/replay/0"))["steps"]
    last = min(2, steps - 1)  # a short game may end with its second move
    step = await guests[0].get(f"/tables/{table}/replay/{last}", params={"seat": 0})
    card = await guests[0].post(f"/tables/{table}/play-on", {"step": last, "seat": 0}, 201)
    assert card["public"] is False
    position = await guests[0].position(card["id"])
    assert len(position["log"]) >= 1 + last
    assert position["view"]["table"]["bag"] == step["view"]["table"]["bag"] or position["number"] > last
    assert (await guests[0].post(f"/tables/{table}/play-on", {"step": 999, "seat": 0}, 404))[
        "code"
    ] == "no-step"


@on_both
async def test_chat_reaches_its_audience(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    eve = await harness.guest("Eve")
    await ann.post(f"/tables/{table}/chat", {"text": "Hello."}, 201)
    await ann.post(f"/tables/{table}/chat", {"text": "Only me.", "to": "team"}, 201)
    await eve.post(f"/tables/{table}/chat", {"text": "Ann bluffs.", "to": "watchers"}, 201)
    assert (await eve.post(f"/tables/{table}/chat", {"text": "Psst."}, 403))["code"] == "not-seated"
    assert (await ann.post(f"/tables/{table}/chat", {"text": "Eh?", "to": "watchers"}, 403))[
        "code"
    ] == "seated"
    heard = {guest.person["name"]: await guest.get(f"/tables/{table}/chat") for guest in (ann, bob, eve)}
    texts = {name: [line["text"] for line in lines] for name, lines in heard.items()}
    assert texts == {"Ann": ["Hello.", "Only me."], "Bob": ["Hello."], "Eve": ["Hello.", "Ann bluffs."]}


async def test_a_game_can_forbid_talk(harness: Harness) -> None:
    names = ("Ann", "Bob", "Cy", "Di")
    table, (ann, *_others) = await harness.table("krakow", *names, options={"talk": "none", "years": 1})
    assert (await ann.post(f"/tables/{table}/chat", {"text": "So?"}, 409))["code"] == "silence"
    table, (ann, *_others) = await harness.table("krakow", *names, options={"years": 1})
    await ann.post(f"/tables/{table}/chat", {"text": "So!"}, 201)
    private = await ann.post(f"/tables/{table}/chat", {"text": "So!", "to": "team"}, 409)
    assert private["code"] == "no-private-talk"


@on_both
async def test_the_notebook_is_private(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.put(f"/tables/{table}/note", {"text": "Bob has a cloak."})
    await ann.put(f"/tables/{table}/note", {"text": "Bob has two cloaks."})
    assert (await ann.get(f"/tables/{table}/note"))["text"] == "Bob has two cloaks."
    assert (await bob.get(f"/tables/{table}/note"))["text"] == ""
