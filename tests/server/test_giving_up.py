"""When the only other person gives up: take the win, or play on; a rematch is offered to both."""

from typing import Any

import pytest

from spyring.server.tables.check_games import check_games
from tests.server.harness import Guest, Harness, until, with_account

pytestmark = pytest.mark.anyio


async def given_up(harness: Harness, game: str = "duel", **asked: Any) -> tuple[str, Guest, Guest]:
    """Ann and Bob sat at a table, and Bob has given up."""
    ann, bob = [await harness.guest(name) for name in ("Ann", "Bob")]
    await with_account(harness, ann, bob)
    card = await ann.make(game, **asked)
    await bob.post(f"/tables/{card['id']}/join", {"code": card["invitation"]})
    await bob.post(f"/tables/{card['id']}/resign")
    return card["id"], ann, bob


async def until_asked(guest: Guest, table: str) -> None:
    async def asked() -> bool:
        return bool((await guest.position(table))["legal"])

    await until(asked)


async def test_whoever_remains_takes_the_win(harness: Harness) -> None:
    table, ann, bob = await given_up(harness, seats=2, pace="live")
    assert (await ann.position(table))["may_take_win"]
    assert not (await bob.position(table))["may_take_win"]
    await bob.post(f"/tables/{table}/win", {}, 403)

    over = await ann.post(f"/tables/{table}/win")
    assert (over["status"], over["deciders"], over["legal"], over["asked"]) == ("over", [], [], None)
    assert over["view"]["outcome"]["winners"] == [0]
    assert not any(clock["running"] for clock in over["clocks"])
    assert "Everybody else has given the game up." in over["sentence"]
    (mine,) = (await ann.get(f"/people/{ann.person['id']}"))["results"]
    (theirs,) = (await bob.get(f"/people/{bob.person['id']}"))["results"]
    assert (mine["won"], mine["left"], mine["place"]) == (True, False, 1)
    assert (theirs["won"], theirs["left"], theirs["place"]) == (False, True, 2)
    assert mine["gained"] > 0 > theirs["gained"]
    await ann.post(f"/tables/{table}/win", {}, 409)


async def test_what_was_won_so_stays_over_and_can_be_looked_at(harness: Harness) -> None:
    table, ann, _bob = await given_up(harness, "krakow", seats=4, bots={2: "random", 3: "random"})
    await ann.post(f"/tables/{table}/win")
    services = harness.services
    services.live_tables.forget(table)  # as after a restart
    assert (await ann.position(table))["view"]["outcome"]["winners"] == [0, 2]
    live = await services.live_tables.find(table)
    assert services.scheduler.next_action(live) is None
    last = len(live.running.moves())
    assert (await ann.get(f"/tables/{table}/replay/{last}"))["view"]["outcome"]["conceded"]
    for path in ("record", "export", "scenes"):
        assert (await ann.client.get(f"/api/v1/tables/{table}/{path}")).status_code == 200
    await services.scheduler.archives.fill()
    assert await services.table_store.archive(table)
    assert [one.fault async for one in check_games(services.settings)] == [None]


async def test_playing_on_is_always_possible(harness: Harness) -> None:
    table, ann, _bob = await given_up(harness, seats=2)
    position = await ann.position(table)
    assert position["status"] == "playing"
    await until_asked(ann, table)
    position = await ann.position(table)
    await ann.play(table, position["legal"][0]["text"], position["number"])
    after = await ann.position(table)
    assert after["may_take_win"] or after["status"] == "over"


async def test_nobody_takes_a_win_while_another_person_plays(harness: Harness) -> None:
    table, (ann, bob, _cy) = await harness.table("duel", "Ann", "Bob", "Cy")
    await bob.post(f"/tables/{table}/resign")
    assert not (await ann.position(table))["may_take_win"]
    assert (await ann.post(f"/tables/{table}/win", {}, 409))["code"] == "not-given-up"
    alone = (await ann.make("duel", seats=2, bots={1: "random"}))["id"]
    assert (await ann.post(f"/tables/{alone}/win", {}, 409))["code"] == "not-given-up"


async def test_a_partner_who_gives_up_is_no_win(harness: Harness) -> None:
    """Where sides play each other it must be an opponent; where all win together there is nothing to take."""
    ann, bob = [await harness.guest(name) for name in ("Ann", "Bob")]
    made = await ann.make("krakow", seats=4, seat=0, bots={1: "random", 3: "random"})
    await bob.post(f"/tables/{made['id']}/join", {"seat": 2})
    await bob.post(f"/tables/{made['id']}/resign")
    assert not (await ann.position(made["id"]))["may_take_win"]
    table, ann, _bob = await given_up(harness, "relay", seats=2)
    assert not (await ann.position(table))["may_take_win"]


async def test_a_rematch_is_offered_to_both(harness: Harness) -> None:
    table, ann, bob = await given_up(harness, seats=2)
    await ann.post(f"/tables/{table}/win")
    card = await ann.post(f"/tables/{table}/rematch")
    assert [seat["kind"] for seat in card["seats"]] == ["person", "empty"]
    assert [invited["id"] for invited in (await bob.get("/tables"))["invited"]] == [card["id"]]
    assert (await bob.post(f"/tables/{table}/rematch"))["status"] == "playing"
