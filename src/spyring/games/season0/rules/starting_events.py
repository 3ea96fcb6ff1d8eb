"""SZ-15: what the five Events of the first month do."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import Frame, Refusal
from spyring.engine.i18n import _
from spyring.engine.knowledge import ALL_KNOW
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.games.season0 import words as w
from spyring.games.season0.box import EACH_TEAMS, ESCORT_LINES, FORECAST_CARDS
from spyring.games.season0.made import Table
from spyring.games.season0.rules.refusals import (
    LOWEST_TEAM,
    NO_SAFEHOUSE,
    NO_SEAT,
    NO_TEAM,
    NOT_ASKED,
    SAME_CITY,
)

# -- Airlift, and whoever brings a piece along -----------------------------------------------------------


def first_of_their_kind(t: Table) -> list[int]:
    """The teams on the board; of those alike in one city only the first."""
    found: list[int] = []
    for team in range(w.TEAMS):
        if t.teams[team] >= 0 and not has_twin(t, team):
            found.append(team)
    return found


def has_twin(t: Table, team: int) -> bool:
    """Whether a lower-numbered team of the same affiliation stands in the same city."""
    for other in range(team // EACH_TEAMS * EACH_TEAMS, team):
        if t.teams[other] == t.teams[team]:
            return True
    return False


def why_no_team(t: Table, team: int) -> Refusal:
    """Why a team cannot be chosen."""
    if t.teams[team] < 0:
        return Refusal("SZ-15.5", NO_TEAM)
    return Refusal("SZ-10.17", LOWEST_TEAM)


class Airlift(Frame[Table]):
    """One pawn or one team goes to any city: first, which."""

    clause: ClassVar[str] = "SZ-15.2"
    ask: ClassVar[str] = _("Airlift: choose a pawn or a team.")
    wait: ClassVar[str] = _("Airlift: {seat} chooses a pawn or a team.")

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def deciders(self, t: Table) -> int:
        return 1 << self.seat

    def legal(self, t: Table, seat: int) -> list[int]:
        moves = [w.CHOOSE_PAWN + other for other in range(t.seats)]
        for team in first_of_their_kind(t):
            moves.append(w.CHOOSE_TEAM + team)
        return moves

    def play(self, t: Table, seat: int, move: int) -> None:
        if w.family(move) == w.CHOOSE_TEAM:
            t.replace(BringTeam(seat, move - w.CHOOSE_TEAM, 0))
        else:
            t.replace(BringPawn(seat, move - w.CHOOSE_PAWN, 0))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.CHOOSE_TEAM:
            return why_no_team(t, move - w.CHOOSE_TEAM)
        if w.family(move) == w.CHOOSE_PAWN:
            return Refusal("SZ-1.1", NO_SEAT)
        return Refusal(self.clause, NOT_ASKED)

    def pack(self) -> list[Any]:
        return [self.seat]


class Bring(Frame[Table]):
    """A piece goes to another city: any, or one up to ``lines`` lines away."""

    clause: ClassVar[str] = "SZ-15.2"

    def __init__(self, seat: int, piece: int, lines: int) -> None:
        self.seat = seat
        self.piece = piece
        self.lines = lines

    def place(self, t: Table) -> int:
        """Where the piece is now."""
        raise NotImplementedError

    def put(self, t: Table, city: int) -> None:
        """Move it."""
        raise NotImplementedError

    def deciders(self, t: Table) -> int:
        return 1 << self.seat

    def legal(self, t: Table, seat: int) -> list[int]:
        here = self.place(t)
        if not self.lines:
            return t.config.anywhere[here]
        if self.lines == ESCORT_LINES:
            return t.config.ways.escorts[here]
        far = t.config.box.distance[here]
        return [w.TO + city for city in range(w.CITIES) if 0 < far[city] <= self.lines]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        self.put(t, move - w.TO)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) != w.TO:
            return Refusal(self.clause, NOT_ASKED)
        if move - w.TO == self.place(t):
            return Refusal("SZ-R10", SAME_CITY)
        return Refusal("SZ-P18", _("This city is more than 3 lines away."))

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"lines": self.lines or None}

    def pack(self) -> list[Any]:
        return [self.seat, self.piece, self.lines]


class BringPawn(Bring):
    """A pawn is brought to a city."""

    ask: ClassVar[str] = _("Choose the city to which {piece} goes.")
    wait: ClassVar[str] = _("{seat} chooses a city for {piece}.")

    def place(self, t: Table) -> int:
        return t.pawn[self.piece]

    def put(self, t: Table, city: int) -> None:
        t.pawn[self.piece] = city
        t.emit(w.PAWN_MOVED, PUBLIC, self.piece, city)

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"piece": w.SEAT.titles[self.piece]}


class BringTeam(Bring):
    """A team is brought to a city."""

    ask: ClassVar[str] = _("Choose the city to which {piece} goes.")
    wait: ClassVar[str] = _("{seat} chooses a city for {piece}.")

    def place(self, t: Table) -> int:
        return t.teams[self.piece]

    def put(self, t: Table, city: int) -> None:
        t.teams[self.piece] = city
        t.emit(w.TEAM_MOVED, PUBLIC, self.piece, city)

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"piece": w.TEAM.titles[self.piece]}


# -- Forecast --------------------------------------------------------------------------------------------


def look_ahead(t: Table, seat: int) -> None:
    """The seat, or everybody, sees the top Threat cards (SZ-R37)."""
    count = min(FORECAST_CARDS, len(t.threat))
    for depth in range(count):
        t.foreseen.show(t.threat[-1 - depth], ALL_KNOW if t.config.look_visible_all else 1 << seat)
    audience = PUBLIC if t.config.look_visible_all else 1 << seat
    if t.event_log is not None:
        for depth in range(count):
            t.emit(w.FORESEEN, audience, t.threat[-1 - depth], depth + 1)
            if audience != PUBLIC:
                t.emit(w.ANSWERED_UNSEEN, PUBLIC & ~audience, seat)
    t.push(Arrange(seat, []))


class Arrange(Frame[Table]):
    """The top Threat cards are put back in any order; ``order`` holds how deep those named so far lie."""

    clause: ClassVar[str] = "SZ-R37"
    ask: ClassVar[str] = _("Forecast: which card comes next?")
    wait: ClassVar[str] = _("Forecast: {seat} orders the top Threat cards.")

    def __init__(self, seat: int, order: list[int]) -> None:
        self.seat = seat
        self.order = order

    def left(self, t: Table) -> list[int]:
        """How deep those cards lie that have no place yet."""
        return [depth for depth in range(min(FORECAST_CARDS, len(t.threat))) if depth not in self.order]

    def deciders(self, t: Table) -> int:
        return 1 << self.seat if len(self.left(t)) > 1 else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.ORDER + (t.threat[-1 - depth]) for depth in self.left(t)]

    def play(self, t: Table, seat: int, move: int) -> None:
        for depth in self.left(t):
            if t.threat[-1 - depth] == move - w.ORDER:
                t.replace(Arrange(self.seat, [*self.order, depth]))
                return

    def resolve(self, t: Table) -> None:
        order = self.order + self.left(t)
        cards = [t.threat[-1 - depth] for depth in order]
        for depth in range(len(order)):
            t.threat[-1 - depth] = cards[depth]
        if not t.config.look_visible_all:
            self.mix(t, cards)
        t.done()
        t.emit(w.REARRANGED, PUBLIC, self.seat)

    def mix(self, t: Table, cards: list[int]) -> None:
        """Only the seat that looked knows the order; for others the layers it reached into are one."""
        t.foreseen.deal(cards, 1 << self.seat)
        pool = t.foreseen.pool
        lowest = min([pool[card] for card in cards])
        if lowest < max([pool[card] for card in cards]):
            t.foreseen.put_in_pool([card for card in t.threat if pool[card] > lowest], lowest)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.ORDER:
            top = t.threat[-1 : -1 - min(FORECAST_CARDS, len(t.threat)) : -1]
            if move - w.ORDER in top:
                return Refusal(self.clause, _("This card has its place already."))
            return Refusal(self.clause, _("This card is not among those you look at."))
        return Refusal(self.clause, NOT_ASKED)

    def seen_as(self, t: Table, seat: int, move: int, observer: int) -> int:
        return move if t.config.look_visible_all or observer == self.seat else w.ORDER

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        seen: dict[str, Any] = {"cards": min(FORECAST_CARDS, len(t.threat)), "placed": len(self.order)}
        if t.config.look_visible_all or seat == self.seat:
            ids = t.config.box.ids
            seen["order"] = [ids[t.threat[-1 - depth]] for depth in self.order]
            seen["left"] = [ids[t.threat[-1 - depth]] for depth in self.left(t)]
        return seen

    def pack(self) -> list[Any]:
        return [self.seat, self.order[:]]


# -- War Relics, and safehouses that move ----------------------------------------------------------------


def put_safehouse(t: Table, seat: int, city: int) -> None:
    """A safehouse out of the supply, or else one from another city (SZ-10.9, SZ-R22)."""
    if t.safe_left > 0:
        t.safe_left -= 1
        t.safe = replaced(t.safe, city, 1)
        t.emit(w.SAFEHOUSE_PLACED, PUBLIC, city)
    else:
        t.push(MoveSafehouse(seat, city))


class PlaceRelics(Frame[Table]):
    """War Relics: a safehouse goes to any city without one."""

    clause: ClassVar[str] = "SZ-10.10"
    ask: ClassVar[str] = _("War Relics: choose the city of the safehouse.")
    wait: ClassVar[str] = _("War Relics: {seat} chooses the city of the safehouse.")

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def deciders(self, t: Table) -> int:
        return 1 << self.seat

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.TO + city for city in range(w.CITIES) if not t.safe[city]]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        put_safehouse(t, seat, move - w.TO)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.TO:
            return Refusal(self.clause, _("There is a safehouse already."))
        return Refusal(self.clause, NOT_ASKED)

    def pack(self) -> list[Any]:
        return [self.seat]


class MoveSafehouse(Frame[Table]):
    """The supply is empty: a safehouse comes from another city (SZ-P10, SZ-R24)."""

    clause: ClassVar[str] = "SZ-10.9"
    ask: ClassVar[str] = _("Choose the safehouse that is moved.")
    wait: ClassVar[str] = _("{seat} chooses the safehouse that is moved.")

    def __init__(self, seat: int, city: int) -> None:
        self.seat = seat
        self.city = city

    def sources(self, t: Table) -> list[int]:
        return [w.FROM + city for city in range(w.CITIES) if t.safe[city] and city != self.city]

    def deciders(self, t: Table) -> int:
        return 1 << self.seat if len(self.sources(t)) > 1 else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        return self.sources(t)

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        t.safe = replaced(replaced(t.safe, move - w.FROM, 0), self.city, 1)
        t.emit(w.SAFEHOUSE_MOVED, PUBLIC, move - w.FROM)
        t.emit(w.SAFEHOUSE_PLACED, PUBLIC, self.city)

    def resolve(self, t: Table) -> None:
        self.play(t, self.seat, self.sources(t)[0])

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.FROM:
            return Refusal("SZ-R24", NO_SAFEHOUSE)
        return Refusal(self.clause, NOT_ASKED)

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"city": t.config.box.ids[self.city]}

    def pack(self) -> list[Any]:
        return [self.seat, self.city]


# -- Counterintelligence Team ----------------------------------------------------------------------------


class Withdraw(Frame[Table]):
    """A card of the Threat discard pile goes to the Game End area."""

    clause: ClassVar[str] = "SZ-15.2"
    ask: ClassVar[str] = _("Counterintelligence Team: choose a card of the Threat discard pile.")
    wait: ClassVar[str] = _("Counterintelligence Team: {seat} chooses a Threat card.")

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def deciders(self, t: Table) -> int:
        return 1 << self.seat

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.WITHDRAW + card for card in t.threat_discard]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        t.threat_discard.remove(move - w.WITHDRAW)
        t.game_end.append(move - w.WITHDRAW)
        t.emit(w.WITHDRAWN, PUBLIC, move - w.WITHDRAW)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.WITHDRAW:
            return Refusal("SZ-15.6", _("This card is not in the Threat discard pile."))
        return Refusal(self.clause, NOT_ASKED)

    def pack(self) -> list[Any]:
        return [self.seat]


FRAMES: Final[tuple[type[Frame[Any]], ...]] = (
    Airlift,
    BringPawn,
    BringTeam,
    Arrange,
    PlaceRelics,
    MoveSafehouse,
    Withdraw,
)
