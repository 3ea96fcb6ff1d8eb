"""How a sensible seat of Estoril thinks: whom to recruit, which boards can be won, whom to send home."""

import math
from typing import Final

from spyring.engine.knowledge import NOTHING
from spyring.engine.notation import Event
from spyring.engine.strategy import POINTLESS, Strategy
from spyring.games.estoril import prospects, scoring
from spyring.games.estoril import words as w
from spyring.games.estoril.box import (
    ATLANTICO,
    BRITISH,
    CASINO,
    CHURCH,
    GERMAN,
    HELLS_MOUTH,
    PALACIO,
    ROUNDS,
    STARTING_TILES,
)
from spyring.games.estoril.grid import BOARD_OF, REWARD, SPACES_OF
from spyring.games.estoril.made import Table
from spyring.games.estoril.tiles import sees

SYMBOL: Final = 1.3  # points that a symbol of a mission is expected to bring
MUSCLE: Final = 0.4  # and a point of strength, if strength is a mission
AGENDA_SYMBOL: Final = 1.0
USE_OF_STRENGTH: Final = 0.45  # in each round to come
USE_OF_SYMBOL: Final = 0.3
UNKNOWN_REWARD: Final = 5.0  # the merit of somebody unknown
UNKNOWN_STRENGTH: Final = 1.5
INCOMING: Final = 0.22  # strength that each cube of the rivals still brings to a board with room
ENVY: Final = 0.5  # a rival's gain, shared among the rivals
SPENDING: Final = 0.3  # what a point of strength would do elsewhere
LENIENCE: Final = 1.0  # points that a rival may give away by a placing without being thought a fool


class EstorilStrategy(Strategy[Table]):
    """Everything is measured in points: what a tile is worth to a seat, and how likely the seat gets it."""

    def weigh(self, t: Table, seat: int, moves: tuple[int, ...]) -> list[float]:
        first = moves[0] if moves else w.STOP
        if first >= t.agreed.ready.first_discard:
            discard = t.agreed.ready.first_discard
            return [POINTLESS if move < discard else -merit(t, seat, move - discard) for move in moves]
        if first >= w.PLACE_TILE:
            return Plan(t, seat).placings(moves)
        if first in (w.KEEP, w.EXCHANGE):
            return self.rewards(t, seat, moves)
        return [self.other(t, seat, move) for move in moves]

    def worth(self, t: Table, seat: int) -> float:
        return prospects.prospects(t)[seat]

    def prospects(self, t: Table) -> list[float]:
        return prospects.prospects(t)

    def quiet(self, t: Table) -> bool:
        """When a round begins: as long as tiles lie on the boards, or discards are chosen in secret, it is
        open who gets what.
        """
        if t.turn < 0:
            return False
        for cube in t.cubes:
            if cube >= 0:
                return False
        return True

    def recall(self, t: Table, seat: int, told: list[Event]) -> list[int]:
        """The spaces where rivals have placed something that ``seat`` has not seen."""
        return [
            space
            for space in range(w.SPACES)
            if t.cubes[space] >= 0 and t.cubes[space] != seat and not sees(t, space, seat)
        ]

    def trust(self, t: Table, seat: int, memories: list[int]) -> float:
        """How sensible the hidden tiles are where they lie in this world."""
        loss = 0.0
        for owner in range(int(t.seats)):
            hidden = [space for space in memories if t.cubes[space] == owner]
            if hidden:
                loss += folly(t, owner, hidden)
        return math.exp(-loss / LENIENCE)

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
        gain = stake(t, seat, board, target, NOTHING, NOTHING) - stake(
            t, seat, board, NOTHING, NOTHING, NOTHING
        )
        return gain - (0.2 if t.cubes[target] == seat else 0.0)

    def seduce(self, t: Table, seat: int, board: int, source: int, free: int) -> float:
        gain = stake(t, seat, board, NOTHING, source, free) - stake(t, seat, board, NOTHING, NOTHING, NOTHING)
        home = BOARD_OF[source]
        if home > board:  # it will be missed there
            gain += 0.7 * (
                stake(t, seat, home, source, NOTHING, NOTHING)
                - stake(t, seat, home, NOTHING, NOTHING, NOTHING)
            )
        return gain - 0.1

    def protect(self, t: Table, seat: int, target: int) -> float:
        """Own tiles on boards to come; nobody else's."""
        if t.cubes[target] != seat:
            return -0.5
        if BOARD_OF[target] < t.board:
            return 0.05
        return 0.2 + 0.1 * float(t.agreed.box.strength[t.tiles[target]])

    def rewards(self, t: Table, seat: int, moves: tuple[int, ...]) -> list[float]:
        """Which of the two tiles the likely winner of this board should get."""
        board = int(t.board)
        winner = leader(t, seat, board, NOTHING, NOTHING, NOTHING)
        if winner < 0:
            return [0.0] * len(moves)
        old = merit(t, winner, t.tiles[REWARD + board])
        new = merit(t, winner, t.pile[-1])
        better = new - old if winner == seat else ENVY * (old - new)
        return [better if move == w.EXCHANGE else 0.0 for move in moves]


