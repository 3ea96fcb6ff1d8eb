"""Leagues: whole events by the JSON interface, deadlines, kills, sealed deals, corrections, bad input."""

import asyncio
import json
import logging
import random
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

import httpx
import pytest
from sqlalchemy import select, update

from spyring.server.community.schema import results
from spyring.server.core.settings import Settings
from spyring.server.core.storage.schema import tables
from spyring.server.core.storage.sqlite import SqliteGateway
from spyring.server.core.storage.statements import Transaction
from spyring.server.core.tables.live_table import LiveTable
from spyring.server.leagues import leagues as leagues_module
from spyring.server.leagues.rounds import Rounds
from spyring.server.leagues.schema import league_rounds, league_seats, leagues
from spyring.web import create_app as with_pages
from tests.server.conftest import on_both_by_day, on_sqlite
from tests.server.harness import Guest, Harness, Json, open_harness, play_out, settings_for, until

pytestmark = pytest.mark.anyio

DUEL: Json = {"name": "Autumn duels", "game": "duel", "seats": 2, "options": {"lives": 1}, "rounds": 2}
RELAY: Json = {"name": "Relay day", "game": "relay", "seats": 2, "options": {"route": 5}, "rounds": 1}
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva")


@pytest.fixture
def settings(database_url: str) -> Settings:
    # The background job rests, so that every test takes the steps itself.
    return settings_for(database_url, collect_games=True)


@pytest.fixture
async def site(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harness]:
    async def rest(_rounds: Rounds) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Rounds, "run", rest)
    async with open_harness(settings, with_pages) as made:
        yield made


async def event(
    site: Harness, wish: Json, names: Sequence[str] = NAMES[:4], **more: Any
) -> tuple[str, list[Guest]]:
    """An event with its first round; the first person hosts it and plays."""
    guests = [await site.guest(name) for name in names]
    made = await guests[0].post("/leagues", {**wish, **more}, 201)
    for guest in guests[1:]:
        site.time.move(1.0)  # one joins after the other
        await guest.post(f"/leagues/{made['id']}/join", params={"code": made["invitation"]})
    await act(guests[0], made["id"], "start")
    return made["id"], guests


async def act(host: Guest, league: str, what: str, status: int = 204, **body: Any) -> Json:
    seen = await host.get(f"/leagues/{league}")
    found: Json = await host.post(f"/leagues/{league}/{what}", {"revision": seen["revision"], **body}, status)
    return found


async def play_round(
    guests: list[Guest], league: str, only: Callable[[Json], bool] = lambda _t: True
) -> None:
    """Play the tables of the current round to their ends."""
    people = {guest.person["id"]: guest for guest in guests}
    for table in (await guests[0].get(f"/leagues/{league}"))["current"]["tables"]:
        if table["state"] == "playing" and only(table):
            here = [people[seat["person"]] for seat in table["seats"]]
            await play_out(table["table"], here, random.Random(table["number"]))


def _is(number: int) -> Callable[[Json], bool]:
    return lambda table: bool(table["number"] == number)


async def steps(site: Harness) -> None:
    await site.services.part(Rounds).run_once()


async def test_an_event_goes_through_its_rounds(site: Harness) -> None:
    """Given five people, when they play, then each round follows the last, nobody has two byes, nobody meets
    twice, and the standings add up.
    """
    league, guests = await event(site, DUEL, NAMES, rounds=3)
    idle: list[str] = []
    for number in (1, 2, 3):
        shown = await guests[0].get(f"/leagues/{league}")
        assert (shown["round"], shown["status"]) == (number, "playing")
        idle += [t["seats"][0]["person"] for t in shown["current"]["tables"] if t["state"] == "bye"]
        await play_round(guests, league)
        await steps(site)
    shown = await guests[0].get(f"/leagues/{league}")
    assert shown["status"] == "over"
    assert len(set(idle)) == 3
    assert sum(line["points"] for line in shown["standings"]) == 3 * (12 + 12 + 12)
    assert [line["place"] for line in shown["standings"]] == [1, 2, 3, 4, 5]
    assert {cell.partition("/")[2] for row in shown["cross"] for cell in row} == {"", "1"}
    assert await guests[4].get(f"/leagues/{league}/rounds/2")
    listed = await guests[0].get("/leagues")
    assert [card["id"] for card in listed] == [league]


