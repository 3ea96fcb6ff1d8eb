"""Keyed chance: fixed before the first move, unpredictable, and verifiable by everyone afterwards."""

import hashlib
import json
import pickle
import random
from copy import deepcopy

import pytest

import spyring
from spyring.engine.errors import BadKey, BadPosition, BadRecord
from spyring.engine.keyed_chance import KeyedChance, Seal, commitment
from spyring.engine.record import Record
from spyring.engine.state import State
from tests.toys import DUEL

KEY = bytes(range(32))
KRAKOW = spyring.game("krakow")


def played(state: State, moves: int) -> list[tuple[int, int]]:
    chance = random.Random(1)
    line: list[tuple[int, int]] = []
    while state.deciders and len(line) < moves:
        seat = state.deciders[0]
        line.append((seat, chance.choice(state.legal(seat))))
        state.play(*line[-1])
    return line


def test_these_are_the_numbers_of_a_key_for_ever() -> None:
    keyed = KeyedChance(KEY)
    assert [int(keyed.roll(6)) for _roll in range(12)] == [5, 3, 2, 5, 2, 4, 2, 0, 2, 0, 3, 5]
    assert [int(keyed.roll(1000)) for _roll in range(30)] == [
        450,
        94,
        824,
        631,
        830,
        509,
        575,
        783,
        688,
        685,
        385,
        668,
        597,
        302,
        721,
        964,
        425,
        291,
        483,
        550,
        93,
        464,
        690,
        152,
        998,
        927,
        766,
        855,
        696,
        949,
    ]
    assert int(keyed.drawn) == 42


def test_draws_are_without_bias() -> None:
    """Three quarters of 2**32 as sides: cut off without rejection, a third would come up twice as often."""
    keyed = KeyedChance(KEY)
    sides = 3 << 30
    low = sum(keyed.roll(sides) < 1 << 30 for _roll in range(3000))
    assert abs(low - 1000) < 5 * 26
    assert keyed.drawn > 3750


def test_the_same_key_deals_the_same_game_and_another_key_another() -> None:
    one, same, other = (KRAKOW.start(key=key) for key in (KEY, KEY, bytes(32)))
    assert one.fingerprint() == same.fingerprint() != other.fingerprint()
    assert KRAKOW.start(key=KEY, seed=5).fingerprint() == one.fingerprint()


