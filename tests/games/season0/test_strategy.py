"""The judgement of Season 0: the group wins far more often than by chance, and sees what is plain to see."""

import random

import pytest

from spyring.engine.state import State
from spyring.games.season0 import GAME
from spyring.testkit.scene import play
from tests.games.season0.scene import month, passport, scene

STRATEGY = GAME.strategy


def best(state: State, seed: int = 1) -> str:
    """The move that the judgement prefers for the first seat that is asked, in an imagined world."""
    seat = state.deciders[0]
    moves = state.legal(seat)
    weights = STRATEGY.priors(state.resample(seat, seed), seat, moves)
    return GAME.moves.name(moves[weights.index(max(weights))])


def played(seats: int, seed: int) -> float:
    """The share of the objectives that a thinking group completes."""
    dice = random.Random(seed)
    state = GAME.start(seats=seats, seed=seed)
    while state.deciders:
        seat = state.deciders[0]
        moves = state.legal(seat)
        weights = STRATEGY.priors(state.resample(seat, dice.randrange(1 << 40)), seat, moves)
        state.play(seat, moves[weights.index(max(weights))])
    assert state.outcome is not None
    return state.outcome.achieved


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_thinking_group_completes_objectives(seats: int) -> None:
    """By chance it is none in thousands of games."""
    assert sum(played(seats, seed) for seed in range(5)) >= 0.5


def test_it_attempts_what_is_sure() -> None:
    assert best(scene(teams={"soviet-1": "novosibirsk"})) == "acquire 2"


def test_it_does_not_gamble_while_there_is_time() -> None:
    state = scene(teams={"allied-1": "paris"})
    assert best(state) != "acquire 1"


def test_it_gambles_when_the_game_is_about_to_end() -> None:
    given = scene(teams={"allied-1": "paris"}, deck="", actions=1, discard=_all_but("london"))
    assert (
        best(given).startswith("acquire 1")
        or "paris" not in given.view(0)["table"]["objectives"][0]["possible"]
    )


def _all_but(city: str) -> str:
    return (
        " ".join(name for name in GAME.box.ids if name not in (city, "paris")) + " escalation" * 5 + " paris"
    )


def test_it_assembles_a_team_that_is_missing() -> None:
    five = "moscow kiev prague havana hanoi"
    assert best(scene(pawns="cairo", safehouses="cairo", hands={"alpha": five})) == "assemble"


def test_it_drives_a_team_to_its_target() -> None:
    assert best(scene(teams={"soviet-1": "peking"}, aliases=[103, 101])) == "drive-team soviet-1 novosibirsk"


def test_it_neutralizes_in_a_city_that_is_full() -> None:
    assert best(scene(pawns="paris", agents={"paris": 3})) == "neutralize"


def test_it_goes_to_the_city_in_most_danger() -> None:
    state = scene(pawns="new-york", agents={"london": 3})
    assert best(state) == "drive london"


def test_it_keeps_the_cards_of_a_set() -> None:
    state = scene(
        hands={"alpha": "moscow kiev prague havana lima bogota santiago"},
        top="karachi lagos",
        aliases=[103, 100],
    )
    play(state, "end")
    for _card in range(2):
        assert best(state).split()[1] in ("lima", "bogota", "santiago", "karachi", "lagos")
        play(state, best(state))


def test_it_agrees_to_hand_over_what_completes_a_set() -> None:
    state = scene(
        pawns="moscow moscow",
        hands={"alpha": "moscow", "bravo": "kiev prague havana hanoi"},
        aliases=[103, 100],
    )
    assert best(state) == "give bravo"
    play(state, "give bravo")
    assert best(state) == "agree"


def test_it_judges_every_decision_of_a_month() -> None:
    legacy = month(
        "may",
        funding=3,
        aliases=[passport("black", uncovered=5), passport("blue", slots=["station-chief"])],
        surveillance={"washington": 3},
    )
    for seed in range(3):
        state = GAME.start(seats=2, seed=seed, legacy=legacy, concede="yes", auto_continue="no")
        count = 0
        while state.deciders:
            seat = state.deciders[0]
            moves = state.legal(seat)
            weights = STRATEGY.priors(state, seat, moves)
            assert len(weights) == len(moves)
            state.play(seat, moves[weights.index(max(weights))])
            assert 0.0 <= STRATEGY.evaluate(state, 0) <= 1.0 or not state.deciders
            count += 1
        assert count < GAME.max_game_length(2, {})


def test_a_seat_that_is_not_asked_plays_an_event_when_it_is_time() -> None:
    state = scene(hands={"bravo": "airlift", "alpha": "lima"}, teams={"soviet-1": "havana"})
    moves = state.legal(1)
    weights = STRATEGY.priors(state.resample(1, 3), 1, moves)
    assert GAME.moves.name(moves[weights.index(max(weights))]) == "event airlift"
    assert max(weights) > 0.0
    calm = scene(hands={"bravo": "airlift"})
    assert max(STRATEGY.priors(calm.resample(1, 3), 1, calm.legal(1))) <= 0.0


def test_a_card_that_brings_a_team_nearer_is_recovered() -> None:
    """Old Friends: four cards of one affiliation in hand, and the fifth in the discard pile."""
    state = scene(hands={"alpha": "old-friends moscow kiev prague havana"}, discard="lima hanoi bogota")
    play(state, "event old-friends")
    assert best(state) == "recover hanoi"
