"""The pages about people: what each reader sees, and the forms."""

import json
import random
from collections.abc import AsyncIterator

import pytest

from spyring.server.community.relations import NEWS_SECONDS
from spyring.server.core.settings import Settings
from spyring.web import create_app
from tests.server.harness import Guest, Harness, open_harness, play_out, with_account
from tests.server.test_private_pages import addresses, page, send

pytestmark = pytest.mark.anyio


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as opened:
        yield opened


def me(guest: Guest) -> str:
    return str(guest.person["id"])


async def finished(harness: Harness, public: bool = True) -> tuple[str, list[Guest]]:
    """A duel between two accounts, and where it was."""
    guests = [await harness.guest(name) for name in ("Ann", "Bob", "Eve")]
    await with_account(harness, *guests)
    card = await guests[0].make("duel", seats=2, public=public, options={"lives": 1})
    await guests[1].post(f"/tables/{card['id']}/join", {"code": card["invitation"]})
    await play_out(card["id"], guests[:2], random.Random(1))
    return f"/tables/{card['id']}", guests


async def test_a_profile_leads_to_replays_and_people(harness: Harness) -> None:
    table, (ann, bob, eve) = await finished(harness)
    text = await page(eve, f"/people/{me(ann)}")
    assert addresses(text, "/replay") == [f"{table}/replay?step=0&seat=all"]
    assert f"/people/{me(bob)}" in addresses(text, "/people/")
    board = await page(eve, "/leaderboard/duel")
    assert board.index("rank-line--1") < board.index("rank-line--2")
    assert "Ann" in await page(eve, "/leaderboard")
    assert "Ann" in await page(eve, "/")


async def test_a_private_game_is_on_no_page_of_strangers(harness: Harness) -> None:
    table, (ann, _bob, eve) = await finished(harness, public=False)
    for path in (f"/people/{me(ann)}", "/", "/tables"):
        assert table not in await page(eve, path)
    assert table in await page(ann, f"/people/{me(ann)}")


async def test_the_link_of_a_replay_opens_to_strangers_with_a_title(harness: Harness) -> None:
    table, (ann, bob, _eve) = await finished(harness, public=False)
    await ann.post(f"{table}/chat", {"text": "Between us."}, 201)
    stranger = Guest(harness.stranger(), {})
    text = await page(stranger, f"{table}/replay")
    assert 'class="opening"' in text
    assert text.count("open-hand") >= 2
    for name in ("Ann", "Bob"):
        assert name in text
    assert "code=" not in text
    later = await page(stranger, f"{table}/replay?step=1")
    assert 'class="opening"' not in later
    result = await page(stranger, table)
    assert "Between us." not in result
    assert "Between us." in await page(bob, table)
    on = await stranger.client.post(f"{table}/play-on", data={"step": 1, "seat": 0})
    assert on.status_code == 303


def sentence_of(text: str) -> str:
    return text.split('id="sentence"')[1].partition(">")[2].split("</h1>")[0]


async def test_replays_tell_what_happened_in_the_third_person(harness: Harness) -> None:
    table, (ann, _bob, _eve) = await finished(harness)
    steps = (await ann.get(f"{table}/replay/0"))["steps"]
    assert " won." in sentence_of(await page(ann, f"{table}/replay?step={steps}"))
    for step in range(1, steps):
        sentence = sentence_of(await page(ann, f"{table}/replay?step={step}"))
        told = (await ann.get(f"{table}/replay/{step}"))["events"]
        assert told[0]["sentence"] in sentence
        assert "You " not in sentence


