"""Faces of people, and tables as small boards, as each reader sees them."""

import random
import xml.etree.ElementTree as ET
from collections.abc import AsyncIterator

import pytest

import spyring
from spyring.server.core.caller import Caller
from spyring.server.core.settings import Settings
from spyring.web import create_app
from spyring.web.faces import PARTS, STRANGER, by_lot, face_of, is_face, variants
from spyring.web.look import look_of
from spyring.web.words import Words
from tests.server.conftest import on_sqlite
from tests.server.harness import Guest, Harness, open_harness, with_account
from tests.server.test_private_pages import page, send

pytestmark = [pytest.mark.anyio, on_sqlite]

OTHER = variants(by_lot("Ann"), "hat")[1 if by_lot("Ann")[4] != "1" else 2]


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as opened:
        yield opened


def picture(face: str) -> str:
    return f'src="/faces/{face}.svg"'


async def test_everybody_has_a_random_face_and_may_choose_another(harness: Harness) -> None:
    ann, bob = [await harness.guest(name) for name in ("Ann", "Bob")]
    await with_account(harness, ann, bob)
    profile = f"/people/{ann.person['id']}"
    assert picture(by_lot("Ann")) in await page(bob, profile)

    assert await send(ann, "/account/face", face=OTHER, part="hat") == "/account/face?part=hat#hat"
    for path in (profile, "/account/face"):
        assert picture(OTHER) in await page(ann, path)
    assert (await ann.get("/me"))["person"]["face"] == OTHER
    assert (await ann.get("/me/data"))["face"] == OTHER

    await send(ann, "/account/face", face="")
    assert picture(by_lot("Ann")) in await page(bob, profile)
    answer = await ann.client.post("/account/face", data={"face": "<script>"})
    assert answer.status_code == 422


async def test_a_chosen_face_is_seen_at_the_table_and_in_talk(harness: Harness) -> None:
    ann, bob = [await harness.guest(name) for name in ("Ann", "Bob")]
    await send(ann, "/account/face", face=OTHER)
    card = await ann.make("duel", seats=2)
    table = f"/tables/{card['id']}"
    assert card["seats"][0]["face"] == OTHER
    assert picture(OTHER) in await page(bob, table)  # while people are waited for
    await bob.post(f"{table}/join", {})
    assert (await ann.post(f"{table}/chat", {"text": "Hello."}, 201))["face"] == OTHER
    seen = await page(bob, table)
    assert seen.count(picture(OTHER)) >= 2
    assert picture(by_lot("Bob")) in seen


async def test_faces_are_pictures_that_browsers_keep(harness: Harness) -> None:
    stranger = harness.stranger()
    everybody = {by_lot("Ann"), STRANGER, "easy", "normal", "hard", "heuristic", "random"}
    everybody |= {face for part in PARTS for face in variants(by_lot("Ann"), part)}
    drawn = set()
    for face in everybody:
        answer = await stranger.get(f"/faces/{face}.svg")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "immutable" in answer.headers["cache-control"]
        ET.fromstring(answer.text)
        drawn.add(answer.text)
    assert len(drawn) == len(everybody)
    assert (await stranger.get("/faces/nobody.svg")).status_code == 404


async def test_a_deleted_person_has_no_face(harness: Harness) -> None:
    assert (await harness.stranger().get(f"/faces/{STRANGER}.svg")).status_code == 200
    assert face_of(None) == face_of("") == STRANGER
    assert face_of("Ann", "zzzzzzzzzz") == by_lot("Ann")
    assert len({by_lot(f"somebody {n}") for n in range(300)}) == 300
    assert all(is_face(by_lot(f"somebody {n}")) for n in range(300))


async def test_a_table_is_a_small_board_for_those_who_may_see_it(harness: Harness) -> None:
    ann, bob, eve = [await harness.guest(name) for name in ("Ann", "Bob", "Eve")]
    card = await ann.make("estoril", seats=2, public=False)
    assert "glance-sea" not in await page(ann, "/")  # nothing lies there yet
    await bob.post(f"/tables/{card['id']}/join", {"code": card["invitation"]})
    for guest in (ann, bob):
        assert "glance-sea" in await page(guest, "/")
        assert "glance-sea" in await page(guest, "/tables")
    assert "glance-sea" not in await page(eve, "/tables")

    cards = (await harness.services.lobby.tables(await caller(harness, ann))).mine
    shown = harness.services.lobby.public_tables(cards, await caller(harness, ann))
    live = await harness.services.live_tables.find(card["id"])
    assert live.timeline is not None
    assert shown == {card["id"]: live.timeline.state.view(None)["table"]}
    assert harness.services.lobby.public_tables(cards, await caller(harness, eve)) == {}


@pytest.mark.parametrize(
    ("game", "seats", "pieces"),
    [
        ("estoril", 3, "glance-piece"),
        ("krakow", 4, "glance-cube"),
        ("spies", 5, "glance-spy"),
        ("season0", 4, "glance-agents"),
    ],
)
async def test_small_boards_show_what_lies_there(
    harness: Harness, game: str, seats: int, pieces: str
) -> None:
    state = spyring.game(game).start(seats=seats, seed=3)
    dice = random.Random(1)
    for _move in range(60):
        if state.deciders:
            state.play(state.deciders[0], dice.choice(list(state.legal(state.deciders[0]))))
    look = look_of(harness.services.shelf.game(game), Words("en"))
    assert pieces in look.glance(state.view(None)["table"])
    assert pieces not in look.glance(None)


async def caller(harness: Harness, guest: Guest) -> Caller:
    return Caller(await harness.services.people.person(guest.person["id"]))
