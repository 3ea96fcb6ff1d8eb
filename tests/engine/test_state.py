"""States: who sees and hears what, copies, worlds, pickles."""

import copy
import json
import pickle
from collections.abc import Callable
from importlib.resources import files

import pytest

import spyring
from spyring.engine.outcome import Outcome
from spyring.engine.state import State
from tests.toys import DUEL, RELAY
from tests.toys.duel import DuelTable

KRAKOW = spyring.game("krakow")


def some_way(state: State, decisions: int) -> State:
    for _decision in range(decisions):
        seat = state.deciders[-1]
        state.play(seat, state.legal(seat)[0])
    return state


def test_a_spectator_sees_the_table_and_no_hand() -> None:
    state = some_way(KRAKOW.start(seed=4), 10)
    seen = state.view(None)
    assert seen["you"] is None
    assert "hand" not in seen["table"]
    assert [player["identity"] for player in seen["table"]["players"]] == [None] * 4
    assert seen["deciders"] == state.view(0)["deciders"]


def test_a_view_says_what_is_asked_and_by_which_clause() -> None:
    state = KRAKOW.start(seed=4)
    seen = state.view(state.deciders[0])
    names = KRAKOW.seat_names(4)
    assert seen["game"] == "krakow"
    assert seen["you"] == names[state.deciders[0]]
    assert seen["deciders"] == [names[state.deciders[0]]]
    assert seen["asked"]["frame"] == "Lead"
    assert seen["asked"]["clause"] == "KRK-6.1"
    assert seen["outcome"] is None


def test_at_the_end_everything_opens() -> None:
    state = DUEL.start(seats=2, seed=1, events=True)
    while state.deciders:
        state.play(state.deciders[0], state.legal(state.deciders[0])[0])
    seen = state.view(None)
    assert seen["asked"] is None
    assert seen["outcome"]["ranks"]
    assert all(chit for player in seen["table"]["players"] for chit in player["chits"])


def test_events_are_told_to_their_audience() -> None:
    state = DUEL.start(seats=2, seed=1, events=True)
    drawn = [event["kind"] for event in state.events_for(0)]
    assert drawn == ["drew", "drew-unseen"] * 4
    assert [event["kind"] for event in state.events_for(None)] == ["drew-unseen"] * 8
    assert [event["seat"] for event in state.events_for(1)] == ["red", "green"] * 4


def test_nothing_is_kept_when_nobody_listens() -> None:
    state = some_way(KRAKOW.start(seed=4), 10)
    assert state.events == ()
    assert state.events_for(0) == []
    assert state.event_log is None


def test_a_copy_remembers_what_was_told() -> None:
    state = some_way(KRAKOW.start(seed=4, events=True), 5)
    copy = state.clone()
    some_way(copy, 5)
    assert len(copy.events) > len(state.events)
    assert copy.events[: len(state.events)] == state.events


def test_a_world_remembers_what_its_seat_was_told_and_nothing_else() -> None:
    state = some_way(KRAKOW.start(seed=4, events=True), 30)
    world = state.resample(2, 9)
    assert world.events_for(2) == state.events_for(2)
    assert len(world.events) < len(state.events)


def test_the_same_seed_gives_the_same_world_and_another_one_another() -> None:
    state = some_way(KRAKOW.start(seed=4), 12)
    assert state.resample(1, 5).fingerprint() == state.resample(1, 5).fingerprint()
    assert state.resample(1, 5).fingerprint() != state.resample(1, 6).fingerprint()
    assert not state.resample(1, 5).same_chance(state)


@pytest.mark.parametrize("game", [KRAKOW, DUEL, RELAY], ids=lambda game: game.name)
def test_a_state_is_pickled_with_its_game(game: spyring.Game) -> None:
    state = some_way(game.start(seed=4), 6)
    restored = pickle.loads(pickle.dumps(state))
    assert restored.game is game
    assert restored.fingerprint() == state.fingerprint()
    assert restored.deciders == state.deciders
    assert type(restored) is type(state)


