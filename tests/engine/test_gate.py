"""``State.play`` refuses every illegal move in the same way in both builds, and changes nothing."""

from typing import Any

import pytest

import spyring
from spyring.engine.errors import BadSeats, IllegalMove
from spyring.engine.state import State

KRAKOW = spyring.game("krakow")
HUGE = 10**30
STRANGERS = [-1, -4, 4, 8, 30, 31, 62, 63, 64, 2**62, 2**63, HUGE, -HUGE]
NO_MOVES = [-1, -188, len(KRAKOW.moves), 2**62, 2**63, HUGE, -HUGE]


@pytest.fixture
def state() -> State:
    return KRAKOW.start(seed=1)


def refused(state: State, seat: int, move: int) -> IllegalMove:
    before = state.fingerprint()
    with pytest.raises(IllegalMove) as refusal:
        state.play(seat, move)
    assert state.fingerprint() == before
    assert (refusal.value.seat, refusal.value.move) == (seat, move)
    reason = state.why_not(seat, move)
    assert reason is not None
    assert (refusal.value.clause, refusal.value.reason) == (reason.clause, reason.say())
    return refusal.value


@pytest.mark.parametrize("seat", STRANGERS)
def test_a_foreign_seat_is_refused(state: State, seat: int) -> None:
    move = state.legal(state.deciders[0])[0]
    with pytest.raises(BadSeats, match="Unknown seat"):
        state.legal(seat)
    assert str(refused(state, seat, move)) == "There is no such seat at this table."


@pytest.mark.parametrize("move", NO_MOVES)
def test_a_number_without_a_move_is_refused(state: State, move: int) -> None:
    for seat in range(4):
        assert str(refused(state, seat, move)) == "There is no such move in this game."


def test_a_seat_that_is_not_asked_is_refused(state: State) -> None:
    asked = state.deciders[0]
    move = state.legal(asked)[0]
    error = refused(state, (asked + 1) % 4, move)
    assert str(error) == "It is not your turn to decide. [KRK-6.1]"


def test_a_move_that_is_not_legal_is_refused_by_its_clause(state: State) -> None:
    error = refused(state, state.deciders[0], KRAKOW.moves.parse("decline"))
    assert error.clause.startswith("KRK-")
    assert str(error).endswith(f"[{error.clause}]")


def test_after_the_end_every_move_is_refused(state: State) -> None:
    while state.deciders:
        state.play(state.deciders[0], state.legal(state.deciders[0])[0])
    for seat in range(4):
        assert state.legal(seat) == ()
        assert str(refused(state, seat, 0)) == "The game is over. [KRK-14.1]"


def test_a_truth_value_is_the_number_it_stands_for(state: State) -> None:
    """bool is an int in Python, in both builds: True is seat 1, or move 1, and nothing else."""
    assert state.legal(True) == state.legal(1)
    assert str(refused(state, False, len(KRAKOW.moves))) == "There is no such move in this game."


@pytest.mark.parametrize("seat", ["0", None, [0], "white-dagger"])
def test_a_value_that_is_not_a_number_is_a_programming_error(state: State, seat: Any) -> None:
    before = state.fingerprint()
    with pytest.raises(TypeError):
        state.play(seat, 0)
    assert state.fingerprint() == before


def test_what_is_legal_has_nothing_against_it(state: State) -> None:
    for move in state.legal(state.deciders[0]):
        assert state.why_not(state.deciders[0], move) is None


def test_moves_on_offer_cannot_be_changed_from_outside(state: State) -> None:
    assert isinstance(state.legal(state.deciders[0]), tuple)
    assert isinstance(state.deciders, tuple)
    assert isinstance(state.interrupters, tuple)


@pytest.mark.parametrize("seat", STRANGERS)
def test_a_foreign_seat_sees_hears_and_imagines_nothing(state: State, seat: int) -> None:
    with pytest.raises(BadSeats, match="Unknown seat"):
        state.view(seat)
    with pytest.raises(BadSeats, match="Unknown seat"):
        state.events_for(seat)
    with pytest.raises(BadSeats, match="Unknown seat"):
        state.resample(seat, 1)


@pytest.mark.parametrize("seed", [0, -1, 2**62, 2**63, HUGE, -HUGE])
def test_any_integer_is_a_seed(seed: int) -> None:
    one, other = KRAKOW.start(seed=seed), KRAKOW.start(seed=seed)
    assert one.fingerprint() == other.fingerprint()
    assert one.resample(0, seed).fingerprint() == other.resample(0, seed).fingerprint()


# -- numbers of other libraries ------------------------------------------------------------------------------


def test_numpy_integers_are_moves_and_seats_like_any_other() -> None:
    numpy = pytest.importorskip("numpy")
    one = KRAKOW.start(seats=numpy.int64(4), seed=numpy.uint64(2**63), years=1)
    other = KRAKOW.start(seats=4, seed=2**63, years=1)
    kinds = [numpy.int8, numpy.uint8, numpy.int32, numpy.int64, numpy.uint64]
    while other.deciders:
        number = kinds[len(other.legal(other.deciders[0])) % len(kinds)]
        seat = other.deciders[0]
        move = other.legal(seat)[-1]
        assert one.legal(number(seat)) == other.legal(seat)
        assert one.why_not(number(seat), numpy.int64(move)) is None
        assert one.view(number(seat)) == other.view(seat)
        assert one.events_for(number(seat)) == []
        assert one.resample(number(seat), numpy.int64(3)).same_chance(other.resample(seat, 3))
        one.play(number(seat), numpy.int16(move))
        other.play(seat, move)
    assert one.fingerprint() == other.fingerprint()


@pytest.mark.parametrize("seat", [1.0, "1", None, [1]])
def test_a_value_that_is_not_a_number_is_neither_seat_nor_move(seat: object) -> None:
    state = KRAKOW.start()
    for wrong in (lambda: state.legal(seat), lambda: state.play(seat, 0), lambda: state.play(0, seat)):  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            wrong()


def test_a_number_beyond_any_word_is_refused_like_any_other() -> None:
    state = KRAKOW.start()
    with pytest.raises(IllegalMove):
        state.play(state.deciders[0], 10**30)
    with pytest.raises(BadSeats):
        state.legal(-(10**30))
