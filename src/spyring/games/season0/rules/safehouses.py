"""SZ-10.9 to SZ-10.15: actions at a safehouse and their costs: assemble teams, identify targets."""

from typing import Any, ClassVar, cast

from spyring.engine.frame import Frame
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.season0 import words as w
from spyring.games.season0.box import EACH_TEAMS
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import active_in, discard_card
from spyring.games.season0.rules.starting_events import has_twin, put_safehouse
from spyring.games.season0.rules.steps import Action, Choice


def pay(t: Table, seat: int, card: int) -> None:
    """Discard a card as the cost of an action."""
    discard_card(t, seat, card)
    t.emit(w.CARD_DISCARDED, PUBLIC, seat, card)


def assemble_cost(t: Table, seat: int) -> int:
    """How many City cards a team costs this seat."""
    cost = t.config.box.assemble
    return cost - 1 if t.ability[seat] == w.FREIGHT_FORWARDER else cost


def identify_cost(t: Table, seat: int) -> int:
    """How many City cards this seat pays to identify a target."""
    cost = t.config.box.identify
    return cost - 1 if t.traits[seat] >> w.MINIATURE_CAMERA & 1 else cost


def of_side(t: Table, seat: int, affiliation: int) -> list[int]:
    """The City cards of an affiliation in a hand."""
    return [card for card in t.hands[seat] if card < w.CITIES and t.side[card] == affiliation]


def of_region(t: Table, seat: int, region: int) -> list[int]:
    """The City cards of a region in a hand."""
    regions = t.config.box.region
    return [card for card in t.hands[seat] if card < w.CITIES and regions[card] == region]


def hidden_targets(t: Table, region: int) -> list[int]:
    """The objectives of a region that are open and not identified (SZ-R17)."""
    found: list[int] = []
    for number in range(len(t.status)):
        if t.status[number] == w.OPEN and t.target[number] >= 0 and not t.revealed[number]:
            if t.config.objectives[number].region == region:
                found.append(number)
    return found


class Build(Action):
    """Discard the card of the city to build a safehouse there."""

    name: ClassVar[str] = "build"
    clause: ClassVar[str] = "SZ-10.9"

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        city = t.pawn[seat]
        if t.safe[city]:
            return w.SAFEHOUSE_THERE
        return FINE if city in t.hands[seat] else w.NO_CARD_OF_CITY

    def act(self, t: Table, seat: int, move: int) -> None:
        city = t.pawn[seat]
        pay(t, seat, city)
        put_safehouse(t, seat, city)


class Identify(Action):
    """Identify a hidden target: at a safehouse in its region, with enough cards."""

    name: ClassVar[str] = "identify"
    clause: ClassVar[str] = "SZ-10.12"
    see_also: ClassVar[tuple[str, ...]] = ("SZ-10.13",)

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        city = t.pawn[seat]
        region = t.config.box.region[city]
        if not t.safe[city]:
            return w.IDENTIFY_AT_SAFEHOUSE
        if not hidden_targets(t, region):
            return w.ALL_KNOWN
        return FINE if len(of_region(t, seat, region)) >= identify_cost(t, seat) else w.FEW_OF_REGION

    def act(self, t: Table, seat: int, move: int) -> None:
        t.push(ChooseTarget(seat))


class Assemble(Action):
    """Assemble a team from the supply, or move one, at a safehouse; then pay the cards."""

    name: ClassVar[str] = "assemble"
    clause: ClassVar[str] = "SZ-10.14"
    see_also: ClassVar[tuple[str, ...]] = ("SZ-10.15",)

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        city = t.pawn[seat]
        if not t.safe[city]:
            return w.ASSEMBLE_AT_SAFEHOUSE
        if len(of_side(t, seat, t.side[city])) < assemble_cost(t, seat):
            return w.FEW_OF_SIDE
        return FINE if active_in(t, city) < EACH_TEAMS else w.ALL_TEAMS_HERE

    def act(self, t: Table, seat: int, move: int) -> None:
        side = t.side[t.pawn[seat]]
        for team in range(side * EACH_TEAMS, side * EACH_TEAMS + EACH_TEAMS):
            if t.teams[team] < 0:
                t.push(PlaceTeam(seat, team))
                t.push(Pay(seat, assemble_cost(t, seat), side, -1))
                return
        t.push(ChooseTeam(seat))


class TeamFrom(Verb[Table]):
    """Choose the city that a team leaves for the seat's city."""

    name: ClassVar[str] = "from"
    clause: ClassVar[str] = "SZ-10.15"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(ChooseTeam, t.stack[-1])
        if move - w.FROM == t.pawn[seat]:
            return w.OWN_CITY
        return FINE if move in frame.choices(t) else w.NO_TEAM_THERE

    def play(self, t: Table, seat: int, move: int) -> None:
        side = t.side[t.pawn[seat]]
        team = t.teams.index(move - w.FROM, side * EACH_TEAMS)
        t.replace(PlaceTeam(seat, team))
        t.push(Pay(seat, assemble_cost(t, seat), side, -1))


