"""What a campaign keeps sealed is in no byte that leaves the server, nor in any that it stores."""

import html
import json
import logging
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from spyring.engine.campaign import Campaign
from spyring.games.season0.box import TRACK_SYMBOLS
from spyring.games.season0.campaign.content import campaign
from spyring.games.season0.game import Season0
from spyring.testkit import rule
from spyring.web import create_app
from tests.server.harness import Guest, Harness, open_harness, settings_for
from tests.server.shelf import TELLTALE

pytestmark = pytest.mark.anyio

GAMES = 4
HURRY = ("concede", "agree", "read", "go-on", "spend-no-more")
ASKED: dict[str, Any] = {"seat": 0, "step": 9, "after": 0, "until": 9, "way": 1, "move": "read", "number": 1}


def every_page(app: FastAPI, table: str) -> list[str]:
    """The addresses of everything that can be read about a table."""
    found = [
        route.path.replace("{table}", table).replace("{step}", step)
        for route in app.routes
        if isinstance(route, APIRoute) and "GET" in (route.methods or ()) and "{table}" in route.path
        for step in (("0", "9") if "{step}" in route.path else ("",))
    ]
    assert len(found) > 15
    assert not [path for path in found if "{" in path]
    return found


async def everything(harness: Harness, table: str, reader: httpx.AsyncClient) -> str:
    """All that somebody can read about a table, in one text."""
    read = []
    for path in every_page(harness.app, table):
        answer = await reader.get(path, params={} if "/replay/" in path else ASKED)
        assert answer.status_code < 500, path
        read.append(
            answer.text if "json" in answer.headers.get("content-type", "") else html.unescape(answer.text)
        )
    return "\n".join(read)


async def hurry(table: str, ann: Guest) -> None:
    position = await ann.position(table)
    while position["status"] != "over":
        legal = [move["text"] for move in position["legal"]]
        move = next((name for name in HURRY if name in legal), legal[0])
        position = await ann.play(table, move, position["number"])


def sealed_now(game: Season0, opened: list[str]) -> list[str]:
    """What nobody may read yet: the covered boxes, and the words of whatever is not open."""
    content = campaign("evening", game.box)
    rows = [json.dumps([TRACK_SYMBOLS[symbol] for symbol in row]) for row in game.box.tracks.values()]
    words = {
        key: [item[part] for part in ("front", "back", "text") if part in item]
        + [answer["text"] for answer in item.get("choice", ())]
        for key, item in content.items.items()
    }
    known = {text for key in opened for text in words[key]}
    return [TELLTALE, *rows, *(row.replace(" ", "") for row in rows)] + [
        text for key, texts in words.items() if key not in opened for text in texts if text not in known
    ]


@rule("SZ-R71", "SZ-1.7", "SZ-6.10")
async def test_no_byte_tells_what_is_sealed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    database = tmp_path / "table.db"
    settings = settings_for(f"sqlite:///{database}", shelf="tests.server.shelf:telltale")
    async with open_harness(settings, create_app) as harness:
        game = harness.services.shelf.game("season0")
        assert isinstance(game, Season0)
        ann, stranger = await harness.guest("Ann"), harness.stranger()
        options = {"campaign": "evening", "concede": "yes"}
        table = (await ann.make("season0", seats=2, seat=0, also=[1], public=True, options=options))["id"]
        aliases = 0
        for _game in range(GAMES):
            running = await everything(harness, table, ann.client)
            seen = (await ann.position(table))["view"]["table"]["campaign"]
            _nothing_of(sealed_now(game, [item["key"] for item in seen["opened"]]), running)
            await hurry(table, ann)
            over = await everything(harness, table, stranger)
            seen = (await ann.position(table))["view"]["table"]["campaign"]
            aliases = len(seen["aliases"])
            stored = "".join(
                file.read_bytes().decode("utf-8", "replace") for file in tmp_path.glob("table.db*")
            )
            saved: str = await ann.get(f"/tables/{table}/campaign")
            assert "spyring record" in over, "the saved campaign is among what was read"
            Campaign.load(game, saved)
            sealed = sealed_now(game, [item["key"] for item in seen["opened"]])
            _nothing_of(sealed, over + stored + saved + caplog.text)
            table = (await ann.post(f"/tables/{table}/rematch", {"campaign": True}))["id"]
        assert aliases >= 2, "no boxes were there to be told of"


def _nothing_of(sealed: list[str], told: str) -> None:
    for words in sealed:
        assert words not in told
