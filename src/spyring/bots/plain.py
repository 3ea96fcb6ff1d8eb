"""The two bots that do not look ahead."""

from typing import Final

from spyring.bots.bot import Bot, choices
from spyring.engine.i18n import _
from spyring.engine.state import State

AT_A_GLANCE: Final = _("At a glance this looked best.")
CHANCES_PER_INTERRUPTION: Final = 8  # a random bot interrupts once in so many chances


class RandomBot(Bot):
    """Any legal move, each as likely as the others."""

    def choose(self, state: State, seat: int) -> int:
        moves = choices(state, seat)
        self.because(_("It picks its moves at random."))
        return moves[self.dice.roll(len(moves))]

    def wants(self, state: State, seat: int) -> int | None:
        moves = state.legal(seat)
        if not moves or self.dice.roll(CHANCES_PER_INTERRUPTION):
            return None
        self.because(_("It picks its moves at random."))
        return moves[self.dice.roll(len(moves))]


class HeuristicBot(Bot):
    """The move that the game's own judgement (``strategy.py``) likes best; equal ones by lot."""

    def choose(self, state: State, seat: int) -> int:
        moves = choices(state, seat)
        world = state.resample(seat, self.dice.next_seed())
        weights = state.game.strategy.priors(world, seat, moves)
        move = moves[best(weights, self.dice.real())]
        if len(moves) == 1:
            self.because(_("There was no other move."))
        else:
            self.because(AT_A_GLANCE, purpose=state.game.strategy.reason(world, seat, move))
        return move

    def wants(self, state: State, seat: int) -> int | None:
        """The move that looks best, if it looks better than waiting."""
        moves = state.legal(seat)
        if not moves:
            return None
        world = state.resample(seat, self.dice.next_seed())
        weights = state.game.strategy.priors(world, seat, moves)
        at = best(weights, self.dice.real())
        if weights[at] <= 0.0:
            return None
        self.because(AT_A_GLANCE, purpose=state.game.strategy.reason(world, seat, moves[at]))
        return moves[at]


def best(weights: list[float], lot: float) -> int:
    """The place of the highest weight; ``lot``, from 0 to 1, decides between equal ones.

    >>> best([1.0, 3.0, 2.0, 3.0], 0.2), best([1.0, 3.0, 2.0, 3.0], 0.8)
    (1, 3)
    """
    highest = weights[0]
    equal = 0
    for weight in weights:
        if weight > highest:
            highest = weight
            equal = 1
        elif weight == highest:
            equal += 1
    skip = int(lot * float(equal))
    for place in range(len(weights)):
        if weights[place] == highest:
            if skip == 0:
                return place
            skip -= 1
    return 0
