"""Abilities of the characters (EST-8)."""

from typing import Any, ClassVar, Final, cast

from spyring.engine.frame import Frame
from spyring.engine.i18n import _
from spyring.engine.knowledge import NOTHING
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.estoril import scoring
from spyring.games.estoril import words as w
from spyring.games.estoril.box import CHURCH
from spyring.games.estoril.config import UNLIMITED
from spyring.games.estoril.generated import Table
from spyring.games.estoril.grid import BOARD_OF, REWARD, SPACES_OF
from spyring.games.estoril.tiles import take_off, to_hand, under_pile

SIGHTING: Final = 1 << 16  # more than there are moves


def sighting(move: int, tile: int) -> int:
    """How a seat perceives its own move that shows it a tile."""
    return move + (tile + 1) * SIGHTING


def rally(t: Table, space: int) -> None:
    """Nationalism works automatically, at the best moment of its tile's turn (EST-R10 to EST-R12)."""
    symbols = t.config.box.nationalism[t.tiles[space]]
    if not symbols or not t.config.nationalism_timing_snapshot:
        return
    bonus = symbols * scoring.compatriots(t, t.tiles[space], space)
    if bonus > t.bonus[space]:
        t.bonus[space] = bonus
        t.emit(w.NATIONALISTS, PUBLIC, space, bonus)


def can_use(t: Table, space: int, symbols: int) -> bool:
    """Whether one of the abilities in ``symbols`` has a target."""
    while symbols:
        ability = w.first_of_symbols(symbols)
        if ability == w.DIPLOMACY and t.config.markers == UNLIMITED and not t.marked >> space & 1:
            return True  # the tile itself
        if ABILITIES[ability].uses(t, space):
            return True
        symbols = w.rest_of_symbols(symbols)
    return False


def cubes_left(t: Table) -> bool:
    """Whether there is a white cube left to mark a character with (EST-R25)."""
    return t.config.markers == UNLIMITED or int(t.marked).bit_count() < t.config.markers


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


class Ability(Verb[Table]):
    """An ability of the tile whose turn it is, if one of its symbols is left (EST-6.5)."""

    ability: ClassVar[int] = w.NONE

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(UseAbilities, t.stack[-1])
        if self.ability not in (frame.first, frame.second):
            return w.NO_SYMBOL
        return self.target_fault(t, frame.space, move)

    def uses(self, t: Table, space: int) -> list[int]:
        """Every way in which the tile on ``space`` can use it now."""
        raise NotImplementedError

    def target_fault(self, t: Table, space: int, move: int) -> int:
        """Why the tile on ``space`` cannot use it in this way."""
        raise NotImplementedError

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(UseAbilities, t.stack[-1])
        t.glimpse = NOTHING
        self.carry_out(t, seat, move)
        frame.used(t, self.ability)

    def carry_out(self, t: Table, seat: int, move: int) -> None:
        """What the ability does."""


class Assassinate(Ability):
    """The victim goes back to the hand it came from, not out of the game (EST-8.1, EST-R14)."""

    name: ClassVar[str] = "assassinate"
    clause: ClassVar[str] = "EST-8.1"
    ability: ClassVar[int] = w.ASSASSIN

    def uses(self, t: Table, space: int) -> list[int]:
        found: list[int] = []
        for target in SPACES_OF[BOARD_OF[space]]:
            if self.target_fault(t, space, w.ASSASSINATE + target) == FINE:
                found.append(w.ASSASSINATE + target)
        return found

    def target_fault(self, t: Table, space: int, move: int) -> int:
        target = move - w.ASSASSINATE
        if BOARD_OF[space] == CHURCH:
            return w.CHURCH_PEACE
        if BOARD_OF[target] != BOARD_OF[space]:
            return w.OTHER_BOARD
        if t.tiles[target] < 0:
            return w.NOBODY_TO_KILL
        if target == space and not t.config.assassin_self:
            return w.ITSELF
        return w.PROTECTED if t.marked >> target & 1 else FINE

    def carry_out(self, t: Table, seat: int, move: int) -> None:
        target = move - w.ASSASSINATE
        victim = t.cubes[target]
        tile = take_off(t, target)
        t.left[victim] += 1
        to_hand(t, victim, tile)
        t.emit(w.ASSASSINATED, PUBLIC, seat, tile, target, victim)