@on_sqlite
async def test_a_full_disk_is_one_line_for_all_events(
    site: Harness, caplog: pytest.LogCaptureFixture
) -> None:
    """Given two events whose next round is due, when nothing can be stored for a while, then they continue
    afterwards.
    """
    events = [await event(site, DUEL) for _event in range(2)]
    for league, guests in events:
        await play_round(guests, league)
    gateway = site.services.database.gateway
    assert isinstance(gateway, SqliteGateway)
    assert gateway._connection is not None
    await gateway.in_writer(gateway._connection.execute, "PRAGMA query_only = ON")
    for _time in range(3):
        await steps(site)
    await gateway.in_writer(gateway._connection.execute, "PRAGMA query_only = OFF")
    said = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [(record.message, record.exc_info) for record in said] == [("the database cannot store", None)]
    await steps(site)
    assert [(await guests[0].get(f"/leagues/{league}"))["round"] for league, guests in events] == [2, 2]


async def test_the_host_starts_the_next_round_if_they_want_to(site: Harness) -> None:
    league, guests = await event(site, DUEL, automatic=False)
    assert (await act(guests[0], league, "start", 409))["code"] == "running"
    await play_round(guests, league)
    await steps(site)
    assert (await guests[0].get(f"/leagues/{league}"))["round"] == 1
    assert (await act(guests[1], league, "start", 403))["code"] == "not-host"
    await act(guests[0], league, "start")
    assert (await guests[0].get(f"/leagues/{league}"))["round"] == 2


@pytest.mark.parametrize("format", ["knockout", "ladder"])
async def test_other_formats_end_with_somebody_on_top(site: Harness, format: str) -> None:
    league, guests = await event(site, DUEL, format=format)
    for _round in (1, 2):
        await play_round(guests, league)
        await steps(site)
    shown = await guests[0].get(f"/leagues/{league}")
    assert (shown["status"], shown["round"]) == ("over", 2)
    best = shown["standings"][0]
    assert best["won"] == 2 if format == "knockout" else best["played"] == 2


async def test_a_deadline_ends_a_round(site: Harness) -> None:
    """Given a table that waits for somebody and one where nobody moved, when the deadline passes, then the
    late one loses, and the other table has no result.
    """
    league, guests = await event(site, DUEL, rounds=1, hours=1)
    people = {guest.person["id"]: guest for guest in guests}
    first, second = (await guests[0].get(f"/leagues/{league}"))["current"]["tables"]
    here = [people[seat["person"]] for seat in first["seats"]]
    asked = {guest.person["id"]: await guest.position(first["table"]) for guest in here}
    mover = next(guest for guest in here if asked[guest.person["id"]]["legal"])
    at = asked[mover.person["id"]]
    await mover.play(first["table"], at["legal"][0]["text"], at["number"])
    await steps(site)
    assert (await guests[0].get(f"/leagues/{league}"))["current"]["ended_at"] is None
    site.time.move(3601)
    await steps(site)
    shown = (await guests[0].get(f"/leagues/{league}/rounds/1"))["tables"]
    places = {seat["person"]: seat["place"] for seat in shown[0]["seats"]}
    late = next(person for person in places if person != mover.person["id"])
    assert (shown[0]["state"], places) == ("over", {mover.person["id"]: 1, late: 2})
    assert shown[1]["state"] == "none"
    assert (await here[0].get(f"/tables/{second['table']}"))["frozen"]


# -- one deal at all tables ----------------------------------------------------------------------------------

OPENS = (  # what opens when a game is over
    "/api/v1/tables/{table}/record",
    "/api/v1/tables/{table}/replay/1",
    "/api/v1/tables/{table}/replay/1?seat=1",
    "/api/v1/tables/{table}/analysis",
    "/tables/{table}/replay",
    "/tables/{table}/replay/turn",
    "/tables/{table}/record",
    "/tables/{table}/analysis",
)


async def results_of(site: Harness) -> set[str]:
    """The tables that count for profiles, histories and ratings."""
    return {row["table_id"] for row in await site.services.database.rows(select(results.c.table_id))}


async def asked(guest: Guest, path: str) -> httpx.Response:
    return await guest.client.get(path)


