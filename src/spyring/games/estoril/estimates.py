"""How the heuristic bot of Estoril judges the table: the value of tiles, and the chances on each board."""

import math
from typing import Final

from spyring.engine.knowledge import NOTHING
from spyring.games.estoril import scoring
from spyring.games.estoril import words as w
from spyring.games.estoril.box import CASINO, CHURCH, HELLS_MOUTH, ROUNDS, STARTING_TILES
from spyring.games.estoril.generated import Table
from spyring.games.estoril.grid import BOARD_OF, REWARD, SPACES_OF
from spyring.games.estoril.tiles import sees

SYMBOL: Final = 1.3  # expected points for a symbol of a mission
MUSCLE: Final = 0.4  # expected points for a point of strength, if strength is a mission
AGENDA_SYMBOL: Final = 1.0
USE_OF_STRENGTH: Final = 0.45  # in each later round
USE_OF_SYMBOL: Final = 0.3
UNKNOWN_REWARD: Final = 5.0  # the merit of an unknown character
UNKNOWN_STRENGTH: Final = 1.5
INCOMING: Final = 0.22  # strength that each unused cube of the rivals adds to a board with room
ENVY: Final = 0.5  # how much a rival's gain hurts, shared among the rivals
SPENDING: Final = 0.3  # the value of a point of strength elsewhere


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
        """How much each placement improves the chances on its board, minus the tile's value elsewhere."""
        before = [self.chance(board, 0.0, self.here[board]) for board in range(w.BOARDS)]
        found: list[float] = []
        for move in moves:
            space = w.space_of_place_tile(move)
            board = BOARD_OF[space]
            tile = w.tile_of_place_tile(move)
            force = self.force(tile, space, board)
            gain = self.prize[board] * (self.chance(board, force, True) - before[board])
            value = gain - SPENDING * float(self.t.config.box.strength[tile])
            if board == HELLS_MOUTH:
                value -= self.danger(board, force, tile)
            if self.t.config.box.peek[space]:
                value += 0.1
            found.append(value)
        return found

    def force(self, tile: int, space: int, board: int) -> float:
        """The strength of a tile on a space; abilities count as strength."""
        t = self.t
        box = t.config.box
        force = float(scoring.lodged(t, tile, space))
        if box.nationalism[tile]:
            force += 0.8 * float(box.nationalism[tile]) * self.compatriots(box.flag[tile], board)
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
            if tile >= 0 and sees(t, place, self.seat) and t.config.box.flag[tile] == flag:
                found += 1
        return float(found)

    def chance(self, board: int, force: float, there: bool) -> float:
        """The probability that the seat wins a board with this much more strength."""
        if not there:
            return 0.0
        room = float(min(2, self.room[board]))
        incoming = INCOMING * self.cubes * 0.5 * room
        spread = 0.8 + 0.3 * room + (1.6 if board == CASINO else 0.0)
        return likely((self.mine[board] + force - self.theirs[board] - incoming + 0.3) / spread)

    def danger(self, board: int, force: float, tile: int) -> float:
        """What the last seat loses at Hell's Mouth."""
        loses = 1.0 - self.chance(board, force, True)
        return loses * (0.5 + 0.5 * merit(self.t, self.seat, tile))


# -- values --------------------------------------------------------------------------------------------------


def likely(margin: float) -> float:
    """The probability for a margin, measured in units of its spread."""
    if margin > 8.0:
        return 1.0
    if margin < -8.0:
        return 0.0
    return 1.0 / (1.0 + math.exp(-1.7 * margin))


def merit(t: Table, seat: int, tile: int) -> float:
    """The points that a seat can expect from a tile until the end, from missions and from playing it."""
    box = t.config.box
    to_come = float(ROUNDS - 1 - t.round)
    value = float(box.vp[tile])
    for mission in t.missions:
        value += symbols_worth(t, mission, tile)
    for at in range(len(t.between)):
        if scoring.beside(t, at, seat):
            value += symbols_worth(t, t.between[at], tile)
    if t.agendas and (tile >= STARTING_TILES or t.config.starters_score):
        value += AGENDA_SYMBOL * float(box.worth[t.agendas[seat]][tile])
    use = USE_OF_STRENGTH * float(box.strength[tile]) + USE_OF_SYMBOL * float(box.nationalism[tile])
    symbols = box.symbols[tile]
    while symbols:
        use += USE_OF_SYMBOL
        symbols = w.rest_of_symbols(symbols)
    return value + to_come * use


def symbols_worth(t: Table, mission: int, tile: int) -> float:
    box = t.config.box
    return float(box.worth[mission][tile]) * (MUSCLE if mission == box.strength_mission else SYMBOL)


def leader(
    t: Table, seat: int, board: int, gone: int = NOTHING, source: int = NOTHING, free: int = NOTHING
) -> int:
    """The seat that would win a board without ``gone``, and with the tile from ``source`` on ``free``, or -1.

    Tiles that ``seat`` has not seen count as unknown tiles.
    """
    sums = [0.0] * int(t.seats)
    owners: list[int] = []  # by their lowest spaces
    for space in SPACES_OF[board]:
        origin = source if space == free and free >= 0 else space
        owner = t.cubes[origin]
        if owner < 0 or space == gone:
            continue
        known = sees(t, origin, seat)
        sums[owner] += float(scoring.strength(t, origin)) if known else UNKNOWN_STRENGTH
        owners.append(owner)
    best = owners[0] if owners else -1
    for owner in owners:
        if sums[owner] > sums[best]:
            best = owner
    return best


def stake(
    t: Table, seat: int, board: int, gone: int = NOTHING, source: int = NOTHING, free: int = NOTHING
) -> float:
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