async def test_forms_make_friends_and_block(harness: Harness) -> None:
    _table, (ann, bob, _eve) = await finished(harness)
    back = f"/people/{me(bob)}"
    assert await send(ann, f"{back}/tie", kind="friend", back=back) == back
    waiting = (await ann.make("duel", seats=2, public=False))["id"]
    lobby = await page(ann, f"/tables/{waiting}")
    (invite,) = addresses(lobby, "/invite")
    await send(ann, invite, person=me(bob))
    assert waiting in await page(bob, "/")
    assert "Remove from my friends" in await page(ann, "/account")
    await send(ann, f"{back}/tie", kind="block", back="//evil.example")
    assert "You have blocked this person" in await page(ann, back)
    assert [tie["kind"] for tie in await ann.get("/ties")] == ["block"]
    wrong = await ann.client.post(f"{back}/tie", data={"kind": "enemy"})
    assert wrong.status_code == 422


async def test_a_new_friend_is_told_until_they_answer(harness: Harness) -> None:
    ann, bob, eve = [await harness.guest(name) for name in ("Ann", "Bob", "Eve")]
    told = "{} has added you as a friend."
    await with_account(harness, ann, bob)
    for guest in (ann, eve):  # Eve has no account, and greets nobody
        await send(guest, f"/people/{me(bob)}/tie", kind="friend")
    for path in ("/", "/account"):
        text = await page(bob, path)
        assert told.format("Ann") in text
        assert told.format("Eve") not in text
        assert "has added you" not in await page(ann, path)
    for answer in ("friend", "mute", "block"):
        await send(bob, f"/people/{me(ann)}/tie", kind=answer)
        assert told.format("Ann") not in await page(bob, "/")
        await send(bob, f"/people/{me(ann)}/tie", kind=answer, on="no")
        assert told.format("Ann") in await page(bob, "/")
    await send(ann, f"/people/{me(bob)}/tie", kind="friend", on="no")
    assert told.format("Ann") not in await page(bob, "/account")


async def test_a_deleted_friend_is_not_announced(harness: Harness) -> None:
    ann, bob = [await harness.guest(name) for name in ("Ann", "Bob")]
    await ann.post("/accounts", {"login": "Ann", "password": "correct horse"}, 201)
    await with_account(harness, bob)
    await send(ann, f"/people/{me(bob)}/tie", kind="friend")
    assert "has added you" in await page(bob, "/")
    harness.time.move(NEWS_SECONDS + 1)
    assert "has added you" not in await page(bob, "/")  # no news any more, but still there
    assert "has added you" in await page(bob, "/account")
    await ann.post("/me/deletion", {"password": "correct horse"}, 204)
    assert "has added you" not in await page(bob, "/account")


async def test_people_at_a_table_can_be_reported_by_those_who_may_be_there(harness: Harness) -> None:
    table, (ann, bob, eve) = await finished(harness, public=False)
    text = await page(ann, f"{table}/people")
    (report,) = addresses(text, "/report")
    assert await send(ann, report, text="Rude.", table=table.split("/")[-1], back=table) == table
    gone = await page(eve, f"{table}/people", 404)
    missing = await page(eve, "/tables/nothing/people", 404)
    assert gone.replace(table, "/tables/nothing") == missing
    assert "Bob" in text
    assert me(bob) in report


async def test_vacation_data_and_deletion_on_the_account_page(harness: Harness) -> None:
    table, (_ann, bob, eve) = await finished(harness)
    guest = await harness.guest("Zoe")
    await send(guest, "/account/vacation", days=5)
    assert "You are on vacation until" in await page(guest, "/account")
    await send(guest, "/account/vacation")
    answer = await guest.client.get("/account/data")
    assert "attachment" in answer.headers["content-disposition"]
    assert json.loads(answer.text)["name"] == "Zoe"
    assert await send(guest, "/account/delete") == "/"
    wrong = await bob.client.post("/account/delete", data={"password": "wrong"})
    assert wrong.status_code == 403
    assert "data-problem" in wrong.text
    assert "Bob" in await page(eve, table)


async def test_words_for_engineers_step_back(harness: Harness) -> None:
    _table, (ann, _bob, _eve) = await finished(harness)
    account = await page(ann, "/account")
    assert "oken" not in account.split("For programs")[0].split("<main")[1]
    form = await page(ann, "/tables/new/estoril")
    assert ">EST-" not in form
