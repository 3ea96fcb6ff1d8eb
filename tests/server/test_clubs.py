"""Clubs of people, and their evenings: who sees what, and tables that fill once."""

import asyncio
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import func, select

from spyring.server.club import webhooks
from spyring.server.clubs import clubs
from spyring.server.clubs.clubs import Clubs
from spyring.server.clubs.evenings import EARLY_SECONDS, LASTS_SECONDS, MAX_SHOWN
from spyring.server.clubs.schema import evening_rounds
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import Person
from spyring.server.core.settings import Settings
from spyring.server.core.storage.schema import tables
from spyring.server.core.storage.statements import Row
from spyring.web import create_app
from tests.server.conftest import on_both, on_sqlite
from tests.server.harness import Guest, Harness, elsewhere, open_harness, settings_for, until, with_account

pytestmark = pytest.mark.anyio

HOUR = 3600.0


async def members(harness: Harness, *names: str) -> list[Guest]:
    """People with an account."""
    found = [await harness.guest(name) for name in names]
    await with_account(harness, *found)
    return found


async def a_club(harness: Harness, *names: str, public: bool = True) -> tuple[str, list[Guest]]:
    """A club that the first one has founded, and all others have joined."""
    found = await members(harness, *names)
    club = (await found[0].post("/clubs", {"name": "Żubr", "public": public}, 201))["id"]
    code = (await found[0].get(f"/clubs/{club}"))["invitation"]
    for one in found[1:]:
        await one.post(f"/clubs/{club}/members", status=204, params={"code": code})
    return club, found


async def an_evening(harness: Harness, club: str, officer: Guest, **more: Any) -> str:
    """An evening in half an hour, so that people can check in now; returns its path."""
    body = {"title": "Friday", "at": harness.time.now() + HOUR / 2, "games": ["duel"], "bots": False}
    made = await officer.post(f"/clubs/{club}/evenings", body | more, 201)
    return f"/clubs/{club}/evenings/{made['id']}"


async def come(evening: str, *guests: Guest, here: bool = True, wish: str | None = None) -> None:
    for guest in guests:
        await guest.put(f"{evening}/me", {"here": here, "wish": wish}, 204)


async def shown(evening: str, reader: Guest) -> Any:
    club, _evenings, name = evening.removeprefix("/clubs/").split("/")
    found = await reader.get(f"/clubs/{club}")
    return next(one for one in found["evenings"] if one["id"] == name)


async def begun(harness: Harness, evening: str, reader: Guest) -> Any:
    """The evening after its time has come."""
    harness.time.move(HOUR)

    async def is_on() -> bool:
        return bool((await shown(evening, reader))["round"])

    await until(is_on)
    return await shown(evening, reader)


async def seated(reader: Guest, evening: Any) -> list[set[str]]:
    """The people at each table of the last round."""
    cards = [await reader.get(f"/tables/{table}") for table in evening["tables"]]
    return [{seat["name"] for seat in card["seats"] if seat["kind"] == "person"} for card in cards]


# -- clubs ---------------------------------------------------------------------------------------------------


async def test_a_public_club_is_listed_joined_and_led(harness: Harness) -> None:
    club, (ann, bob) = await a_club(harness, "Ann", "Bob")
    eve, guest = (await members(harness, "Eve"))[0], await harness.guest("Guest")
    assert [one["name"] for one in (await eve.get("/clubs"))["public"]] == ["Żubr"]
    assert [one["members"] for one in (await ann.get("/clubs"))["mine"]] == [2]
    assert (await guest.post(f"/clubs/{club}/members", status=403))["code"] == "no-account"
    assert (await bob.put(f"/clubs/{club}", {"name": "Bob's"}, 403))["code"] == "not-an-officer"
    page = await eve.get(f"/clubs/{club}")
    assert page["invitation"] is None
    assert [one["name"] for one in page["members"]] == ["Ann", "Bob"]
    # The last officer cannot go before another is named.
    me = f"/clubs/{club}/members/{ann.person['id']}"
    assert (await ann.delete(me, 409))["code"] == "last-officer"
    assert (await ann.put(me, {"officer": False}, 409))["code"] == "last-officer"
    await ann.put(f"/clubs/{club}/members/{bob.person['id']}", {"officer": True}, 204)
    await ann.delete(me)
    assert (await ann.get(f"/clubs/{club}"))["member"] is False
    # The last member dissolves the club.
    await bob.delete(f"/clubs/{club}/members/{bob.person['id']}")
    await bob.get(f"/clubs/{club}", 404)


