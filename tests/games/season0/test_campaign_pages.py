"""A campaign at a table of the server: it continues where it ended, and its pages keep its secrets."""

import html
import random
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from spyring.engine.campaign import Campaign
from spyring.games.season0 import GAME
from spyring.games.season0.campaign.content import Content, campaign
from spyring.testkit import rule
from spyring.web import create_app
from tests.server.harness import Guest, Harness, new_file, open_harness, play_out, settings_for

pytestmark = pytest.mark.anyio
EVENING = campaign("evening", GAME.box)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    async with open_harness(settings_for(new_file(tmp_path / "campaign.db")), create_app) as opened:
        yield opened


def sealed(content: Content, opened: list[str]) -> list[str]:
    """All words that nobody may have read yet."""
    found: list[str] = []
    for key, item in content.items.items():
        if key not in opened:
            found += [item[part] for part in ("front", "back", "text") if part in item]
    return found


async def looks(guest: Guest, table: str) -> None:
    """Every page of the table, and what the interface sends, hold nothing that is sealed."""
    position = await guest.position(table)
    opened = [item["key"] for item in position["view"]["table"]["campaign"]["opened"]]
    texts = [str(position)]
    for path in (f"/tables/{table}", f"/tables/{table}/replay"):
        answer = await guest.client.get(path)
        if answer.status_code == 200:
            texts.append(html.unescape(answer.text))
    assert len(texts) > 1
    for words in sealed(EVENING, opened):
        assert not any(words in text for text in texts), words


@rule("SZ-1.7", "SZ-2.4", "SZ-P17")
async def test_a_campaign_continues_at_the_next_table_and_its_pages_keep_its_secrets(
    harness: Harness,
) -> None:
    options = {"campaign": "evening"}
    table, guests = await harness.table("season0", "Ann", "Bob", options=options)
    dice = random.Random(4)
    await looks(guests[0], table)
    await guests[0].play(table, "read")
    await looks(guests[1], table)
    for _game in range(2):
        over = await play_out(table, guests, dice)
        await looks(guests[0], table)
        wanted = over["view"]["table"]["campaign"]["next"]
        following = await guests[0].post(f"/tables/{table}/rematch", {"campaign": True})
        await guests[1].post(f"/tables/{table}/rematch", {"campaign": True})
        table = following["id"]
        view = (await guests[0].position(table))["view"]["table"]
        assert [view["month"], view["attempt"]] == wanted
        await looks(guests[0], table)
    dossier = (await guests[0].client.get(f"/tables/{table}/dossier")).text
    assert "Ann, Bob" in dossier
    export = await guests[1].get(f"/tables/{table}/campaign")
    taken = Campaign.load(GAME, export)
    assert [list(record.players.values()) for record in taken.records] == [["Ann", "Bob"]] * 2
    assert taken.legacy is not None
    assert [taken.legacy["month"], taken.legacy["attempt"]] == wanted


@rule("SZ-16.14")
async def test_the_end_shows_the_board_as_it_lay_before_it_was_put_away(harness: Harness) -> None:
    table, guests = await harness.table("season0", "Ann", "Bob", options={"campaign": "evening"})
    dice = random.Random(4)
    last = (await play_out(table, guests, dice, until="NextGame"))["view"]["table"]
    assert last["deck"]["cards"] > 0
    assert last["deck"]["escalations"] < 5
    await play_out(table, guests, dice)
    left = [last["supply"][part] for part in ("agents", "tokens", "safehouses")]
    counts = [*left, last["deck"]["cards"], last["deck"]["escalations"]]
    for page in ("", "/replay?step=9999", "/replay?step=9999&seat=1", "/replay?step=9999&seat=none"):
        board = (await guests[0].client.get(f"/tables/{table}{page}")).text
        [supplies] = re.findall(r'<p class="supplies">(.*?)</p>', board, re.DOTALL)
        assert [int(count) for count in re.findall(r"<b>(\d+)</b>", supplies)] == counts, page
        assert board.count('class="agent"') == sum(city["agents"] for city in last["cities"]) > 0, page
