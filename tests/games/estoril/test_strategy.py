"""The judgement of Estoril: it beats chance, and sees what is plain to see."""

import random

from spyring.engine.state import State
from spyring.games.estoril import GAME
from tests.games.estoril.scene import COLOURS, DISCARDS, scene

STRATEGY = GAME.strategy


def best(state: State, seed: int = 1) -> str:
    """The move that the judgement prefers for the first seat that is asked, in an imagined world."""
    seat = state.deciders[0]
    moves = state.legal(seat)
    weights = STRATEGY.priors(state.resample(seat, seed), seat, moves)
    return GAME.moves.name(moves[weights.index(max(weights))])


def share_of_wins(seats: int, games: int) -> float:
    """How often one thinking seat wins against others that play at random."""
    dice = random.Random(3)
    wins = 0.0
    for number in range(games):
        thinker = number % seats
        state = GAME.start(seats=seats, seed=number)
        while state.deciders:
            seat = state.deciders[0]
            moves = state.legal(seat)
            move = dice.choice(moves)
            if seat == thinker:
                weights = STRATEGY.priors(state.resample(seat, dice.randrange(1 << 40)), seat, moves)
                move = moves[weights.index(max(weights))]
            state.play(seat, move)
        assert state.outcome is not None
        if thinker in state.outcome.winners:
            wins += 1 / len(state.outcome.winners)
    return wins / games


def test_it_beats_chance() -> None:
    assert share_of_wins(2, 30) >= 0.95
    assert share_of_wins(4, 16) >= 0.75


def test_an_assassin_strikes_where_it_decides_the_board() -> None:
    spaces = {"3.I": "red:c-rosa", "3.II": "green:garbo", "3.III": "roque-green"}
    assert best(scene(board=3, spaces=spaces, rewards={3: "zarah-l"})) == "assassinate 3.II"
    own = {"3.I": "linda-x-red", "3.II": "araujo-red"}
    assert best(scene(board=3, spaces=own)) == "stop"


def test_seduction_takes_what_tips_the_balance() -> None:
    spaces = {"3.I": "elizabeth-red", "3.II": "araujo-green", "2.I": "red:pires", "6.I": "linda-x-green"}
    assert best(scene(board=3, spaces=spaces, rewards={3: "garbo"})) == "seduce 2.I 3.III"


def test_a_conspirator_who_wins_takes_the_better_reward() -> None:
    spaces = {"3.I": "hans-r-red", "3.II": "linda-x-green", "6.I": "guedes-red"}
    state = scene(board=3, spaces=spaces, rewards={3: "salazar"}, top="garbo", round=4)
    assert best(state) == "conspire"
    state.play(0, GAME.moves.parse("conspire"))
    assert best(state) == "exchange"


def test_at_hells_mouth_the_cheapest_tile_goes() -> None:
    spaces = {
        "7.I": "green:c-lucky-luciano",
        "7.II": "red:zarah-l",
        "7.III": "roque-red",
        "8.I": "guedes-green",
    }
    state = scene(grid=(1, 2, 3, 4, 7, 8), board=7, spaces=spaces, round=4)
    assert best(state) == "sacrifice 7.III"


def test_the_least_useful_tile_is_discarded() -> None:
    red = "garbo zarah-l clark-g nora-s a-monteiro loreta-b roque-red"
    state = scene(at_end=True, round=4, stack=DISCARDS, hands={"red": red})
    assert best(state) == "discard roque-red"


def test_chances_add_up_and_a_sure_winner_is_seen() -> None:
    for seats in (2, 3, 4):
        state = GAME.start(seats=seats, seed=seats)
        assert abs(sum(STRATEGY.prospects(state)) - 1) < 1e-6
    rich = scene(round=4, hands={"red": "garbo zarah-l clark-g loreta-b a-ferro", "green": "roque-green"})
    assert STRATEGY.evaluate(rich, COLOURS.index("red")) > 0.8
