"""The rules of Estoril as frames, in the order of the ledger."""

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from spyring.engine.frame import UNSEEN, Frame, Refusal
from spyring.engine.seats import PUBLIC
from spyring.engine.words import _
from spyring.games.estoril import scoring
from spyring.games.estoril.box import (
    ABILITY_IDS,
    ASSASSIN,
    BOARDS,
    CASINO,
    CHURCH,
    CONSPIRACY,
    DIPLOMACY,
    HAND,
    HELLS_MOUTH,
    IN_GRID,
    MISSIONS,
    NO_PEEK,
    OPEN_MISSIONS,
    PEEK_ANYWHERE,
    PEEK_HERE,
    PLACES,
    ROUNDS,
    SEDUCTION,
    SPACES,
    STARTERS,
    STARTING_TILES,
)
from spyring.games.estoril.grid import BOARD_OF, PLACES_OF, REWARD, SPACES_OF, Layout
from spyring.games.estoril.notation import (
    AGENDA,
    AGENDA_SHOWN,
    ASSASSINATE,
    ASSASSINATED,
    BOARD_LAID,
    BOARD_RESOLVES,
    CHOSE_DISCARD,
    CONSPIRE,
    CONSPIRED,
    DECLINE,
    DICE,
    DID_NOT_PEEK,
    DISCARDED,
    EXCHANGE,
    EXCHANGED,
    FINAL_SCORE,
    FIRST_PLAYER,
    KEEP,
    KEPT,
    LOST_AT_HELLS_MOUTH,
    MARK,
    MARKED,
    MISSION_BESIDE,
    MISSION_OPEN,
    MISSION_SHOWN,
    NATIONALISTS,
    PEEK,
    PEEKED,
    PLACE,
    PLACE_LABELS,
    PLACE_TITLES,
    PLACED,
    PLACED_SECRETLY,
    PLACED_UNSEEN,
    READY,
    RECONSIDER,
    RECONSIDERED,
    REVEALED,
    REWARD_OPEN,
    REWARD_SECRET,
    REWARD_UNCLAIMED,
    REWARD_WON,
    ROUND_BEGINS,
    SACRIFICE,
    SAW,
    SAW_TOP,
    SEDUCE,
    SEDUCED,
    SKIPPED,
    SPACE_LABELS,
    STOP,
    STOPPED,
    STRENGTH_SHOWN,
    TILES_RETURN,
)
from spyring.games.estoril.table import NOTHING, UNLIMITED, Table

NOT_ASKED: Final = _("This is not what is asked now.")
NOT_IN_HAND: Final = _("You do not hold this tile.")
NOBODY_THERE: Final = _("There is nobody on {space}.")
PROTECTED: Final = _("{space} is protected by Diplomacy.")
SIGHTING: Final = 1 << 16  # more than there are moves

# -- EST-2 and EST-4: setup and the start of a round ---------------------------------------------------------


class BeginGame(Frame[Table]):
    """Starting tiles, missions, the draw pile and the first player (EST-2)."""

    clause: ClassVar[str] = "EST-2.1"

    def resolve(self, t: Table) -> None:
        seats = int(t.seats)
        t.hands = [list(range(seat * STARTERS, (seat + 1) * STARTERS)) for seat in range(seats)]
        self.deal_missions(t)
        t.pile = list(range(STARTING_TILES, len(t.agreed.box.ids)))
        t.pile_seen = [0] * len(t.pile)
        t.shuffle(t.pile)
        t.first = t.roll(seats)
        t.tell(FIRST_PLAYER, PUBLIC, t.first)
        t.become(BEGIN_ROUND)

    def deal_missions(self, t: Table) -> None:
        """Open ones, then those between neighbours, then agendas without strength (EST-R7, EST-R46)."""
        seats = int(t.seats)
        missions = list(range(MISSIONS))
        t.shuffle(missions)
        t.missions = tuple(
            missions.pop() for _mission in range(1 if t.agreed.secret_missions else OPEN_MISSIONS)
        )
        for mission in t.missions:
            t.tell(MISSION_OPEN, PUBLIC, mission)
        if t.agreed.secret_missions:
            t.between = tuple(missions.pop() for _seat in range(seats))
            for seat in range(seats):
                other = (seat + 1) % seats
                t.tell(MISSION_BESIDE, 1 << seat | 1 << other, seat, other, t.between[seat])
        if t.agreed.agendas:
            if t.agreed.box.strength_mission in missions:
                missions.remove(t.agreed.box.strength_mission)
            t.agendas = tuple(missions.pop() for _seat in range(seats))
            for seat in range(seats):
                t.tell(AGENDA, 1 << seat, seat, t.agendas[seat])


