"""Resolving the boards (EST-6, and the rules of single boards, EST-9)."""

from typing import ClassVar, Final

from spyring.engine.frame import Frame, SeatFrame
from spyring.engine.i18n import _
from spyring.engine.knowledge import NOTHING
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.estoril import scoring
from spyring.games.estoril import words as w
from spyring.games.estoril.box import CASINO, HELLS_MOUTH
from spyring.games.estoril.generated import Table
from spyring.games.estoril.grid import BOARD_OF, PLACES_OF, REWARD, SPACES_OF
from spyring.games.estoril.rules.abilities import UseAbilities, can_use, rally
from spyring.games.estoril.rules.discards import RETURN_TILES
from spyring.games.estoril.tiles import take_off, to_hand, under_pile


class ResolveBoards(Frame[Table]):
    """One board after another, lowest number first (EST-6.1)."""

    clause: ClassVar[str] = "EST-6.1"

    def resolve(self, t: Table) -> None:
        for board in range(int(t.board) + 1, w.BOARDS):
            if t.layout.has(board):
                t.board = board
                t.numeral = 0
                t.emit(w.BOARD_RESOLVES, PUBLIC, board)
                self.turn_up(t, board)
                t.push(RESOLVE_BOARD)
                return
        t.replace(RETURN_TILES)

    def turn_up(self, t: Table, board: int) -> None:
        """Turn up all tiles of the board, including the reward, and no others (EST-6.2)."""
        for place in PLACES_OF[board]:
            tile = t.tiles[place]
            if tile >= 0 and t.known.seen[tile] != PUBLIC:
                t.known.reveal(tile)
                t.emit(w.REVEALED, PUBLIC, place, tile)


class ResolveBoard(Frame[Table]):
    """Abilities by Roman numeral, then the board's own rule, then the reward (EST-6.3 to EST-6.11).

    ``t.numeral`` counts the spaces that have had their turn.
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
            box = t.config.box
            if box.nationalism[tile]:
                rally(t, space)
            symbols = box.symbols[tile]
            if symbols and can_use(t, space, symbols):
                t.push(UseAbilities(space, symbols))
                return
        t.done()
        if t.board == CASINO:
            roll_dice(t)
        compare(t, int(t.board))


def roll_dice(t: Table) -> None:
    """Roll two dice for each character, in Roman order, and add their difference (EST-9.6, EST-R48)."""
    for space in SPACES_OF[CASINO]:
        if t.tiles[space] >= 0:
            first = 1 + t.roll(6)
            second = 1 + t.roll(6)
            t.bonus[space] += first - second if first > second else second - first
            t.emit(w.DICE, PUBLIC, space, first, second)


def compare(t: Table, board: int) -> None:
    """Find the seat that takes the reward. At Hell's Mouth the last of at least two seats first loses a tile;
    that does not change the winner (EST-9.7, EST-R27).
    """
    winner = scoring.strongest(t, board)
    last = scoring.weakest(t, board) if board == HELLS_MOUTH else -1
    if t.event_log is not None:
        announce_strengths(t, board, winner, last)
    if last < 0:
        award(t, winner)
        return
    t.push(Award(winner))
    mine = [space for space in SPACES_OF[board] if t.cubes[space] == last]
    if len(mine) > 1:
        t.push(Sacrifice(last))
    else:
        lose(t, last, mine[0])


def lose(t: Table, seat: int, space: int) -> None:
    """A tile leaves the game (EST-R28); its cube returns at the end of the round."""
    tile = take_off(t, space)
    t.left[seat] += 1
    t.removed = (*t.removed, tile)
    t.emit(w.LOST_AT_HELLS_MOUTH, PUBLIC, seat, tile)


class Award(Frame[Table]):
    """Give the reward after the loss at Hell's Mouth."""

    clause: ClassVar[str] = "EST-6.8"
    data: ClassVar[tuple[str, ...]] = ("winner",)

    def __init__(self, winner: int) -> None:
        self.winner = winner

    def resolve(self, t: Table) -> None:
        t.done()
        award(t, self.winner)


def award(t: Table, winner: int) -> None:
    """The reward goes to the strongest seat, or under the pile (EST-6.8 to EST-6.11)."""
    board = int(t.board)
    reward = REWARD + board
    tile = t.tiles[reward]
    t.tiles[reward] = NOTHING
    if winner < 0:
        under_pile(t, tile)
        t.emit(w.REWARD_UNCLAIMED, PUBLIC, tile, board)
        return
    to_hand(t, winner, tile)
    t.emit(w.REWARD_WON, PUBLIC, winner, tile, board)


def announce_strengths(t: Table, board: int, winner: int, last: int) -> None:
    """Announce all strengths, and what breaks ties."""
    sums = scoring.strengths(t, board)
    present = scoring.present(t, board)
    for seat in present:
        t.emit(w.STRENGTH_SHOWN, PUBLIC, seat, board, sums[seat])
    equal = [sums[seat] for seat in present]
    if winner >= 0 and equal.count(sums[winner]) > 1:
        lowest = min(space for space in SPACES_OF[board] if t.cubes[space] == winner)
        t.emit(w.STRENGTH_TIED, PUBLIC, winner, lowest, sums[winner])
    if last >= 0 and equal.count(sums[last]) > 1:
        t.emit(w.WEAKEST_TIED, PUBLIC, last, sums[last])


class GiveUp(Verb[Table]):
    """The tile leaves the game."""

    name: ClassVar[str] = "sacrifice"
    clause: ClassVar[str] = "EST-9.7"

    def fault(self, t: Table, seat: int, move: int) -> int:
        space = move - w.SACRIFICE
        own = BOARD_OF[space] == HELLS_MOUTH and t.cubes[space] == seat
        return FINE if own else w.NOT_AT_HELLS_MOUTH

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        t.glimpse = NOTHING
        lose(t, seat, move - w.SACRIFICE)


class Sacrifice(SeatFrame[Table]):
    """The last seat at Hell's Mouth chooses which of its tiles there leaves the game."""

    clause: ClassVar[str] = "EST-9.7"
    ask: ClassVar[str] = _("Hell's Mouth: give up one of your tiles there.")
    wait: ClassVar[str] = _("Hell's Mouth: {seat} gives up a tile there.")
    verbs: ClassVar[Verbs] = (GiveUp(),)


RESOLVE_BOARDS: Final = ResolveBoards()
RESOLVE_BOARD: Final = ResolveBoard()
