"""Abilities of the characters (EST-8)."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import Frame, Refusal
from spyring.engine.i18n import _
from spyring.engine.knowledge import NOTHING
from spyring.engine.seats import PUBLIC
from spyring.games.estoril import scoring
from spyring.games.estoril import words as w
from spyring.games.estoril.box import CHURCH
from spyring.games.estoril.config import UNLIMITED
from spyring.games.estoril.grid import BOARD_OF, REWARD, SPACES_OF
from spyring.games.estoril.made import Table
from spyring.games.estoril.rules.refusals import NOBODY_THERE, NOT_ASKED, PROTECTED
from spyring.games.estoril.tiles import take_off, to_hand, under_pile

SIGHTING: Final = 1 << 16  # more than there are moves


def sighting(move: int, tile: int) -> int:
    """A move that shows a tile to whoever makes it, as that seat perceives it."""
    return move + (tile + 1) * SIGHTING


def rally(t: Table, space: int) -> None:
    """Nationalism works by itself, at the best moment of its tile's own turn (EST-R10 to EST-R12)."""
    symbols = t.config.box.nationalism[t.tiles[space]]
    if not symbols or not t.config.nationalism_timing_snapshot:
        return
    bonus = symbols * scoring.compatriots(t, t.tiles[space], space)
    if bonus > t.bonus[space]:
        t.bonus[space] = bonus
        t.emit(w.NATIONALISTS, PUBLIC, space, bonus)


def can_use(t: Table, space: int, symbols: int) -> bool:
    """Whether an ability out of ``symbols`` has a target."""
    while symbols:
        ability = w.first_of_symbols(symbols)
        if ability == w.DIPLOMACY and t.config.markers == UNLIMITED and not t.marked >> space & 1:
            return True  # itself
        if uses(t, space, ability):
            return True
        symbols = w.rest_of_symbols(symbols)
    return False


def uses(t: Table, space: int, ability: int) -> list[int]:
    """Every way in which the tile on ``space`` can use an ability now."""
    if ability == w.ASSASSIN:
        return assassinations(t, space)
    if ability == w.SEDUCTION:
        return seductions(t, space)
    if ability == w.DIPLOMACY:
        return protections(t, space)
    return [w.CONSPIRE] if t.pile else []


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
            and (target != space or t.config.assassin_self)
        ):
            found.append(w.ASSASSINATE + target)
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
                        found.append(w.SEDUCE + target * w.SPACES + free)
    return found


def protections(t: Table, space: int) -> list[int]:
    """A character on this board or an adjacent one that is not marked yet (EST-8.8, EST-R24, EST-R25)."""
    found: list[int] = []
    if t.config.markers < UNLIMITED and int(t.marked).bit_count() >= t.config.markers:
        return found
    for target in t.layout.vicinity[BOARD_OF[space]]:
        if target < REWARD and t.tiles[target] >= 0 and not t.marked >> target & 1:
            found.append(w.MARK + target)
    return found


DEEDS: Final = {
    w.ASSASSIN: _("send one of these home?"),
    w.CONSPIRACY: _("look at the top of the pile?"),
    w.SEDUCTION: _("lure one of these to this board?"),
    w.DIPLOMACY: _("protect one of these?"),
}
PAIRS: Final = {
    (w.ASSASSIN, w.CONSPIRACY): _("Assassin and Conspiracy"),
    (w.ASSASSIN, w.SEDUCTION): _("Assassin and Seduction"),
    (w.ASSASSIN, w.DIPLOMACY): _("Assassin and Diplomacy"),
    (w.CONSPIRACY, w.SEDUCTION): _("Conspiracy and Seduction"),
    (w.CONSPIRACY, w.DIPLOMACY): _("Conspiracy and Diplomacy"),
    (w.SEDUCTION, w.DIPLOMACY): _("Seduction and Diplomacy"),
}