class BeginRound(Frame[Table]):
    """Six of the eight boards at random places and turns, each with a reward (EST-4.1 to EST-4.3)."""

    clause: ClassVar[str] = "EST-4.1"

    def resolve(self, t: Table) -> None:
        boards = list(range(BOARDS))
        t.shuffle(boards)
        turns = [int(t.roll(4)) for _board in range(IN_GRID)]
        t.lay_out(Layout(t.agreed.sites, tuple(boards[:IN_GRID]), tuple(turns)))
        t.tell(ROUND_BEGINS, PUBLIC, t.round + 1)
        for spot in range(IN_GRID):
            t.deal_reward(boards[spot])
            if t.happened is not None:
                self.announce(t, spot, boards[spot])
        t.become(DEPLOY)

    def announce(self, t: Table, spot: int, board: int) -> None:
        t.tell(BOARD_LAID, PUBLIC, board, spot, t.layout.turns[spot])
        if t.seen[REWARD + board] == PUBLIC:
            t.tell(REWARD_OPEN, PUBLIC, board, t.tiles[REWARD + board])
        else:
            t.tell(REWARD_SECRET, PUBLIC, board)


# -- EST-5: deployment ---------------------------------------------------------------------------------------


class Deploy(Frame[Table]):
    """Clockwise from the first player, each seat places a tile, until nobody can (EST-5.1, EST-5.12)."""

    clause: ClassVar[str] = "EST-5.1"
    ask: ClassVar[str] = _("{seat} places a tile.")

    def deciders(self, t: Table) -> int:
        return 1 << t.turn if t.turn >= 0 else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        spaces = open_spaces(t, seat)
        hand = t.hands[seat]
        place = t.agreed.ready.place
        found: list[Any] = [None] * (len(hand) * len(spaces))  # it is the longest list of the game
        at: i64 = 0
        for tile in hand:
            row = place[tile]
            for space in spaces:
                found[at] = row[space]
                at += 1
        return found

    def play(self, t: Table, seat: int, move: int) -> None:
        tile = (move - PLACE) // SPACES
        space = (move - PLACE) % SPACES
        box = t.agreed.box
        t.hands[seat].remove(tile)
        t.tiles[space] = tile
        t.occupy(space, seat)
        t.seen[space] = 1 << seat if box.top_secret[space] else PUBLIC
        t.left[seat] -= 1
        t.glimpse = NOTHING
        if t.happened is not None:
            self.announce(t, seat, tile, space)
        t.turn = next_turn(t, seat)
        if box.peek[space] != NO_PEEK and something_hidden(t, space):
            t.push(PEEKS[space])

    def announce(self, t: Table, seat: int, tile: int, space: int) -> None:
        if t.seen[space] == PUBLIC:
            t.tell(PLACED, PUBLIC, seat, tile, space)
            return
        t.tell(PLACED_SECRETLY, 1 << seat, seat, tile, space)
        t.tell(PLACED_UNSEEN, PUBLIC & ~(1 << seat), seat, space)

    def veil(self, t: Table, seat: int, move: int, observer: int) -> int:
        space = (move - PLACE) % SPACES
        return PLACE + space if observer != seat and t.agreed.box.top_secret[space] else move

    def resolve(self, t: Table) -> None:
        t.become(RESOLVE_BOARDS)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if not PLACE <= move < t.agreed.ready.first_discard:
            return Refusal(self.clause, NOT_ASKED)
        tile = (move - PLACE) // SPACES
        space = (move - PLACE) % SPACES
        where = {"space": PLACE_TITLES[space]}
        if tile not in t.hands[seat]:
            return Refusal(self.clause, NOT_IN_HAND)
        if t.layout.cell[space] < 0:
            return Refusal("EST-4.2", _("The board of {space} sits out this round."), where)
        if t.tiles[space] >= 0:
            return Refusal("EST-1.6", _("{space} is taken."), where)
        return Refusal("EST-5.3", _("{space} is an inner space, and you have no tile beside it."), where)