class Plan:
    """The boards of a deployment as one seat sees them."""

    def __init__(self, t: Table, seat: int) -> None:
        self.t = t
        self.seat = seat
        self.prize = [0.0] * w.BOARDS
        self.mine = [0.0] * w.BOARDS
        self.theirs = [0.0] * w.BOARDS  # of the strongest rival
        self.victim = [0.0] * w.BOARDS  # the strongest single tile of a rival
        self.room = [0] * w.BOARDS
        self.here = [False] * w.BOARDS
        cubes = 0
        for other in range(int(t.seats)):
            if other != seat:
                cubes += min(t.left[other], len(t.hands[other]))
        self.cubes = float(cubes)
        for board in t.layout.boards:
            self.survey(board)

    def survey(self, board: int) -> None:
        t = self.t
        seat = self.seat
        reward = REWARD + board
        known = sees(t, reward, seat)
        self.prize[board] = merit(t, seat, t.tiles[reward]) if known else UNKNOWN_REWARD
        sums = [0.0] * int(t.seats)
        for space in SPACES_OF[board]:
            owner = t.cubes[space]
            if owner < 0:
                self.room[board] += 1
                continue
            value = float(scoring.strength(t, space)) if sees(t, space, seat) else UNKNOWN_STRENGTH
            sums[owner] += value
            if owner == seat:
                self.here[board] = True
            else:
                self.victim[board] = max(self.victim[board], value)
        self.mine[board] = sums[seat]
        for other in range(int(t.seats)):
            if other != seat:
                self.theirs[board] = max(self.theirs[board], sums[other])

    def placings(self, moves: tuple[int, ...]) -> list[float]:
        """What each placing adds to the chances on its board, less what the tile could do elsewhere."""
        before = [self.chance(board, 0.0, self.here[board]) for board in range(w.BOARDS)]
        found: list[float] = []
        for move in moves:
            space = w.space_of_place_tile(move)
            board = BOARD_OF[space]
            tile = w.tile_of_place_tile(move)
            force = self.force(tile, space, board)
            gain = self.prize[board] * (self.chance(board, force, True) - before[board])
            value = gain - SPENDING * float(self.t.agreed.box.strength[tile])
            if board == HELLS_MOUTH:
                value -= self.danger(board, force, tile)
            if self.t.agreed.box.peek[space]:
                value += 0.1
            found.append(value)
        return found

    def force(self, tile: int, space: int, board: int) -> float:
        """The strength of a tile on a space, its abilities taken for strength."""
        t = self.t
        box = t.agreed.box
        force = float(box.strength[tile])
        flag = box.flag[tile]
        if (board == PALACIO and flag == BRITISH) or (board == ATLANTICO and flag == GERMAN):
            force += 1.0
        if box.nationalism[tile]:
            force += 0.8 * float(box.nationalism[tile]) * self.compatriots(flag, board)
        symbols = box.symbols[tile]
        while symbols:
            ability = w.first_of_symbols(symbols)
            if ability == w.ASSASSIN and board != CHURCH:
                force += 0.7 * self.victim[board] + 0.2
            elif ability == w.SEDUCTION:
                force += 0.7 if self.room[board] > 1 else 0.0
            elif ability == w.CONSPIRACY:
                force += 0.3
            symbols = w.rest_of_symbols(symbols)
        first = SPACES_OF[board][0]
        return force + (0.3 if space == first else 0.1 if space == first + 1 else 0.0)

    def compatriots(self, flag: int, board: int) -> float:
        t = self.t
        found = 0
        for place in t.layout.vicinity[board]:
            tile = t.tiles[place]
            if tile >= 0 and sees(t, place, self.seat) and t.agreed.box.flag[tile] == flag:
                found += 1
        return float(found)

    def chance(self, board: int, force: float, there: bool) -> float:
        """How likely the seat wins a board with so much more strength there."""
        if not there:
            return 0.0
        room = float(min(2, self.room[board]))
        incoming = INCOMING * self.cubes * 0.5 * room
        spread = 0.8 + 0.3 * room + (1.6 if board == CASINO else 0.0)
        return likely((self.mine[board] + force - self.theirs[board] - incoming + 0.3) / spread)

    def danger(self, board: int, force: float, tile: int) -> float:
        """What the last one loses at Hell's Mouth."""
        loses = 1.0 - self.chance(board, force, True)
        return loses * (0.5 + 0.5 * merit(self.t, self.seat, tile))