class ChooseTeam(Choice):
    """All teams of the affiliation are on the board: choose the one to move (SZ-10.15, SZ-P10)."""

    clause: ClassVar[str] = "SZ-10.15"
    ask: ClassVar[str] = _("All teams are on the board: choose one to move.")
    wait: ClassVar[str] = _("{seat} chooses a team to move.")
    verbs: ClassVar[Verbs] = (TeamFrom(),)

    def choices(self, t: Table) -> list[int]:
        here = t.pawn[self.seat]
        side = t.side[here]
        found: list[int] = []
        for team in range(side * EACH_TEAMS, side * EACH_TEAMS + EACH_TEAMS):
            if t.teams[team] != here and not has_twin(t, team):
                found.append(w.FROM + t.teams[team])
        return found


class PlaceTeam(Frame[Table]):
    """After payment, the team appears in the seat's city."""

    clause: ClassVar[str] = "SZ-10.14"
    data: ClassVar[tuple[str, ...]] = ("seat", "team")

    def __init__(self, seat: int, team: int) -> None:
        self.seat = seat
        self.team = team

    def resolve(self, t: Table) -> None:
        t.done()
        t.teams[self.team] = t.pawn[self.seat]
        t.emit(w.TEAM_ASSEMBLED, PUBLIC, self.seat, self.team, t.pawn[self.seat])


class PayCard(Verb[Table]):
    """Discard a City card of the right kind."""

    name: ClassVar[str] = "discard"
    clause: ClassVar[str] = "SZ-R25"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(Pay, t.stack[-1])
        if move - w.DISCARD not in t.hands[seat]:
            return w.NOT_HELD
        if move - w.DISCARD in frame.cards(t):
            return FINE
        return w.NOT_OF_SIDE if frame.side >= 0 else w.NOT_OF_REGION

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(Pay, t.stack[-1])
        t.replace(Pay(frame.seat, frame.left - 1, frame.side, frame.region))
        pay(t, seat, move - w.DISCARD)


class Pay(Frame[Table]):
    """Discard ``left`` City cards of an affiliation or, if ``side`` is -1, of a region, one at a time
    (SZ-P11, SZ-R25).
    """

    clause: ClassVar[str] = "SZ-R25"
    ask: ClassVar[str] = _("Choose cards to discard ({left} to go).")
    wait: ClassVar[str] = _("{seat} chooses cards to discard.")
    verbs: ClassVar[Verbs] = (PayCard(),)
    data: ClassVar[tuple[str, ...]] = ("seat", "left", "side", "region")

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

    def resolve(self, t: Table) -> None:
        t.done()
        if self.left:
            for card in self.cards(t):
                pay(t, self.seat, card)

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"left": str(self.left)}

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"left": self.left}


class IdentifyThis(Verb[Table]):
    """Choose the objective whose target is identified."""

    name: ClassVar[str] = "objective"
    clause: ClassVar[str] = "SZ-R17"

    def fault(self, t: Table, seat: int, move: int) -> int:
        found = hidden_targets(t, t.config.box.region[t.pawn[seat]])
        return FINE if move - w.CHOOSE_OBJECTIVE in found else w.NO_UNKNOWN_TARGET

    def play(self, t: Table, seat: int, move: int) -> None:
        t.replace(Reveal(seat, move - w.CHOOSE_OBJECTIVE))
        t.push(Pay(seat, identify_cost(t, seat), -1, t.config.box.region[t.pawn[seat]]))


class ChooseTarget(Choice):
    """Several targets of this region are unknown: choose the one to identify (SZ-R17)."""

    clause: ClassVar[str] = "SZ-R17"
    ask: ClassVar[str] = _("Choose the objective to identify.")
    wait: ClassVar[str] = _("{seat} chooses the objective to identify.")
    verbs: ClassVar[Verbs] = (IdentifyThis(),)


class Reveal(Frame[Table]):
    """After payment, the target becomes known (SZ-10.13, SZ-R16)."""

    clause: ClassVar[str] = "SZ-10.13"
    data: ClassVar[tuple[str, ...]] = ("seat", "objective")

    def __init__(self, seat: int, objective: int) -> None:
        self.seat = seat
        self.objective = objective

    def resolve(self, t: Table) -> None:
        t.done()
        t.revealed = replaced(t.revealed, self.objective, 1)
        t.emit(w.TARGET_IDENTIFIED, PUBLIC, self.seat, self.objective, t.target[self.objective])