def open_spaces(t: Table, seat: int) -> list[int]:
    """Free outer spaces, free inner ones beside own tiles; failing that, any (EST-5.2 to EST-5.5)."""
    spaces: i64 = t.free & t.open[seat]
    if spaces == 0 and t.agreed.any_free:
        spaces = t.free
    found: list[int] = []
    space: i64 = 0
    while spaces:
        if spaces & 1:
            found.append(space)
        spaces >>= 1
        space += 1
    return found


def next_turn(t: Table, seat: int) -> int:
    """The next seat that has a cube, a tile and a space for it, or -1 (EST-5.9 to EST-5.12)."""
    seats = int(t.seats)
    other = seat
    for _step in range(seats):
        other += 1
        if other == seats:
            other = 0
        if t.left[other] and t.hands[other]:
            if t.agreed.any_free or open_spaces(t, other):
                return other
            t.tell(SKIPPED, PUBLIC, other)
    return NOTHING


def reach(t: Table, space: int) -> list[int]:
    """The places at which a peek from this space may be aimed (EST-5.7)."""
    peek = t.agreed.box.peek[space]
    if peek == PEEK_HERE:
        return PLACES_OF[BOARD_OF[space]]
    return t.layout.places() if peek == PEEK_ANYWHERE else t.layout.vicinity[BOARD_OF[space]]


def sighting(move: int, tile: int) -> int:
    """A move that shows a tile to whoever makes it, as that seat perceives it."""
    return move + (tile + 1) * SIGHTING


def something_hidden(t: Table, space: int) -> bool:
    """Whether a face-down tile in reach could be news to the seat on ``space``; its own ones are not."""
    seat = t.cubes[space]
    for place in reach(t, space):
        if t.tiles[place] >= 0 and t.seen[place] != PUBLIC and (place >= REWARD or t.cubes[place] != seat):
            return True
    return False


class Peek(Frame[Table]):
    """The seat on ``space`` may look at a face-down tile in reach; everybody sees at which (EST-R37)."""

    clause: ClassVar[str] = "EST-5.6"
    ask: ClassVar[str] = _("{seat} may peek at a face-down tile.")

    def __init__(self, space: int) -> None:
        self.space = space

    def deciders(self, t: Table) -> int:
        return 1 << t.cubes[self.space]

    def legal(self, t: Table, seat: int) -> list[int]:
        found: list[int] = []
        for place in reach(t, self.space):
            if t.tiles[place] >= 0 and t.seen[place] != PUBLIC:
                found.append(PEEK + place)
        found.append(DECLINE)
        return found

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        if move == DECLINE:
            t.tell(DID_NOT_PEEK, PUBLIC, seat)
            return
        place = move - PEEK
        t.seen[place] |= 1 << seat
        t.glimpse = place
        if t.happened is not None:
            t.tell(PEEKED, PUBLIC, seat, place)
            t.tell(SAW, 1 << seat, seat, t.tiles[place], place)

    def veil(self, t: Table, seat: int, move: int, observer: int) -> int:
        """Everybody sees at which tile the seat looks, the seat also what it is."""
        return sighting(move, t.tiles[move - PEEK]) if observer == seat and move != DECLINE else move

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if not PEEK <= move < PEEK + PLACES:
            return Refusal(self.clause, NOT_ASKED)
        place = move - PEEK
        where = {"space": PLACE_TITLES[place]}
        if t.tiles[place] < 0 or t.seen[place] == PUBLIC:
            return Refusal(self.clause, _("No tile lies face down on {space}."), where)
        return Refusal("EST-5.7", _("{space} is out of reach of this peek."), where)

    def look(self, t: Table, seat: int) -> dict[str, Any]:
        return {"space": SPACE_LABELS[self.space]}

    def pack(self) -> list[Any]:
        return [self.space]


# -- EST-6: resolving the boards -----------------------------------------------------------------------------


class ResolveBoards(Frame[Table]):
    """One board after another, lowest number first (EST-6.1)."""

    clause: ClassVar[str] = "EST-6.1"

    def resolve(self, t: Table) -> None:
        for board in range(int(t.board) + 1, BOARDS):
            if t.layout.has(board):
                t.board = board
                t.numeral = 0
                t.tell(BOARD_RESOLVES, PUBLIC, board)
                self.turn_up(t, board)
                t.push(RESOLVE_BOARD)
                return
        t.become(RETURN_TILES)

    def turn_up(self, t: Table, board: int) -> None:
        """All tiles of the board, the reward included, and no others (EST-6.2)."""
        for place in PLACES_OF[board]:
            if t.tiles[place] >= 0 and t.seen[place] != PUBLIC:
                t.seen[place] = PUBLIC
                t.tell(REVEALED, PUBLIC, place, t.tiles[place])