class Seduce(Ability):
    """The tile moves with its cube, is turned face up, and loses its abilities (EST-8.5, EST-R19)."""

    name: ClassVar[str] = "seduce"
    clause: ClassVar[str] = "EST-8.5"
    see_also: ClassVar[tuple[str, ...]] = ("EST-8.7",)
    ability: ClassVar[int] = w.SEDUCTION

    def uses(self, t: Table, space: int) -> list[int]:
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

    def target_fault(self, t: Table, space: int, move: int) -> int:
        target = w.space_of_seduce(move)
        free = w.to_of_seduce(move)
        board = BOARD_OF[space]
        if BOARD_OF[target] == board or target not in t.layout.vicinity[board]:
            return w.NOT_ADJACENT
        if t.tiles[target] < 0:
            return w.NOBODY_TO_LURE
        if t.marked >> target & 1:
            return w.PROTECTED
        if BOARD_OF[free] != board:
            return w.WRONG_WAY
        return w.NO_ROOM if t.tiles[free] >= 0 else FINE

    def carry_out(self, t: Table, seat: int, move: int) -> None:
        source = w.space_of_seduce(move)
        free = w.to_of_seduce(move)
        owner = t.cubes[source]
        tile = take_off(t, source)
        t.tiles[free] = tile
        t.cubes[free] = owner
        t.known.reveal(tile)
        t.seduced |= 1 << free
        t.emit(w.SEDUCED, PUBLIC, seat, tile, source, free)


class Mark(Ability):
    """A character is protected from the abilities of others."""

    name: ClassVar[str] = "mark"
    clause: ClassVar[str] = "EST-8.8"
    see_also: ClassVar[tuple[str, ...]] = ("EST-8.9",)
    ability: ClassVar[int] = w.DIPLOMACY

    def uses(self, t: Table, space: int) -> list[int]:
        found: list[int] = []
        if cubes_left(t):
            for target in t.layout.vicinity[BOARD_OF[space]]:
                if target < REWARD and t.tiles[target] >= 0 and not t.marked >> target & 1:
                    found.append(w.MARK + target)
        return found

    def target_fault(self, t: Table, space: int, move: int) -> int:
        target = move - w.MARK
        if target not in t.layout.vicinity[BOARD_OF[space]]:
            return w.TOO_FAR_TO_MARK
        if t.tiles[target] < 0:
            return w.NOBODY_TO_MARK
        if t.marked >> target & 1:
            return w.MARKED_ALREADY
        return FINE if cubes_left(t) else w.NO_CUBES

    def carry_out(self, t: Table, seat: int, move: int) -> None:
        t.marked |= 1 << (move - w.MARK)
        t.emit(w.MARKED, PUBLIC, seat, move - w.MARK)


class LookAtTop(Ability):
    """Look at the top of the pile, then choose (EST-8.2)."""

    name: ClassVar[str] = "conspire"
    clause: ClassVar[str] = "EST-8.2"
    ability: ClassVar[int] = w.CONSPIRACY

    def uses(self, t: Table, space: int) -> list[int]:
        return [w.CONSPIRE] if t.pile else []

    def target_fault(self, t: Table, space: int, move: int) -> int:
        return FINE if t.pile else w.EMPTY_PILE

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(UseAbilities, t.stack[-1])
        super().play(t, seat, move)
        t.known.show(t.pile[-1], 1 << seat)
        if t.event_log is not None:
            t.emit(w.CONSPIRED, PUBLIC, seat)
            t.emit(w.SAW_TOP, 1 << seat, seat, t.pile[-1])
        t.push(CONSPIRACIES[frame.space])


class Stop(Verb[Table]):
    """Leave the other symbols unused."""

    name: ClassVar[str] = "stop"
    clause: ClassVar[str] = "EST-6.5"

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(UseAbilities, t.stack[-1])
        t.glimpse = NOTHING
        t.done()
        t.emit(w.STOPPED, PUBLIC, seat, frame.space)


