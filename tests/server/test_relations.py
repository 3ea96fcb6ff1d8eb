"""Friends, those one does not want to hear, those one does not want to meet, and reports."""

import pytest
from sqlalchemy import insert, select

from spyring.server.community.schema import invitations, relations
from tests.server.harness import Guest, Harness, with_account

pytestmark = pytest.mark.anyio


def me(guest: Guest) -> str:
    return str(guest.person["id"])


async def people(harness: Harness, *names: str) -> list[Guest]:
    guests = [await harness.guest(name) for name in names]
    await with_account(harness, *guests)
    return guests


async def think(guest: Guest, other: Guest, kind: str, status: int = 204) -> None:
    answer = await guest.client.put(f"/api/v1/people/{me(other)}/ties/{kind}")
    assert answer.status_code == status, answer.text


async def test_a_friend_is_invited_to_a_private_table_and_may_sit_down(harness: Harness) -> None:
    ann, bob, eve = await people(harness, "Ann", "Bob", "Eve")
    table = (await ann.make("duel", seats=2, public=False))["id"]
    await bob.get(f"/tables/{table}", 404)
    await ann.post(f"/tables/{table}/friends", {"person": me(bob)}, 404)  # no friend yet
    await think(ann, bob, "friend")
    await ann.post(f"/tables/{table}/friends", {"person": me(bob)}, 204)
    await ann.post(f"/tables/{table}/friends", {"person": me(bob)}, 204)
    assert [card["id"] for card in (await bob.get("/tables"))["invited"]] == [table]
    assert (await eve.get("/tables"))["invited"] == []
    await eve.get(f"/tables/{table}", 404)
    assert (await bob.post(f"/tables/{table}/join"))["status"] == "playing"
    assert (await bob.get("/tables"))["invited"] == []


async def test_an_invitation_can_be_declined(harness: Harness) -> None:
    ann, bob = await people(harness, "Ann", "Bob")
    await think(ann, bob, "friend")
    table = (await ann.make("duel", seats=2, public=False))["id"]
    await ann.post(f"/tables/{table}/friends", {"person": me(bob)}, 204)
    await bob.delete(f"/tables/{table}/friends")
    assert (await bob.get("/tables"))["invited"] == []
    await bob.get(f"/tables/{table}", 404)


async def test_no_stranger_pushes_a_friends_invitation_off_the_list(harness: Harness) -> None:
    ann, bob, met = await people(harness, "Ann", "Bob", "Met")
    for one, other in ((ann, bob), (bob, ann), (met, bob)):
        await think(one, other, "friend")
    table = (await met.make("duel", seats=2))["id"]
    await bob.post(f"/tables/{table}/join")
    tables: list[str] = []
    for friend in (met, ann):  # before all others
        tables.insert(0, (await friend.make("duel", seats=2))["id"])
        await friend.post(f"/tables/{tables[0]}/friends", {"person": me(bob)}, 204)
        harness.time.move(1.0)
    for name in ("Eve", "Mallory"):
        (stranger,) = await people(harness, name)
        await think(stranger, bob, "friend")
        for _table in range(25):
            harness.time.move(1.0)
            theirs = (await stranger.make("duel", seats=2, public=False))["id"]
            await stranger.post(f"/tables/{theirs}/friends", {"person": me(bob)}, 204)
    shown = [card["id"] for card in (await bob.get("/tables"))["invited"]]
    assert shown[:2] == tables
    assert len(shown) == 50


async def test_a_friends_invitation_counts_though_a_stranger_was_first_or_sent_many(harness: Harness) -> None:
    ann, bob, eve = await people(harness, "Ann", "Bob", "Eve")
    for one, other in ((ann, bob), (bob, ann), (eve, bob)):
        await think(one, other, "friend")
    rung: list[str] = []

    async def ring(_room: object, _guest: str, by: str) -> None:
        rung.append(by)

    harness.services.notifier.invite = ring  # type: ignore[method-assign, assignment]
    table = (await eve.make("duel", seats=3))["id"]
    await ann.post(f"/tables/{table}/join")
    for guest in await people(harness, *(f"Guest {number}" for number in range(20))):
        await think(eve, guest, "friend")
        await eve.post(f"/tables/{table}/friends", {"person": me(guest)}, 204)
    assert (await eve.post(f"/tables/{table}/friends", {"person": me(bob)}, 422))[
        "code"
    ] == "too-many-invited"
    await harness.services.database.write(
        insert(invitations).values(table_id=table, person=me(bob), by=me(eve), made_at=1.0)
    )
    for _time in range(2):
        await ann.post(f"/tables/{table}/friends", {"person": me(bob)}, 204)
    (row,) = await harness.services.database.rows(
        select(invitations.c.by).where(invitations.c.person == me(bob))
    )
    assert row["by"] == me(ann)
    assert rung == ["Ann"]