@on_both_by_day
async def test_a_shared_deal_opens_after_the_last_table(site: Harness) -> None:
    """Given two tables with one deal, when one is over, then nothing of it opens to anybody until the other
    one is over, too.
    """
    league, guests = await event(site, RELAY)
    first, second = (await guests[0].get(f"/leagues/{league}"))["current"]["tables"]
    one, two = first["table"], second["table"]
    live = [await site.services.live_tables.find(table) for table in (one, two)]
    assert live[0].start.key == live[1].start.key
    assert live[0].running.at(0).to_json() == live[1].running.at(0).to_json()
    people = {guest.person["id"]: guest for guest in guests}
    here, others = ([people[seat["person"]] for seat in table["seats"]] for table in (first, second))
    for guest in others:  # not even a host, while they play
        assert (await asked(guest, f"/api/v1/tables/{one}/position")).status_code == 404
    await play_round(guests, league, lambda table: bool(table["table"] == one))
    await steps(site)
    assert live[0].status == "over"

    card = await here[0].get(f"/tables/{one}")
    assert card["fairness"]["secret"] is None
    assert card["fairness"]["nonces"] is None
    assert card["fairness"]["commitment"] == (await others[0].get(f"/tables/{two}"))["fairness"]["commitment"]
    position = await here[0].position(one)
    hands = position["view"]["table"]["hands"]
    assert position["view"]["outcome"]["verdicts"] == [[], []]
    assert position["log"][-1]["events"] == []
    assert any(trick is None for hand in hands[1 - position["seat"] :][:1] for trick in hand) or not hands[1]
    for path in OPENS:
        assert (await asked(here[0], path.format(table=one))).status_code == 403, path
        assert (await asked(others[0], path.format(table=one))).status_code == 404, path
    for path in ("/api/v1/tables/{table}/position", "/api/v1/tables/{table}", "/tables/{table}"):
        assert (await asked(others[0], path.format(table=one))).status_code == 404, path
    page = await asked(here[0], f"/tables/{one}")
    assert page.status_code == 200
    assert "This game opens after them." in page.text
    scenes = f"/tables/{one}/replay/scenes?until=1"
    assert (await asked(here[0], scenes)).json() == {"scenes": [], "all": 0}
    assert (await asked(here[0], f"/tables/{one}/scenes?after=0&until=99")).json() == {"scenes": [], "all": 0}
    await here[0].post(f"/tables/{one}/analysis", {}, 403)
    await here[0].post(f"/tables/{one}/play-on", {"step": 1, "seat": 0}, 403)
    await here[0].post(f"/tables/{one}/rematch", {"campaign": True}, 409)
    await here[0].put(f"/tables/{one}/given", {"given": True}, 409)
    assert (await asked(here[0], f"/api/v1/tables/{one}/campaign")).status_code in (403, 404, 409)
    assert await results_of(site) == set()
    (mine,) = (await here[0].get("/me/data"))["tables"]
    assert (mine["status"], mine["place"], mine["score"]) == ("over", None, None)
    assert (await here[0].get(f"/people/{here[0].person['id']}/results")) == []
    shown = await others[0].get(f"/leagues/{league}")
    assert {seat["place"] for table in shown["current"]["tables"] for seat in table["seats"]} == {None}
    assert {line["points"] for line in shown["standings"]} == {0.0}

    await play_round(guests, league, lambda table: bool(table["table"] == two))
    await steps(site)
    assert await results_of(site) == {one, two}
    for table in (one, two):
        assert (await others[0].get(f"/tables/{table}"))["fairness"]["secret"]
        assert (await asked(others[0], f"/api/v1/tables/{table}/record")).status_code == 200
        assert (await asked(others[0], f"/tables/{table}")).status_code == 200
        assert (await others[0].position(table))["log"][-1]["events"]
    shown = await others[0].get(f"/leagues/{league}")
    assert shown["status"] == "over"
    assert sum(line["points"] for line in shown["standings"]) == 24


async def test_a_frozen_table_of_a_shared_deal_stays_sealed(site: Harness) -> None:
    league, guests = await event(site, RELAY)
    (first, _second) = (await guests[0].get(f"/leagues/{league}"))["current"]["tables"]
    people = {guest.person["id"]: guest for guest in guests}
    here = [people[seat["person"]] for seat in first["seats"]]
    for _move in range(3):
        mover = here[(await here[0].position(first["table"]))["deciders"][0]]
        at = await mover.position(first["table"])
        await mover.play(first["table"], at["legal"][0]["text"], at["number"])
    await site.services.operator.end(first["table"])
    position = await here[0].position(first["table"])
    assert (position["status"], position["view"], position["log"]) == ("over", None, [])
    for path in OPENS:
        assert (await asked(here[0], path.format(table=first["table"]))).status_code == 403, path


