"""What a seat may believe about what it cannot see."""

import pytest

import spyring
from spyring.engine.belief import evenly, explained, worlds
from spyring.engine.state import State


def allotting() -> State:
    """Kraków where gold is being allotted in secret."""
    state = spyring.game("krakow").start(seed=3, years=1, events=True)
    while type(state.stack[-1]).__name__ != "AllotGold":
        state.play(state.deciders[0], state.legal(state.deciders[0])[0])
    return state


def test_an_information_state_is_the_same_in_all_worlds_of_a_seat_and_no_others() -> None:
    state = allotting()
    for seat in (0, 2, None):
        key = state.information(seat)
        for world in worlds(state, seat, 4, seed=1):
            assert world.state.information(seat) == key
            assert world.weight == pytest.approx(0.25)
    assert len({state.information(seat) for seat in (0, 1, 2, 3, None)}) == 5


def test_a_hidden_choice_changes_the_own_information_state_only() -> None:
    state = allotting()
    seat = state.deciders[0]
    others = [other for other in (0, 1, 2, 3, None) if other != seat]
    before = {other: state.information(other) for other in (seat, *others)}
    state.play(seat, state.legal(seat)[0])
    assert state.information(seat) != before[seat]
    assert {other: state.information(other) for other in others} == {other: before[other] for other in others}


def test_worlds_weigh_as_much_as_they_explain() -> None:
    """A rival that never plays the first card of its hand: worlds where it did are not believed."""
    state = spyring.game("krakow").start(seed=7, years=1, events=True)
    before, rival = state.clone(), state.deciders[0]
    seat = (rival + 1) % 4
    move = state.legal(rival)[0]

    def shy(world: State, who: int) -> dict[int, float]:
        moves = world.legal(who)
        odds = {one: 1.0 / len(moves) for one in moves}
        odds[min(moves)] = 0.0
        return odds

    state.play(rival, move)
    even = explained(before, [(rival, move)], seat, 6, policies={rival: evenly})
    assert len(even) == 6
    assert {round(world.weight, 6) for world in even} == {round(1 / 6, 6)}, "hands of nine cards each"
    believed = explained(before, [(rival, move)], seat, 6, policies={rival: shy})
    for world in believed:
        assert world.state.information(seat) == state.information(seat)
    assert sum(world.weight for world in believed) == pytest.approx(1)


def test_what_is_hidden_is_drawn_by_the_policy_and_not_copied() -> None:
    state = allotting()
    before, rival = state.clone(), state.deciders[0]
    seat = state.deciders[1]
    options = state.legal(rival)
    state.play(rival, options[0])
    found = explained(before, [(rival, options[0])], seat, 20)
    assert len(found) == 20
    assert len({str(world.state.stack[-1].pack()) for world in found}) > 1