ASSASSINATE: Final = Assassinate()
SEDUCE: Final = Seduce()
MARK: Final = Mark()
LOOK_AT_TOP: Final = LookAtTop()
ABILITIES: Final[dict[int, Ability]] = {
    w.ASSASSIN: ASSASSINATE,
    w.SEDUCTION: SEDUCE,
    w.DIPLOMACY: MARK,
    w.CONSPIRACY: LOOK_AT_TOP,
}


class SpaceFrame(Frame[Table]):
    """A frame of the seat whose tile lies on ``space``."""

    data: ClassVar[tuple[str, ...]] = ("space",)

    def __init__(self, space: int) -> None:
        self.space = space

    def deciders(self, t: Table) -> int:
        return 1 << t.cubes[self.space]


class UseAbilities(SpaceFrame):
    """A tile's turn: its controller uses the symbols left, in any order, or stops (EST-6.5, EST-R12).

    ``symbols`` is packed as in the box.
    """

    clause: ClassVar[str] = "EST-6.4"
    ask: ClassVar[str] = _("{tile} ({abilities}): {deed}")
    wait: ClassVar[str] = _("{seat} may use {tile} on {space} ({abilities}).")
    verbs: ClassVar[Verbs] = (ASSASSINATE, SEDUCE, MARK, LOOK_AT_TOP, Stop())
    data: ClassVar[tuple[str, ...]] = ("space", "symbols")

    def __init__(self, space: int, symbols: int) -> None:
        super().__init__(space)
        self.symbols = symbols
        self.first = w.first_of_symbols(symbols)
        self.second = w.rest_of_symbols(symbols)

    def legal(self, t: Table, seat: int) -> list[int]:
        found = ABILITIES[self.first].uses(t, self.space)
        if self.second and self.second != self.first:
            found += ABILITIES[self.second].uses(t, self.space)
        found.append(w.STOP)
        return found

    def used(self, t: Table, ability: int) -> None:
        """Spend one symbol; ask for the others if one of them has a target."""
        if t.tiles[self.space] < 0:  # it chose itself
            t.done()
            return
        rally(t, self.space)
        rest = self.second if self.first == ability else self.first
        if rest and can_use(t, self.space, rest):
            t.replace(UseAbilities(self.space, rest))
        else:
            t.done()

    def seen_as(self, t: Table, seat: int, move: int, observer: int) -> int:
        return sighting(move, t.pile[-1]) if move == w.CONSPIRE and observer == seat else move

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


class Keep(Verb[Table]):
    """The reward stays, and the tile goes under the pile."""

    name: ClassVar[str] = "keep"
    clause: ClassVar[str] = "EST-R15"

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        under_pile(t, t.pile.pop())
        t.emit(w.KEPT, PUBLIC, seat)


class Exchange(Verb[Table]):
    """The tile becomes the reward, which goes under the pile."""

    name: ClassVar[str] = "exchange"
    clause: ClassVar[str] = "EST-R15"

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(Conspire, t.stack[-1])
        t.done()
        tile = t.pile.pop()
        reward = REWARD + int(t.board)
        old = t.tiles[reward]
        under_pile(t, old)
        t.tiles[reward] = tile
        t.known.reveal(tile)
        t.emit(w.EXCHANGED, PUBLIC, seat, tile, old)
        rally(t, frame.space)


class StopTooLate(Verb[Table]):
    """A seat that has looked at the pile must decide."""

    name: ClassVar[str] = "stop"
    clause: ClassVar[str] = "EST-R15"

    def fault(self, t: Table, seat: int, move: int) -> int:
        return w.MUST_CHOOSE


class Conspire(SpaceFrame):
    """After looking, one of the two tiles becomes the reward, the other goes under the pile (EST-R15)."""

    clause: ClassVar[str] = "EST-8.2"
    ask: ClassVar[str] = _("Conspiracy: choose the reward at {board}, {tile} or {top}.")
    wait: ClassVar[str] = _("Conspiracy: {seat} may replace {tile} as the reward at {board}.")
    verbs: ClassVar[Verbs] = (Keep(), Exchange(), StopTooLate())

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        """The conspirator sees the tile while it decides."""
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


CONSPIRACIES: Final = [Conspire(space) for space in range(w.SPACES)]