# -- what things are worth -----------------------------------------------------------------------------------


def likely(margin: float) -> float:
    """From a margin in its own spread to a probability."""
    if margin > 8.0:
        return 1.0
    if margin < -8.0:
        return 0.0
    return 1.0 / (1.0 + math.exp(-1.7 * margin))


def merit(t: Table, seat: int, tile: int) -> float:
    """The points that a tile is expected to bring to a seat until the end, in missions and by its use."""
    box = t.agreed.box
    to_come = float(ROUNDS - 1 - t.round)
    value = float(box.vp[tile])
    for mission in t.missions:
        value += symbols_worth(t, mission, tile)
    for at in range(len(t.between)):
        if scoring.beside(t, at, seat):
            value += symbols_worth(t, t.between[at], tile)
    if t.agendas and (tile >= STARTING_TILES or t.agreed.starters_score):
        value += AGENDA_SYMBOL * float(box.worth[t.agendas[seat]][tile])
    use = USE_OF_STRENGTH * float(box.strength[tile]) + USE_OF_SYMBOL * float(box.nationalism[tile])
    symbols = box.symbols[tile]
    while symbols:
        use += USE_OF_SYMBOL
        symbols = w.rest_of_symbols(symbols)
    return value + to_come * use


def symbols_worth(t: Table, mission: int, tile: int) -> float:
    box = t.agreed.box
    return float(box.worth[mission][tile]) * (MUSCLE if mission == box.strength_mission else SYMBOL)


def leader(t: Table, seat: int, board: int, gone: int, source: int, free: int) -> int:
    """Who would win a board without ``gone``, and with the tile from ``source`` on ``free``; -1 for nobody.

    Tiles that ``seat`` has not seen count as much as an unknown tile.
    """
    sums = [0.0] * int(t.seats)
    best = -1
    for space in SPACES_OF[board]:
        origin = source if space == free and free >= 0 else space
        owner = t.cubes[origin]
        if owner < 0 or space == gone:
            continue
        known = sees(t, origin, seat)
        sums[owner] += float(scoring.strength(t, origin)) if known else UNKNOWN_STRENGTH
    for space in SPACES_OF[board]:
        owner = t.cubes[source if space == free and free >= 0 else space]
        if owner >= 0 and space != gone and (best < 0 or sums[owner] > sums[best]):
            best = owner
    return best


def stake(t: Table, seat: int, board: int, gone: int, source: int, free: int) -> float:
    """What a board is worth to a seat after such a change: its own gain, or a share of the winner's."""
    winner = leader(t, seat, board, gone, source, free)
    if winner < 0:
        return 0.0
    reward = t.tiles[REWARD + board]
    known = sees(t, REWARD + board, seat)
    prize = merit(t, winner, reward) if known else UNKNOWN_REWARD
    if winner == seat:
        return prize
    return -ENVY * prize / float(t.seats - 1)


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
    return plan.prize[board] * wins - SPENDING * float(plan.t.agreed.box.strength[tile])
