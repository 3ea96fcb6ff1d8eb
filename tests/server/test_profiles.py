"""Profiles and leaderboards: what somebody has played, as far as others may know of it."""

import asyncio
import random
from typing import Any

import pytest

from spyring.engine.outcome import Outcome
from tests.server.conftest import on_both
from tests.server.harness import Guest, Harness, play_out, with_account

pytestmark = pytest.mark.anyio

LIVES = {"lives": 1}


async def finished(harness: Harness, *guests: Guest, game: str = "duel", seed: int = 1, **asked: Any) -> str:
    """A game that these have played to its end."""
    options: dict[str, Any] = {"options": LIVES} if game == "duel" else {}
    card = await guests[0].make(game, seats=len(guests), **options, **asked)
    for guest in guests[1:]:
        await guest.post(f"/tables/{card['id']}/join", {"code": card["invitation"]})
    await play_out(card["id"], list(guests), random.Random(seed))
    return str(card["id"])


async def people(harness: Harness, *names: str) -> list[Guest]:
    guests = [await harness.guest(name) for name in names]
    await with_account(harness, *guests)
    return guests


def me(guest: Guest) -> str:
    return str(guest.person["id"])


@on_both
async def test_a_profile_shows_results_ratings_and_who_was_met(harness: Harness) -> None:
    ann, bob, eve = await people(harness, "Ann", "Bob", "Eve")
    table = await finished(harness, ann, bob)
    profile = await eve.get(f"/people/{me(ann)}")
    (result,) = profile["results"]
    assert (result["table"], result["game"], result["together"]) == (table, "duel", False)
    assert [seat["name"] for seat in result["seats"]] == ["Ann", "Bob"]
    (rating,) = profile["ratings"]
    assert rating["points"] == result["points"] == 1000 + result["gained"]
    assert rating["place"] == (1 if result["won"] else 2)
    (duel,) = profile["duels"]
    assert (duel["name"], duel["met"], duel["ahead"] + duel["behind"]) == ("Bob", 1, 1)
    assert duel["ahead"] == result["won"]


async def test_all_together_count_as_together(harness: Harness) -> None:
    ann, bob = await people(harness, "Ann", "Bob")
    await finished(harness, ann, bob, game="relay")
    profile = await bob.get(f"/people/{me(ann)}")
    (result,), (duel,) = profile["results"], profile["duels"]
    assert result["together"]
    assert 0 <= result["achieved"] <= 1
    assert (duel["together"], duel["won_together"], duel["you"]) == (1, int(result["won"]), True)
    assert (duel["ahead"], duel["behind"]) == (0, 0)


@on_both
async def test_private_games_are_in_no_list_of_strangers(harness: Harness) -> None:
    ann, bob, eve = await people(harness, "Ann", "Bob", "Eve")
    table = await finished(harness, ann, bob, public=False)
    for reader, sees in ((ann, 1), (bob, 1), (eve, 0)):
        profile = await reader.get(f"/people/{me(ann)}")
        assert len(profile["results"]) == len(profile["duels"]) == sees
    stranger = harness.stranger()
    shown = (await stranger.get(f"/api/v1/people/{me(ann)}")).text
    assert table not in shown
    assert "Bob" not in shown
    assert (await stranger.get(f"/api/v1/people/{me(ann)}/results")).json() == []


async def test_a_guest_has_no_profile_for_others_as_if_nobody_was_there(harness: Harness) -> None:
    ann, bob = [await harness.guest(name) for name in ("Ann", "Bob")]
    await finished(harness, ann, bob)
    nobody = await bob.get("/people/nobody", 404)
    assert await bob.get(f"/people/{me(ann)}", 404) == nobody
    assert await bob.get(f"/people/{me(ann)}/results", 404) == nobody
    assert len((await ann.get(f"/people/{me(ann)}"))["results"]) == 1


@on_both
async def test_the_history_goes_back_page_by_page(harness: Harness) -> None:
    ann, bob = await people(harness, "Ann", "Bob")
    played = []
    for _game in range(3):
        played.append(await finished(harness, ann, bob))
        harness.time.move(60)
    latest = await ann.get(f"/people/{me(ann)}/results")
    assert [result["table"] for result in latest] == played[::-1]
    before = {"before": latest[0]["ended_at"]}
    earlier = await ann.get(f"/people/{me(ann)}/results", params=before)
    assert [result["table"] for result in earlier] == played[1::-1]


@on_both
async def test_the_leaderboard_is_sorted_and_knows_you(harness: Harness) -> None:
    ann, bob, eve = await people(harness, "Ann", "Bob", "Eve")
    await finished(harness, ann, bob)
    await finished(harness, bob, eve, seed=2)
    board = await ann.get("/games/duel/leaderboard")
    assert [line["place"] for line in board] == [1, 2, 3]
    assert board == sorted(board, key=lambda line: -line["points"])
    assert [line["name"] for line in board if line["you"]] == ["Ann"]
    assert not any(line["settled"] for line in board)
    assert await ann.get("/games/relay/leaderboard") == []
    await ann.get("/games/chess/leaderboard", 404)


