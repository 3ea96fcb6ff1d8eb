"""Chance: the same numbers in both builds and on all machines, and fair enough to deal cards by."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from spyring.engine.chance import MASK, seeded
from spyring.engine.state import State
from tests.toys import DUEL


def state(seed: int) -> State:
    """Any state with this seed; its chance before anything was dealt."""
    found = DUEL.start(seats=2)
    found.word = seeded(seed)
    return found


@pytest.mark.parametrize(
    ("seed", "word"),
    [
        (0, 2446492988119272967),
        (1, 627224819273014888),
        (7, 1974124974810482740),
        (-1, 1376245817266535741),
        (2**62 - 1, 4449112253089683405),
        (2**62, 1517556480690512680),
        (2**64 + 5, 2629908936016511414),
        (-(2**70), 788176235624134986),
    ],
)
def test_seeds_give_these_words_for_ever(seed: int, word: int) -> None:
    assert seeded(seed) == word


def test_these_are_the_rolls_for_ever() -> None:
    chance = state(7)
    assert [int(chance.roll(6)) for _roll in range(12)] == [4, 5, 3, 4, 2, 3, 5, 4, 1, 2, 1, 4]
    assert [int(chance.roll(1000)) for _roll in range(6)] == [810, 14, 145, 227, 871, 387]
    assert int(chance.word) == 1789119318098165834


def test_this_is_the_shuffle_for_ever() -> None:
    chance = state(7)
    cards = list(range(12))
    chance.shuffle(cards)
    assert cards == [2, 0, 11, 1, 7, 10, 4, 3, 6, 5, 9, 8]


def test_a_shuffle_is_made_of_rolls() -> None:
    one, other = state(3), state(3)
    cards = list(range(9))
    one.shuffle(cards)
    by_hand = list(range(9))
    for last in range(8, 0, -1):
        at = other.roll(last + 1)
        by_hand[last], by_hand[at] = by_hand[at], by_hand[last]
    assert cards == by_hand
    assert one.word == other.word


@given(some.integers(-(2**80), 2**80), some.integers(1, 2**20))
def test_any_seed_will_do_and_rolls_stay_in_range(seed: int, sides: int) -> None:
    chance = state(seed)
    assert 0 <= int(chance.word) <= MASK
    assert all(0 <= chance.roll(sides) < sides for _roll in range(5))


def test_different_seeds_give_different_words() -> None:
    seeds = [
        sign * (number << shift)
        for sign in (1, -1)
        for shift in (0, 30, 61, 62, 63, 124)
        for number in range(1, 50)
    ]
    assert len({seeded(seed) for seed in seeds}) == len(set(seeds))


def test_near_seeds_give_unlike_games() -> None:
    first = [int(state(seed).roll(6)) for seed in range(6000)]
    assert all(880 < first.count(face) < 1120 for face in range(6))


@pytest.mark.parametrize("sides", [2, 6, 10, 56])
def test_rolls_are_even(sides: int) -> None:
    chance = state(11)
    count = [0] * sides
    for _roll in range(200 * sides):
        count[chance.roll(sides)] += 1
    chi_square = sum((times - 200) ** 2 / 200 for times in count)
    assert chi_square < sides - 1 + 5 * (2 * (sides - 1)) ** 0.5


def test_every_order_comes_out_of_a_shuffle() -> None:
    chance = state(5)
    count: dict[tuple[int, ...], int] = {}
    for _shuffle in range(2400):
        cards = [0, 1, 2, 3]
        chance.shuffle(cards)
        count[tuple(cards)] = count.get(tuple(cards), 0) + 1
    assert len(count) == 24
    assert all(50 < times < 150 for times in count.values())


@pytest.mark.parametrize("things", [[], ["only"]])
def test_there_is_nothing_to_shuffle(things: list[str]) -> None:
    chance = state(1)
    before = int(chance.word)
    chance.shuffle(things)
    assert int(chance.word) == before
