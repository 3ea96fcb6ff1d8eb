"""SZ-10.9 to SZ-10.15: what is done at a safehouse, and what it costs: teams, targets to be identified."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import Frame, Refusal
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.games.season0 import words as w
from spyring.games.season0.box import EACH_TEAMS
from spyring.games.season0.made import Table
from spyring.games.season0.pieces import discard_card
from spyring.games.season0.rules.refusals import NOT_ASKED, NOT_IN_HAND
from spyring.games.season0.rules.starting_events import has_twin


def pay(t: Table, seat: int, card: int) -> None:
    """Discard a card as the cost of an action."""
    discard_card(t, seat, card)
    t.emit(w.CARD_DISCARDED, PUBLIC, seat, card)


def assemble_cost(t: Table, seat: int) -> int:
    """How many City cards a team costs this seat."""
    cost = t.config.box.assemble
    return cost - 1 if t.ability[seat] == w.FREIGHT_FORWARDER else cost


def identify_cost(t: Table, seat: int) -> int:
    """How many City cards it costs this seat to identify a target."""
    cost = t.config.box.identify
    return cost - 1 if t.traits[seat] >> w.MINIATURE_CAMERA & 1 else cost


def of_side(t: Table, seat: int, affiliation: int) -> list[int]:
    """The City cards of an affiliation in a hand."""
    return [card for card in t.hands[seat] if card < w.CITIES and t.side[card] == affiliation]


def of_region(t: Table, seat: int, region: int) -> list[int]:
    """The City cards of a region in a hand."""
    regions = t.config.box.region
    return [card for card in t.hands[seat] if card < w.CITIES and regions[card] == region]


def can_assemble(t: Table, seat: int, city: int) -> bool:
    """Enough cards, and a team to be had (SZ-10.14, SZ-10.15)."""
    side = t.side[city]
    if len(of_side(t, seat, side)) < assemble_cost(t, seat):
        return False
    for team in range(side * EACH_TEAMS, side * EACH_TEAMS + EACH_TEAMS):
        if t.teams[team] != city:
            return True
    return False


def can_identify(t: Table, seat: int, city: int) -> bool:
    """Enough cards, and a target of this region to be found (SZ-10.12)."""
    region = t.config.box.region[city]
    if not hidden_targets(t, region):
        return False
    return len(of_region(t, seat, region)) >= identify_cost(t, seat)


def hidden_targets(t: Table, region: int) -> list[int]:
    """The objectives of a region that are open and not identified (SZ-R17)."""
    found: list[int] = []
    for number in range(len(t.status)):
        if t.status[number] == w.OPEN and t.target[number] >= 0 and not t.revealed[number]:
            if t.config.objectives[number].region == region:
                found.append(number)
    return found


def begin_team(t: Table, seat: int) -> None:
    """A team out of the supply, or one that is moved; then the cards are paid."""
    side = t.side[t.pawn[seat]]
    for team in range(side * EACH_TEAMS, side * EACH_TEAMS + EACH_TEAMS):
        if t.teams[team] < 0:
            t.push(PlaceTeam(seat, team))
            t.push(Pay(seat, assemble_cost(t, seat), side, -1))
            return
    t.push(ChooseTeam(seat))


class ChooseTeam(Frame[Table]):
    """All teams of the affiliation are on the board: which one is moved (SZ-10.15, SZ-P10)."""

    clause: ClassVar[str] = "SZ-10.15"
    ask: ClassVar[str] = _("All teams are on the board: choose the one that is moved.")
    wait: ClassVar[str] = _("{seat} chooses the team that is moved.")

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def sources(self, t: Table) -> list[int]:
        here = t.pawn[self.seat]
        side = t.side[here]
        found: list[int] = []
        for team in range(side * EACH_TEAMS, side * EACH_TEAMS + EACH_TEAMS):
            if t.teams[team] != here and not has_twin(t, team):
                found.append(w.FROM + t.teams[team])
        return found

    def deciders(self, t: Table) -> int:
        return 1 << self.seat if len(self.sources(t)) > 1 else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        return self.sources(t)

    def play(self, t: Table, seat: int, move: int) -> None:
        side = t.side[t.pawn[seat]]
        for team in range(side * EACH_TEAMS, side * EACH_TEAMS + EACH_TEAMS):
            if t.teams[team] == move - w.FROM:
                t.replace(PlaceTeam(seat, team))
                t.push(Pay(seat, assemble_cost(t, seat), side, -1))
                return

    def resolve(self, t: Table) -> None:
        self.play(t, self.seat, self.sources(t)[0])

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.FROM:
            if move - w.FROM == t.pawn[seat]:
                return Refusal(self.clause, _("The team comes from another city than yours."))
            return Refusal(self.clause, _("There is no team of this affiliation in this city."))
        return Refusal(self.clause, NOT_ASKED)

    def pack(self) -> list[Any]:
        return [self.seat]


class PlaceTeam(Frame[Table]):
    """The cards are paid: the team appears in the city of the seat."""

    clause: ClassVar[str] = "SZ-10.14"

    def __init__(self, seat: int, team: int) -> None:
        self.seat = seat
        self.team = team

    def resolve(self, t: Table) -> None:
        t.done()
        t.teams[self.team] = t.pawn[self.seat]
        t.emit(w.TEAM_ASSEMBLED, PUBLIC, self.seat, self.team, t.pawn[self.seat])

    def pack(self) -> list[Any]:
        return [self.seat, self.team]


class Pay(Frame[Table]):
    """Discard ``left`` City cards of an affiliation or, if ``side`` is -1, of a region, one at a time
    (SZ-P11, SZ-R25).
    """

    clause: ClassVar[str] = "SZ-R25"
    ask: ClassVar[str] = _("Choose the cards that you discard: {left} to go.")
    wait: ClassVar[str] = _("{seat} chooses the cards that it discards.")

    def __init__(self, seat: int, left: int, side: int, region: int) -> None:
        self.seat = seat
        self.left = left
        self.side = side
        self.region = region

    def cards(self, t: Table) -> list[int]:
        if self.side >= 0:
            return of_side(t, self.seat, self.side)
        return of_region(t, self.seat, self.region)

    def deciders(self, t: Table) -> int:
        return 1 << self.seat if self.left and len(self.cards(t)) > self.left else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.DISCARD + card for card in self.cards(t)]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.replace(Pay(self.seat, self.left - 1, self.side, self.region))
        pay(t, seat, move - w.DISCARD)

    def resolve(self, t: Table) -> None:
        t.done()
        if self.left:
            for card in self.cards(t):
                pay(t, self.seat, card)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.DISCARD:
            if move - w.DISCARD not in t.hands[seat]:
                return Refusal(self.clause, NOT_IN_HAND)
            if self.side >= 0:
                return Refusal(self.clause, _("This is no City card of this affiliation."))
            return Refusal(self.clause, _("This is no City card of this region."))
        return Refusal(self.clause, NOT_ASKED)

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"left": str(self.left)}

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"left": self.left}

    def pack(self) -> list[Any]:
        return [self.seat, self.left, self.side, self.region]


class ChooseTarget(Frame[Table]):
    """Several targets of this region are unknown: which one is identified (SZ-R17)."""

    clause: ClassVar[str] = "SZ-R17"
    ask: ClassVar[str] = _("Choose the objective whose target you identify.")
    wait: ClassVar[str] = _("{seat} chooses the objective whose target it identifies.")

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def choices(self, t: Table) -> list[int]:
        region = t.config.box.region[t.pawn[self.seat]]
        return [w.CHOOSE_OBJECTIVE + number for number in hidden_targets(t, region)]

    def deciders(self, t: Table) -> int:
        return 1 << self.seat if len(self.choices(t)) > 1 else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        return self.choices(t)

    def play(self, t: Table, seat: int, move: int) -> None:
        t.replace(Reveal(seat, move - w.CHOOSE_OBJECTIVE))
        t.push(Pay(seat, identify_cost(t, seat), -1, t.config.box.region[t.pawn[seat]]))

    def resolve(self, t: Table) -> None:
        self.play(t, self.seat, self.choices(t)[0])

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.CHOOSE_OBJECTIVE:
            return Refusal(self.clause, _("This objective has no unknown target of this region."))
        return Refusal(self.clause, NOT_ASKED)

    def pack(self) -> list[Any]:
        return [self.seat]


class Reveal(Frame[Table]):
    """The cards are paid: the target is a known one from now on (SZ-10.13, SZ-R16)."""

    clause: ClassVar[str] = "SZ-10.13"

    def __init__(self, seat: int, objective: int) -> None:
        self.seat = seat
        self.objective = objective

    def resolve(self, t: Table) -> None:
        t.done()
        t.revealed = replaced(t.revealed, self.objective, 1)
        t.emit(w.TARGET_IDENTIFIED, PUBLIC, self.seat, self.objective, t.target[self.objective])

    def pack(self) -> list[Any]:
        return [self.seat, self.objective]


def why_no_safehouse(t: Table, seat: int, move: int) -> Refusal:
    """Build, Identify, Assemble."""
    city = t.pawn[seat]
    if move == w.BUILD:
        if t.safe[city]:
            return Refusal("SZ-10.10", _("There is a safehouse already."))
        return Refusal("SZ-10.9", _("You do not hold the card of the city you are in."))
    if not t.safe[city]:
        clause = "SZ-10.12" if move == w.IDENTIFY else "SZ-10.14"
        return Refusal(clause, _("This can only be done at a safehouse."))
    if move == w.IDENTIFY:
        if not hidden_targets(t, t.config.box.region[city]):
            return Refusal("SZ-10.12", _("No target of this region is unknown."))
        return Refusal("SZ-R25", _("You do not hold enough City cards of this region."))
    if len(of_side(t, seat, t.side[city])) < assemble_cost(t, seat):
        return Refusal("SZ-R25", _("You do not hold enough City cards of this affiliation."))
    return Refusal("SZ-10.15", _("All teams of this affiliation are here already."))


FRAMES: Final[tuple[type[Frame[Any]], ...]] = (ChooseTeam, PlaceTeam, Pay, ChooseTarget, Reveal)