async def test_a_stranger_learns_nothing_of_a_private_club(harness: Harness) -> None:
    """Every route answers as if the club did not exist, byte by byte."""
    club, (ann, _bob) = await a_club(harness, "Ann", "Bob", public=False)
    evening = await an_evening(harness, club, ann)
    eve, stranger = (await members(harness, "Eve"))[0], harness.stranger()
    assert await eve.get("/clubs") == {"mine": [], "public": [], "next": None}
    person, asked = ann.person["id"], {"title": "Friday", "at": 1.0, "games": ["duel"]}
    requests: list[tuple[str, str, Any]] = [
        ("GET", "", None),
        ("GET", "?code=wrong", None),
        ("GET", "/talk", None),
        ("GET", "/calendar.ics?code=wrong", None),
        ("PUT", "", {"name": "Mine"}),
        ("POST", "/invitation", None),
        ("POST", "/members", None),
        ("PUT", f"/members/{person}", {"officer": False}),
        ("DELETE", f"/members/{person}", None),
        ("POST", "/talk", {"text": "Psst."}),
        ("DELETE", "/talk/some", None),
        ("POST", "/talk/some/reports", {"text": "Bad."}),
        ("POST", "/evenings", asked),
        ("DELETE", evening.removeprefix(f"/clubs/{club}"), None),
        ("PUT", evening.removeprefix(f"/clubs/{club}") + "/me", {}),
        ("POST", evening.removeprefix(f"/clubs/{club}") + "/rounds", {"round": 1}),
    ]
    for client in (eve.client, stranger):
        for method, path, body in requests:
            there, nowhere = [
                await client.request(method, f"/api/v1/clubs/{name}{path}", json=body)
                for name in (club, "none")
            ]
            assert (there.status_code, there.content) == (404, nowhere.content), (method, path)


@on_sqlite
async def test_the_page_of_a_private_club_is_missing_for_strangers(settings: Settings) -> None:
    async with open_harness(settings, create_app) as harness:
        club, (ann, *_others) = await a_club(harness, "Ann", public=False)
        for client in (harness.stranger(), (await members(harness, "Eve"))[0].client):
            there, nowhere = [await client.get(f"/clubs/{name}") for name in (club, "none")]
            assert (there.status_code, nowhere.status_code) == (404, 404)
            assert there.text.replace(club, "none") == nowhere.text
        page = await ann.client.get(f"/clubs/{club}")
        assert (await ann.get(f"/clubs/{club}"))["invitation"] in page.text


async def test_an_invitation_can_be_renewed(harness: Harness) -> None:
    club, (ann,) = await a_club(harness, "Ann", public=False)
    bob, eve = await members(harness, "Bob", "Eve")
    old = (await ann.get(f"/clubs/{club}"))["invitation"]
    assert (await bob.get(f"/clubs/{club}", params={"code": old}))["name"] == "Żubr"
    await bob.post(f"/clubs/{club}/members", status=204, params={"code": old})
    await ann.post(f"/clubs/{club}/invitation", status=204)
    await eve.post(f"/clubs/{club}/members", status=404, params={"code": old})
    assert (await bob.get(f"/clubs/{club}"))["invitation"] != old
    await ann.delete(f"/clubs/{club}/members/{bob.person['id']}")
    await bob.get(f"/clubs/{club}", 404)


