"""Which games the contract plays, and how it chooses."""

import sys
from itertools import combinations as pairs_of
from typing import Any

import pytest

import spyring
from spyring.engine.options import Value
from spyring.testkit import contract
from spyring.testkit.checks import difference
from spyring.testkit.trials import Chooser, Dice, Trial, combinations, pairwise, play_out, trials
from tests.toys import DUEL, RELAY

RANGES: dict[str, tuple[Value, ...]] = {"a": (1, 2, 3), "b": ("x", "y"), "c": ("x", "y", "z"), "d": (0, 1)}


def covered(rows: list[dict[str, Value]]) -> set[Any]:
    return {frozenset(pair) for row in rows for pair in pairs_of(row.items(), 2)}


def test_all_pairs_of_values_occur() -> None:
    rows = pairwise(RANGES, lambda _row: True)
    wanted = {
        frozenset([(one, a), (other, b)])
        for one, other in pairs_of(RANGES, 2)
        for a in RANGES[one]
        for b in RANGES[other]
    }
    assert covered(rows) == wanted
    assert len(rows) <= 12  # nine are the least; the full product has 36


def test_pairs_that_do_not_go_together_are_left_out() -> None:
    rows = pairwise(RANGES, lambda row: not (row["a"] == 3 and row["b"] == "y"))
    assert frozenset([("a", 3), ("b", "y")]) not in covered(rows)
    assert frozenset([("a", 3), ("b", "x")]) in covered(rows)


def test_few_combinations_are_all_played() -> None:
    assert len(combinations(DUEL)) == 2 * 3 * 2
    assert {seats for seats, _options in combinations(RELAY)} == {2, 3, 4}


def test_every_value_of_krakow_is_played() -> None:
    game = spyring.game("krakow")
    played = [options for _seats, options in combinations(game)]
    for option in game.options:
        assert {options[option.name] for options in played} == set(option.values)
    assert len(played) < 20


def test_at_least_so_many_games_are_played_each_with_its_own_seed() -> None:
    assert [trial.seed for trial in trials(DUEL, 30, seed=7)] == list(range(7, 37))
    assert len(list(trials(DUEL, 1, seed=0))) == 12


@pytest.mark.parametrize(("games", "played"), [(None, 12), (2, 2), (30, 30)])
def test_the_contract_plays_every_combination_or_as_many_games_as_it_is_asked_for(
    games: int | None, played: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    trials_of: list[Trial] = []
    room = sys.modules["spyring.testkit.contract"]
    monkeypatch.setattr(room, "play_campaign", lambda trial, *_how: trials_of.append(trial))
    monkeypatch.delenv("SPYRING_NIGHT", raising=False)
    contract(DUEL, games=games)
    assert len(trials_of) == played


def test_a_trial_says_what_it_is() -> None:
    trial = Trial(DUEL, 2, {"lives": 1, "answers": "once"}, 5)
    assert str(trial) == "duel, 2 seats, lives=1 answers=once, seed 5"
    assert str(trial.following({})) == "duel, 2 seats, lives=1 answers=once, seed 6, after another game"


def test_interrupters_act_now_and_then_but_not_for_ever() -> None:
    trial = Trial(spyring.game("krakow"), 4, {"years": 3}, 4, interrupted=True)
    state = trial.start()
    chooser = Chooser(trial)
    while state.deciders:
        state.play(*chooser.choose(state))
    assert 0 < chooser.interruptions <= 12


def test_a_game_that_does_not_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DUEL, "max_game_length", lambda seats, options: 5)
    with pytest.raises(AssertionError, match="it continues after 5 decisions"):
        play_out(DUEL.start(seats=2), Dice(0))


def test_dice_are_fair_enough() -> None:
    dice = Dice(3)
    count = [0] * 6
    for _throw in range(6000):
        count[dice.roll(6)] += 1
    assert all(900 < times < 1100 for times in count)


@pytest.mark.parametrize(
    ("wanted", "found", "sentence"),
    [
        ({"a": 1}, {"a": 1}, ""),
        ({"a": 1}, {"a": 2}, "a is 2, not 1"),
        ({"a": [1, {"b": None}]}, {"a": [1, {"b": 0}]}, "a[1].b is 0, not None"),
        ({"a": 1}, {}, "it has no a"),
        ({}, {"a": 1}, "it has another a"),
        ({"a": [1]}, {"a": [1, 2]}, "a is [1, 2], not [1]"),
        ({"a": (1, 2)}, {"a": [1, 2]}, "a is [1, 2], not (1, 2)"),
    ],
)
def test_a_difference_is_named_by_its_place(wanted: object, found: object, sentence: str) -> None:
    assert difference(wanted, found) == sentence