async def test_a_deadline_stops_a_table_before_its_deal_opens(site: Harness) -> None:
    league, guests = await event(site, RELAY, hours=1)
    first, second = (await guests[0].get(f"/leagues/{league}"))["current"]["tables"]
    await play_round(guests, league, _is(1))
    site.time.move(3601)
    await steps(site)
    shown = await guests[0].get(f"/leagues/{league}/rounds/1")
    assert [table["state"] for table in shown["tables"]] == ["over", "none"]
    rows = await site.services.database.rows(select(tables.c.id, tables.c.status, tables.c.sealed))
    assert {row["id"]: (row["status"], bool(row["sealed"])) for row in rows} == {
        first["table"]: ("over", False),
        second["table"]: ("over", False),
    }


# -- kills, and several workers ------------------------------------------------------------------------------


@on_both_by_day
async def test_a_kill_at_any_step_loses_and_doubles_nothing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a server that is stopped between all transactions of an event, then every round is drawn once,
    with as many tables as it needs.
    """

    async def rest(_rounds: Rounds) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Rounds, "run", rest)
    known: list[tuple[str, Json]] = []
    league = ""
    for life in range(10):
        async with open_harness(settings, with_pages) as site:
            if life == 0:
                league, guests = await event(site, DUEL)
                known = [(guest.client.headers["Authorization"], guest.person) for guest in guests]
            guests = []
            for token, person in known:
                client = site.stranger()
                client.headers["Authorization"] = token
                guests.append(Guest(client, person))
            shown = await guests[0].get(f"/leagues/{league}")
            if shown["status"] == "over":
                break
            playing = [t["number"] for t in shown["current"]["tables"] if t["state"] == "playing"]
            if playing:
                await play_round(guests, league, _is(playing[0]))
            else:
                await site.services.part(Rounds).step(league)
    else:
        raise AssertionError("the event does not end")
    async with open_harness(settings, with_pages) as site:
        drawn = await site.services.database.rows(select(league_rounds.c.number).order_by("number"))
        assert [row["number"] for row in drawn] == [1, 2]
        sat = await site.services.database.rows(select(league_seats.c.table_id))
        assert len({row["table_id"] for row in sat}) == 4
        assert len(await site.services.database.rows(select(tables.c.id))) == 4


@pytest.mark.parametrize("wish", [DUEL, RELAY])
async def test_a_kill_inside_a_step_leaves_nothing_of_it(site: Harness, wish: Json) -> None:
    """Given a server that dies in the middle of ending or of drawing a round, when it starts again, then the
    step is taken once, as a whole.
    """
    league, guests = await event(site, wish, rounds=2)
    services, rounds = site.services, site.services.part(Rounds)
    await play_round(guests, league, _is(1))
    calls: list[str] = []

    async def dies(_connection: object, table: object, *_more: object) -> None:
        calls.append(str(table))
        if len(calls) == 2:
            raise RuntimeError("killed")

    async def stored() -> tuple[int, int, bool]:
        drawn = await services.database.rows(select(league_rounds))
        made = await services.database.rows(select(tables.c.sealed))
        open_round = any(row["ended_at"] is None for row in drawn)
        return len(drawn), len(made), open_round

    await play_round(guests, league, _is(2))
    before = await stored()
    services.hooks.game_over.append(dies)
    if wish is RELAY:  # what follows from the ends of both games follows now
        with pytest.raises(RuntimeError):
            await rounds.step(league)
        assert await stored() == before
        assert await results_of(site) == set()
    services.hooks.game_over.remove(dies)
    assert await rounds.step(league)
    calls.clear()
    before = await stored()
    services.hooks.table_created.append(dies)
    with pytest.raises(RuntimeError):
        await rounds.step(league)
    assert await stored() == before == (1, 2, False)
    services.hooks.table_created.remove(dies)
    assert await rounds.step(league)
    assert not await rounds.step(league)
    assert await stored() == (2, 4, True)


async def test_of_several_workers_one_draws(site: Harness) -> None:
    league, guests = await event(site, DUEL)
    await play_round(guests, league)
    rounds = site.services.part(Rounds)
    await rounds.step(league)
    seen = await rounds.load(league)
    await rounds.draw(seen)
    with pytest.raises(Exception, match="Somebody else has just changed this event"):
        await rounds.draw(seen)
    assert len(await site.services.database.rows(select(tables.c.id))) == 4


# -- people and hosts ----------------------------------------------------------------------------------------


async def test_people_leave_and_are_removed(site: Harness) -> None:
    """Given a running round, when people go, then their games are resigned, and they are not drawn again."""
    league, guests = await event(site, DUEL, NAMES, rounds=3)
    gone = next(t for t in (await guests[0].get(f"/leagues/{league}"))["current"]["tables"] if t["table"])
    people = {guest.person["id"]: guest for guest in guests}
    one = people[gone["seats"][0]["person"]]
    if one is guests[0]:
        one = people[gone["seats"][1]["person"]]
    await act(guests[0], league, "remove", person=one.person["id"])
    held = {seat["person"]: seat["held"] for seat in (await one.get(f"/tables/{gone['table']}"))["seats"]}
    assert held[one.person["id"]] == "resigned"
    other = next(guest for guest in guests[1:] if guest is not one)
    await other.post(f"/leagues/{league}/leave", status=204)
    assert (await other.post(f"/leagues/{league}/leave", {}, 409))["code"] == "not-in"
    site.time.move(8 * 86400)

    async def goes_on() -> bool:  # clocks run out at the same moment, and then the job tries again
        await steps(site)
        return bool((await guests[0].get(f"/leagues/{league}"))["round"] == 2)

    await until(goes_on)
    shown = await guests[0].get(f"/leagues/{league}")
    drawn = {seat["person"] for table in shown["current"]["tables"] for seat in table["seats"]}
    assert not drawn & {one.person["id"], other.person["id"]}
    assert {line["person"] for line in shown["standings"] if line["left"]} >= {one.person["id"]}
    await other.post("/me/deletion", {}, 204)
    assert await guests[0].get(f"/leagues/{league}")


async def test_two_hosts_at_once_start_a_round_once(site: Harness) -> None:
    league, guests = await event(site, DUEL, automatic=False)
    await act(guests[0], league, "hosts", person=guests[1].person["id"])
    await play_round(guests, league)
    await steps(site)
    seen = {"revision": (await guests[0].get(f"/leagues/{league}"))["revision"]}
    path = f"/api/v1/leagues/{league}/start"
    answers = await asyncio.gather(*(host.client.post(path, json=seen) for host in guests[:2]))
    assert sorted(answer.status_code for answer in answers) == [204, 409]
    assert len(await site.services.database.rows(select(tables.c.id))) == 4


async def test_the_form_of_an_event_chooses_the_rules_of_its_game(site: Harness) -> None:
    ann = await site.guest("Ann")
    page = (await ann.client.get("/leagues")).text
    assert 'name="option-duel-lives"' in page
    sent = {"csrf": page.split('name="csrf" value="')[1].split('"')[0], "title": "Cup", "game": "duel 2"}
    sent |= {"option-duel-lives": "1", "option-duel-answers": "chain", "option-relay-route": "5"}
    made = await ann.client.post("/leagues", data=sent)
    league = made.headers["location"]
    assert (await ann.get(league))["options"] == {"lives": "1", "answers": "chain"}
    shown = (await ann.client.get(league)).text
    assert re.search(r'<p class="hint">Rules: [^:;]*: 1\.</p>', shown), "what differs from the usual rules"


async def test_a_host_sees_what_a_spectator_sees(site: Harness) -> None:
    """Given a host who does not play, then a table of the league shows them what it shows to a stranger."""
    host, ann, bob, eve = [await site.guest(name) for name in ("Host", "Ann", "Bob", "Eve")]
    league = (await host.post("/leagues", {**DUEL, "plays": False}, 201))["id"]
    for guest in (ann, bob):
        await guest.post(f"/leagues/{league}/join")
    await act(host, league, "start")
    (table,) = (await host.get(f"/leagues/{league}"))["current"]["tables"]
    seen, strange = [await one.position(table["table"]) for one in (host, eve)]
    assert seen == strange
    assert (seen["seat"], seen["legal"]) == (None, [])
    for path in OPENS:
        assert (await asked(host, path.format(table=table["table"]))).status_code == 403, path


async def test_a_correction_names_the_host_and_the_reason(site: Harness) -> None:
    league, guests = await event(site, DUEL, rounds=1)
    await play_round(guests, league)
    await steps(site)
    await act(guests[0], league, "hosts", person=guests[1].person["id"])
    before = (await guests[2].get(f"/leagues/{league}/rounds/1"))["tables"][0]
    turned = [3 - seat["place"] for seat in before["seats"]]
    seen = (await guests[1].get(f"/leagues/{league}"))["revision"]
    fix = {"revision": seen, "round": 1, "table": 1, "places": turned, "why": "They were disconnected."}
    await guests[1].post(f"/leagues/{league}/results", fix, 204)
    second = await guests[0].post(f"/leagues/{league}/results", fix, 409)
    assert (second["code"], "Somebody else has just changed" in second["detail"]) == ("changed", True)
    after = (await guests[2].get(f"/leagues/{league}/rounds/1"))["tables"][0]
    assert [seat["place"] for seat in after["seats"]] == turned
    assert (after["fixed_by"], after["fixed_why"]) == ("Bob", "They were disconnected.")
    for bad in ([1], [2, 2], [None, 1]):
        wrong = {"round": 1, "table": 1, "places": bad, "why": "x"}
        assert (await act(guests[0], league, "results", 422, **wrong))["code"] == "bad-places"


async def test_bad_input_gets_a_sentence(site: Harness) -> None:
    ann, bob = await site.guest("Ann"), await site.guest("Bob")
    for wrong, code in (
        ({"starts_at": 5.0}, "bad-time"),
        ({"starts_at": site.time.now() + 400 * 86400}, "bad-time"),
        ({"hours": 0.1}, "bad-request"),
        ({"seats": 7}, "bad-options"),
        ({"name": "Cup\u202epuC"}, "bad-name"),
        ({"name": "win at spy.example"}, "bad-name"),  # of a guest
        ({"options": {"lives": 99}}, "bad-options"),
        ({"game": "relay", "options": {}, "format": "knockout"}, "not-together"),
    ):
        assert (await ann.post("/leagues", {**DUEL, **wrong}, 422))["code"] == code
    made = (await ann.post("/leagues", {**DUEL, "public": False}, 201))["id"]
    assert (await act(ann, made, "start", 422))["code"] == "too-few"
    for what in ("hosts", "remove"):
        assert (await act(ann, made, what, 409, person="nobody"))["code"] == "not-in"
    assert (await bob.post(f"/leagues/{made}/join", {}, 404))["code"] == "no-league"
    assert (await bob.get(f"/leagues/{made}", 404))["code"] == "no-league"
    assert await bob.get("/leagues") == []
    assert [card["id"] for card in await ann.get("/leagues")] == [made]
    code = (await ann.get(f"/leagues/{made}"))["invitation"]
    assert (await bob.post(f"/leagues/{made}/join", params={"code": code}))["people"] == 2
    assert (await bob.get(f"/leagues/{made}/rounds/1", 404))["code"] == "no-round"
    await act(ann, made, "start")
    late = await site.guest("Late")
    assert (await late.post(f"/leagues/{made}/join", status=409, params={"code": code}))["code"] == "begun"


async def test_nobody_fills_the_list_of_events(site: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given the list has room for few events, then those of others hide none of one's own."""
    for name in ("MAX_LISTED", "MAX_UNFINISHED"):
        monkeypatch.setattr(leagues_module, name, 2)
    ann, eve = await site.guest("Ann"), await site.guest("Eve")
    own = (await ann.post("/leagues", DUEL, 201))["id"]
    made = [(await eve.post("/leagues", DUEL, 201))["id"] for _event in range(2)]
    assert own in [card["id"] for card in await ann.get("/leagues")]
    assert (await eve.post("/leagues", DUEL, 422))["code"] == "too-many-events"
    await act(eve, made[0], "end")
    await eve.post("/leagues", DUEL, 201)


