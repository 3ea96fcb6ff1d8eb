"""SZ-15: what the five Events of the first month do."""

from typing import Any, ClassVar, cast

from spyring.engine.frame import Frame, SeatFrame
from spyring.engine.i18n import _
from spyring.engine.knowledge import ALL_KNOW
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.season0 import words as w
from spyring.games.season0.box import EACH_TEAMS, FORECAST_CARDS
from spyring.games.season0.generated import Table
from spyring.games.season0.rules.steps import Choice, EventChoice, EventVerb

# -- Airlift, and escorts --------------------------------------------------------------------------------


def has_twin(t: Table, team: int) -> bool:
    """Whether a lower-numbered team of the same affiliation stands in the same city."""
    return t.teams[team] in t.teams[team // EACH_TEAMS * EACH_TEAMS : team]


def team_fault(t: Table, team: int) -> int:
    """Why a team cannot be chosen."""
    if t.teams[team] < 0:
        return w.NO_TEAM
    return w.LOWEST_TEAM if has_twin(t, team) else FINE


class LiftPawn(EventVerb):
    """Choose a pawn that goes to any city."""

    name: ClassVar[str] = "pawn"

    def fault(self, t: Table, seat: int, move: int) -> int:
        return FINE if move - w.CHOOSE_PAWN < t.seats else w.NO_SEAT

    def play(self, t: Table, seat: int, move: int) -> None:
        t.replace(BringPawn(seat, move - w.CHOOSE_PAWN, 0))


class LiftTeam(EventVerb):
    """Choose a team that goes to any city, or travels some lines."""

    name: ClassVar[str] = "team"
    lines: ClassVar[int] = 0

    def fault(self, t: Table, seat: int, move: int) -> int:
        return team_fault(t, move - w.CHOOSE_TEAM)

    def play(self, t: Table, seat: int, move: int) -> None:
        t.replace(BringTeam(seat, move - w.CHOOSE_TEAM, self.lines))


class Airlift(EventChoice):
    """One pawn or one team goes to any city: first choose which one."""

    ask: ClassVar[str] = _("Airlift: choose a pawn or a team.")
    wait: ClassVar[str] = _("Airlift: {seat} chooses a pawn or a team.")
    verbs: ClassVar[Verbs] = (LiftPawn(), LiftTeam())


class BringTo(EventVerb):
    """Choose the city to which a piece goes."""

    name: ClassVar[str] = "to"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(Bring, t.stack[-1])
        here = frame.row(t)[frame.piece]
        if move - w.TO == here:
            return w.SAME_CITY
        far = t.config.box.distance[here][move - w.TO]
        return w.THREE_LINES if frame.lines and not 0 < far <= frame.lines else FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(Bring, t.stack[-1])
        t.done()
        frame.row(t)[frame.piece] = move - w.TO
        t.emit(frame.moved, PUBLIC, frame.piece, move - w.TO)


class Bring(SeatFrame[Table]):
    """A piece goes to another city: to any city, or up to ``lines`` lines away."""

    ask: ClassVar[str] = _("Choose a city for {piece}.")
    wait: ClassVar[str] = _("{seat} chooses a city for {piece}.")
    verbs: ClassVar[Verbs] = (BringTo(),)
    data: ClassVar[tuple[str, ...]] = ("seat", "piece", "lines")
    moved: ClassVar[int] = -1
    """The event that reports it."""
    titles: ClassVar[tuple[str, ...]] = ()
    """The names of the pieces."""

    def __init__(self, seat: int, piece: int, lines: int) -> None:
        super().__init__(seat)
        self.piece = piece
        self.lines = lines

    def row(self, t: Table) -> list[int]:
        """The cities of all such pieces."""
        raise NotImplementedError

    def legal(self, t: Table, seat: int) -> list[int]:
        far = t.config.box.distance[self.row(t)[self.piece]]
        most = self.lines or w.CITIES
        return [w.TO + city for city in range(w.CITIES) if 0 < far[city] <= most]

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"piece": self.titles[self.piece]}

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"lines": self.lines or None}


class BringPawn(Bring):
    """A pawn goes to a city."""

    clause: ClassVar[str] = "SZ-15.2"
    moved: ClassVar[int] = w.PAWN_MOVED
    titles: ClassVar[tuple[str, ...]] = w.SEAT.titles

    def row(self, t: Table) -> list[int]:
        return t.pawn


class BringTeam(Bring):
    """A team goes to a city."""

    clause: ClassVar[str] = "SZ-15.2"
    moved: ClassVar[int] = w.TEAM_MOVED
    titles: ClassVar[tuple[str, ...]] = w.TEAM.titles

    def row(self, t: Table) -> list[int]:
        return t.teams


# -- Forecast --------------------------------------------------------------------------------------------


def look_ahead(t: Table, seat: int) -> None:
    """The seat, or everyone, sees the top Threat cards (SZ-R37)."""
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


class PutNext(Verb[Table]):
    """Choose the next card of the new order."""

    name: ClassVar[str] = "order"
    clause: ClassVar[str] = "SZ-R37"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(Arrange, t.stack[-1])
        for depth in range(min(FORECAST_CARDS, len(t.threat))):
            if t.threat[-1 - depth] == move - w.ORDER:
                return w.PLACED_ALREADY if depth in frame.order else FINE
        return w.NOT_FORESEEN

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(Arrange, t.stack[-1])
        depth = t.threat[::-1].index(move - w.ORDER)
        t.replace(Arrange(frame.seat, [*frame.order, depth]))