class ResolveBoard(Frame[Table]):
    """Abilities by Roman numeral, then the board's own rule, then the reward (EST-6.3 to EST-6.11).

    ``t.numeral`` counts the steps: one for each space, then the board's own rule, then the reward.
    """

    clause: ClassVar[str] = "EST-6.3"

    def resolve(self, t: Table) -> None:
        spaces = SPACES_OF[t.board]
        while t.numeral < len(spaces):
            space = spaces[t.numeral]
            t.numeral += 1
            tile = t.tiles[space]
            if tile < 0 or t.seduced >> space & 1:
                continue
            box = t.agreed.box
            if box.nationalism[tile]:
                rally(t, space)
            symbols = box.symbols[tile]
            if symbols and can_use(t, space, symbols):
                t.push(UseAbilities(space, symbols))
                return
        if t.numeral == len(spaces):
            t.numeral += 1
            if t.board == CASINO:
                roll_dice(t)
            elif t.board == HELLS_MOUTH and hells_mouth(t):
                return
        t.done()
        award(t)


def rally(t: Table, space: int) -> None:
    """Nationalism works by itself, at the best moment of its tile's own turn (EST-R10 to EST-R12)."""
    symbols = t.agreed.box.nationalism[t.tiles[space]]
    if not symbols or not t.agreed.snapshot:
        return
    bonus = symbols * scoring.compatriots(t, space)
    if bonus > t.bonus[space]:
        t.bonus[space] = bonus
        t.tell(NATIONALISTS, PUBLIC, space, bonus)


def roll_dice(t: Table) -> None:
    """Two dice for each character, in Roman order; their difference is added (EST-9.6, EST-R48)."""
    for space in SPACES_OF[CASINO]:
        if t.tiles[space] >= 0:
            first = 1 + t.roll(6)
            second = 1 + t.roll(6)
            t.bonus[space] += first - second if first > second else second - first
            t.tell(DICE, PUBLIC, space, first, second)


def hells_mouth(t: Table) -> bool:
    """The last seat of at least two loses a tile; whether it has to be asked which (EST-9.7)."""
    seat = scoring.weakest(t, HELLS_MOUTH)
    if seat < 0:
        return False
    mine = [space for space in SPACES_OF[HELLS_MOUTH] if t.cubes[space] == seat]
    if len(mine) > 1:
        t.push(Sacrifice(seat))
        return True
    lose(t, seat, mine[0])
    return False


def lose(t: Table, seat: int, space: int) -> None:
    """A tile leaves the game (EST-R28); the cube comes back at the end of the round."""
    tile = t.take_off(space)
    t.left[seat] += 1
    t.removed = (*t.removed, tile)
    t.tell(LOST_AT_HELLS_MOUTH, PUBLIC, seat, tile)


def award(t: Table) -> None:
    """The reward goes to the strongest seat, or under the pile (EST-6.8 to EST-6.11)."""
    board = int(t.board)
    reward = REWARD + board
    tile = t.tiles[reward]
    t.tiles[reward] = NOTHING
    t.seen[reward] = 0
    winner = scoring.strongest(t, board)
    if t.happened is not None:
        announce_strengths(t, board)
    if winner < 0:
        t.under_pile(tile, PUBLIC)
        t.tell(REWARD_UNCLAIMED, PUBLIC, tile, board)
        return
    t.to_hand(winner, tile)
    t.tell(REWARD_WON, PUBLIC, winner, tile, board)


def announce_strengths(t: Table, board: int) -> None:
    sums = scoring.strengths(t, board)
    for seat in scoring.present(t, board):
        t.tell(STRENGTH_SHOWN, PUBLIC, seat, board, sums[seat])


# -- EST-8: abilities ----------------------------------------------------------------------------------------


def can_use(t: Table, space: int, symbols: int) -> bool:
    """Whether an ability out of ``symbols`` has a target."""
    while symbols:
        ability = symbols & 7
        if ability == DIPLOMACY and t.agreed.markers == UNLIMITED and not t.marked >> space & 1:
            return True  # itself
        if uses(t, space, ability):
            return True
        symbols >>= 3
    return False


