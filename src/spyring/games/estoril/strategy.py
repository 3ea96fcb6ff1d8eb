"""How a sensible seat of Estoril thinks: fight for rewards that fit, use abilities where they decide."""

import math
from typing import Final

from spyring.engine.strategy import Strategy
from spyring.games.estoril import prospects
from spyring.games.estoril.box import (
    ASSASSIN,
    ATLANTICO,
    BRITISH,
    CASINO,
    CHURCH,
    GERMAN,
    HELLS_MOUTH,
    PALACIO,
    ROUNDS,
    SPACES,
)
from spyring.games.estoril.grid import BOARD_OF, REWARD, SPACES_OF
from spyring.games.estoril.notation import (
    ASSASSINATE,
    CONSPIRE,
    DECLINE,
    EXCHANGE,
    KEEP,
    MARK,
    PLACE,
    RECONSIDER,
    SACRIFICE,
    SEDUCE,
    STOP,
)
from spyring.games.estoril.prospects import reward_worth
from spyring.games.estoril.table import Table

UNSEEN_STRENGTH: Final = 1.6  # of a tile that lies face down
UNSEEN_REWARD: Final = 3.0
DICE: Final = 1.9  # what the Casino adds on the mean
SCATTER: Final = 0.9  # of a fight for a board that is fully placed
OPEN_SPACE: Final = 0.45  # more of it for each space that can still be taken
THREAT: Final = 0.7  # what a rival is expected to add on such a space
ABSENT: Final = -1.0  # the strength of a seat that is not there

# What an ability on a board with a rival, and on one without, is worth, by ability.
AGAINST: Final = [0.0, 0.9, 0.35, 0.0, 0.5, 0.25]
ALONE: Final = [0.0, 0.1, 0.35, 0.0, 0.4, 0.1]

KEEP_STRENGTH: Final = 0.5  # what a point of strength is worth in hand, for each round still to come


class EstorilStrategy(Strategy):
    """Move by move: which board does this win, and what is its reward worth?"""

    def weigh(self, t: Table, seat: int, moves: tuple[int, ...]) -> list[float]:
        discard = t.agreed.ready.first_discard
        if PLACE <= moves[0] < discard:
            return self.placements(t, seat, moves)
        if moves[0] >= discard or moves[0] == RECONSIDER:
            return [-self.keep(t, move - discard) if move != RECONSIDER else -9.0 for move in moves]
        if moves[0] <= DECLINE:
            return [0.0 if move == DECLINE else self.peek(t, seat, move) for move in moves]
        if SACRIFICE <= moves[0] < RECONSIDER:
            return [-self.keep(t, t.tiles[move - SACRIFICE]) for move in moves]
        return [self.ability(t, seat, move) for move in moves]

    def worth(self, t: Table, seat: int) -> float:
        return prospects.prospects(t)[seat]

    def prospects(self, t: Table) -> list[float]:
        return prospects.prospects(t)

    # -- placing ---------------------------------------------------------------------------------------------

    def placements(self, t: Table, seat: int, moves: tuple[int, ...]) -> list[float]:
        """What each tile on each space does for the fight on its board."""
        box = t.agreed.box
        fights: list[Fight | None] = [None] * len(SPACES_OF)
        weights: list[float] = []
        for move in moves:
            tile = (move - PLACE) // SPACES
            space = (move - PLACE) % SPACES
            board = BOARD_OF[space]
            fight = fights[board]
            if fight is None:
                fight = Fight(t, seat, board)
                fights[board] = fight
            weights.append(self.placement(t, fight, tile, space) - 0.08 * float(box.strength[tile]))
        return weights

    def placement(self, t: Table, fight: "Fight", tile: int, space: int) -> float:
        box = t.agreed.box
        added = strength_at(t, tile, fight.board)
        if box.nationalism[tile]:
            added += 0.7 * float(box.nationalism[tile] * compatriots(t, fight.seat, tile, fight.board))
        value = fight.reward * (fight.chance_with(added) - fight.chance())
        symbols = box.symbols[tile]
        while symbols:
            value += self.symbol(t, fight, symbols & 7)
            symbols >>= 3
        numeral = space - SPACES_OF[fight.board][0]
        value += 0.06 * float(3 - numeral)  # ties go to the lower space, and abilities come earlier
        if box.top_secret[space]:
            value += 0.15
        if box.peek[space]:
            value += 0.1
        if fight.board == HELLS_MOUTH:
            value -= 0.6 * (1.0 - fight.chance_with(added)) * float(box.vp[tile])
        return value

    def symbol(self, t: Table, fight: "Fight", ability: int) -> float:
        """What an ability promises on this board."""
        if ability == ASSASSIN and fight.board == CHURCH:
            return 0.0
        return AGAINST[ability] if fight.rival > ABSENT else ALONE[ability]

    # -- using -----------------------------------------------------------------------------------------------

    def ability(self, t: Table, seat: int, move: int) -> float:
        """What a use of an ability changes; stopping changes nothing."""
        if move in (STOP, KEEP):
            return 0.0
        if move == CONSPIRE:
            return 0.3
        if move == EXCHANGE:
            return self.exchange(t, seat)
        if move < SEDUCE:
            target = move - ASSASSINATE
            return self.loss(t, seat, target)
        if move < MARK:
            target = (move - SEDUCE) // SPACES
            here = Fight(t, seat, int(t.board))
            moved = strength_at(t, t.tiles[target], here.board)
            gain = here.change(t.cubes[target] == seat, moved)
            return gain + (self.loss(t, seat, target) if BOARD_OF[target] > t.board else 0.0)
        target = move - MARK
        mine = t.cubes[target] == seat
        return 0.1 + 0.1 * strength_at(t, t.tiles[target], BOARD_OF[target]) if mine else -0.1

    def loss(self, t: Table, seat: int, target: int) -> float:
        """What it changes if the tile on ``target`` leaves its board."""
        fight = Fight(t, seat, BOARD_OF[target])
        strength = known_strength(t, seat, target)
        return fight.change(t.cubes[target] == seat, -strength)

    def exchange(self, t: Table, seat: int) -> float:
        """A better reward, if this seat wins it; a worse one, if not."""
        fight = Fight(t, seat, int(t.board))
        better = reward_worth(t, t.pile[-1], int(t.round)) - reward_worth(
            t, t.tiles[REWARD + fight.board], int(t.round)
        )
        return better * (2.0 * fight.chance() - 1.0)

    def peek(self, t: Table, seat: int, place: int) -> float:
        """News are worth most where this seat fights, and about rivals."""
        if t.seen[place] & (1 << seat):
            return -1.0
        return 0.2 if place < REWARD else 0.1

    def keep(self, t: Table, tile: int) -> float:
        """What a tile in hand is worth to the end of the game."""
        box = t.agreed.box
        left = float(ROUNDS - 1 - t.round)
        value = float(box.vp[tile]) + KEEP_STRENGTH * left * float(box.strength[tile])
        if left > 0.0 and (box.symbols[tile] or box.nationalism[tile]):
            value += 0.25 * left
        for mission in t.missions:
            symbols = float(box.worth[mission][tile])
            value += symbols / prospects.STRENGTH_STEP if mission == box.strength_mission else 1.3 * symbols
        return value