async def test_clubs_and_events_of_one_address_are_limited(settings: Settings) -> None:
    limited = settings.model_copy(update={"rate_factor": 0.1})
    async with open_harness(limited) as site:
        guests = [await site.guest("Ann"), await site.guest("Eve")]
        sent = [await guest.client.post("/api/v1/leagues", json=DUEL) for guest in guests * 2]
    assert [answer.status_code for answer in sent] == [201, 201, 429, 429]


async def test_people_who_come_and_go_do_not_keep_an_event_from_starting(site: Harness) -> None:
    host, ann, bob = [await site.guest(name) for name in ("Host", "Ann", "Bob")]
    league = (await host.post("/leagues", DUEL, 201))["id"]
    await ann.post(f"/leagues/{league}/join")
    seen = {"revision": (await host.get(f"/leagues/{league}"))["revision"]}
    await bob.post(f"/leagues/{league}/join")
    await bob.post(f"/leagues/{league}/leave", status=204)
    await host.post(f"/leagues/{league}/start", seen, 204)
    assert (await host.post(f"/leagues/{league}/end", seen, 409))["code"] == "changed"


async def test_people_who_join_at_once_do_not_overfill_an_event(
    site: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leagues_module, "MAX_PEOPLE", 2)
    host, *others = [await site.guest(name) for name in NAMES]
    league = (await host.post("/leagues", DUEL, 201))["id"]
    answers = await asyncio.gather(*(one.client.post(f"/api/v1/leagues/{league}/join") for one in others))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert (await host.get(f"/leagues/{league}"))["people"] == 2


