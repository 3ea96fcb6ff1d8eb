"""SPY-4 and SPY-16: event tiles, their yields and their special effects."""

from typing import ClassVar, Final

from spyring.engine.frame import Frame
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.spies import words as w
from spyring.games.spies.box import BR29, BR30, FR24, FR25, GE1, GE2, GE5, GE7, IT14, NEUTRAL, RN42, RS19
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import insiders, share_out, spies_home
from spyring.games.spies.pieces import controller_of
from spyring.games.spies.places import PLAYED
from spyring.games.spies.rules.chits import check_limit, draw_chits
from spyring.games.spies.rules.diplomacy import OPEN_TALKS
from spyring.games.spies.rules.steps import TurnStep

# By tile: the earlier tile that forbids it, and the refusal.
FORBIDDEN_BY: Final = {
    GE5: (GE2, w.FORBIDDEN_GE5),
    RS19: (GE1, w.FORBIDDEN_RS19),
    BR29: (GE7, w.FORBIDDEN_BR29),
    BR30: (GE1, w.FORBIDDEN_BR30),
}


def order_fault(t: Table, tile: int) -> int:
    """Whether earlier tiles forbid a tile, or a tile that it needs is missing (SPY-16, SPY-R34)."""
    if not t.config.game_advanced:
        return FINE
    if tile == FR24:
        return w.TOO_EARLY if t.tile_at[FR25] != PLAYED and t.tile_at[RN42] != PLAYED else FINE
    if tile in FORBIDDEN_BY:
        by, fault = FORBIDDEN_BY[tile]
        return fault if t.tile_at[by] == PLAYED else FINE
    return FINE


class PlayTile(Verb[Table]):
    """Play a tile that is valid this year."""

    name: ClassVar[str] = "play"
    clause: ClassVar[str] = "SPY-4.1"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-4.2",)

    def fault(self, t: Table, seat: int, move: int) -> int:
        box = t.config.box
        tile = move - w.PLAY_TILE
        if t.tile_at[tile] != t.turn:
            return w.NOT_HELD
        if t.year < box.first[tile] or t.year > box.last[tile]:
            return w.WRONG_YEAR
        if t.config.game_advanced and t.points < 1:
            return w.NO_POINTS
        return order_fault(t, tile)

    def play(self, t: Table, seat: int, move: int) -> None:
        tile = move - w.PLAY_TILE
        t.tile_at = replaced(t.tile_at, tile, PLAYED)
        if t.config.game_advanced:
            t.points -= 1
        t.emit(w.TILE_PLAYED, PUBLIC, t.turn, tile)
        t.replace(PayYields(tile, 0))


class DiscardTile(Verb[Table]):
    """Discard any tile, face down."""

    name: ClassVar[str] = "discard"
    clause: ClassVar[str] = "SPY-4.1"

    def fault(self, t: Table, seat: int, move: int) -> int:
        return FINE if t.tile_at[move - w.DISCARD] == t.turn else w.NOT_HELD

    def play(self, t: Table, seat: int, move: int) -> None:
        nation = int(t.turn)
        tile = move - w.DISCARD
        t.tile_at = replaced(t.tile_at, tile, w.NATIONS + nation)
        t.emit(w.TILE_DISCARDED, insiders(t, nation), nation, tile)
        t.emit(w.TILE_DISCARDED_UNSEEN, PUBLIC & ~insiders(t, nation), nation)
        t.done()


PLAY_TILE: Final = PlayTile()


class ChooseTile(TurnStep):
    """At the start of a turn, play a valid tile or discard any one (SPY-4.1), maybe after talks (SPY-P3)."""

    clause: ClassVar[str] = "SPY-4.1"
    ask: ClassVar[str] = _("{nation}: play or discard an event tile")
    wait: ClassVar[str] = _("{nation} plays or discards a tile.")
    verbs: ClassVar[Verbs] = (PLAY_TILE, DiscardTile(), OPEN_TALKS)

    def legal(self, t: Table, seat: int) -> list[int]:
        moves: list[int] = []
        for tile in range(w.TILES):
            if t.tile_at[tile] == t.turn:
                if not PLAY_TILE.fault(t, seat, w.PLAY_TILE + tile):
                    moves.append(w.PLAY_TILE + tile)
                moves.append(w.DISCARD + tile)
        OPEN_TALKS.add(t, seat, moves)
        return moves

    def seen_as(self, t: Table, seat: int, move: int, observer: int) -> int:
        hidden = w.family(move) == w.DISCARD and not insiders(t, int(t.turn)) >> observer & 1
        return w.DISCARD if hidden else move