async def test_only_friends_and_people_one_has_played_with_can_ring(harness: Harness) -> None:
    ann, bob = await people(harness, "Ann", "Bob")
    await think(ann, bob, "friend")
    rung: list[str] = []

    async def ring(_room: object, _guest: str, by: str) -> None:
        rung.append(by)

    harness.services.notifier.invite = ring  # type: ignore[method-assign, assignment]

    async def invite() -> str:
        table = str((await ann.make("duel", seats=2))["id"])
        await ann.post(f"/tables/{table}/friends", {"person": me(bob)}, 204)
        return table

    waiting = (await ann.make("duel", seats=3))["id"]
    await bob.post(f"/tables/{waiting}/join")
    table = await invite()
    assert rung == []  # a table that has not begun makes no acquaintance
    await bob.post(f"/tables/{table}/join")
    await invite()
    assert rung == ["Ann"]


async def test_only_seated_players_can_invite(harness: Harness) -> None:
    ann, bob, eve = await people(harness, "Ann", "Bob", "Eve")
    await think(eve, bob, "friend")
    table = (await ann.make("duel", seats=2))["id"]
    assert (await eve.post(f"/tables/{table}/friends", {"person": me(bob)}, 403))["code"] == "not-seated"
    private = (await ann.make("duel", seats=2, public=False))["id"]
    missing = await eve.post("/tables/nothing/friends", {"person": me(bob)}, 404)
    assert await eve.post(f"/tables/{private}/friends", {"person": me(bob)}, 404) == missing


async def test_blocked_people_cannot_join_or_invite_or_talk(harness: Harness) -> None:
    ann, bob = await people(harness, "Ann", "Bob")
    await think(bob, ann, "friend")
    table = (await ann.make("duel", seats=3))["id"]
    await think(ann, bob, "block")
    assert (await bob.post(f"/tables/{table}/join", status=403))["code"] == "not-welcome"
    assert (await bob.post(f"/tables/{table}/chat", {"text": "Hey."}, 403))["code"] == "not-welcome"
    theirs = (await bob.make("duel", seats=2, public=False))["id"]
    await bob.post(f"/tables/{theirs}/friends", {"person": me(ann)}, 204)  # he is not told, nor is she
    assert (await ann.get("/tables"))["invited"] == []
    await ann.delete(f"/people/{me(bob)}/ties/block")
    await bob.post(f"/tables/{table}/join")


async def test_blocking_takes_back_friendship_and_invitations(harness: Harness) -> None:
    ann, bob = await people(harness, "Ann", "Bob")
    await think(ann, bob, "friend")
    await think(bob, ann, "friend")
    table = (await bob.make("duel", seats=2, public=False))["id"]
    await bob.post(f"/tables/{table}/friends", {"person": me(ann)}, 204)
    await think(ann, bob, "block")
    assert (await ann.get("/tables"))["invited"] == []
    assert [(tie["name"], tie["kind"]) for tie in await ann.get("/ties")] == [("Bob", "block")]


@pytest.mark.parametrize("kind", ["mute", "block"])
async def test_muting_hides_messages_from_one_reader_only(harness: Harness, kind: str) -> None:
    table, (ann, bob, eve) = await harness.table("duel", "Ann", "Bob", "Eve")
    await bob.post(f"/tables/{table}/chat", {"text": "Before."}, 201)
    await think(eve, bob, kind)
    await bob.post(f"/tables/{table}/chat", {"text": "After."}, 201)
    await ann.post(f"/tables/{table}/chat", {"text": "Quiet."}, 201)
    said = [remark["text"] for remark in await eve.get(f"/tables/{table}/chat")]
    assert said == ["Quiet."]
    assert len(await ann.get(f"/tables/{table}/chat")) == 3


async def test_nobody_is_tied_to_nobody_or_to_oneself(harness: Harness) -> None:
    ann, bob = [await harness.guest(name) for name in ("Ann", "Bob")]
    await think(ann, ann, "mute", 404)
    await think(ann, bob, "friend", 404)  # a guest is gone tomorrow
    await think(ann, bob, "mute")
    await think(ann, bob, "mute")
    assert len(await harness.services.database.rows(select(relations))) == 1
    assert (await ann.client.put("/api/v1/people/nobody/ties/mute")).status_code == 404
    assert (await harness.stranger().put(f"/api/v1/people/{me(bob)}/ties/mute")).status_code == 401


async def test_the_operator_reads_a_report_with_what_was_said(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await bob.post(f"/tables/{table}/chat", {"text": "You cheat!"}, 201)
    told = {"text": "Rude.", "table": table}
    await ann.post(f"/people/{me(bob)}/reports", told, 204)
    reporting = harness.services.reporting
    (report,) = await reporting.listed()
    shown = [report[name] for name in ("by", "about", "text", "said")]
    assert shown == ["Ann", "Bob", "Rude.", ["You cheat!"]]
    assert await reporting.close(report["id"])
    assert await reporting.listed() == []
    assert not await reporting.close("nothing")


async def test_a_report_says_nothing_about_private_tables_or_unknown_people(harness: Harness) -> None:
    ann, bob, eve = await people(harness, "Ann", "Bob", "Eve")
    private = (await ann.make("duel", seats=2, public=False))["id"]
    missing = await eve.post(f"/people/{me(bob)}/reports", {"text": "x", "table": "nothing"}, 404)
    assert await eve.post(f"/people/{me(bob)}/reports", {"text": "x", "table": private}, 404) == missing
    await eve.post("/people/nobody/reports", {"text": "x"}, 404)
    await eve.post(f"/people/{me(eve)}/reports", {"text": "x"}, 204)  # a problem that she met