class UseAbilities(Frame[Table]):
    """A tile's turn: its controller uses the symbols left, in any order, or stops (EST-6.5, EST-R12).

    ``symbols`` is packed as in the box.
    """

    clause: ClassVar[str] = "EST-6.4"
    ask: ClassVar[str] = _("{tile} ({abilities}): {deed}")
    wait: ClassVar[str] = _("{seat} may use {tile} on {space} ({abilities}).")

    def __init__(self, space: int, symbols: int) -> None:
        self.space = space
        self.symbols = symbols
        self.first = w.first_of_symbols(symbols)
        self.second = w.rest_of_symbols(symbols)

    def deciders(self, t: Table) -> int:
        return 1 << t.cubes[self.space]

    def legal(self, t: Table, seat: int) -> list[int]:
        found = uses(t, self.space, self.first)
        if self.second and self.second != self.first:
            found += uses(t, self.space, self.second)
        found.append(w.STOP)
        return found

    def play(self, t: Table, seat: int, move: int) -> None:
        space = self.space
        t.glimpse = NOTHING
        if move == w.STOP:
            t.done()
            t.emit(w.STOPPED, PUBLIC, seat, space)
            return
        rest = self.without(ability_of(move))
        family = w.family(move)
        if family == w.ASSASSINATE:
            assassinate(t, seat, move - w.ASSASSINATE)
        elif family == w.SEDUCE:
            seduce(t, seat, w.space_of_seduce(move), w.to_of_seduce(move))
        elif family == w.MARK:
            t.marked |= 1 << (move - w.MARK)
            t.emit(w.MARKED, PUBLIC, seat, move - w.MARK)
        if t.tiles[space] < 0:  # it chose itself
            t.done()
            return
        rally(t, space)
        if rest and can_use(t, space, rest):
            t.replace(UseAbilities(space, rest))
        else:
            t.done()
        if move == w.CONSPIRE:
            conspire(t, seat, space)

    def seen_as(self, t: Table, seat: int, move: int, observer: int) -> int:
        return sighting(move, t.pile[-1]) if move == w.CONSPIRE and observer == seat else move

    def without(self, ability: int) -> int:
        """The symbols that are left when one of these is used."""
        return self.second if self.first == ability else self.first

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        ability = ability_of(move)
        if ability == w.NONE:
            return Refusal(self.clause, NOT_ASKED)
        if ability not in (self.first, self.second):
            return Refusal("EST-6.5", _("This tile has no unused symbol of this ability."))
        if ability == w.ASSASSIN:
            return why_not_assassinate(t, self.space, move - w.ASSASSINATE)
        if ability == w.SEDUCTION:
            return why_not_seduce(t, self.space, w.space_of_seduce(move), w.to_of_seduce(move))
        if ability == w.DIPLOMACY:
            return why_not_mark(t, self.space, move - w.MARK)
        return Refusal("EST-R16", _("The draw pile is empty."))

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        left = [w.ABILITY_IDS[ability] for ability in (self.first, self.second) if ability]
        return {"space": w.SPACE_IDS[self.space], "abilities": left}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        first, second = self.first, self.second
        if second in (0, first):
            abilities, deed = w.ABILITY.titles[first], DEEDS[first]
        else:
            abilities, deed = PAIRS[min(first, second), max(first, second)], _("use one of these abilities?")
        tile = str(t.config.box.tiles[t.tiles[self.space]]["name"])
        return {"tile": tile, "space": w.PLACE.titles[self.space], "abilities": abilities, "deed": deed}

    def pack(self) -> list[Any]:
        return [self.space, self.symbols]


def ability_of(move: int) -> int:
    """The ability that a move uses, or none."""
    family = w.family(move)
    if family == w.ASSASSINATE:
        return w.ASSASSIN
    if family == w.SEDUCE:
        return w.SEDUCTION
    if family == w.MARK:
        return w.DIPLOMACY
    return w.CONSPIRACY if family == w.CONSPIRE else w.NONE


def assassinate(t: Table, seat: int, target: int) -> None:
    """The victim goes back to the hand it came from, not out of the game (EST-8.1, EST-R14)."""
    victim = t.cubes[target]
    tile = take_off(t, target)
    t.left[victim] += 1
    to_hand(t, victim, tile)
    t.emit(w.ASSASSINATED, PUBLIC, seat, tile, target, victim)