# -- yields ------------------------------------------------------------------------------------------------


class PayYields(Frame[Table]):
    """A played tile pays the nations in turn order; ``place`` counts from the nation on turn. Each returns
    its surplus before the next one draws (SPY-4.10). Then comes the special effect (SPY-R31).
    """

    clause: ClassVar[str] = "SPY-4.5"
    data: ClassVar[tuple[str, ...]] = ("tile", "place")

    def __init__(self, tile: int, place: int) -> None:
        self.tile = tile
        self.place = place

    def resolve(self, t: Table) -> None:
        if t.config.edition < 2:
            self.resolve_whole(t)
        elif self.place < w.NATIONS:
            t.replace(PayYields(self.tile, self.place + 1))
            nation = (int(t.turn) + self.place) % w.NATIONS
            pay_nation(t, self.tile, nation)
            check_limit(t, nation)
        else:
            t.done()
            if t.config.game_advanced:
                take_effect(t, self.tile)

    def resolve_whole(self, t: Table) -> None:
        """The first edition: all draw, then comes the effect, then all return their surplus."""
        t.done()
        for place in range(w.NATIONS):
            pay_nation(t, self.tile, (int(t.turn) + place) % w.NATIONS)
        if t.config.game_advanced:
            take_effect(t, self.tile)
        for nation in range(w.NATIONS):
            check_limit(t, nation)


def pay_nation(t: Table, tile: int, nation: int) -> None:
    """A nation gets what is printed for each foreign city in which it has a spy (SPY-4.5 to SPY-4.8)."""
    for city, chits, money in t.config.box.yields[tile]:
        if not earns(t, nation, city):
            continue
        if money:
            t.money[nation] += money
            t.emit(w.MONEY_EARNED, PUBLIC, nation, city, money)
        if chits:
            t.emit(w.CHITS_EARNED, PUBLIC, nation, city, chits)
            draw_chits(t, nation, chits, told=True)


def earns(t: Table, nation: int, city: int) -> bool:
    """Whether a city is foreign and has a spy of a nation (SPY-4.6, SPY-4.7, SPY-R32, SPY-R38)."""
    if t.owner[city] == nation or spies_home(t, nation, city):
        return False
    return city in t.spy_at[nation * w.SPIES : nation * w.SPIES + w.SPIES]


# -- special effects ---------------------------------------------------------------------------------------


def take_effect(t: Table, tile: int) -> None:
    """The effect of an asterisk, after the yields (SPY-R31)."""
    if tile in (GE1, GE7):
        annex(t, w.GERMANY, tile)
    elif tile == IT14 and not t.config.albania_spies_only:
        annex(t, w.ITALY, tile)
    elif tile == GE2:
        t.war = 1
        t.emit(w.WAR, PUBLIC)


def annex(t: Table, nation: int, tile: int) -> None:
    """A neutral country becomes territory of a nation. Secrets there that no enemy controls become National
    to it permanently (SPY-16.1, SPY-R35, SPY-R77).
    """
    owner = list(t.owner)
    national = list(t.national)
    for city in t.config.box.annexed[tile]:
        owner[city] = nation
        t.emit(w.ANNEXED, PUBLIC, nation, city)
        for secret in range(w.SECRETS):
            free = controller_of(t, secret) == NEUTRAL or controller_of(t, secret) == nation
            if t.secret_at[secret] == city and free and not national[secret] >> nation & 1:
                national[secret] |= 1 << nation
                t.emit(w.BECAME_NATIONAL, PUBLIC, nation, secret)
    share_out(t, tuple(owner))
    t.national = tuple(national)


CHOOSE_TILE: Final = ChooseTile()