async def test_a_time_that_is_no_number_is_refused(site: Harness) -> None:
    ann = await site.guest("Ann")
    for wrong in ("NaN", "Infinity", "1e300"):
        body = json.dumps(DUEL)[:-1] + f', "starts_at": {wrong}}}'
        sent = {"content-type": "application/json"}
        answer = await ann.client.post("/api/v1/leagues", content=body, headers=sent)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad-time"), wrong


async def test_people_of_a_private_event_watch_its_tables(site: Harness) -> None:
    """Given a private event, then its people and nobody else watch a table at which they do not sit."""
    league, guests = await event(site, DUEL, public=False)
    stranger = await site.guest("Eve")
    for table in (await guests[0].get(f"/leagues/{league}"))["current"]["tables"]:
        for guest in guests:
            assert (await guest.position(table["table"]))["status"] == "playing"
        await stranger.get(f"/tables/{table['table']}/position", 404)


async def test_an_event_is_led_when_its_host_is_deleted(site: Harness) -> None:
    """Given an event led by one host, when the host's account is deleted, then the first member hosts it."""
    league, guests = await event(site, DUEL, automatic=False)
    await guests[0].post("/me/deletion", {}, 204)
    shown = await guests[1].get(f"/leagues/{league}")
    assert [one["name"] for one in shown["hosts"]] == ["Bob"]
    assert shown["host"] is True
    assert (await act(guests[2], league, "start", 403))["code"] == "not-host"
    assert (await act(guests[1], league, "start", 409))["code"] == "running"