def test_a_pickle_keeps_a_box_of_its_own() -> None:
    text = files("spyring.games.krakow").joinpath("box.toml").read_text(encoding="utf-8")
    mine = KRAKOW.with_box(text.replace('name = "standard"', 'name = "mine"'))
    restored = pickle.loads(pickle.dumps(mine.start(seed=4)))
    assert restored.game.box_name == "mine"
    assert restored.fingerprint() == mine.start(seed=4).fingerprint()


def test_a_fingerprint_tells_any_difference() -> None:
    state = DUEL.start(seats=2, seed=1)
    assert isinstance(state, DuelTable)
    prints = {state.fingerprint()}
    state.bag.reverse()
    prints.add(state.fingerprint())
    state.roll(6)
    prints.add(state.fingerprint())
    state.seen[0][0] = 3
    prints.add(state.fingerprint())
    assert len(prints) == 4
    assert all(0 <= mark < 2**64 for mark in prints)


def test_the_outcome_comes_with_the_end() -> None:
    state = KRAKOW.start(seed=4, years=1)
    assert state.outcome is None
    while state.deciders:
        state.play(state.deciders[0], state.legal(state.deciders[0])[0])
    outcome = state.outcome
    assert outcome is not None
    explained = {"verdicts": state.verdicts(outcome), "ties": state.ties(outcome)}
    assert explained["ties"], "two of them have as many points"
    assert {**outcome.to_json(), **explained} == state.view(0)["outcome"]
    assert outcome.winners == tuple(seat for seat in range(4) if outcome.ranks[seat] == 1)


# -- copies keep what was told and what was inherited --------------------------------------------------------


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
def test_copies_keep_what_was_told_and_inherited(copied: Callable[[State], State]) -> None:
    state = RELAY.start(seats=2, seed=3, events=True, legacy={"mission": 4, "scars": 2})
    state.play(state.deciders[0], state.legal(state.deciders[0])[0])
    again = copied(state)
    assert len(state.events) > 2
    for seat in (0, 1, None):
        assert again.events_for(seat) == state.events_for(seat)
    assert again.initial_legacy == {"mission": 4, "scars": 2}
    assert again.view(0)["table"]["mission"] == 4
    assert again.to_json() == state.to_json()


def test_a_position_keeps_what_was_told_and_is_the_same_without_it() -> None:
    state = RELAY.start(seats=2, seed=3, events=True, legacy={"mission": 4, "scars": 2})
    silent = RELAY.start(seats=2, seed=3, legacy={"mission": 4, "scars": 2})
    data = json.loads(json.dumps(state.to_json()))
    assert RELAY.from_json(data).events_for(1) == state.events_for(1) != []
    assert RELAY.from_json(silent.to_json()).event_log is None
    assert silent.fingerprint() == state.fingerprint()


@pytest.mark.parametrize(
    ("winners", "ranks", "worth"),
    [
        ((0,), (1, 2, 3, 4), [0.9, 0.2 / 3, 0.1 / 3, 0.0]),
        ((0,), (1, 2, 2, 4), [0.9, 0.05, 0.05, 0.0]),
        ((0, 1), (1, 1, 3, 4), [0.4 + 0.25 / 3, 0.4 + 0.25 / 3, 0.1 / 3, 0.0]),
        ((0, 1), (1, 1), [0.5, 0.5]),
    ],
)
def test_what_a_result_is_worth_adds_up_to_one(
    winners: tuple[int, ...], ranks: tuple[int, ...], worth: list[float]
) -> None:
    mask = sum(1 << seat for seat in winners)
    outcome = Outcome(mask, ranks, (0,) * len(ranks), ({},) * len(ranks), "", "")
    rewards = spyring.game("estoril").rewards(outcome)
    assert rewards == pytest.approx(worth)
    assert sum(rewards) == pytest.approx(1)
