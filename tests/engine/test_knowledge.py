"""Who knows what lies where, and how else it might lie."""

from collections import Counter
from itertools import permutations

import pytest

import spyring
from spyring.engine.knowledge import NOTHING, Backs, Confined, Knowledge, determinize_row
from spyring.engine.seats import PUBLIC, SPECTATOR
from spyring.engine.state import State

ME, YOU = 1, 2  # masks


@pytest.fixture
def chance() -> State:
    return spyring.game("krakow").start(seed=7)


def spread(count: Counter[tuple[int, ...]], expected: int) -> bool:
    """Whether all expected arrangements came, about equally often."""
    times = list(count.values())
    mean = sum(times) / len(times)
    return len(times) == expected and all(0.7 * mean < n < 1.3 * mean for n in times)


def test_every_arrangement_of_unknown_things_comes_and_no_other(chance: State) -> None:
    found: Counter[tuple[int, ...]] = Counter()
    for _world in range(9600):
        hand, board = [0, 1], [2, NOTHING, 3, 4]
        cards = Knowledge(5)
        cards.reveal(3)
        cards.deal(hand, YOU)
        cards.determinize(chance, [hand, board], ME)
        found[(*hand, *board)] += 1
        places = (*hand, board[0], board[2], board[3])
        assert [cards.seen[card] for card in places] == [
            YOU,
            YOU,
            0,
            PUBLIC,
            0,
        ]
    assert all(world[3:5] == (NOTHING, 3) for world in found)
    assert spread(found, 24)


def test_pools_are_not_mixed(chance: State) -> None:
    found: Counter[tuple[int, ...]] = Counter()
    for _world in range(6000):
        deck = [4, 2, 0, 3, 1]
        cards = Knowledge(5)
        cards.put_in_pool([4, 2], 3)
        cards.determinize(chance, [deck], ME)
        found[tuple(deck)] += 1
    assert spread(found, 2 * 6)
    assert all(set(world[:2]) == {2, 4} for world in found)


def test_knowers_may_be_several_parties_of_one_seat(chance: State) -> None:
    faces = [0, 1, 2, 3]
    pieces = Knowledge(4)
    pieces.show(2, 1 << 4)
    pieces.show(3, 1 << 3)
    for _world in range(20):
        pieces.determinize(chance, [faces], 1 << 3 | 1 << 4)
        assert faces[2:] == [2, 3]


def test_a_spectator_knows_what_is_public(chance: State) -> None:
    cards = Knowledge(3)
    cards.deal([0, 1, 2], ME | YOU)
    cards.reveal(1)
    watcher = 1 << SPECTATOR
    names = ["ace", "king", "ten"]
    assert [cards.knows(card, watcher) for card in range(3)] == [False, True, False]
    assert [cards.face(card, watcher, names) for card in (0, 1, NOTHING)] == [
        None,
        "king",
        None,
    ]


def test_confined_places_get_what_they_may_hold(chance: State) -> None:
    found: Counter[tuple[int, ...]] = Counter()
    for _world in range(6000):
        first, second, rest = [0], [1], [2, 3]
        places = [Confined(first, 0, [0, 1]), Confined(second, 0, [1])]
        Knowledge(4).determinize(chance, [first, second, rest], ME, places)
        found[(*first, *second, *rest)] += 1
    assert spread(found, 2)  # the second can only be 1, so the first can only be 0


def test_what_confined_places_leave_is_laid_evenly(chance: State) -> None:
    found: Counter[tuple[int, ...]] = Counter()
    for _world in range(8000):
        under, deck = [0], [1, 2, 3]
        Knowledge(4).determinize(chance, [under, deck], ME, [Confined(under, 0, [0, 1])])
        found[(*under, *deck)] += 1
    assert set(found) == {world for world in permutations(range(4)) if world[0] in (0, 1)}
    assert spread(found, 12)


def test_a_confined_place_that_is_known_stays(chance: State) -> None:
    under, deck = [0], [1, 2, 3]
    cards = Knowledge(4)
    cards.show(0, ME)
    cards.determinize(chance, [under, deck], ME, [Confined(under, 0, [0, 1])])
    assert under == [0]


def test_the_real_world_leaves_no_trace() -> None:
    worlds = set()
    for real in permutations(range(4)):
        t = spyring.game("krakow").start(seed=7)
        row = list(real)
        Knowledge(4).determinize(t, [row], ME)
        worlds.add(tuple(row))
        row = list(real)
        determinize_row(t, row, [0, 0, 0, 0], ME)
        worlds.add((9, *row))
    assert len(worlds) == 2


def test_clones_are_independent() -> None:
    cards, backs = Knowledge(3), Backs(2)
    other, copies = cards.clone(), backs.clone()
    other.reveal(1)
    other.put_in_pool([2], 1)
    copies.renew([1])
    assert (cards.seen, cards.pool, cards.pools) == ([0, 0, 0], [0, 0, 0], 1)
    assert (backs.number, copies.number) == ([0, 0], [0, 1])
