"""Chance: the same numbers in both builds and on all machines, and fair enough to deal cards by."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from spyring.engine.chance import WORD, Chance, seeded
from spyring.engine.lanes import DRAWS, drawn, pair_of
from tests.toys import DUEL


def words(chance: Chance) -> tuple[int, int]:
    return int(chance.chance_low), int(chance.chance_high)


@pytest.mark.parametrize(
    ("seed", "found"),
    [
        (0, (2236709435, 0)),
        (1, (199928833, 1492470133)),
        (7, (2588814333, 1420618368)),
        (-1, (3530950567, 1567368888)),
        (2**62 - 1, (261046713, 1417845733)),
        (2**62, (1239963572, 2674136490)),
        (2**64 + 5, (2771740078, 863510137)),
        (-(2**70), (357352075, 3586659340)),
    ],
)
def test_seeds_give_these_words_for_ever(seed: int, found: tuple[int, int]) -> None:
    assert words(Chance(seed)) == found


def test_the_generator_is_the_published_one() -> None:
    """xoroshiro64**, written as its authors do, on words of 32 bits."""
    chance = Chance(7)
    first, second = words(chance)
    for _word in range(1000):
        starred = (first * 0x9E3779BB) & WORD
        wanted = ((starred << 5 | starred >> 27) & WORD) * 5 & WORD
        second ^= first
        first = ((first << 26 | first >> 6) & WORD) ^ second ^ (second << 9 & WORD)
        second = (second << 13 | second >> 19) & WORD
        assert int(chance.roll(1 << 31)) == wanted >> 1
        assert words(chance) == (first, second)


def test_these_are_the_rolls_for_ever() -> None:
    chance = Chance(7)
    assert [int(chance.roll(6)) for _roll in range(12)] == [0, 0, 2, 4, 4, 1, 0, 0, 5, 5, 2, 5]
    assert [int(chance.roll(1000)) for _roll in range(6)] == [58, 555, 369, 890, 909, 528]


def test_this_is_the_shuffle_for_ever() -> None:
    cards = list(range(12))
    Chance(7).shuffle(cards)
    assert cards == [7, 9, 2, 3, 5, 10, 1, 8, 6, 4, 11, 0]


@pytest.mark.parametrize("size", [0, 1, 2, 8, 9, 10, 57, 64, 65, 66, 73, 129, 200])
def test_a_shuffle_is_made_of_rolls(size: int) -> None:
    one, other = Chance(3), Chance(3)
    cards = list(range(size))
    one.shuffle(cards)
    by_hand = list(range(size))
    for last in range(size - 1, 0, -1):
        at = other.roll(last + 1)
        by_hand[last], by_hand[at] = by_hand[at], by_hand[last]
    assert cards == by_hand
    assert one.same_chance(other)


@given(some.integers(0, WORD), some.integers(0, WORD))
def test_words_come_in_blocks_as_they_come_one_by_one(low: int, high: int) -> None:
    chance = Chance(0)
    chance.chance_low, chance.chance_high = low, high
    found, pairs = drawn(low, high)
    for number in range(DRAWS):
        assert pair_of(pairs, number) == words(chance)
        assert int(chance.roll(1 << 31)) == found[number] >> 1
    assert pair_of(pairs, DRAWS) == words(chance)


@given(some.integers(-(2**80), 2**80), some.integers(1, 2**31))
def test_any_seed_will_do_and_rolls_stay_in_range(seed: int, sides: int) -> None:
    chance = Chance(seed)
    assert all(0 <= word <= WORD for word in words(chance))
    assert all(0 <= chance.roll(sides) < sides for _roll in range(5))


def test_different_seeds_give_different_words() -> None:
    seeds = [
        sign * (number << shift)
        for sign in (1, -1)
        for shift in (0, 30, 61, 62, 63, 124)
        for number in range(1, 50)
    ]
    assert len({words(Chance(seed)) for seed in seeds}) == len(set(seeds))
    assert len({seeded(seed) for seed in seeds}) == len(set(seeds))
    assert all(0 <= seeded(seed) < 2**62 for seed in seeds)


def test_near_seeds_give_unlike_games() -> None:
    first = [int(Chance(seed).roll(6)) for seed in range(6000)]
    assert all(880 < first.count(face) < 1120 for face in range(6))
    pairs = [6 * one + other for one, other in pairwise(first)]
    assert chi_square([pairs.count(pair) for pair in range(36)]) < limit(36)


def test_a_seed_of_a_million_digits_is_no_burden() -> None:
    assert words(Chance(7**1_000_000)) != words(Chance(7**1_000_000 + 1))


# -- statistical tests ---------------------------------------------------------------------------------------


def chi_square(count: list[int]) -> float:
    expected = sum(count) / len(count)
    return sum([(times - expected) ** 2 / expected for times in count])


def limit(cells: int) -> float:
    """Five standard deviations above what is expected."""
    return cells - 1 + 5 * math.sqrt(2 * (cells - 1))


@pytest.mark.parametrize("sides", [2, 6, 10, 56])
def test_rolls_are_even(sides: int) -> None:
    chance = Chance(11)
    count = [0] * sides
    for _roll in range(200 * sides):
        count[chance.roll(sides)] += 1
    assert chi_square(count) < limit(sides)


@pytest.mark.parametrize("apart", [1, 2, 3, 56])
def test_a_roll_says_nothing_about_a_later_one(apart: int) -> None:
    chance = Chance(12)
    rolls = [int(chance.roll(8)) for _roll in range(20_000)]
    count = [0] * 64
    for one, other in zip(rolls, rolls[apart:], strict=False):
        count[one * 8 + other] += 1
    assert chi_square(count) < limit(64)


def test_low_bits_are_as_good_as_high_ones() -> None:
    chance = Chance(13)
    drawn = [int(chance.roll(1 << 31)) for _roll in range(4096)]
    for bit in range(31):
        ones = sum(word >> bit & 1 for word in drawn)
        assert abs(ones - 2048) < 5 * 32
        changes = sum((one ^ other) >> bit & 1 for one, other in pairwise(drawn))
        assert abs(changes - 2048) < 5 * 32


def test_no_line_leads_from_one_number_to_the_next() -> None:
    """Numbers of a linear congruential generator lie on few planes: the sum of small multiples of three
    neighbours is always almost the same, so that a player could predict all later ones.
    """
    chance = Chance(14)
    drawn = [int(chance.roll(1 << 31)) / 2**31 for _roll in range(1000)]
    threes = list(zip(drawn, drawn[1:], drawn[2:], strict=False))
    for one in range(-4, 5):
        for other in range(-4, 5):
            if one or other:
                rests = [int((a + one * b + other * c) % 1.0 * 16) for a, b, c in threes]
                assert chi_square([rests.count(rest) for rest in range(16)]) < 60


def test_every_order_comes_out_of_a_shuffle() -> None:
    chance = Chance(5)
    count: dict[tuple[int, ...], int] = {}
    for _shuffle in range(2400):
        cards = [0, 1, 2, 3]
        chance.shuffle(cards)
        count[tuple(cards)] = count.get(tuple(cards), 0) + 1
    assert len(count) == 24
    assert chi_square(list(count.values())) < limit(24)


@pytest.mark.parametrize("things", [[], ["only"]])
def test_there_is_nothing_to_shuffle(things: list[str]) -> None:
    chance, before = Chance(1), Chance(1)
    chance.shuffle(things)
    assert chance.same_chance(before)


def test_a_state_is_chance_in_the_making() -> None:
    state, copy = DUEL.start(seats=2, seed=3), DUEL.start(seats=2, seed=3)
    assert state.same_chance(copy)
    copy.roll(6)
    assert not state.same_chance(copy)
