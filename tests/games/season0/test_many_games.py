"""Thousands of random games: no invariant breaks."""

from typing import Final

import pytest

from spyring.games.season0 import GAME
from spyring.games.season0.generated import table
from spyring.testkit import rule
from spyring.testkit.trials import Dice
from tests.night import NIGHT

GAMES: Final = 1000 if NIGHT else 20
LONGEST: Final = 3000  # decisions; far above any random game


@pytest.mark.parametrize("seats", GAME.seats)
@rule("SZ-D25", "SZ-14.1", "SZ-14.5")
def test_random_games_break_no_invariant(seats: int) -> None:
    for seed in range(GAMES):
        dice = Dice(seed)
        state = table(GAME.start(seats=seats, seed=seed))
        looked_at = dice.roll(60)  # one position of each game, besides its last
        for number in range(LONGEST):
            if not state.deciders:
                break
            if number == looked_at:
                GAME.validate(state)
            seat = dice.pick(state.deciders + state.interrupters)
            moves = state.legal(seat)
            if moves:
                state.play(seat, dice.pick(moves))
        assert not state.deciders, seed
        GAME.validate(state)
        assert state.outcome is not None
        assert bool(state.outcome.winners) == all(status == 1 for status in state.status), seed
