"""Kraków keeps the contract of all games, and imagines everything that a seat cannot exclude."""

from itertools import permutations
from typing import Any

import spyring
from spyring.engine.state import State
from spyring.games.krakow.generated import table
from spyring.testkit import contract, reaches
from tests.night import CONTRACT_GAMES, SELDOM

KRAKOW = spyring.game("krakow")


def test_krakow_keeps_the_contract() -> None:
    contract(KRAKOW, every=6 * SELDOM, games=CONTRACT_GAMES)


def test_every_identity_of_the_others_can_be_imagined() -> None:
    state = KRAKOW.start(seed=3)
    own = table(state).identity[2]
    others = [group for group in range(4) if group != own]
    expected = [(a, b, own, c) for a, b, c in permutations(others)]
    reaches(state, 2, lambda world: table(world).identity, expected)


def test_a_spectator_knows_no_identity() -> None:
    reaches(KRAKOW.start(seed=3), None, lambda world: table(world).identity, list(permutations(range(4))))


def test_season_cards_are_unknown_until_their_season() -> None:
    state = KRAKOW.start(seed=5)
    holder = table(state).holder
    stranger = next(seat for seat in range(4) if seat != holder[0])  # Spring is shown
    mine = holder.index(stranger)
    possible = [
        order for order in permutations(range(4)) if order[0] == holder[0] and order[mine] == stranger
    ]
    reaches(state, stranger, lambda world: table(world).holder, possible)


def scenario(state: State, **changes: Any) -> State:
    """The same position with other things on the table."""
    data = state.to_json()
    data["table"].update(changes)
    return KRAKOW.from_json(data)


def test_a_card_is_imagined_wherever_nobody_told_where_it_is() -> None:
    """Seat 0 knows all cards but the first of each other hand and the bottom of the discard pile."""
    state = KRAKOW.start(seed=8)
    t = table(state)
    places = [t.hands[1], t.hands[2], t.hands[3], t.discard]
    hidden = tuple(pile[0] for pile in places)
    seen = t.known.seen
    state = scenario(state, seen=[seen[card] if card in hidden else seen[card] | 1 for card in range(56)])
    reaches(
        state,
        0,
        lambda world: tuple(pile[0] for pile in (*table(world).hands[1:], table(world).discard)),
        list(permutations(hidden)),
    )


def test_what_the_owner_knows_goes_with_the_place() -> None:
    """Whatever card seat 0 imagines in another hand, it imagines the owner to know."""
    state = KRAKOW.start(seed=8)
    for seed in range(20):
        world = table(state.resample(0, seed))
        for seat, hand in enumerate(world.hands):
            assert all(world.known.seen[card] & 1 << seat for card in hand)
        assert not any(world.known.seen[card] for card in world.discard)
