"""What is done at a table has one handler: a program and a page that ask for the same are told the same."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from fastapi import FastAPI

from spyring.server.analysis import routes as analysis
from spyring.server.campaigns import routes as campaigns
from spyring.server.clubs import routes as clubs
from spyring.server.community import routes as community
from spyring.server.conversation import routes as conversation
from spyring.server.core.caller import Caller
from spyring.server.core.http.routes import play, tables
from spyring.server.core.http.routing import Act, ActRoute
from spyring.server.core.problems import Refused
from spyring.server.core.settings import Settings
from spyring.server.donations import routes as donations
from spyring.server.leagues import routes as leagues
from spyring.server.replays import routes as replays
from spyring.web import create_app
from tests.server.conftest import on_sqlite
from tests.server.harness import Harness, open_harness

pytestmark = [pytest.mark.anyio, on_sqlite]

Fields = dict[str, Any]
AGREE: Fields = {"offer": 2, "agree": True}
# An act, how a page asks for it, and how a program does.
BOTH_WAYS: list[tuple[Act[Any], str, Fields, str, Fields | None]] = [
    (play.play, "play", {"number": "7", "move": " draw "}, "POST moves", {"number": 7, "move": "draw"}),
    (play.undo, "undo", {"number": "7"}, "POST undo", {"number": 7}),
    (analysis.analyse, "analysis", {}, "POST analysis", None),
    (
        play.answer_undo,
        "consent",
        {"offer": "2", "agree": "yes"},
        "POST undo/answer",
        {"offer": 2, "agree": True},
    ),
    (
        play.answer_undo,
        "consent",
        {"offer": "2", "agree": "no"},
        "POST undo/answer",
        {"offer": 2, "agree": False},
    ),
    (play.set_passes, "passes", {"frame": "Turn", "order": "pass"}, "PUT passes", {"frames": ["Turn"]}),
    (play.set_passes, "passes", {"frame": "Turn", "order": "ask"}, "PUT passes", {"frames": []}),
    (play.resign, "resign", {}, "POST resign", None),
    (donations.give, "give", {"given": "yes"}, "PUT given", {"given": True}),
    (donations.give, "give", {"given": "no"}, "PUT given", {"given": False}),
    (play.take_win, "win", {}, "POST win", None),
    (play.step_away, "away", {}, "POST away", None),
    (play.come_back, "back", {}, "POST back", None),
    (tables.join, "join", {"seat": "1", "nonce": "ab"}, "POST join", {"seat": 1, "nonce": "ab"}),
    (tables.join, "join", {"seat": "", "nonce": ""}, "POST join", {}),
    (tables.leave, "leave", {"seat": "1"}, "POST leave", {"seat": 1}),
    (tables.seat_bot, "bot", {"seat": "1", "level": "normal"}, "PUT seats/1/bot", {"level": "normal"}),
    (tables.seat_bot, "bot", {"seat": "1"}, "PUT seats/1/bot", {}),
    (tables.rematch, "rematch", {"campaign": "yes"}, "POST rematch", {"campaign": True}),
    (replays.play_on, "play-on", {"step": "3", "seat": "0"}, "POST play-on", {"step": 3, "seat": 0}),
    (conversation.say, "talk", {"text": "Hm.", "to": "team"}, "POST chat", {"text": "Hm.", "to": "team"}),
    (conversation.point, "point", {"thing": "chit 3", "move": ""}, "POST points", {"thing": "chit 3"}),
    (conversation.write_note, "notes", {"text": " a\n"}, "PUT note", {"text": " a\n"}),
    (conversation.write_note, "notes", {"text": ""}, "PUT note", {"text": ""}),
    (
        campaigns.give_names,
        "names",
        {"name:Marlowe": "Zofia", "name:Asher": ""},
        "PUT names",
        {"names": {"Marlowe": "Zofia", "Asher": ""}},
    ),
    (community.invite, "invite", {"person": "ann"}, "POST friends", {"person": "ann"}),
    (community.decline, "decline", {"back": "/"}, "DELETE friends", None),
]
# The same for clubs and leagues, whose acts are not about a table.
ID = "abcdefghijklmnop"
CLUB, EVENING, LEAGUE = f"/clubs/{ID}", f"/clubs/{ID}/evenings/{ID}", f"/leagues/{ID}"
TITLE: Fields = {"name": "Moles", "about": "", "public": "true"}
EVENT_FORM: Fields = {"title": "Cup", "game": "duel  2", "starts": "2030-05-17T19:00", "zone": "UTC"}
EVENT: Fields = {"name": "Cup", "game": "duel", "seats": 2, "starts_at": 1_905_274_800.0}
PERSON: Fields = {"revision": 3, "person": ID}
APART: list[tuple[Act[Any], str, Fields, str, Fields | None]] = [
    (clubs.found, "/clubs", TITLE, "POST /clubs", {"name": "Moles"}),
    (clubs.change, f"{CLUB}/change", TITLE, f"PUT {CLUB}", {"name": "Moles"}),
    (clubs.renew, f"{CLUB}/invitation", {}, f"POST {CLUB}/invitation", None),
    (clubs.join, f"{CLUB}/join", {}, f"POST {CLUB}/members", None),
    (
        clubs.set_officer,
        f"{CLUB}/members/{ID}",
        {"officer": "yes"},
        f"PUT {CLUB}/members/{ID}",
        {"officer": True},
    ),
    (clubs.remove, f"{CLUB}/members/{ID}/remove", {}, f"DELETE {CLUB}/members/{ID}", None),
    (clubs.remove, f"{CLUB}/members/{ID}/leave", {}, f"DELETE {CLUB}/members/{ID}", None),
    (clubs.say, f"{CLUB}/talk", {"text": "Hm."}, f"POST {CLUB}/talk", {"text": "Hm."}),
    (clubs.unsay, f"{CLUB}/talk/{ID}/delete", {}, f"DELETE {CLUB}/talk/{ID}", None),
    (
        clubs.report,
        f"{CLUB}/talk/{ID}/report",
        {"text": "Rude."},
        f"POST {CLUB}/talk/{ID}/reports",
        {"text": "Rude."},
    ),
    (
        clubs.announce,
        f"{CLUB}/evenings",
        EVENT_FORM | {"game-duel": "on", "local": "2030-05-17T19:00", "draw": "false", "bots": "true"},
        f"POST {CLUB}/evenings",
        {"title": "Cup", "at": 1_905_274_800.0, "games": ["duel"]},
    ),
    (clubs.end, f"{EVENING}/end", {}, f"DELETE {EVENING}", None),
    (clubs.come, f"{EVENING}/come", {"wish": "duel"}, f"PUT {EVENING}/me", {"wish": "duel"}),
    (clubs.stay_away, f"{EVENING}/away", {}, f"DELETE {EVENING}/me", None),
    (clubs.dismiss, f"{EVENING}/people/{ID}/remove", {}, f"DELETE {EVENING}/people/{ID}", None),
    (clubs.start_round, f"{EVENING}/rounds", {"round": "2"}, f"POST {EVENING}/rounds", {"round": 2}),
    (clubs.make_league, f"{CLUB}/leagues", EVENT_FORM, f"POST {CLUB}/leagues", EVENT),
    (leagues.make, "/leagues", EVENT_FORM, "POST /leagues", EVENT),
    (leagues.join, f"{LEAGUE}/join", {}, f"POST {LEAGUE}/join", None),
    (leagues.leave, f"{LEAGUE}/leave", {}, f"POST {LEAGUE}/leave", None),
    (leagues.start, f"{LEAGUE}/start", {"revision": "3"}, f"POST {LEAGUE}/start", {"revision": 3}),
    (leagues.end, f"{LEAGUE}/end", {"revision": "3"}, f"POST {LEAGUE}/end", {"revision": 3}),
    (leagues.remove, f"{LEAGUE}/remove", PERSON, f"POST {LEAGUE}/remove", PERSON),
    (leagues.appoint, f"{LEAGUE}/hosts", PERSON, f"POST {LEAGUE}/hosts", PERSON),
    (
        leagues.correct,
        f"{LEAGUE}/results",
        {"revision": "3", "round": "1", "table": "2", "why": "Typo.", "place-0": "2", "place-1": "1"},
        f"POST {LEAGUE}/results",
        {"revision": 3, "round": 1, "table": 2, "why": "Typo.", "places": [2, 1]},
    ),
]


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as opened:
        yield opened


def acts_of(app: FastAPI) -> list[Act[Any]]:
    return [route.act for route in app.routes if isinstance(route, ActRoute)]


async def test_a_page_and_a_program_ask_the_same_of_the_same_handler(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await harness.guest("Ann")
    table = (await ann.make("duel", seats=2))["id"]
    asked: list[tuple[Any, ...]] = []

    async def note(caller: Caller, _services: object, *wanted: object) -> None:
        asked.append((caller.id, *wanted))
        raise Refused("seen", "Seen.")

    for act, form, fields, route, body in BOTH_WAYS + APART:
        monkeypatch.setattr(act, "handler", note)
        method, path = route.split()
        at = "" if form.startswith("/") else f"/tables/{table}/"
        page = await ann.client.post(f"{at}{form}", data=fields)
        answer = await ann.client.request(method, f"/api/v1{at}{path}", json=body)
        assert (page.status_code, answer.status_code) == (422, 422), (form, page.text[-800:], answer.text)
        assert answer.json()["code"] == "seen", answer.text
        assert len(asked) == 2, form
        assert asked[0] == asked[1], form
        asked.clear()
    assert {id(act) for act in acts_of(harness.app)} == {id(row[0]) for row in BOTH_WAYS + APART}


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b'{"number": 0, "move": "draw"}', "text/plain"),
        (b'{"number": 0, "move": "draw"}', ""),
        (b'{"number": 0', "application/json"),
        (b"[" * 100_000, "application/json"),
        (b"\xff", "application/json"),
        (b"", "application/json"),
        (b'{"number": 0, "move": "draw", "more": 1}', "application/json"),
    ],
)
async def test_invalid_json_changes_nothing(harness: Harness, content: bytes, kind: str) -> None:
    ann = await harness.guest("Ann")
    table = (await ann.make("duel", seats=2, bots={"1": "random"}))["id"]
    headers = {"Content-Type": kind} if kind else {}
    answer = await ann.client.post(f"/api/v1/tables/{table}/moves", content=content, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-request")
    assert (await ann.position(table))["number"] == 0


async def test_json_by_any_of_its_names(harness: Harness) -> None:
    for kind in ("application/json; charset=utf-8", "Application/JSON", "application/vnd.move+json"):
        table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
        content, headers = b'{"number": 0, "move": "draw"}', {"Content-Type": kind}
        answer = await ann.client.post(f"/api/v1/tables/{table}/moves", content=content, headers=headers)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"] == "application/json"
