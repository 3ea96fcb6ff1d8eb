"""Pages of private tables, as those see them who were invited; and what making a table by a form costs."""

import random
import re
from collections.abc import AsyncIterator
from html import unescape

import pytest

from spyring.server.core.settings import Settings
from spyring.web import create_app
from tests.server.conftest import on_sqlite
from tests.server.harness import Guest, Harness, open_harness, play_out

pytestmark = [pytest.mark.anyio, on_sqlite]


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as opened:
        yield opened


async def page(guest: Guest, path: str, status: int = 200) -> str:
    answer = await guest.client.get(path)
    assert answer.status_code == status, answer.text
    return answer.text


async def send(guest: Guest, path: str, **fields: str | int) -> str:
    """Send a form; where it leads."""
    answer = await guest.client.post(path, data=fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def addresses(text: str, part: str) -> list[str]:
    """Where a page can lead, as far as the address has this part."""
    found = re.findall(r'(?:href|action|data-save)="([^"]*)"', text)
    return [unescape(address) for address in found if part in address and "/static/" not in address]


async def private_table(harness: Harness) -> tuple[str, str, list[Guest], Guest]:
    """A private table with a running duel: its address, its code, the players, and the invited people."""
    ann, bob, eve = [await harness.guest(name) for name in ("Ann", "Bob", "Eve")]
    card = await ann.make("duel", seats=2, public=False, options={"lives": 1})
    await bob.post(f"/tables/{card['id']}/join", {"code": card["invitation"]})
    return f"/tables/{card['id']}", card["invitation"], [ann, bob], eve


async def test_the_address_of_a_private_table_explains_invitations_and_tells_nothing(
    harness: Harness,
) -> None:
    table, _code, _players, eve = await private_table(harness)
    private = await page(eve, table, 404)
    assert "A private table opens only with its invitation link." in private
    nowhere = "/tables/" + "x" * 22
    assert private.replace(table, nowhere) == await page(eve, nowhere, 404)


async def test_the_link_of_a_finished_game_invites_nobody(harness: Harness) -> None:
    table, code, players, eve = await private_table(harness)
    assert "You are invited" in await page(eve, f"/join/{code}")
    await play_out(table.rpartition("/")[2], players, random.Random(5))
    text = await page(eve, f"/join/{code}")
    assert "You are invited" not in text
    assert "Every seat is taken" not in text
    assert "See how it ended" in text
    assert addresses(text, table) == [f"{table}?code={code}"]


async def test_the_player_who_offers_a_rematch_sees_the_recipients(harness: Harness) -> None:
    table, _code, (ann, bob), eve = await private_table(harness)
    await play_out(table.rpartition("/")[2], [ann, bob], random.Random(5))
    following = await send(ann, f"{table}/rematch")
    assert "rematch offered to Bob" in await page(ann, following)
    card = await ann.get(following)
    assert "offered" not in await page(eve, f"{following}?code={card['invitation']}")
    assert await send(bob, f"{table}/rematch") == following
    assert "rematch offered" not in await page(ann, following)


async def test_just_watching_a_private_table_with_talk_and_notes(harness: Harness) -> None:
    table, code, _players, eve = await private_table(harness)
    (watch,) = addresses(await page(eve, f"/join/{code}"), "?code=")
    text = await page(eve, watch)
    assert "You are watching" in text
    (talk,), (notes,) = addresses(text, "/talk"), addresses(text, "/notes")
    assert await send(eve, talk, text="Hush.", to="watchers") == watch
    assert await send(eve, notes, text="Ann is nervous.") == watch
    text = await page(eve, watch)
    assert "Hush." in text
    assert "Ann is nervous." in text
    await page(eve, table, 404)


async def test_an_invited_watcher_can_follow_every_link_of_the_replay(harness: Harness) -> None:
    table, code, players, eve = await private_table(harness)
    await play_out(table.removeprefix("/tables/"), players, random.Random(1))
    ending = await page(eve, f"{table}?code={code}")
    (record,), (replay,) = addresses(ending, "/record"), addresses(ending, "/replay")
    await page(eve, record)
    text = await page(eve, replay)
    links = [unescape(link) for link in re.findall(r'href="(/tables/[^"]*)"', text)]
    assert len(links) > 6
    for address in links:
        answer = await eve.client.get(address, follow_redirects=True)
        assert answer.status_code == 200, address
    assert text.count(f'name="code" value="{code}"') == 2  # the slider and the seats
    (on,) = addresses(text, "/play-on")
    assert "Your hand" in await page(eve, await send(eve, on, step=0, seat=0))


async def test_the_ending_of_a_private_game_leads_everybody_to_the_rematch(harness: Harness) -> None:
    table, code, players, eve = await private_table(harness)
    await play_out(table.removeprefix("/tables/"), players, random.Random(1))
    met = set()
    for player, button in zip(players, ("Rematch", "Go to rematch"), strict=True):
        text = await page(player, table)
        assert button in text
        (rematch,) = addresses(text, "/rematch")
        met.add(await send(player, rematch))
    assert len(met) == 1
    assert "rematch" not in await page(eve, f"{table}?code={code}")  # it is as private as the game


async def test_a_host_who_only_watches_finds_the_way_out(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    card = await ann.make("duel", seats=2, take_seat=False)
    (leave,) = addresses(await page(ann, f"/tables/{card['id']}"), "/leave")
    await send(ann, leave)
    await page(ann, f"/tables/{card['id']}", 404)


async def test_every_form_that_makes_a_table_is_counted_as_such(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, guests = await harness.table("duel", "Ann", "Bob", options={"lives": 1})
    await play_out(table, guests, random.Random(1))
    kinds: list[str] = []

    async def spend(kind: str, _sender: str) -> None:
        kinds.append(kind)

    monkeypatch.setattr(harness.app.state.rate_limiter, "spend", spend)
    for path, fields in (
        ("/tables/new/duel", {"seats": 2, "seat-0": "me"}),
        ("/play/duel", {}),
        (f"/tables/{table}/rematch", {}),
        (f"/tables/{table}/play-on", {"step": 0, "seat": 0}),
    ):
        kinds.clear()
        await send(guests[0], path, **fields)
        assert "make" in kinds, path