async def test_a_finished_private_game_is_open_to_its_link_but_not_its_talk(harness: Harness) -> None:
    ann, bob, eve = await people(harness, "Ann", "Bob", "Eve")
    card = await ann.make("duel", seats=2, public=False, options=LIVES)
    table = card["id"]
    await bob.post(f"/tables/{table}/join", {"code": card["invitation"]})
    missing = await eve.get("/tables/nothing", 404)
    for path in ("", "/position", "/replay/0", "/record"):
        assert await eve.get(f"/tables/{table}{path}", 404) == missing, path
    await ann.post(f"/tables/{table}/chat", {"text": "Secret."}, 201)
    await play_out(table, [ann, bob], random.Random(1))
    for path in ("", "/position", "/replay/0", "/record"):
        await eve.get(f"/tables/{table}{path}")
    assert (await eve.get(f"/tables/{table}"))["invitation"] is None
    assert await eve.get(f"/tables/{table}/chat", 404) == missing
    await eve.post(f"/tables/{table}/chat", {"text": "Hello?"}, 404)
    await eve.get(f"/tables/{table}/note", 404)
    lists = await eve.get("/tables")
    assert table not in str(lists)
    rematch = (await ann.post(f"/tables/{table}/rematch"))["id"]
    for reader in (eve.client, harness.stranger()):
        for path in ("", "/position", "/replay", "/record"):
            assert rematch not in (await reader.get(f"/api/v1/tables/{table}{path}")).text, path
    assert (await ann.position(table))["next_table"] == rematch
    assert await eve.get(f"/tables/{rematch}", 404) == missing
    on = await eve.post(f"/tables/{table}/play-on", {"step": 0, "seat": 1}, 201)
    assert (on["status"], on["public"]) == ("playing", False)
    assert on["fairness"]["commitment"] != (await eve.get(f"/tables/{table}"))["fairness"]["commitment"]


async def test_a_resigned_table_leaves_the_list_and_the_others_are_told(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.post(f"/tables/{table}/resign")
    assert (await ann.get("/tables"))["mine"] == []
    (card,) = (await bob.get("/tables"))["mine"]
    assert [seat["held"] for seat in card["seats"]] == ["resigned", "no"]


async def ended_without_ann(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, winner: int, leaving: str
) -> dict[str, Any]:
    """The result of Ann, whose seat a bot held in the end, in a game that a certain seat has won."""
    ann, bob = await people(harness, f"Ann{leaving}{winner}", f"Bob{leaving}{winner}")
    card = await ann.make("duel", seats=2, options=LIVES)
    await bob.post(f"/tables/{card['id']}/join", {"code": card["invitation"]})
    ranks = tuple(1 if seat == winner else 2 for seat in range(2))
    end = Outcome(1 << winner, ranks, (0, 0), ({}, {}), "", "")
    hooks, over = harness.services.hooks, harness.services.hooks.game_over
    monkeypatch.setattr(hooks, "game_over", lambda c, live, _end, at: over(c, live, end, at))
    await ann.post(f"/tables/{card['id']}/{leaving}")
    dice = random.Random(1)
    while (position := await bob.position(card["id"]))["status"] != "over":
        if position["legal"]:
            await bob.play(card["id"], dice.choice(position["legal"])["text"], position["number"])
        else:
            await asyncio.sleep(0.01)
    monkeypatch.undo()
    (result,) = (await ann.get(f"/people/{me(ann)}"))["results"]
    (other,) = (await bob.get(f"/people/{me(bob)}"))["results"]
    return {"ann": result, "bob": other}


async def test_a_seat_that_a_bot_held_and_that_won_is_not_left_early(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    won = await ended_without_ann(harness, monkeypatch, 0, "away")
    assert (won["ann"]["won"], won["ann"]["left"], won["ann"]["place"]) == (True, False, 1)
    lost = await ended_without_ann(harness, monkeypatch, 1, "away")
    assert (lost["ann"]["won"], lost["ann"]["left"]) == (False, True)


async def test_a_player_who_resigned_has_lost_even_if_the_bot_wins(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = await ended_without_ann(harness, monkeypatch, 0, "resign")
    assert (ends["ann"]["won"], ends["ann"]["left"], ends["ann"]["place"]) == (False, True, 2)
    assert (ends["bob"]["won"], ends["bob"]["left"], ends["bob"]["place"]) == (True, False, 1)
    assert ends["bob"]["gained"] > 0 > ends["ann"]["gained"]