async def test_people_that_an_officer_blocks_cannot_join(harness: Harness) -> None:
    club, (ann,) = await a_club(harness, "Ann")
    (eve,) = await members(harness, "Eve")
    await ann.put(f"/people/{eve.person['id']}/ties/block", {}, 204)
    assert (await eve.post(f"/clubs/{club}/members", status=403))["code"] == "not-welcome"


async def test_a_club_needs_a_name(harness: Harness) -> None:
    (ann,) = await members(harness, "Ann")
    assert (await ann.post("/clubs", {"name": " "}, 422))["code"] == "bad-request"


@pytest.mark.parametrize("name", ["Zubr\u202epuorG", "Zubr\u200b", "\u3164"])
async def test_clubs_and_evenings_have_names_that_can_be_read(harness: Harness, name: str) -> None:
    club, (ann,) = await a_club(harness, "Ann")
    assert (await ann.post("/clubs", {"name": name}, 422))["code"] == "bad-name"
    assert (await ann.put(f"/clubs/{club}", {"name": name}, 422))["code"] == "bad-name"
    evening = {"title": name, "at": harness.time.now() + HOUR, "games": ["duel"]}
    assert (await ann.post(f"/clubs/{club}/evenings", evening, 422))["code"] == "bad-name"
    assert (await ann.get(f"/clubs/{club}"))["name"] == "Żubr"


