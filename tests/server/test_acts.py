"""What is done at a table has one handler: a program and a page that ask for the same are told the same."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from fastapi import FastAPI

from spyring.server.analysis import routes as analysis
from spyring.server.campaigns import routes as campaigns
from spyring.server.community import routes as community
from spyring.server.conversation import routes as conversation
from spyring.server.core.caller import Caller
from spyring.server.core.http.routes import play, tables
from spyring.server.core.http.routing import Act, ActRoute
from spyring.server.core.problems import Refused
from spyring.server.core.settings import Settings
from spyring.server.donations import routes as donations
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

    for act, form, fields, route, body in BOTH_WAYS:
        monkeypatch.setattr(act, "handler", note)
        page = await ann.client.post(f"/tables/{table}/{form}", data=fields)
        method, path = route.split()
        answer = await ann.client.request(method, f"/api/v1/tables/{table}/{path}", json=body)
        assert (page.status_code, answer.status_code) == (422, 422), (form, page.text[-800:], answer.text)
        assert answer.json()["code"] == "seen", answer.text
        assert len(asked) == 2, form
        assert asked[0] == asked[1], form
        asked.clear()
    assert {id(act) for act in acts_of(harness.app)} == {id(row[0]) for row in BOTH_WAYS}


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