@pytest.mark.parametrize("wish", [DUEL, RELAY])
async def test_a_host_ends_an_event(site: Harness, wish: Json) -> None:
    """Given a running round, when the host ends the event, then its tables are judged and open, and nothing
    is drawn again. An event that has not started is over, too.
    """
    league, guests = await event(site, wish, rounds=3)
    assert (await act(guests[1], league, "end", 403))["code"] == "not-host"
    await play_round(guests, league, _is(1))
    await act(guests[0], league, "end")
    await steps(site)
    shown = await guests[0].get(f"/leagues/{league}")
    assert (shown["status"], shown["round"]) == ("over", 1)
    assert [table["state"] for table in shown["current"]["tables"]] == ["over", "none"]
    rows = await site.services.database.rows(select(tables.c.status, tables.c.sealed))
    assert {(row["status"], bool(row["sealed"])) for row in rows} == {("over", False)}
    waiting = (await guests[0].post("/leagues", DUEL, 201))["id"]
    await act(guests[0], waiting, "end")
    assert (await guests[1].post(f"/leagues/{waiting}/join", {}, 409))["code"] == "begun"


@pytest.mark.parametrize(("moves", "status"), [(1, 204), (99, 409)])
async def test_a_host_ends_an_event_while_people_move(
    site: Harness, monkeypatch: pytest.MonkeyPatch, moves: int, status: int
) -> None:
    """Given a table that changes just before the end is stored, then the end is tried again."""
    league, guests = await event(site, DUEL)
    newest, left = Rounds._newest, [moves]

    async def overtaken(rounds: Rounds, table: str) -> LiveTable | None:
        live = await newest(rounds, table)
        if left[0]:
            left[0] -= 1
            moved = update(tables).where(tables.c.id == table).values(revision=tables.c.revision + 1)
            await site.services.database.write(moved)
        return live

    monkeypatch.setattr(Rounds, "_newest", overtaken)
    await act(guests[0], league, "end", status)
    assert (await guests[0].get(f"/leagues/{league}"))["status"] == ("over" if status == 204 else "playing")


