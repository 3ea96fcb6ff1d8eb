"""How a sensible seat of Estoril thinks: which agents to recruit, which boards to win."""

import math
from typing import Final

from spyring.engine.knowledge import NOTHING
from spyring.engine.notation import Event
from spyring.engine.reason import Reason
from spyring.engine.strategy import POINTLESS, Strategy, first_of
from spyring.games.estoril import prospects, reasons, scoring
from spyring.games.estoril import words as w
from spyring.games.estoril.estimates import ENVY, SPENDING, Plan, leader, merit, stake
from spyring.games.estoril.generated import Table
from spyring.games.estoril.grid import BOARD_OF, REWARD
from spyring.games.estoril.tiles import sees

TOLERATED_LOSS: Final = 1.0  # points that a rival may give away by a placing without being thought a fool


class EstorilStrategy(Strategy[Table]):
    """Everything is measured in points: what a tile is worth to a seat, and how likely the seat gets it."""

    def priors(self, t: Table, seat: int, moves: tuple[int, ...]) -> list[float]:
        first = moves[0] if moves else w.STOP
        if first >= t.config.ready.first_discard:
            discard = t.config.ready.first_discard
            return [POINTLESS if move < discard else -merit(t, seat, move - discard) for move in moves]
        if first >= w.PLACE_TILE:
            return Plan(t, seat).placings(moves)
        if first in (w.KEEP, w.EXCHANGE):
            return self.rewards(t, seat, moves)
        return [self.other(t, seat, move) for move in moves]

    def restful(self, t: Table, seat: int, moves: tuple[int, ...]) -> int:
        return first_of(moves, w.STOP, w.DECLINE)

    def reason(self, t: Table, seat: int, move: int) -> Reason | None:
        return reasons.reason(t, seat, move)

    def evaluate(self, t: Table, seat: int) -> float:
        return prospects.prospects(t)[seat]

    def prospects(self, t: Table) -> list[float]:
        return prospects.prospects(t)

    def is_quiescent(self, t: Table) -> bool:
        """When a round begins: as long as tiles lie on the boards, or discards are chosen in secret, it is
        open who gets what.
        """
        if t.turn < 0:
            return False
        for cube in t.cubes:
            if cube >= 0:
                return False
        return True

    def evidence(self, t: Table, seat: int, told: list[Event]) -> list[int]:
        """The spaces where rivals have placed something that ``seat`` has not seen."""
        return [
            space
            for space in range(w.SPACES)
            if t.cubes[space] >= 0 and t.cubes[space] != seat and not sees(t, space, seat)
        ]

    def likelihood(self, t: Table, seat: int, memories: list[int]) -> float:
        """How sensible the hidden tiles are where they lie in this world."""
        loss = 0.0
        for owner in range(int(t.seats)):
            hidden = [space for space in memories if t.cubes[space] == owner]
            if hidden:
                loss += folly(t, owner, hidden)
        return math.exp(-loss / TOLERATED_LOSS)

    # -- everything but placing ------------------------------------------------------------------------------

    def other(self, t: Table, seat: int, move: int) -> float:
        """Peeks, abilities, losses."""
        family = w.family(move)
        if family == w.PEEK:
            return self.peek(t, seat, move - w.PEEK)
        if family == w.SACRIFICE:
            return -merit(t, seat, t.tiles[move - w.SACRIFICE])
        if family == w.CONSPIRE:
            return 0.5
        if family == w.ASSASSINATE:
            return self.assassinate(t, seat, int(t.board), move - w.ASSASSINATE)
        if family == w.SEDUCE:
            return self.seduce(t, seat, int(t.board), w.space_of_seduce(move), w.to_of_seduce(move))
        if family == w.MARK:
            return self.protect(t, seat, move - w.MARK)
        return POINTLESS if family == w.RECONSIDER else 0.0

    def peek(self, t: Table, seat: int, place: int) -> float:
        if sees(t, place, seat):  # its own tile, or one that it has looked at before
            return POINTLESS
        return 0.5 if place >= REWARD else 0.3

    def assassinate(self, t: Table, seat: int, board: int, target: int) -> float:
        gain = stake(t, seat, board, gone=target) - stake(t, seat, board)
        return gain - (0.2 if t.cubes[target] == seat else 0.0)

    def seduce(self, t: Table, seat: int, board: int, source: int, free: int) -> float:
        gain = stake(t, seat, board, NOTHING, source, free) - stake(t, seat, board)
        home = BOARD_OF[source]
        if home > board:  # it will be missed there
            gain += 0.7 * (stake(t, seat, home, gone=source) - stake(t, seat, home))
        return gain - 0.1

    def protect(self, t: Table, seat: int, target: int) -> float:
        """Own tiles on boards to come; nobody else's."""
        if t.cubes[target] != seat:
            return -0.5
        if BOARD_OF[target] < t.board:
            return 0.05
        return 0.2 + 0.1 * float(t.config.box.strength[t.tiles[target]])

    def rewards(self, t: Table, seat: int, moves: tuple[int, ...]) -> list[float]:
        """Which of the two tiles the likely winner of this board should get."""
        board = int(t.board)
        winner = leader(t, seat, board)
        if winner < 0:
            return [0.0] * len(moves)
        old = merit(t, winner, t.tiles[REWARD + board])
        new = merit(t, winner, t.pile[-1])
        better = new - old if winner == seat else ENVY * (old - new)
        return [better if move == w.EXCHANGE else 0.0 for move in moves]


# -- what lies face down -------------------------------------------------------------------------------------


def folly(t: Table, owner: int, hidden: list[int]) -> float:
    """What the owner would have gained by other tiles on these spaces, out of those it could have placed."""
    plan = Plan(t, owner)
    tiles = t.hands[owner][:]
    for space in hidden:
        tiles.append(t.tiles[space])
    loss = 0.0
    for space in hidden:
        board = BOARD_OF[space]
        placed = float(scoring.strength(t, space))
        plan.mine[board] -= placed
        best = -1000.0
        for tile in tiles:
            best = max(best, use_at(plan, tile, space, board))
        loss += best - use_at(plan, t.tiles[space], space, board)
        plan.mine[board] += placed
    return loss


def use_at(plan: Plan, tile: int, space: int, board: int) -> float:
    """What a tile does on a space, less what it could do elsewhere."""
    wins = plan.chance(board, plan.force(tile, space, board), True)
    return plan.prize[board] * wins - SPENDING * float(plan.t.config.box.strength[tile])