class Fight:
    """A board as one seat sees it: its own strength, the strongest rival's, and what is at stake."""

    def __init__(self, t: Table, seat: int, board: int) -> None:
        bit = 1 << seat
        sums = [ABSENT] * int(t.seats)
        room = 0
        for space in SPACES_OF[board]:
            if t.tiles[space] < 0:
                room += 1
            else:
                owner = t.cubes[space]
                sums[owner] = max(0.0, sums[owner]) + known_strength(t, seat, space)
        self.seat = seat
        self.board = board
        self.mine = sums[seat]
        self.rival = ABSENT
        threat = 0.0
        for other in range(len(sums)):
            if other != seat:
                self.rival = max(self.rival, sums[other])
                if t.left[other] and t.board < 0:
                    threat = THREAT
        self.room = room if t.board < 0 else 0
        self.threat = threat
        reward = t.tiles[REWARD + board]
        if reward < 0:
            self.reward = 0.0
        elif t.seen[REWARD + board] & bit:
            self.reward = reward_worth(t, reward, int(t.round))
        else:
            self.reward = UNSEEN_REWARD

    def chance(self) -> float:
        """That this seat takes the reward as things stand."""
        return self.odds(self.mine, self.rival, self.room)

    def chance_with(self, added: float) -> float:
        """The same after one more tile of this seat."""
        return self.odds(max(0.0, self.mine) + added, self.rival, self.room - 1)

    def change(self, mine: bool, strength: float) -> float:
        """What it is worth if strength comes to, or leaves, this seat or the strongest rival."""
        if mine:
            after = self.odds(max(0.0, self.mine) + strength, self.rival, self.room)
        else:
            after = self.odds(self.mine, max(0.0, self.rival) + strength, self.room)
        return self.reward * (after - self.chance())

    def odds(self, mine: float, rival: float, room: int) -> float:
        """A seat that is not there takes nothing."""
        if mine < 0.0:
            return 0.0
        scale = SCATTER + OPEN_SPACE * float(room) + (1.0 if self.board == CASINO else 0.0)
        return sigmoid((mine - rival - self.threat * float(room)) / scale)


def strength_at(t: Table, tile: int, board: int) -> float:
    """The strength of a tile on a board, its own rule included."""
    box = t.agreed.box
    strength = float(box.strength[tile])
    if board == PALACIO and box.flag[tile] == BRITISH:
        strength += 1.0
    elif board == ATLANTICO and box.flag[tile] == GERMAN:
        strength += 1.0
    elif board == CASINO:
        strength += DICE
    return strength


def known_strength(t: Table, seat: int, space: int) -> float:
    """The strength of a placed tile as far as a seat can know it."""
    if t.seen[space] & (1 << seat):
        return strength_at(t, t.tiles[space], BOARD_OF[space]) + float(t.bonus[space])
    return UNSEEN_STRENGTH


def compatriots(t: Table, seat: int, tile: int, board: int) -> int:
    """Tiles with the same flag around a board, as far as a seat can see them."""
    flags = t.agreed.box.flag
    bit = 1 << seat
    count = 0
    for place in t.layout.vicinity[board]:
        if t.tiles[place] >= 0 and t.seen[place] & bit and flags[t.tiles[place]] == flags[tile]:
            count += 1
    return count


def sigmoid(x: float) -> float:
    """From a surplus to a probability."""
    return 1.0 / (1.0 + math.exp(-max(-20.0, min(20.0, x))))