def uses(t: Table, space: int, ability: int) -> list[int]:
    """Every way in which the tile on ``space`` can use an ability now."""
    if ability == ASSASSIN:
        return assassinations(t, space)
    if ability == SEDUCTION:
        return seductions(t, space)
    if ability == DIPLOMACY:
        return protections(t, space)
    return [CONSPIRE] if t.pile else []


def assassinations(t: Table, space: int) -> list[int]:
    """Another unmarked character on this board (EST-8.1); nobody at the Church (EST-9.1)."""
    found: list[int] = []
    board = BOARD_OF[space]
    if board == CHURCH:
        return found
    for target in SPACES_OF[board]:
        if (
            t.tiles[target] >= 0
            and not t.marked >> target & 1
            and (target != space or t.agreed.assassin_self)
        ):
            found.append(ASSASSINATE + target)
    return found


def seductions(t: Table, space: int) -> list[int]:
    """An unmarked character on an adjacent board, to a free space of this one (EST-8.5, EST-R18)."""
    found: list[int] = []
    board = BOARD_OF[space]
    tiles = t.tiles
    for free in SPACES_OF[board]:
        if tiles[free] < 0:
            for target in t.layout.vicinity[board]:
                if target < REWARD and tiles[target] >= 0 and BOARD_OF[target] != board:
                    if not t.marked >> target & 1:
                        found.append(SEDUCE + target * SPACES + free)
    return found


def protections(t: Table, space: int) -> list[int]:
    """A character on this board or an adjacent one that is not marked yet (EST-8.8, EST-R24, EST-R25)."""
    found: list[int] = []
    if t.agreed.markers < UNLIMITED and int(t.marked).bit_count() >= t.agreed.markers:
        return found
    for target in t.layout.vicinity[BOARD_OF[space]]:
        if target < REWARD and t.tiles[target] >= 0 and not t.marked >> target & 1:
            found.append(MARK + target)
    return found