async def test_the_end_of_an_event_keeps_its_corrections(site: Harness) -> None:
    league, guests = await event(site, RELAY, automatic=False, rounds=3)
    await play_round(guests, league)
    await steps(site)
    await act(guests[0], league, "results", round=1, table=1, places=[7, 7], why="They cheated.")
    await act(guests[0], league, "end")
    places = [
        seat["place"] for seat in (await guests[0].get(f"/leagues/{league}"))["current"]["tables"][0]["seats"]
    ]
    assert places == [7, 7]


async def test_a_person_who_leaves_a_private_event_comes_to_the_list(site: Harness) -> None:
    ann, bob = await site.guest("Ann"), await site.guest("Bob")
    made = await ann.post("/leagues", {**DUEL, "public": False}, 201)
    await bob.post(f"/leagues/{made['id']}/join", params={"code": made["invitation"]})
    left = await bob.client.post(f"/leagues/{made['id']}/leave")
    assert (left.status_code, left.headers["location"]) == (303, "/leagues")


async def test_a_shared_deal_is_not_looked_at_and_taken_back(site: Harness) -> None:
    """Given tables with one deal, then players cannot agree to undo what has shown them something."""
    league, guests = await event(site, RELAY)
    table = (await guests[0].get(f"/leagues/{league}"))["current"]["tables"][0]
    people = {guest.person["id"]: guest for guest in guests}
    here = [people[seat["person"]] for seat in table["seats"]]
    refused = 0
    for _move in range(6):
        for guest in here:
            position = await guest.position(table["table"])
            assert position["undo"]["by_consent"] is False
            if not position["undo"]["free"]:
                sent = {"number": position["number"]}
                answer = await guest.post(f"/tables/{table['table']}/undo", sent, 409)
                refused += answer["code"] == "cannot-undo"
        mover = here[position["deciders"][0]]
        at = await mover.position(table["table"])
        await mover.play(table["table"], at["legal"][0]["text"], at["number"])
    assert refused


async def test_an_event_starts_by_itself(site: Harness) -> None:
    ann, bob = await site.guest("Ann"), await site.guest("Bob")
    made = (await ann.post("/leagues", {**DUEL, "starts_at": site.time.now() + 60}, 201))["id"]
    await bob.post(f"/leagues/{made}/join")
    await steps(site)
    assert (await ann.get(f"/leagues/{made}"))["round"] == 0
    site.time.move(61)
    await steps(site)
    assert (await ann.get(f"/leagues/{made}"))["round"] == 1


@on_both_by_day
@pytest.mark.parametrize("wish", [DUEL, RELAY])
async def test_a_kill_at_any_statement_leaves_nothing_of_a_step(
    site: Harness, wish: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a step that ends or draws a round, when the server dies at any statement of it, then nothing is
    stored. The next server takes the step once.
    """
    league, guests = await event(site, wish, rounds=2)
    await play_round(guests, league)
    services, rounds = site.services, site.services.part(Rounds)
    whole = services.database.gateway.transaction

    async def stored() -> list[list[Any]]:
        kept = (leagues, league_rounds, league_seats, tables, results)
        return [sorted(map(str, await services.database.rows(select(one)))) for one in kept]

    for _step in ("end", "draw"):
        before, left = await stored(), 0
        while True:

            @asynccontextmanager
            async def dying(left: int = left) -> AsyncIterator[Transaction]:
                async with whole() as transaction:
                    yield cast(Transaction, Dying(transaction, left))

            monkeypatch.setattr(services.database.gateway, "transaction", dying)
            try:
                assert await rounds.step(league)
                break
            except Killed:
                left += 1
            finally:
                monkeypatch.setattr(services.database.gateway, "transaction", whole)
            assert await stored() == before, left
        assert left > 2
    assert not await rounds.step(league)
    shown = await guests[0].get(f"/leagues/{league}")
    assert (shown["round"], len(await stored_tables(site))) == (2, 4)


class Killed(Exception):
    """The server dies."""


class Dying:
    """A transaction whose server dies after so many statements."""

    def __init__(self, transaction: Transaction, left: int) -> None:
        self.transaction, self.left = transaction, left
        self.dialect = transaction.dialect

    async def rows(self, *given: Any) -> Any:
        return await self.transaction.rows(*given)

    async def execute(self, *given: Any) -> int:
        if self.left == 0:
            raise Killed
        self.left -= 1
        return await self.transaction.execute(*given)


async def stored_tables(site: Harness) -> Sequence[Any]:
    return await site.services.database.rows(select(tables.c.id))