def test_a_copy_continues_equally_and_independently() -> None:
    state = KRAKOW.start(key=KEY, years=1)
    played(state, 100)
    before = state.fingerprint()
    for copy in (state.clone(), deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert copy.fingerprint() == before
        played(copy, 1000)
        assert copy.outcome is not None
        assert state.fingerprint() == before
    ends = {deepcopy(state).roll(1 << 30), state.clone().roll(1 << 30), state.roll(1 << 30)}
    assert len(ends) == 1


def test_a_position_says_only_how_much_was_drawn() -> None:
    state = KRAKOW.start(key=KEY)
    data = json.loads(json.dumps(state.to_json()))
    assert data["chance"] == {"sealed": int(state.keyed.drawn if state.keyed else 0), "path": ""}
    again = KRAKOW.from_json(data, key=KEY)
    assert again.fingerprint() == state.fingerprint()
    assert again.roll(1 << 30) == state.roll(1 << 30)
    with pytest.raises(BadPosition, match="cannot be restored without"):
        KRAKOW.from_json(data)


def test_what_a_seat_imagines_is_not_dealt_under_the_key() -> None:
    state = KRAKOW.start(key=KEY)
    world = state.resample(0, 7)
    assert world.keyed is None
    assert world.same_chance(state.resample(0, 7))


@pytest.mark.parametrize("key", [b"", b"short", bytes(33), "not bytes", 7])
def test_an_invalid_key_is_refused_without_being_repeated(key: object) -> None:
    with pytest.raises((BadKey, TypeError), match=r"^A key has 32 bytes\.$|^bytes or None object expected"):
        KRAKOW.start(key=key)  # type: ignore[arg-type]


def test_nothing_that_leaves_the_table_holds_the_key() -> None:
    """View, scene, events, position and record before the end say nothing; the fingerprint holds a digest."""
    state = DUEL.start(seats=2, key=KEY, events=True)
    played(state, 5)
    seen = [state.view(seat) for seat in (0, 1, None)] + [state.scene(seat) for seat in (0, 1, None)]
    said = repr([seen, state.to_json(), state.events_for(0), repr(state.keyed), state.fingerprint()])
    for form in (KEY.hex(), repr(KEY)[2:-1], str(list(KEY))[1:-1], str(int.from_bytes(KEY, "big"))):
        assert form not in said
    with pytest.raises(BadRecord) as refusal:
        Record.of(state, 0, [])
    assert KEY.hex() not in str(refusal.value)


def test_what_was_drawn_does_not_tell_what_comes() -> None:
    """Two keys that dealt the same so far have different next numbers: the draws do not determine the key."""
    keyed = KeyedChance(KEY)
    wanted = [int(keyed.roll(4)) for _roll in range(5)]
    nexts: set[int] = set()
    for number in range(20_000):
        other = KeyedChance(number.to_bytes(32, "big"))
        if all(int(other.roll(4)) == roll for roll in wanted):
            nexts.add(int(other.roll(4)))
    assert nexts == {0, 1, 2, 3}


# -- opening the seal ----------------------------------------------------------------------------------------


def sealed_record() -> str:
    seal = Seal(KEY, "green-door", (b"ada", b"", b"ben", b""))
    state = KRAKOW.start(key=seal.key(), years=1)
    line = played(state, 10_000)
    return Record.of(state, 0, line, seal=seal).text()


def test_a_record_opens_the_seal_and_replays() -> None:
    text = sealed_record()
    bound = commitment(KEY, "green-door")
    assert f"sealed green-door\nscheme 2\ncommitment {bound}\nsecret {KEY.hex()}\n" in text
    assert f"{KEY.hex()}\nnonce 1 616461\nnonce 3 62656e\n" in text
    assert "\nseed " not in text
    record = Record.parse(text)
    assert record.text() == text
    assert record.replay(KRAKOW).outcome is not None


def test_a_record_of_the_first_scheme_replays() -> None:
    seal = Seal(KEY, "green-door", (b"ada", b"", b"ben", b""), scheme=1)
    state = KRAKOW.start(key=seal.key(), years=1)
    text = Record.of(state, 0, played(state, 10_000), seal=seal).text()
    assert f"sealed green-door\ncommitment {hashlib.blake2b(KEY, digest_size=32).hexdigest()}\n" in text
    assert Record.parse(text).replay(KRAKOW).outcome is not None


def test_draws_are_recorded_on_request() -> None:
    draws: list[tuple[int, int]] = []
    state = KRAKOW.start(key=KEY, draws=draws)
    assert state.fingerprint() == KRAKOW.start(key=KEY).fingerprint()
    assert draws
    assert all(0 <= number < sides for sides, number in draws)
    before = len(draws)
    state.clone().roll(6)
    assert len(draws) == before
    state.roll(6)
    assert draws[-1][0] == 6


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("nonce 1 61", "nonce 1 62", "cannot “play|lead to fingerprint"),
        (
            "sealed green-door",
            "sealed blue-door",
            "Line 9: the secret is not the one to which the commitment",
        ),
        ("scheme 2\n", "", "Line 8: the secret is not the one to which the commitment binds"),
        ("scheme 2", "scheme 3", "Line 7: unknown scheme of commitments"),
        ("secret 00", "secret 01", "Line 9: the secret is not the one to which the commitment binds"),
        ("secret 00", "secret 0x", "Line 9: secret is 64 hexadecimal digits"),
        ("nonce 1 61", "nonce one 61", "Line 10: a nonce is the number of a seat"),
    ],
)
def test_a_seal_that_was_tampered_with_is_refused(old: str, new: str, sentence: str) -> None:
    text = sealed_record()
    assert old in text
    with pytest.raises(BadRecord, match=sentence):
        Record.parse(text.replace(old, new, 1)).replay(KRAKOW)


# -- observers -----------------------------------------------------------------------------------------------


class Gallery:
    """Sees every scene as a seat would."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.scenes: list[tuple[int, object]] = []

    def on_event(self, state: State, event: object) -> None:
        scene = state.scene(self.seat)
        assert scene["asked"] is None
        assert scene["deciders"] == scene["interrupters"] == []
        self.scenes.append((len(state.events), scene["table"]))


def test_a_witness_sees_every_event_in_its_moment_and_changes_nothing() -> None:
    plain, watched = (KRAKOW.start(seed=9, years=1, events=True) for _game in range(2))
    watched.observer = Gallery(0)
    before = len(watched.events)
    played(plain, 10_000)
    played(watched, 10_000)
    assert watched.fingerprint() == plain.fingerprint()
    assert len(watched.observer.scenes) == len(watched.events) - before
    assert len({json.dumps(table) for _at, table in watched.observer.scenes}) > 100
    assert watched.clone().observer is None


def test_without_events_nobody_is_shown_anything() -> None:
    state = KRAKOW.start(seed=9, years=1)
    state.observer = Gallery(0)
    played(state, 50)
    assert state.observer.scenes == []
