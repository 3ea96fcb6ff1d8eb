"""Chance that nobody can foresee and everybody can check: commitments, nonces, keys that open at the end."""

import hashlib
import random
from typing import Any, Final

import pytest
from sqlalchemy import select, update

from spyring.engine.keyed_chance import Seal, commitment
from spyring.engine.record import Record
from spyring.server.core.storage.schema import commitments, tables
from tests.server.conftest import on_both
from tests.server.harness import Guest, Harness, play_out

pytestmark = pytest.mark.anyio

ANNS, BOBS = "aa" * 16, "bb" * 16


async def with_nonce(guest: Guest, nonce: str, status: int = 201, **asked: Any) -> Any:
    """A table that somebody makes with a nonce, after having seen what binds the server."""
    promise = await guest.post("/promises", {}, 201)
    return await guest.make("duel", status, promise=promise["id"], nonce=nonce, **asked)


async def finished(harness: Harness) -> tuple[str, Guest, Guest]:
    """A duel that Ann made and Bob joined, each with a nonce, played to its end."""
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    table = (await with_nonce(ann, ANNS, seats=2))["id"]
    await bob.post(f"/tables/{table}/join", {"nonce": BOBS})
    await play_out(table, [ann, bob], random.Random(3))
    return table, ann, bob


@on_both
async def test_a_table_shows_what_binds_it_and_opens_it_after_the_end(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    card = await with_nonce(ann, ANNS, seats=2, options={"lives": 1})
    bound = card["fairness"]["commitment"]
    shown = {
        "table": card["id"],
        "scheme": 2,
        "commitment": bound,
        "start": None,
        "secret": None,
        "nonces": None,
    }
    assert card["fairness"] == shown
    await bob.post(f"/tables/{card['id']}/join", {"nonce": BOBS})
    begun = (await bob.get(f"/tables/{card['id']}"))["fairness"]
    assert begun == shown | {"start": begun["start"]}
    assert len(begun["start"]) == 64
    await play_out(card["id"], [ann, bob], random.Random(3))
    opened = (await bob.get(f"/tables/{card['id']}"))["fairness"]
    secret = bytes.fromhex(opened["secret"])
    assert commitment(secret, card["id"]) == opened["commitment"] == bound
    assert opened["nonces"] == [ANNS, BOBS]
    seal = Seal(secret, card["id"], (bytes.fromhex(ANNS), bytes.fromhex(BOBS)))
    assert seal.start() == opened["start"] == begun["start"]


async def test_the_id_of_a_table_is_drawn_and_bound_before_any_nonce_arrives(harness: Harness) -> None:
    """Or the server could draw ids until, with a nonce that it knows, the cards please."""
    ann = await harness.guest("Ann")
    promise = await ann.post("/promises", {}, 201)
    card = await ann.make("duel", seats=2, promise=promise["id"], nonce=ANNS)
    assert (card["id"], card["fairness"]["commitment"]) == (promise["table"], promise["commitment"])
    assert commitment(bytes(32), "one") != commitment(bytes(32), "other")
    refused = await ann.make("duel", 422, seats=2, nonce=ANNS)
    assert refused["code"] == "nonce-without-promise"


async def test_a_player_joining_a_rematch_sees_the_commitment_before_sending_a_nonce(
    harness: Harness,
) -> None:
    table, ann, bob = await finished(harness)
    eve = await harness.guest("Eve")
    first = await ann.post("/promises", {"after": table}, 201)
    asked = {"promise": first["id"], "nonce": ANNS}
    card = await ann.post(f"/tables/{table}/rematch", asked)
    again = await bob.post("/promises", {"after": table}, 201)
    assert again == first | {"id": None}
    await bob.post(f"/tables/{table}/rematch", {"nonce": BOBS})
    live = await harness.services.live_tables.find(card["id"])
    assert live.seal is not None
    assert live.seal.nonces == (bytes.fromhex(ANNS), bytes.fromhex(BOBS))
    await eve.post("/promises", {"after": "nothing"}, 404)


async def test_a_private_rematch_is_nobody_elses_business(harness: Harness) -> None:
    ann, bob, eve = [await harness.guest(name) for name in ("Ann", "Bob", "Eve")]
    table = await with_nonce(ann, ANNS, seats=2, public=False, options={"lives": 1})
    await bob.post(f"/tables/{table['id']}/join", {"code": table["invitation"]})
    await play_out(table["id"], [ann, bob], random.Random(3))
    following = (await ann.post(f"/tables/{table['id']}/rematch", {}))["id"]
    assert (await bob.post("/promises", {"after": table["id"]}, 201))["table"] == following
    assert (await eve.post("/promises", {"after": table["id"]}, 201))["table"] != following


async def test_a_game_that_began_under_the_first_scheme_continues_and_verifies(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    table = (await with_nonce(ann, ANNS, seats=2, options={"lives": 1}))["id"]
    await harness.services.database.write(update(tables).values(scheme=1))  # as one that was there before
    harness.services.live_tables.cache.forget(table)
    bound = (await bob.get(f"/tables/{table}"))["fairness"]["commitment"]
    begun = (await bob.post(f"/tables/{table}/join", {"nonce": BOBS}))["fairness"]
    assert (begun["scheme"], begun["commitment"]) == (1, bound)
    await play_out(table, [ann, bob], random.Random(3))
    opened = (await bob.get(f"/tables/{table}"))["fairness"]
    secret = bytes.fromhex(opened["secret"])
    assert hashlib.blake2b(secret, digest_size=32).hexdigest() == opened["commitment"] == bound
    text = await ann.get(f"/tables/{table}/record")
    assert "\nscheme" not in text
    assert Record.parse(text).replay(harness.services.shelf.game("duel")).outcome is not None


async def test_the_record_replays_under_what_was_committed(harness: Harness) -> None:
    table, ann, _bob = await finished(harness)
    text = await ann.get(f"/tables/{table}/record")
    game = harness.services.shelf.game("duel")
    record = Record.parse(text)
    assert record.replay(game).outcome is not None
    assert record.seal is not None
    assert record.seal.nonces == (bytes.fromhex(ANNS), bytes.fromhex(BOBS))
    for changed in (text.replace(ANNS, BOBS), text.replace(record.seal.secret.hex(), "00" * 32)):
        with pytest.raises(Exception, match=r"fingerprint|secret|cannot"):
            Record.parse(changed).replay(game)


@on_both
async def test_quick_play_shows_the_commitment_before_sending_a_nonce(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    promise = await ann.post("/promises", {}, 201)
    asked = {"seats": 2, "bots": {1: "random"}, "promise": promise["id"], "nonce": ANNS}
    card = await ann.make("duel", **asked)
    assert card["fairness"]["commitment"] == promise["commitment"]
    assert (await ann.make("duel", 409, **asked))["code"] == "no-promise"  # a secret is for one table
    assert await harness.services.database.rows(select(commitments)) == []


async def test_a_nonce_changes_everything(harness: Harness) -> None:
    one = Seal(bytes(32), "table", (bytes.fromhex(ANNS), b""))
    other = Seal(bytes(32), "table", (bytes.fromhex(BOBS), b""))
    assert one.key() != other.key()
    ann = await harness.guest("Ann")
    for nonsense in ("x", "abc", "AA", "aa" * 33, ""):
        await with_nonce(ann, nonsense, 422, seats=2)


async def test_no_secret_of_chance_leaves_the_server_before_the_end(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    table = (await with_nonce(ann, ANNS, seats=2))["id"]
    await bob.post(f"/tables/{table}/join", {"nonce": BOBS})
    await ann.play(table, "draw")
    live = await harness.services.live_tables.find(table)
    assert live.seal is not None
    secrets = {live.seal.secret.hex(), live.seal.key().hex(), ANNS}
    for path in ("", "/position", "/record", "/chat"):
        text = (await bob.client.get(f"/api/v1/tables/{table}{path}")).text
        assert not any(secret in text for secret in secrets)


async def test_the_same_move_again_has_the_same_result_and_another_a_new_one(harness: Harness) -> None:
    """After an undo no draw is repeated, and no draw that was seen is used for something else."""
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    live = await harness.services.live_tables.find(table)
    timeline = live.running
    seat = timeline.state.deciders[0]
    drawing = timeline.game.moves.parse("draw")

    def next_numbers(move: int) -> list[int]:
        after = timeline.consider(seat, move, 0.0).after
        return [int(after.roll(1 << 30)) for _number in range(4)]

    others = [move for move in timeline.state.legal(seat) if move != drawing]
    seen = next_numbers(drawing)
    await ann.play(table, "draw")
    offer = (await ann.post(f"/tables/{table}/undo", {"number": 1}))["undo"]["offer"]["id"]
    await bob.post(f"/tables/{table}/undo/answer", {"offer": offer, "agree": True})
    assert next_numbers(drawing) == seen
    for move in others:
        assert not set(next_numbers(move)) & set(seen)


async def test_playing_on_has_new_chance_and_a_record_of_its_own(harness: Harness) -> None:
    table, ann, _bob = await finished(harness)
    old = (await harness.services.live_tables.find(table)).start
    await harness.services.scheduler.stop()  # the test plays for the bots
    promise = (await ann.post("/promises", {}, 201))["id"]
    asked = {"step": 2, "seat": 0, "promise": promise, "nonce": BOBS}
    card = await ann.post(f"/tables/{table}/play-on", asked, 201)
    live = await harness.services.live_tables.find(card["id"])
    assert live.start.key_for(2) == old.key != live.start.key_for(3) == live.start.key
    while live.status == "playing":
        seat = live.deciders()[0]
        async with live.lock:
            step = live.running.consider(seat, live.running.state.legal(seat)[0], harness.time.now())
            await harness.services.changes.append(live, step)
    harness.services.live_tables.cache.forget(card["id"])
    record = Record.parse(await ann.get(f"/tables/{card['id']}/record"))
    assert record.replay(live.game).outcome is not None
    assert record.position is not None


async def test_a_game_from_before_chance_was_sealed_is_frozen(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    await harness.services.database.write(update(tables).values(secret=None, seed="7"))
    harness.services.live_tables.cache.forget(table)
    assert "predates verifiable dice" in (await ann.position(table))["frozen"]
    assert (await ann.play(table, "draw", 0, 409))["code"] == "frozen"


# -- attacks -------------------------------------------------------------------------------------------------

LOW: Final = 1 << 32
ALL: Final = 1 << 62
MULTIPLIER: Final = 3202034522624059733  # of a linear congruential generator of 62 bits
INCREMENT: Final = 1


def stepped(word: int) -> int:
    return (word * MULTIPLIER + INCREMENT) % ALL


def first_between(factor: int, modulus: int, low: int, high: int) -> int | None:
    """The smallest x with low <= factor * x mod modulus <= high."""
    if low == 0:
        return 0
    if factor == 0:
        return None
    if 2 * factor > modulus:
        return first_between(modulus - factor, modulus, modulus - high, modulus - low)
    at = -(-low // factor)
    if at * factor <= high:
        return at
    inner = first_between(factor - modulus % factor, factor, low % factor, high % factor)
    return None if inner is None else -(-(low + modulus * inner) // factor)


def words_behind(seen: list[int]) -> list[int]:
    """The words of the linear generator whose upper 30 bits were seen, one number after the other: two of
    them leave a handful of words, which take no time to find, and a third leaves the true one.
    """
    found, at = [], 0
    while at < LOW:
        wanted = (seen[1] * LOW - stepped(seen[0] * LOW + at)) % ALL
        nearest = [
            step
            for low, high in ((wanted, min(wanted + LOW - 1, ALL - 1)), (0, wanted + LOW - 1 - ALL))
            if high >= low and (step := first_between(MULTIPLIER, ALL, low, high)) is not None
        ]
        if not nearest or at + min(nearest) >= LOW:
            break
        at += min(nearest)
        found.append(seen[0] * LOW + at)
        at += 1
    return [word for word in found if all(_upper(word, step) == number for step, number in enumerate(seen))]


def _upper(word: int, steps: int) -> int:
    for _step in range(steps):
        word = stepped(word)
    return word // LOW


def linear_complexity(bits: list[int]) -> int:
    """The length of the shortest linear register that gives these bits (Berlekamp and Massey): short for a
    linear generator, half of the bits for anything that passes for random.
    """
    ours, before = [1] + [0] * len(bits), [1] + [0] * len(bits)
    length, last = 0, -1
    for at, bit in enumerate(bits):
        wrong = bit
        for back in range(1, length + 1):
            wrong ^= ours[back] & bits[at - back]
        if wrong:
            kept = ours[:]
            for shift in range(len(bits) + 1 - (at - last)):
                ours[shift + at - last] ^= before[shift]
            if length <= at // 2:
                length, last, before = at + 1 - length, at, kept
    return length


def test_the_attacks_work_where_there_is_something_to_find() -> None:
    word = random.Random(5).getrandbits(62)
    seen = [_upper(word, step) for step in range(4)]
    assert words_behind(seen) == [word]
    register = [random.Random(5).getrandbits(1) for _bit in range(64)]
    for _bit in range(400):
        register.append(register[-64] ^ register[-63] ^ register[-61] ^ register[-60])
    assert linear_complexity(register) <= 64


async def test_the_attacks_find_nothing_at_a_table(harness: Harness) -> None:
    """Whatever a seat or a spectator saw, it was less than this: every number as it was drawn."""
    table, _guests = await harness.table("duel", "Ann", "Bob")
    state = (await harness.services.live_tables.find(table)).running.state.clone()
    numbers = [int(state.roll(1 << 30)) for _number in range(60)]
    assert not any(words_behind(numbers[at : at + 4]) for at in range(56))
    assert linear_complexity([int(state.roll(2)) for _bit in range(600)]) > 280