class Arrange(Frame[Table]):
    """The seat puts back the top Threat cards in any order; ``order`` holds the depths of the cards named."""

    clause: ClassVar[str] = "SZ-R37"
    ask: ClassVar[str] = _("Forecast: which card comes next?")
    wait: ClassVar[str] = _("Forecast: {seat} orders the top Threat cards.")
    verbs: ClassVar[Verbs] = (PutNext(),)
    data: ClassVar[tuple[str, ...]] = ("seat", "order")

    def __init__(self, seat: int, order: list[int]) -> None:
        self.seat = seat
        self.order = order

    def left(self, t: Table) -> list[int]:
        """The depths of the cards that have no place yet."""
        return [depth for depth in range(min(FORECAST_CARDS, len(t.threat))) if depth not in self.order]

    def deciders(self, t: Table) -> int:
        return 1 << self.seat if len(self.left(t)) > 1 else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.ORDER + (t.threat[-1 - depth]) for depth in self.left(t)]

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
        """Only the seat that looked knows the order; for others, the affected layers become one."""
        t.foreseen.deal(cards, 1 << self.seat)
        pool = t.foreseen.pool
        lowest = min([pool[card] for card in cards])
        if lowest < max([pool[card] for card in cards]):
            t.foreseen.put_in_pool([card for card in t.threat if pool[card] > lowest], lowest)

    def seen_as(self, t: Table, seat: int, move: int, observer: int) -> int:
        return move if t.config.look_visible_all or observer == self.seat else w.ORDER

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        seen: dict[str, Any] = {"cards": min(FORECAST_CARDS, len(t.threat)), "placed": len(self.order)}
        if t.config.look_visible_all or seat == self.seat:
            ids = t.config.box.ids
            seen["order"] = [ids[t.threat[-1 - depth]] for depth in self.order]
            seen["left"] = [ids[t.threat[-1 - depth]] for depth in self.left(t)]
        return seen


# -- War Relics, and safehouses that move ----------------------------------------------------------------


def put_safehouse(t: Table, seat: int, city: int) -> None:
    """Place a safehouse from the supply, or else from another city (SZ-10.9, SZ-R22)."""
    if t.safe_left > 0:
        t.safe_left -= 1
        t.safe = replaced(t.safe, city, 1)
        t.emit(w.SAFEHOUSE_PLACED, PUBLIC, city)
    else:
        t.push(MoveSafehouse(seat, city))


class PlaceSafehouse(Verb[Table]):
    """Place a safehouse in a city without one."""

    name: ClassVar[str] = "to"
    clause: ClassVar[str] = "SZ-10.10"

    def fault(self, t: Table, seat: int, move: int) -> int:
        return w.SAFEHOUSE_THERE if t.safe[move - w.TO] else FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        put_safehouse(t, seat, move - w.TO)


class PlaceRelics(SeatFrame[Table]):
    """War Relics: a safehouse goes to any city without one."""

    clause: ClassVar[str] = "SZ-10.10"
    ask: ClassVar[str] = _("War Relics: choose a city for the safehouse.")
    wait: ClassVar[str] = _("War Relics: {seat} chooses a city for the safehouse.")
    verbs: ClassVar[Verbs] = (PlaceSafehouse(),)


class MoveFrom(Verb[Table]):
    """Choose the city that loses its safehouse."""

    name: ClassVar[str] = "from"
    clause: ClassVar[str] = "SZ-10.9"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(MoveSafehouse, t.stack[-1])
        city = move - w.FROM
        return FINE if t.safe[city] and city != frame.city else w.NO_SAFEHOUSE_TO_MOVE

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(MoveSafehouse, t.stack[-1])
        t.done()
        t.safe = replaced(replaced(t.safe, move - w.FROM, 0), frame.city, 1)
        t.emit(w.SAFEHOUSE_MOVED, PUBLIC, move - w.FROM)
        t.emit(w.SAFEHOUSE_PLACED, PUBLIC, frame.city)


class MoveSafehouse(Choice):
    """The supply is empty: take a safehouse from another city (SZ-P10, SZ-R24)."""

    clause: ClassVar[str] = "SZ-10.9"
    ask: ClassVar[str] = _("Choose a safehouse to move.")
    wait: ClassVar[str] = _("{seat} chooses a safehouse to move.")
    verbs: ClassVar[Verbs] = (MoveFrom(),)
    data: ClassVar[tuple[str, ...]] = ("seat", "city")

    def __init__(self, seat: int, city: int) -> None:
        super().__init__(seat)
        self.city = city

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"city": t.config.box.ids[self.city]}


# -- Counterintelligence Team ----------------------------------------------------------------------------


class WithdrawCard(EventVerb):
    """Choose the card that leaves this game."""

    name: ClassVar[str] = "withdraw"

    def fault(self, t: Table, seat: int, move: int) -> int:
        return FINE if move - w.WITHDRAW in t.threat_discard else w.NOT_IN_THREAT_DISCARDS

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        t.threat_discard.remove(move - w.WITHDRAW)
        t.game_end.append(move - w.WITHDRAW)
        t.emit(w.WITHDRAWN, PUBLIC, move - w.WITHDRAW)


class Withdraw(EventChoice):
    """A card of the Threat discard pile goes to the Game End area."""

    ask: ClassVar[str] = _("Counterintelligence Team: choose a card from the Threat discard pile.")
    wait: ClassVar[str] = _("Counterintelligence Team: {seat} chooses a Threat card.")
    verbs: ClassVar[Verbs] = (WithdrawCard(),)

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.WITHDRAW + card for card in t.threat_discard]