class UseAbilities(Frame[Table]):
    """A tile's turn: its controller uses the symbols left, in any order, or stops (EST-6.5, EST-R12).

    ``symbols`` is packed as in the box: the first ability + 8 * the second.
    """

    clause: ClassVar[str] = "EST-6.4"
    ask: ClassVar[str] = _("{seat} may use an ability.")

    def __init__(self, space: int, symbols: int) -> None:
        self.space = space
        self.symbols = symbols

    def deciders(self, t: Table) -> int:
        return 1 << t.cubes[self.space]

    def legal(self, t: Table, seat: int) -> list[int]:
        first = self.symbols & 7
        second = self.symbols >> 3
        found = uses(t, self.space, first)
        if second and second != first:
            found += uses(t, self.space, second)
        found.append(STOP)
        return found

    def play(self, t: Table, seat: int, move: int) -> None:
        space = self.space
        if move == STOP:
            t.done()
            t.tell(STOPPED, PUBLIC, seat, space)
            return
        rest = self.without(ability_of(move))
        if move < SEDUCE:
            assassinate(t, seat, move - ASSASSINATE)
        elif move < MARK:
            seduce(t, seat, (move - SEDUCE) // SPACES, (move - SEDUCE) % SPACES)
        elif move < CONSPIRE:
            t.marked |= 1 << (move - MARK)
            t.tell(MARKED, PUBLIC, seat, move - MARK)
        if t.tiles[space] < 0:  # it chose itself
            t.done()
            return
        rally(t, space)
        if rest and can_use(t, space, rest):
            t.become(UseAbilities(space, rest))
        else:
            t.done()
        if move == CONSPIRE:
            conspire(t, seat, space)

    def veil(self, t: Table, seat: int, move: int, observer: int) -> int:
        return sighting(move, t.pile[-1]) if move == CONSPIRE and observer == seat else move

    def without(self, ability: int) -> int:
        """The symbols that are left when one of these is used."""
        return self.symbols >> 3 if self.symbols & 7 == ability else self.symbols & 7

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        ability = ability_of(move)
        if ability == 0:
            return Refusal(self.clause, NOT_ASKED)
        if ability not in (self.symbols & 7, self.symbols >> 3):
            return Refusal("EST-6.5", _("This tile has no unused symbol of this ability."))
        if ability == ASSASSIN:
            return why_not_assassinate(t, self.space, move - ASSASSINATE)
        if ability == SEDUCTION:
            return why_not_seduce(t, self.space, (move - SEDUCE) // SPACES, (move - SEDUCE) % SPACES)
        if ability == DIPLOMACY:
            return why_not_mark(t, self.space, move - MARK)
        return Refusal("EST-R16", _("The draw pile is empty."))

    def look(self, t: Table, seat: int) -> dict[str, Any]:
        left = [ABILITY_IDS[ability] for ability in (self.symbols & 7, self.symbols >> 3) if ability]
        return {"space": SPACE_LABELS[self.space], "abilities": left}

    def pack(self) -> list[Any]:
        return [self.space, self.symbols]


def ability_of(move: int) -> int:
    """The ability that a move uses, or 0."""
    if ASSASSINATE <= move < SEDUCE:
        return ASSASSIN
    if SEDUCE <= move < MARK:
        return SEDUCTION
    if MARK <= move < CONSPIRE:
        return DIPLOMACY
    return CONSPIRACY if move == CONSPIRE else 0


def assassinate(t: Table, seat: int, target: int) -> None:
    """The victim goes back to the hand it came from, not out of the game (EST-8.1, EST-R14)."""
    victim = t.cubes[target]
    tile = t.take_off(target)
    t.left[victim] += 1
    t.to_hand(victim, tile)
    t.tell(ASSASSINATED, PUBLIC, seat, tile, target, victim)


def seduce(t: Table, seat: int, source: int, free: int) -> None:
    """The tile moves with its cube, is turned up, and has no abilities any more (EST-8.5, EST-R19)."""
    owner = t.cubes[source]
    tile = t.take_off(source)
    t.tiles[free] = tile
    t.cubes[free] = owner
    t.seen[free] = PUBLIC
    t.seduced |= 1 << free
    t.tell(SEDUCED, PUBLIC, seat, tile, source, free)


def conspire(t: Table, seat: int, space: int) -> None:
    """Look at the top of the pile, then choose (EST-8.2)."""
    t.pile_seen[-1] |= 1 << seat
    if t.happened is not None:
        t.tell(CONSPIRED, PUBLIC, seat)
        t.tell(SAW_TOP, 1 << seat, seat, t.pile[-1])
    t.push(CONSPIRACIES[space])


def why_not_assassinate(t: Table, space: int, target: int) -> Refusal:
    where = {"space": PLACE_TITLES[target]}
    if BOARD_OF[space] == CHURCH:
        return Refusal("EST-9.1", _("Nobody is assassinated in the Church."))
    if BOARD_OF[target] != BOARD_OF[space]:
        return Refusal("EST-8.1", _("An assassin strikes on its own board only."))
    if t.tiles[target] < 0:
        return Refusal("EST-8.1", NOBODY_THERE, where)
    if target == space:
        return Refusal("EST-R13", _("An assassin does not choose itself."))
    return Refusal("EST-8.9", PROTECTED, where)


def why_not_seduce(t: Table, space: int, target: int, free: int) -> Refusal:
    where = {"space": PLACE_TITLES[target]}
    board = BOARD_OF[space]
    if BOARD_OF[target] == board or target not in t.layout.vicinity[board]:
        return Refusal("EST-8.5", _("{space} is not on an adjacent board."), where)
    if t.tiles[target] < 0:
        return Refusal("EST-8.5", NOBODY_THERE, where)
    if t.marked >> target & 1:
        return Refusal("EST-8.9", PROTECTED, where)
    if BOARD_OF[free] != board:
        return Refusal("EST-8.5", _("The seduced tile must come to this board."))
    return Refusal("EST-R18", _("{space} is taken."), {"space": PLACE_TITLES[free]})


def why_not_mark(t: Table, space: int, target: int) -> Refusal:
    where = {"space": PLACE_TITLES[target]}
    if target not in t.layout.vicinity[BOARD_OF[space]]:
        return Refusal("EST-8.8", _("{space} is neither on this board nor on an adjacent one."), where)
    if t.tiles[target] < 0:
        return Refusal("EST-8.8", NOBODY_THERE, where)
    if t.marked >> target & 1:
        return Refusal("EST-R24", PROTECTED, where)
    return Refusal("EST-R25", _("All white cubes are in use."))


class Conspire(Frame[Table]):
    """After the look one of the two becomes the reward, the other goes under the pile (EST-R15)."""

    clause: ClassVar[str] = "EST-8.2"
    ask: ClassVar[str] = _("{seat} chooses which of two tiles becomes the reward.")

    def __init__(self, space: int) -> None:
        self.space = space

    def deciders(self, t: Table) -> int:
        return 1 << t.cubes[self.space]

    def legal(self, t: Table, seat: int) -> list[int]:
        return [KEEP, EXCHANGE]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        tile = t.pile.pop()
        seen = t.pile_seen.pop()
        if move == KEEP:
            t.under_pile(tile, seen)
            t.tell(KEPT, PUBLIC, seat)
            return
        reward = REWARD + int(t.board)
        old = t.tiles[reward]
        t.under_pile(old, PUBLIC)
        t.tiles[reward] = tile
        t.tell(EXCHANGED, PUBLIC, seat, tile, old)
        rally(t, self.space)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if move == STOP:
            return Refusal("EST-R15", _("After the look you must choose one of the two."))
        return Refusal(self.clause, NOT_ASKED)

    def look(self, t: Table, seat: int) -> dict[str, Any]:
        """The conspirator sees the tile as long as it decides."""
        seen = {"space": SPACE_LABELS[self.space], "reward": PLACE_LABELS[REWARD + int(t.board)]}
        if t.pile_seen[-1] >> seat & 1:
            seen["top"] = t.agreed.box.ids[t.pile[-1]]
        return seen

    def pack(self) -> list[Any]:
        return [self.space]


class Sacrifice(Frame[Table]):
    """The last seat at Hell's Mouth chooses which of its tiles there leaves the game."""

    clause: ClassVar[str] = "EST-9.7"
    ask: ClassVar[str] = _("Hell's Mouth: {seat} gives up one of its tiles there.")

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def deciders(self, t: Table) -> int:
        return 1 << self.seat

    def legal(self, t: Table, seat: int) -> list[int]:
        return [SACRIFICE + space for space in SPACES_OF[HELLS_MOUTH] if t.cubes[space] == seat]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        lose(t, seat, move - SACRIFICE)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if SACRIFICE <= move < SACRIFICE + SPACES:
            return Refusal(self.clause, _("It must be one of your own tiles at Hell's Mouth."))
        return Refusal(self.clause, NOT_ASKED)

    def pack(self) -> list[Any]:
        return [self.seat]


# -- EST-7: the end of a round -------------------------------------------------------------------------------


class ReturnTiles(Frame[Table]):
    """Only now do all tiles and cubes come back (EST-7.1)."""

    clause: ClassVar[str] = "EST-7.1"

    def resolve(self, t: Table) -> None:
        for space in range(SPACES):
            if t.tiles[space] >= 0:
                t.hands[t.cubes[space]].append(t.tiles[space])
        for entry in t.aside:
            t.hands[entry & 3].append(entry >> 2)
        t.clear_round()
        t.tell(TILES_RETURN, PUBLIC)
        t.become(ChooseDiscards([[] for _seat in range(int(t.seats))]))


class ChooseDiscards(Frame[Table]):
    """Down to six tiles, in secret; who is ready may start anew until all are (EST-7.2, EST-7.3).

    ``chosen[seat]`` are the tiles put face down so far.
    """

    clause: ClassVar[str] = "EST-7.2"
    ask: ClassVar[str] = _("{seat} discards down to six tiles.")

    def __init__(self, chosen: list[list[int]]) -> None:
        self.chosen = chosen

    def missing(self, t: Table, seat: int) -> int:
        """How many tiles the seat still has to choose."""
        return max(0, len(t.hands[seat]) - HAND) - len(self.chosen[seat])

    def deciders(self, t: Table) -> int:
        mask = 0
        for seat in range(len(self.chosen)):
            if self.missing(t, seat) > 0:
                mask |= 1 << seat
        return mask

    def interrupters(self, t: Table) -> int:
        mask = 0
        for seat in range(len(self.chosen)):
            if self.chosen[seat] and self.missing(t, seat) == 0:
                mask |= 1 << seat
        return mask

    def legal(self, t: Table, seat: int) -> list[int]:
        if self.missing(t, seat) == 0:
            return [RECONSIDER]
        discard = t.agreed.ready.discard
        chosen = self.chosen[seat]
        if not chosen:
            return [discard[tile] for tile in t.hands[seat]]
        return [discard[tile] for tile in t.hands[seat] if tile not in chosen]

    def play(self, t: Table, seat: int, move: int) -> None:
        chosen = self.chosen[:]
        if move == RECONSIDER:
            chosen[seat] = []
            t.tell(RECONSIDERED, PUBLIC, seat)
        else:
            tile = move - t.agreed.ready.first_discard
            chosen[seat] = [*chosen[seat], tile]
            t.tell(CHOSE_DISCARD, 1 << seat, seat, tile)
        frame = ChooseDiscards(chosen)
        if frame.missing(t, seat) == 0:
            t.tell(READY, PUBLIC, seat)
        t.become(frame)

    def resolve(self, t: Table) -> None:
        """All have chosen: the discards are turned up together (EST-7.3, EST-7.4)."""
        discards = list(t.discards)
        for seat in range(len(self.chosen)):
            for tile in self.chosen[seat]:
                t.hands[seat].remove(tile)
                t.tell(DISCARDED, PUBLIC, seat, tile)
            discards[seat] += tuple(self.chosen[seat])
        t.discards = tuple(discards)
        t.become(END_ROUND)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if move == RECONSIDER:
            return Refusal(self.clause, _("You have not chosen all your discards yet."))
        if move < t.agreed.ready.first_discard:
            return Refusal(self.clause, NOT_ASKED)
        if self.missing(t, seat) == 0:
            return Refusal(self.clause, _("You keep six tiles; no more are discarded."))
        if move - t.agreed.ready.first_discard in self.chosen[seat]:
            return Refusal(self.clause, _("This tile is chosen already."))
        return Refusal(self.clause, NOT_IN_HAND)

    def veil(self, t: Table, seat: int, move: int, observer: int) -> int:
        if observer == seat or move == RECONSIDER:
            return move
        return t.agreed.ready.first_discard if self.missing(t, seat) == 1 else UNSEEN  # who is ready shows

    def look(self, t: Table, seat: int) -> dict[str, Any]:
        if seat >= len(self.chosen):
            return {}
        chosen = [t.agreed.box.ids[tile] for tile in self.chosen[seat]]
        return {"chosen": chosen, "left": self.missing(t, seat)}

    def imagine(self, t: Table, seat: int) -> Frame[Table]:
        """Others may have chosen any of their tiles; who is not ready, any number short of all."""
        chosen = self.chosen[:]
        for other in range(len(chosen)):
            surplus = len(t.hands[other]) - HAND
            if other == seat or surplus <= 0:
                continue
            tiles = t.hands[other][:]
            t.shuffle(tiles)
            down = surplus if self.missing(t, other) == 0 else int(t.roll(surplus))
            chosen[other] = tiles[:down]
        return ChooseDiscards(chosen)

    def pack(self) -> list[Any]:
        return [[tiles[:] for tiles in self.chosen]]


class EndRound(Frame[Table]):
    """A new first player and a new round; after round 4 the points are counted (EST-7.5, EST-10.1)."""

    clause: ClassVar[str] = "EST-7.5"

    def resolve(self, t: Table) -> None:
        if t.round + 1 < ROUNDS:
            t.first = (t.first + 1) % t.seats
            t.round += 1
            t.become(BEGIN_ROUND)
            return
        t.finish()
        if t.happened is not None:
            self.announce(t)

    def announce(self, t: Table) -> None:
        seats = int(t.seats)
        for mission in scoring.scored_missions(t):
            points = scoring.mission_points(t, mission)
            for seat in range(seats):
                t.tell(MISSION_SHOWN, PUBLIC, mission, seat, points[seat])
        for seat in range(len(t.agendas)):
            t.tell(AGENDA_SHOWN, PUBLIC, seat, t.agendas[seat], scoring.agenda_points(t, seat))
        rows = scoring.breakdown(t)
        for seat in range(seats):
            t.tell(FINAL_SCORE, PUBLIC, seat, sum(rows[seat].values()))


BEGIN_ROUND: Final = BeginRound()
DEPLOY: Final = Deploy()
PEEKS: Final = [Peek(space) for space in range(SPACES)]
RESOLVE_BOARDS: Final = ResolveBoards()
RESOLVE_BOARD: Final = ResolveBoard()
CONSPIRACIES: Final = [Conspire(space) for space in range(SPACES)]
RETURN_TILES: Final = ReturnTiles()
END_ROUND: Final = EndRound()

FRAMES: Final[tuple[type[Frame[Any]], ...]] = (
    BeginGame,
    BeginRound,
    Deploy,
    Peek,
    ResolveBoards,
    ResolveBoard,
    UseAbilities,
    Conspire,
    Sacrifice,
    ReturnTiles,
    ChooseDiscards,
    EndRound,
)
