"""Guests: their names if they give none, and the people that an abandoned table concerns."""

import asyncio

import pytest

from spyring.server.core.people.people import CODE_NAMES
from tests.server.harness import Harness

pytestmark = pytest.mark.anyio


async def test_guests_who_say_no_name_get_one_of_their_own(harness: Harness) -> None:
    answers = await asyncio.gather(
        *(harness.stranger().post("/api/v1/guests", json={}) for _guest in range(20))
    )
    names = [answer.json()["person"]["name"] for answer in answers]
    assert len(set(names)) == 20
    assert set(names) <= set(CODE_NAMES)


async def test_a_name_is_free_again_when_nobody_is_known_by_it(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spyring.server.core.people.people.CODE_NAMES", ("Vega", "Lyra"))
    named = []
    for _guest in range(3):
        person = await harness.services.people.make_guest()
        await harness.services.sessions.open_session(person)
        named.append(person.name)
    assert sorted(named[:2]) == ["Lyra", "Vega"]
    assert named[2] in ("Lyra 2", "Vega 2")
    harness.time.move(harness.services.sessions.session_seconds + 1)
    assert (await harness.services.people.make_guest()).name in ("Lyra", "Vega")


async def test_a_name_of_an_account_is_not_given_to_a_guest(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spyring.server.core.people.people.CODE_NAMES", ("Vega", "Lyra"))
    await harness.services.accounts.register("Vega", "a long password", None)
    harness.time.move(1000.0)
    assert (await harness.services.people.make_guest()).name == "Lyra"


async def test_a_resigned_table_leaves_the_list_of_that_player_only(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.post(f"/tables/{table}/resign")
    assert table not in [card["id"] for card in (await ann.get("/tables"))["mine"]]
    (card,) = (await bob.get("/tables"))["mine"]
    assert (card["id"], card["seats"][0]["held"]) == (table, "resigned")
    assert await harness.services.table_store.seated_tables(ann.person["id"]) == []


async def test_nobody_is_called_whose_seat_a_bot_holds(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    asked = (await ann.position(table))["deciders"]
    (before,) = (await ann.get("/tables"))["mine"]
    assert before["your_turn"] == (0 in asked)
    await ann.post(f"/tables/{table}/away")
    (card,) = (await ann.get("/tables"))["mine"]
    assert not card["your_turn"]