def seduce(t: Table, seat: int, source: int, free: int) -> None:
    """The tile moves with its cube, is turned up, and has no abilities any more (EST-8.5, EST-R19)."""
    owner = t.cubes[source]
    tile = take_off(t, source)
    t.tiles[free] = tile
    t.cubes[free] = owner
    t.known.reveal(tile)
    t.seduced |= 1 << free
    t.emit(w.SEDUCED, PUBLIC, seat, tile, source, free)


def conspire(t: Table, seat: int, space: int) -> None:
    """Look at the top of the pile, then choose (EST-8.2)."""
    t.known.show(t.pile[-1], 1 << seat)
    if t.event_log is not None:
        t.emit(w.CONSPIRED, PUBLIC, seat)
        t.emit(w.SAW_TOP, 1 << seat, seat, t.pile[-1])
    t.push(CONSPIRACIES[space])


def why_not_assassinate(t: Table, space: int, target: int) -> Refusal:
    where = {"space": w.PLACE.titles[target]}
    if BOARD_OF[space] == CHURCH:
        return Refusal("EST-9.1", _("Nobody is assassinated in the Church."))
    if BOARD_OF[target] != BOARD_OF[space]:
        return Refusal("EST-8.1", _("An assassin strikes on its own board only."))
    if t.tiles[target] < 0:
        return Refusal("EST-8.1", NOBODY_THERE, where)
    if target == space and not t.config.assassin_self:
        return Refusal("EST-R13", _("An assassin does not choose itself."))
    return Refusal("EST-8.9", PROTECTED, where)


def why_not_seduce(t: Table, space: int, target: int, free: int) -> Refusal:
    where = {"space": w.PLACE.titles[target]}
    board = BOARD_OF[space]
    if BOARD_OF[target] == board or target not in t.layout.vicinity[board]:
        return Refusal("EST-8.5", _("{space} is not on an adjacent board."), where)
    if t.tiles[target] < 0:
        return Refusal("EST-8.5", NOBODY_THERE, where)
    if t.marked >> target & 1:
        return Refusal("EST-8.9", PROTECTED, where)
    if BOARD_OF[free] != board:
        return Refusal("EST-8.5", _("The seduced tile must come to this board."))
    return Refusal("EST-1.6", _("{space} is taken."), {"space": w.PLACE.titles[free]})


def why_not_mark(t: Table, space: int, target: int) -> Refusal:
    where = {"space": w.PLACE.titles[target]}
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
    ask: ClassVar[str] = _("Conspiracy: which of the two becomes the reward of {board}, {tile} or {top}?")
    wait: ClassVar[str] = _("Conspiracy: {seat} chooses whether {tile} stays the reward of {board}.")

    def __init__(self, space: int) -> None:
        self.space = space

    def deciders(self, t: Table) -> int:
        return 1 << t.cubes[self.space]

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.KEEP, w.EXCHANGE]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        tile = t.pile.pop()
        if move == w.KEEP:
            under_pile(t, tile)
            t.emit(w.KEPT, PUBLIC, seat)
            return
        reward = REWARD + int(t.board)
        old = t.tiles[reward]
        under_pile(t, old)
        t.tiles[reward] = tile
        t.known.reveal(tile)
        t.emit(w.EXCHANGED, PUBLIC, seat, tile, old)
        rally(t, self.space)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if move == w.STOP:
            return Refusal("EST-R15", _("After the look you must choose one of the two."))
        return Refusal(self.clause, NOT_ASKED)

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        """The conspirator sees the tile as long as it decides."""
        seen = {"space": w.SPACE_IDS[self.space], "reward": w.PLACE_IDS[REWARD + int(t.board)]}
        if t.known.knows(t.pile[-1], 1 << seat):
            seen["top"] = t.config.box.ids[t.pile[-1]]
        return seen

    def places(self, t: Table, seat: int) -> dict[str, str]:
        tiles = t.config.box.tiles
        known = t.known.knows(t.pile[-1], 1 << seat)
        return {
            "board": w.BOARD.titles[t.board],
            "tile": str(tiles[t.tiles[REWARD + int(t.board)]]["name"]),
            "top": str(tiles[t.pile[-1]]["name"]) if known else _("an unknown tile"),
        }

    def pack(self) -> list[Any]:
        return [self.space]


CONSPIRACIES: Final = [Conspire(space) for space in range(w.SPACES)]