async def test_nobody_fills_the_list_of_clubs(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given the list has room for few clubs, then many small ones of one person hide no larger one."""
    for name in ("MAX_LISTED", "MAX_FOUNDED"):
        monkeypatch.setattr(clubs, name, 2)
    await a_club(harness, "Ann", "Bob")
    eve, reader = await members(harness, "Eve", "Reader")
    for name in ("A", "B"):
        await eve.post("/clubs", {"name": name}, 201)
    assert (await eve.post("/clubs", {"name": "C"}, 422))["code"] == "too-many-clubs"
    assert [one["name"] for one in (await reader.get("/clubs"))["public"]] == ["Żubr", "A"]


async def test_a_club_announces_as_many_evenings_as_are_shown(harness: Harness) -> None:
    club, (ann,) = await a_club(harness, "Ann")
    first, *_others = [await an_evening(harness, club, ann) for _evening in range(MAX_SHOWN)]
    body = {"title": "More", "at": harness.time.now() + HOUR, "games": ["duel"]}
    assert (await ann.post(f"/clubs/{club}/evenings", body, 422))["code"] == "too-many-evenings"
    await ann.delete(first)
    await ann.post(f"/clubs/{club}/evenings", body, 201)


async def test_two_officers_who_step_down_at_once_leave_one(harness: Harness) -> None:
    club, (ann, bob) = await a_club(harness, "Ann", "Bob")
    await ann.put(f"/clubs/{club}/members/{bob.person['id']}", {"officer": True}, 204)
    asked = [
        one.client.put(f"/api/v1/clubs/{club}/members/{one.person['id']}", json={"officer": False})
        for one in (ann, bob)
    ]
    assert sorted(answer.status_code for answer in await asyncio.gather(*asked)) == [204, 409]


async def test_a_talk_is_for_members_and_can_be_muted_deleted_and_reported(harness: Harness) -> None:
    club, (ann, bob, cy) = await a_club(harness, "Ann", "Bob", "Cy")
    (eve,) = await members(harness, "Eve")
    await bob.post(f"/clubs/{club}/talk", {"text": "Hello."}, 204)
    (said,) = await ann.get(f"/clubs/{club}/talk")
    assert (said["by"], said["text"]) == ("Bob", "Hello.")
    assert (await eve.get(f"/clubs/{club}/talk", 403))["code"] == "not-a-member"
    await cy.put(f"/people/{bob.person['id']}/ties/mute", {}, 204)
    assert await cy.get(f"/clubs/{club}/talk") == []
    path = f"/clubs/{club}/talk/{said['id']}"
    await ann.post(f"{path}/reports", {"text": "Rude."}, 204)
    (report,) = await harness.services.reporting.listed()
    assert (report["about"], "Rude." in report["text"], "“Hello.”" in report["text"]) == ("Bob", True, True)
    assert (await cy.delete(path, 403))["code"] == "not-yours"
    await ann.delete(path)  # an officer
    assert await bob.get(f"/clubs/{club}/talk") == []
    # As old as talk at tables can get.
    harness.services.clubs.settings = harness.services.settings.model_copy(update={"keep_talk_days": 1.0})
    await bob.post(f"/clubs/{club}/talk", {"text": "Old."}, 204)
    harness.time.move(25 * HOUR)
    await bob.post(f"/clubs/{club}/talk", {"text": "New."}, 204)
    assert [one["text"] for one in await bob.get(f"/clubs/{club}/talk")] == ["New."]


async def test_a_club_shows_only_tables_and_results_that_its_reader_may_see(harness: Harness) -> None:
    club, (ann, bob, cy) = await a_club(harness, "Ann", "Bob", "Cy")
    seen = (await ann.make("duel", seats=2))["id"]
    hidden = (await ann.make("duel", seats=2, public=False))["id"]
    assert {one["id"] for one in (await ann.get(f"/clubs/{club}"))["tables"]} == {seen, hidden}
    assert {one["id"] for one in (await cy.get(f"/clubs/{club}"))["tables"]} == {seen}
    await bob.post(f"/tables/{seen}/join")
    await bob.post(f"/tables/{seen}/resign", {})
    await ann.post(f"/tables/{seen}/win", {})
    (result,) = (await cy.get(f"/clubs/{club}"))["results"]
    assert (result["table"], result["winners"], result["others"]) == (seen, ["Ann"], ["Bob"])


async def test_a_club_stays_when_its_officer_is_deleted(harness: Harness) -> None:
    """The data of people goes with their account, and the oldest member leads the club."""
    club, (ann, bob) = await a_club(harness, "Ann", "Bob")
    evening = await an_evening(harness, club, ann)
    await come(evening, ann)
    await ann.post(f"/clubs/{club}/talk", {"text": "Hello."}, 204)
    data = await ann.get("/me/data")
    assert [(one["club"], one["officer"]) for one in data["clubs"]] == [(club, True)]
    assert [one["text"] for one in data["club_remarks"]] == ["Hello."]
    assert [one["evening"] for one in data["evenings"]] == [evening.rpartition("/")[2]]
    await harness.services.account_data.remove(Caller(Person(**ann.person | {"kind": "account"})))
    await harness.services.evenings.sweep()
    found = await bob.get(f"/clubs/{club}")
    assert [(one["name"], one["officer"]) for one in found["members"]] == [("Bob", True)]
    assert found["evenings"][0]["people"] == []
    assert await bob.get(f"/clubs/{club}/talk") == []


# -- evenings ------------------------------------------------------------------------------------------------


async def test_an_evening_has_a_time_and_games_that_are_possible(harness: Harness) -> None:
    club, (ann, bob) = await a_club(harness, "Ann", "Bob")
    path, asked = f"/clubs/{club}/evenings", {"title": "Friday", "games": ["duel"]}
    at = datetime(2027, 1, 20, 18, 0, tzinfo=UTC).timestamp()
    assert (await ann.post(path, asked | {"at": at}, 201))["at"] == at
    assert (await bob.get("/clubs"))["next"]["title"] == "Friday"
    for wrong, code in (
        ({"at": harness.time.now() - 1}, "bad-time"),
        ({"at": harness.time.now() + 400 * 86400}, "bad-time"),
        ({"at": None}, "bad-request"),
        ({"at": at, "games": []}, "bad-request"),
    ):
        assert (await ann.post(path, asked | wrong, 422))["code"] == code
    assert (await ann.post(path, asked | {"at": at, "games": ["chess"]}, 404))["code"] == "no-game"
    assert (await bob.post(path, asked | {"at": at}, 403))["code"] == "not-an-officer"


async def test_tables_fill_at_the_time_from_the_people_who_are_here(harness: Harness) -> None:
    club, (ann, bob, *others) = await a_club(harness, *("Ann", "Bob", "Cy", "Dan", "Eve", "Fay", "Gus"))
    evening = await an_evening(harness, club, ann, games=["krakow"])  # for four people
    await come(evening, ann, bob, *others[:3])
    await come(evening, others[3], here=False)  # signed up, and never came
    assert (await bob.put(f"{evening}/me", {"wish": "chess"}, 422))["code"] == "not-offered"
    now = await begun(harness, evening, ann)
    assert (now["status"], now["round"], len(now["tables"])) == ("on", 1, 1)
    (first,) = await seated(ann, now)
    assert len(first) == 4
    assert first < {"Ann", "Bob", "Cy", "Dan", "Eve"}
    # Latecomers join the next round, with the person who had to wait.
    left_out = {"Ann", "Bob", "Cy", "Dan", "Eve"} - first
    (zoe,) = await members(harness, "Zoe")
    await zoe.post(f"/clubs/{club}/members", status=204)
    await come(evening, zoe, *others[3:])
    again = {"round": 2}
    assert (await bob.post(f"{evening}/rounds", again, 403))["code"] == "not-an-officer"
    await ann.post(f"{evening}/rounds", again, 204)
    assert (await ann.post(f"{evening}/rounds", again, 409))["code"] == "round-begun"
    assert await seated(ann, await shown(evening, ann)) == [left_out | {"Fay", "Gus", "Zoe"}]
    assert (await ann.post(f"{evening}/rounds", {"round": 3}, 409))["code"] == "nobody-waits"
    await ann.delete(evening)
    assert (await ann.delete(evening, 409))["code"] == "evening-over"
    assert (await ann.post(f"{evening}/rounds", {"round": 3}, 409))["code"] == "evening-over"
    assert (await zoe.put(f"{evening}/me", {"here": True}, 409))["code"] == "evening-over"


async def test_bots_take_the_seats_of_missing_people(harness: Harness) -> None:
    club, (ann, bob) = await a_club(harness, "Ann", "Bob")
    evening = await an_evening(harness, club, ann, bots=True)
    await come(evening, ann)
    await come(evening, bob, here=False)
    now = await begun(harness, evening, ann)
    (table,) = now["tables"]
    card = await ann.get(f"/tables/{table}")
    assert sorted(seat["kind"] for seat in card["seats"]) == ["bot", "person"]
    assert card["status"] == "playing"


async def test_an_officer_removes_a_person_who_does_not_come(harness: Harness) -> None:
    """Given somebody who checked in and left, when an officer removes them, then a bot plays for them, and
    they have no seat in the next round. At their table they can still come back.
    """
    club, (ann, bob) = await a_club(harness, "Ann", "Bob")
    evening = await an_evening(harness, club, ann)
    await come(evening, ann, bob)
    (table,) = (await begun(harness, evening, ann))["tables"]
    person = f"{evening}/people/{bob.person['id']}"
    assert (await bob.delete(f"{evening}/people/{ann.person['id']}", 403))["code"] == "not-an-officer"
    await ann.delete(person)
    assert [one["name"] for one in (await shown(evening, ann))["people"]] == ["Ann"]
    held = {seat["name"]: seat["held"] for seat in (await ann.get(f"/tables/{table}"))["seats"]}
    assert held == {"Ann": "no", "Bob": "asked"}
    assert (await ann.delete(person, 404))["code"] == "no-person"
    await bob.post(f"/tables/{table}/back")
    held = {seat["name"]: seat["held"] for seat in (await ann.get(f"/tables/{table}"))["seats"]}
    assert held["Bob"] == "no"


async def test_a_person_who_is_removed_while_they_sign_up_gets_no_seat(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    club, (ann, bob) = await a_club(harness, "Ann", "Bob", public=False)
    evening = await an_evening(harness, club, ann)
    found = harness.services.part(Clubs)
    look = found.as_member

    async def look_and_remove(here: str, caller: Caller) -> Row:
        row = await look(here, caller)
        monkeypatch.undo()
        await ann.delete(f"/clubs/{club}/members/{bob.person['id']}")
        return row

    monkeypatch.setattr(found, "as_member", look_and_remove)
    assert (await bob.put(f"{evening}/me", {"here": True}, 403))["code"] == "not-a-member"
    assert (await shown(evening, ann))["people"] == []


async def test_nobody_checks_in_hours_before(harness: Harness) -> None:
    club, (ann,) = await a_club(harness, "Ann")
    evening = await an_evening(harness, club, ann, at=harness.time.now() + EARLY_SECONDS + 60)
    assert (await ann.put(f"{evening}/me", {"here": True}, 409))["code"] == "too-early"
    await ann.put(f"{evening}/me", {}, 204)
    await ann.delete(f"{evening}/me")
    assert (await shown(evening, ann))["people"] == []
    assert (await ann.post(f"{evening}/rounds", {"round": 1}, 409))["code"] == "not-begun"


async def test_an_evening_begins_even_if_nobody_came_and_not_after_a_long_outage(harness: Harness) -> None:
    club, (ann,) = await a_club(harness, "Ann")
    empty = await an_evening(harness, club, ann)
    assert (await begun(harness, empty, ann))["tables"] == []
    missed = await an_evening(harness, club, ann)
    harness.time.at += LASTS_SECONDS + HOUR
    await harness.services.evenings.sweep()
    assert (await ann.get(f"/clubs/{club}"))["evenings"] == []
    rows = await harness.services.database.rows(select(evening_rounds.c.evening_id))
    assert missed.rpartition("/")[2] not in {row["evening_id"] for row in rows}


async def test_members_watch_the_tables_of_their_private_club(harness: Harness) -> None:
    club, (ann, bob, cy) = await a_club(harness, "Ann", "Bob", "Cy", public=False)
    (eve,) = await members(harness, "Eve")
    evening = await an_evening(harness, club, ann)
    await come(evening, ann, bob)
    (table,) = (await begun(harness, evening, ann))["tables"]
    assert (await cy.position(table))["status"] == "playing"
    assert [one["id"] for one in (await cy.get(f"/clubs/{club}"))["tables"]] == [table]
    await eve.get(f"/tables/{table}/position", 404)
    assert table not in str(await eve.get("/tables"))


@on_both
async def test_a_kill_in_the_middle_of_a_round_leaves_nothing_of_it(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = harness.services
    services.hooks.sweep.remove(services.evenings.sweep)  # first: one may have begun
    club, (ann, bob) = await a_club(harness, "Ann", "Bob")
    evening = await an_evening(harness, club, ann)
    await come(evening, ann, bob)

    async def killed(*_given: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(services.hooks, "announced", killed)
        harness.time.move(HOUR)
        with pytest.raises(asyncio.CancelledError):
            await services.evenings.sweep()
    assert await services.database.value(select(func.count()).select_from(tables)) == 0
    assert (await shown(evening, ann))["round"] == 0
    await services.evenings.sweep()
    await services.evenings.sweep()
    assert await seated(ann, await shown(evening, ann)) == [{"Ann", "Bob"}]
    assert await services.database.value(select(func.count()).select_from(tables)) == 1


async def test_two_workers_fill_a_round_once(pair: tuple[Harness, Harness]) -> None:
    one, other = pair
    for worker in pair:
        worker.services.hooks.sweep.remove(worker.services.evenings.sweep)
    club, guests = await a_club(one, "Ann", "Bob", "Cy", "Dan")
    evening = await an_evening(one, club, guests[0])
    await come(evening, *guests)
    one.time.move(HOUR)
    await asyncio.gather(*(worker.services.evenings.sweep() for worker in (*pair, *pair)))
    rows = await one.services.database.rows(select(evening_rounds))
    assert sorted((row["round"], row["number"]) for row in rows) == [(1, 0), (1, 1)]
    assert await other.services.database.value(select(func.count()).select_from(tables)) == 2
    # Two officers at two workers click at once.
    for table in [row["table_id"] for row in rows]:
        card = await guests[0].get(f"/tables/{table}")
        sits = {seat["person"] for seat in card["seats"]}
        loser = next(guest for guest in guests if guest.person["id"] in sits)
        await loser.post(f"/tables/{table}/resign", {})
    path = f"/api/v1{evening}/rounds"
    there = elsewhere(guests[0], other)
    answers = await asyncio.gather(
        *(client.post(path, json={"round": 2}) for client in (guests[0].client, there.client) * 2)
    )
    assert sorted(answer.status_code for answer in answers) == [204, 409, 409, 409]


@on_sqlite
async def test_the_beginning_is_told_to_other_programs_and_to_people_who_are_away(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = {"discord_webhooks": ("https://chat.example/x",), "public_url": "https://table.example"}
    async with open_harness(settings_for(database_url, **more)) as harness:
        services = harness.services
        posted: list[str] = []
        pushed: list[tuple[str, str]] = []

        async def post(_url: str, body: bytes, *_more: object) -> None:
            posted.append(json.loads(body)["content"])

        async def tell(person: str, text: Callable[[str], str]) -> None:
            pushed.append((person, text("pl")))

        monkeypatch.setattr(webhooks, "post", post)
        monkeypatch.setattr(services.notifier, "tell", tell)
        for public in (True, False):
            club, (ann,) = await a_club(harness, "Ann", public=public)
            evening = await an_evening(harness, club, ann, title="*Friday*")
            await come(evening, ann, here=False)
            await begun(harness, evening, ann)
            await services.webhooks.run_once()
            assert pushed == [(ann.person["id"], "Żubr: *Friday*, zaczynamy.")]
            pushed.clear()
            if public:
                link = f"https://table.example/clubs/{club}"
                assert posted == [f"Żubr: \\*Friday\\* begins. {link}"]
        assert len(posted) == 1  # nothing of the private club


@on_sqlite
async def test_a_calendar_is_read_back(harness: Harness) -> None:
    club, (ann,) = await a_club(harness, "Ann", public=False)
    title = "Żubry; comma, back\\slash " + "ż" * 14
    evening = await an_evening(harness, club, ann, title=title)
    path = f"/api/v1/clubs/{club}/calendar.ics"
    code = (await ann.get(f"/clubs/{club}"))["invitation"]
    assert (await harness.stranger().get(path)).status_code == 404
    answer = await harness.stranger().get(path, params={"code": code})  # a program has no session
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    lines = answer.content.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    unfolded = answer.content.decode().replace("\r\n ", "").split("\r\n")
    assert unfolded[0] == "BEGIN:VCALENDAR"
    said = dict(line.split(":", 1) for line in unfolded if line)
    for mark in (";", ","):
        said["SUMMARY"] = said["SUMMARY"].replace(f"\\{mark}", mark)
    assert said["SUMMARY"].replace("\\\\", "\\") == title
    at = datetime.strptime(said["DTSTART"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    assert at.timestamp() == (await shown(evening, ann))["at"]
    assert said["STATUS"] == "CONFIRMED"
    await ann.delete(evening)
    cancelled = (await harness.stranger().get(path, params={"code": code})).text
    assert "STATUS:CANCELLED" in cancelled
    # A new invitation ends the old address.
    await ann.post(f"/clubs/{club}/invitation", status=204)
    assert (await harness.stranger().get(path, params={"code": code})).status_code == 404


@on_sqlite
async def test_a_form_announces_in_the_zone_of_the_officer(settings: Settings) -> None:
    """Given a time in a zone, then the evening begins at that moment; bad input gets a sentence."""
    async with open_harness(settings, create_app) as harness:
        club, (ann,) = await a_club(harness, "Ann")
        page = (await ann.client.get(f"/clubs/{club}")).text
        csrf = page.split('name="csrf" value="')[1].split('"')[0]
        asked = {"csrf": csrf, "title": "Friday", "game-duel": "yes", "draw": "false", "bots": "true"}
        for local, zone, status in (
            ("2027-01-20T19:00", "Europe/Warsaw", 303),
            ("tomorrow", "UTC", 422),
            ("0001-01-01T00:00", "Asia/Tokyo", 422),
            ("2027-01-20T19:00", "../etc/passwd", 422),
            ("", "UTC", 422),
        ):
            sent = asked | {"local": local, "zone": zone}
            answer = await ann.client.post(f"/clubs/{club}/evenings", data=sent)
            assert answer.status_code == status, answer.text
        (made,) = (await ann.get(f"/clubs/{club}"))["evenings"]
        assert made["at"] == datetime(2027, 1, 20, 18, 0, tzinfo=UTC).timestamp()


@on_sqlite
async def test_an_evening_with_drawn_games_asks_for_no_wish(settings: Settings) -> None:
    async with open_harness(settings, create_app) as harness:
        club, (ann,) = await a_club(harness, "Ann")
        evening = await an_evening(harness, club, ann, draw=True)
        for here, asked in ((None, ["Sign up", "I am here"]), (False, ["I am here"]), (True, [])):
            if here is not None:
                await come(evening, ann, here=here)
            page = (await ann.client.get(f"/clubs/{club}")).text
            form = page.partition(f'action="{evening}/come"')[2].partition("</form>")[0]
            assert re.findall("<button[^>]*>([^<]*)<", form) == asked


@on_sqlite
async def test_a_refused_form_leads_back_to_its_page(settings: Settings) -> None:
    async with open_harness(settings, create_app) as harness:
        club, (ann,) = await a_club(harness, "Ann")
        site = str(ann.client.base_url).rstrip("/")
        page = (await ann.client.get(f"/clubs/{club}")).text
        sent = {"csrf": page.split('name="csrf" value="')[1].split('"')[0], "text": " "}
        here = f"/clubs/{club}?code=1"
        for referer, back in ((f"{site}{here}", here), ("https://a.example/", "/")):
            answer = await ann.client.post(f"/clubs/{club}/talk", data=sent, headers={"Referer": referer})
            assert answer.status_code == 422
            assert f'<a class="button primary" href="{back}">' in answer.text


async def test_a_league_of_a_private_club_is_for_its_members(harness: Harness) -> None:
    club, (ann, bob) = await a_club(harness, "Ann", "Bob", public=False)
    (eve,) = await members(harness, "Eve")
    wish = {"name": "Cup", "game": "duel", "seats": 2, "public": False}
    assert (await bob.post(f"/clubs/{club}/leagues", wish, 403))["code"] == "not-an-officer"
    league = (await ann.post(f"/clubs/{club}/leagues", wish, 201))["id"]
    assert [one["id"] for one in (await bob.get(f"/clubs/{club}"))["leagues"]] == [league]
    assert (await bob.post(f"/leagues/{league}/join"))["people"] == 2
    assert (await eve.get(f"/leagues/{league}", 404))["code"] == "no-league"
    assert (await eve.post(f"/leagues/{league}/join", status=404))["code"] == "no-league"
    # Members watch its tables, too.
    (cy,) = await members(harness, "Cy")
    code = (await ann.get(f"/clubs/{club}"))["invitation"]
    await cy.post(f"/clubs/{club}/members", status=204, params={"code": code})
    seen = (await ann.get(f"/leagues/{league}"))["revision"]
    await ann.post(f"/leagues/{league}/start", {"revision": seen}, 204)
    (table,) = (await cy.get(f"/leagues/{league}"))["current"]["tables"]
    assert (await cy.position(table["table"]))["status"] == "playing"
    await eve.get(f"/tables/{table['table']}/position", 404)
