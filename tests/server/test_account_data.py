"""What a person takes home, and what stays of somebody who has gone."""

import random

import pytest
from sqlalchemy import select

from spyring.server.storage.schema import chat, keys, metadata, people, seats, tables
from tests.server.harness import Guest, Harness, play_out, with_account

pytestmark = pytest.mark.anyio

LIVES = {"lives": 1}
PASSWORD = "correct horse battery"


def me(guest: Guest) -> str:
    return str(guest.person["id"])


async def account(harness: Harness, name: str) -> Guest:
    """Somebody with a password."""
    guest = await harness.guest(name)
    await guest.post("/accounts", {"login": name, "password": PASSWORD}, 201)
    guest.client.cookies.clear()
    return guest


async def test_one_takes_everything_home_and_nobody_elses_secrets(harness: Harness) -> None:
    ann, bob = await account(harness, "Ann"), await harness.guest("Bob")
    table = (await ann.make("duel", seats=2, options=LIVES))["id"]
    await bob.post(f"/tables/{table}/join")
    await ann.post(f"/tables/{table}/chat", {"text": "Mine."}, 201)
    await bob.post(f"/tables/{table}/chat", {"text": "Not mine."}, 201)
    await ann.put(f"/tables/{table}/note", {"text": "Watch Bob."})
    await bob.put(f"/tables/{table}/note", {"text": "Watch Ann."})
    await bob.post(f"/people/{me(ann)}/reports", {"text": "She wins."}, 204)
    await ann.play(table, "draw")
    data = await ann.get("/me/data")
    assert (data["name"], data["login"]) == ("Ann", "ann")
    assert [remark["text"] for remark in data["remarks"]] == ["Mine."]
    assert data["notes"] == {table: "Watch Bob."}
    assert data["tables"][0]["moves"] == ["draw"]
    for secret in ("Not mine.", "Watch Ann.", "She wins.", "argon2", "digest"):
        assert secret not in str(data)
    assert (await harness.stranger().get("/api/v1/me/data")).status_code == 401


async def test_finished_games_stay_under_a_former_player_and_everything_else_goes(harness: Harness) -> None:
    ann, bob = await account(harness, "Ann"), await harness.guest("Bob")
    await with_account(harness, bob)
    table = (await ann.make("duel", seats=2, options=LIVES))["id"]
    await bob.post(f"/tables/{table}/join")
    await ann.post(f"/tables/{table}/chat", {"text": "Farewell."}, 201)
    await play_out(table, [ann, bob], random.Random(1))
    await bob.client.put(f"/api/v1/people/{me(ann)}/ties/friend")
    await ann.client.put("/api/v1/me/vacation", json={"days": 3})
    assert (await ann.post("/me/deletion", {"password": "wrong"}, 403))["code"] == "wrong-login"
    await ann.post("/me/deletion", {"password": PASSWORD}, 204)

    card = await bob.get(f"/tables/{table}")
    assert [seat["name"] for seat in card["seats"]] == ["a former player", "Bob"]
    assert card["seats"][0]["person"] is None
    assert (await bob.post(f"/tables/{table}/rematch"))["status"] == "playing"  # nobody waits for them
    await bob.get(f"/tables/{table}/replay/0")
    assert "a former player" in await bob.get(f"/tables/{table}/record")
    assert await bob.get(f"/people/{me(ann)}", 404) == await bob.get("/people/nobody", 404)
    assert await bob.get("/ties") == []
    (result,) = (await bob.get(f"/people/{me(bob)}"))["results"]
    assert "Ann" not in str(result)
    await ann.get("/me/data", 401)
    for table_of in metadata.sorted_tables:
        if table_of not in (seats, tables):
            rows = [dict(row) for row in await harness.services.database.rows(select(table_of))]
            left = [row for row in rows if me(ann) in row.values()]
            assert len(left) == (1 if table_of is people else 0), table_of.name
    (gone,) = await harness.services.database.rows(select(people).where(people.c.id == me(ann)))
    assert {gone[name] for name in ("login", "password", "language", "away_until")} == {None}
    assert gone["name"] == ""
    assert "Farewell." not in str(await harness.services.database.rows(select(chat)))
    again = await harness.stranger().post("/api/v1/session", json={"login": "Ann", "password": PASSWORD})
    assert again.status_code == 403


async def test_whoever_goes_gives_up_what_goes_on_and_leaves_what_waits(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    going, _both = await ann.make("duel", seats=2), None
    await bob.post(f"/tables/{going['id']}/join")
    waiting = (await ann.make("duel", seats=3))["id"]
    await bob.post(f"/tables/{waiting}/join")
    alone = (await ann.make("duel", seats=2))["id"]
    await ann.post("/me/deletion", {}, 204)
    card = await bob.get(f"/tables/{going['id']}")
    assert (card["seats"][0]["held"], card["seats"][0]["name"]) == ("resigned", "a former player")
    open_card = await bob.get(f"/tables/{waiting}")
    assert [seat["kind"] for seat in open_card["seats"]] == ["empty", "person", "empty"]
    assert open_card["yours"]
    await bob.get(f"/tables/{alone}", 404)
    assert await harness.services.database.rows(select(keys).where(keys.c.person == me(ann))) == []


async def test_a_seat_that_a_bot_holds_is_given_up_too(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.post(f"/tables/{table}/away")
    await ann.post("/me/deletion", {}, 204)
    assert (await bob.get(f"/tables/{table}"))["seats"][0]["held"] == "resigned"


async def test_other_workers_forget_the_name_too(pair: tuple[Harness, Harness]) -> None:
    one, other = pair
    table, (ann, bob) = await one.table("duel", "Ann", "Bob", options=LIVES)
    await play_out(table, [ann, bob], random.Random(1))
    shown = await other.stranger().get(f"/api/v1/tables/{table}")
    assert shown.json()["seats"][0]["name"] == "Ann"
    await ann.post("/me/deletion", {}, 204)
    shown = await other.stranger().get(f"/api/v1/tables/{table}")
    assert shown.json()["seats"][0]["name"] == "a former player"
