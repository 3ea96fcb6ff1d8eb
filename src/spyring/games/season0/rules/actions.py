"""SZ-10 and SZ-11: the actions of a turn, and the objectives that they attempt."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import Frame, Refusal
from spyring.engine.seats import PUBLIC
from spyring.engine.words import _
from spyring.games.season0.box import (
    ASSEMBLE_COST,
    BOOK_DEALER,
    CARDS,
    CITIES,
    COORDINATOR,
    DIPLOMATIC_VISA,
    DISTRUSTED,
    EACH_TEAMS,
    FORWARDER,
    GROUNDED,
    IDENTIFY_COST,
    MINIATURE_CAMERA,
    MOST_AGENTS,
    NEUTRAL,
    PHOTOGRAPHER,
    SHAKING_HANDS,
    SILENCED_PISTOL,
    SOVIET,
    STATION_CHIEF,
    TEAMS,
)
from spyring.games.season0.notation import (
    ACQUIRE,
    ACTIONS_ENDED,
    AGREE,
    AGREED,
    ASK_FOR,
    ASSEMBLE,
    BUILD,
    BY_CONCEDING,
    BY_OBJECTIVES,
    CALL,
    CALLED,
    CARD_DISCARDED,
    CHOOSE_OBJECTIVE,
    CONCEDE,
    CONCESSION_PROPOSED,
    DISCARD,
    DRIVE_TEAM,
    END,
    ESCORT_PAWN,
    ESCORT_TEAM,
    FLY,
    FLY_UNRECORDED,
    FROM,
    GIVE,
    HAND_OVER,
    IDENTIFY,
    INTEL_OFFERED,
    INTEL_SHARED,
    INTEL_WANTED,
    NEUTRALIZE,
    NEUTRALIZED,
    OBJECTIVE_COMPLETE,
    OBJECTIVE_FAILED,
    PAWN_DROVE,
    PAWN_FLEW,
    PAWN_FLEW_UNRECORDED,
    PLAY_EVENT,
    REFUSE,
    REFUSED,
    SEAT,
    SHADOWED,
    TAKE,
    TARGET_IDENTIFIED,
    TARGET_SHOWN,
    TEAM_ASSEMBLED,
    TEAM_MOVED,
    WATCH,
)
from spyring.games.season0.rules.events import (
    ESCORT,
    NOT_ASKED,
    NOT_IN_HAND,
    BringPawn,
    BringTeam,
    HandLimit,
    add_events,
    can_watch,
    event_holders,
    first_of_their_kind,
    has_twin,
    pause,
    play_event,
    put_safehouse,
    watch,
    why_no_event,
)
from spyring.games.season0.table import COMPLETE, FAILED, OPEN, Table, replaced

# Proposals that were refused in this action step: a bit for each seat and kind.
GIVING: Final = 0
TAKING: Final = 4
HANDING_OVER: Final = 8
CONCEDING: Final = 12
ASKING_FOR: Final = 13

# -- the decision ----------------------------------------------------------------------------------------


class TakeAction(Frame[Table]):
    """The active seat takes an action, plays an Event, or ends the step (SZ-9.4, SZ-P8); others may play
    Events.
    """

    clause: ClassVar[str] = "SZ-9.4"
    ask: ClassVar[str] = _("Take an action ({left} left).")
    wait: ClassVar[str] = _("{seat} takes an action ({left} left).")
    offer: ClassVar[str] = _("You may play an Event.")

    def deciders(self, t: Table) -> int:
        return 1 << t.active if t.actions else 0

    def interrupters(self, t: Table) -> int:
        return event_holders(t) & ~(1 << t.active)

    def legal(self, t: Table, seat: int) -> list[int]:
        moves = actions(t, seat) if seat == t.active else []
        add_events(t, seat, moves)
        if can_watch(t, seat):
            moves.append(WATCH)
        if seat == t.active:
            if t.agreed.concede and not t.refused >> CONCEDING & 1:
                moves.append(CONCEDE)
            moves.append(END)
        return moves

    def play(self, t: Table, seat: int, move: int) -> None:
        if PLAY_EVENT <= move < WATCH:
            play_event(t, seat, move - PLAY_EVENT + CITIES)
        elif move == WATCH:
            watch(t, seat)
        elif move == END:
            t.actions = 0
            t.tell(ACTIONS_ENDED, PUBLIC, seat)
        else:
            act(t, seat, move)

    def resolve(self, t: Table) -> None:
        t.done()
        pause(t)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if PLAY_EVENT <= move < WATCH:
            return why_no_event(t, seat, move)
        if move == WATCH:
            if not t.agreed.auto_continue:
                return Refusal("SZ-15.3", _("You are asked at every open point anyway."))
            return Refusal("SZ-15.3", _("You are asked already, or you hold no Event."))
        if seat != t.active:
            return Refusal("SZ-9.2", _("It is not your turn: you may only play Events."))
        return why_no_action(t, seat, move)

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"left": str(t.actions)}


TAKE_ACTION: Final = TakeAction()


def actions(t: Table, seat: int) -> list[int]:
    """Every action that the active seat can take."""
    city = t.pawn[seat]
    agreed = t.agreed
    traits = t.traits[seat]
    moves = agreed.drives[city][:]
    side = t.side
    soviet_too = traits >> DIPLOMATIC_VISA & 1
    here = False  # the card of this city is in the hand
    for card in t.hands[seat]:
        if card == city:
            here = True
        elif card < CITIES and (side[card] != SOVIET or soviet_too):
            moves.append(FLY + card)
    if here:
        if not traits >> GROUNDED & 1:
            moves += agreed.flights[city]
        if not t.safe[city]:
            moves.append(BUILD)
    if t.agents[city] and not (t.agents[city] == MOST_AGENTS and traits >> SHAKING_HANDS & 1):
        moves.append(NEUTRALIZE)
    add_sharing(t, seat, city, here, moves)
    if t.safe[city]:
        if can_assemble(t, seat, city):
            moves.append(ASSEMBLE)
        if can_identify(t, seat, city):
            moves.append(IDENTIFY)
    if add_teams(t, seat, moves):
        for number in range(len(t.status)):
            if t.status[number] == OPEN and can_acquire(t, seat, number):
                moves.append(ACQUIRE + number)
    if traits >> STATION_CHIEF & 1 and not t.called >> seat & 1:
        for other in range(CITIES):
            if t.agents[other]:
                moves.append(CALL + other)
    if agreed.stickers:
        for sticker in agreed.stickers:
            sticker.actions(t, seat, moves)
    return moves


def add_sharing(t: Table, seat: int, city: int, here: bool, moves: list[int]) -> None:
    """Share Intel with each other seat in the city (SZ-10.7)."""
    dealer = t.ability[seat] == BOOK_DEALER
    for other in range(t.seats):
        if other == seat or t.pawn[other] != city:
            continue
        receives = not t.traits[other] >> DISTRUSTED & 1
        if here and receives and not t.refused >> (GIVING + other) & 1:
            moves.append(GIVE + other)
        if dealer and receives and not t.refused >> (HANDING_OVER + other) & 1:
            for card in t.hands[seat]:
                if card < CITIES and card != city:
                    moves.append(HAND_OVER + other * CITIES + card)
        if t.traits[seat] >> DISTRUSTED & 1:
            continue
        if not here and city in t.hands[other] and not t.refused >> (TAKING + other) & 1:
            moves.append(TAKE + other)
        if t.ability[other] == BOOK_DEALER and not t.refused >> (ASKING_FOR + other) & 1:
            for card in t.hands[other]:
                if card < CITIES and card != city:
                    moves.append(ASK_FOR + other * CITIES + card)


def add_teams(t: Table, seat: int, moves: list[int]) -> bool:
    """Move teams, and what the coordinator of a conference brings along; whether there is a team at all."""
    teams = t.teams
    found = False
    coordinator = t.ability[seat] == COORDINATOR
    near = t.agreed.box.near
    for team in range(TEAMS):
        at = teams[team]
        if at < 0 or has_twin(t, team):
            continue
        found = True
        base = DRIVE_TEAM + team * CITIES
        for city in near[at]:
            moves.append(base + city)
        if coordinator:
            moves.append(ESCORT_TEAM + team)
    if coordinator:
        for other in range(t.seats):
            if other != seat:
                moves.append(ESCORT_PAWN + other)
    return found


# -- carrying an action out ------------------------------------------------------------------------------


def act(t: Table, seat: int, move: int) -> None:
    """Carry out an action of the active seat; one that needs agreement costs nothing before it is given."""
    if GIVE <= move < BUILD:
        propose_sharing(t, seat, move)
        return
    if move == CONCEDE:
        t.tell(CONCESSION_PROPOSED, PUBLIC, seat)
        t.push(Concession(seat, (seat + 1) % int(t.seats)))
        return
    t.actions -= 1
    if move < DRIVE_TEAM:
        travel(t, seat, move)
    elif move < NEUTRALIZE:
        drive_team(t, (move - DRIVE_TEAM) // CITIES, (move - DRIVE_TEAM) % CITIES)
    elif move == NEUTRALIZE:
        neutralize(t, seat)
    elif move == BUILD:
        city = t.pawn[seat]
        pay(t, seat, city)
        put_safehouse(t, seat, city)
    elif move == IDENTIFY:
        t.push(ChooseTarget(seat))
    elif move == ASSEMBLE:
        begin_team(t, seat)
    elif ACQUIRE <= move < ESCORT_PAWN:
        acquire(t, seat, move - ACQUIRE)
    elif move < ESCORT_TEAM:
        t.push(BringPawn(seat, move - ESCORT_PAWN, ESCORT))
    elif move < CALL:
        t.push(BringTeam(seat, move - ESCORT_TEAM, ESCORT))
    elif move < END:
        t.called |= 1 << seat
        t.remove_agents(move - CALL, 1)
        t.tell(CALLED, PUBLIC, seat, move - CALL)
    else:
        for sticker in t.agreed.stickers:
            if sticker.act(t, seat, move):
                return


def pay(t: Table, seat: int, card: int) -> None:
    """Discard a card as the cost of an action."""
    t.discard_card(seat, card)
    t.tell(CARD_DISCARDED, PUBLIC, seat, card)


def travel(t: Table, seat: int, move: int) -> None:
    """Drive/Ferry, Commercial Flight, Unrecorded Flight (SZ-10.1 to SZ-10.5)."""
    if move < FLY:
        t.pawn[seat] = move
        t.tell(PAWN_DROVE, PUBLIC, seat, move)
        if t.shadows and t.agents[move]:
            t.remove_agents(move, 1)
            t.tell(SHADOWED, PUBLIC, move)
    elif move < FLY_UNRECORDED:
        city = move - FLY
        if t.side[city] >= NEUTRAL:
            pay(t, seat, city)
        t.pawn[seat] = city
        t.tell(PAWN_FLEW, PUBLIC, seat, city)
    else:
        city = move - FLY_UNRECORDED
        pay(t, seat, t.pawn[seat])
        t.pawn[seat] = city
        t.tell(PAWN_FLEW_UNRECORDED, PUBLIC, seat, city)


def neutralize(t: Table, seat: int) -> None:
    """Remove an agent from the city; some remove more (SZ-10.6)."""
    city = t.pawn[seat]
    most = 1
    if t.ability[seat] == PHOTOGRAPHER and t.agents[city] == MOST_AGENTS:
        most += 1
    if t.traits[seat] >> SILENCED_PISTOL & 1:
        most += 1
    count = min(most, t.agents[city])
    t.remove_agents(city, count)
    t.tell(NEUTRALIZED, PUBLIC, seat, city, count)


def drive_team(t: Table, team: int, city: int) -> None:
    """Drive/Ferry Team; its status changes at once (SZ-10.16, SZ-5.8)."""
    t.teams[team] = city
    t.tell(TEAM_MOVED, PUBLIC, team, city)
    for sticker in t.agreed.stickers:
        sticker.team_driven(t, team)


# -- Share Intel -----------------------------------------------------------------------------------------


def propose_sharing(t: Table, seat: int, move: int) -> None:
    """Ask the other seat."""
    city = t.pawn[seat]
    if move >= ASK_FOR:
        other = (move - ASK_FOR) // CITIES
        card = (move - ASK_FOR) % CITIES
        t.tell(INTEL_WANTED, PUBLIC, seat, other, card)
        t.push(ShareIntel(other, seat, card, other, ASKING_FOR + other))
    elif move >= HAND_OVER:
        other = (move - HAND_OVER) // CITIES
        card = (move - HAND_OVER) % CITIES
        t.tell(INTEL_OFFERED, PUBLIC, seat, other, card)
        t.push(ShareIntel(seat, other, card, other, HANDING_OVER + other))
    elif move >= TAKE:
        other = move - TAKE
        t.tell(INTEL_WANTED, PUBLIC, seat, other, city)
        t.push(ShareIntel(other, seat, city, other, TAKING + other))
    else:
        other = move - GIVE
        t.tell(INTEL_OFFERED, PUBLIC, seat, other, city)
        t.push(ShareIntel(seat, other, city, other, GIVING + other))


class ShareIntel(Frame[Table]):
    """The other seat agrees or refuses; a refusal costs no action, but the proposal is not made again in this
    step (SZ-10.7, SZ-P9).
    """

    clause: ClassVar[str] = "SZ-10.7"
    ask: ClassVar[str] = _("{giver} gives {receiver} {city}: do you agree?")
    wait: ClassVar[str] = _("{seat} is asked whether {giver} may give {receiver} {city}.")

    def __init__(self, giver: int, receiver: int, card: int, asked: int, proposal: int) -> None:
        self.giver = giver
        self.receiver = receiver
        self.card = card
        self.asked = asked
        self.proposal = proposal

    def deciders(self, t: Table) -> int:
        return 1 << self.asked

    def legal(self, t: Table, seat: int) -> list[int]:
        return [AGREE, REFUSE]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        if move == REFUSE:
            t.refused |= 1 << self.proposal
            t.tell(REFUSED, PUBLIC, seat)
            return
        t.tell(AGREED, PUBLIC, seat)
        t.actions -= 1
        t.hands[self.giver].remove(self.card)
        t.hands[self.receiver].append(self.card)
        t.tell(INTEL_SHARED, PUBLIC, self.giver, self.receiver, self.card)
        if len(t.hands[self.receiver]) > t.limit(self.receiver):
            t.push(HandLimit(self.receiver))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        return Refusal(self.clause, _("You are asked to agree or to refuse."))

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {
            "giver": SEAT.titles[self.giver],
            "receiver": SEAT.titles[self.receiver],
            "city": str(t.agreed.box.cities[self.card]["name"]),
        }

    def look(self, t: Table, seat: int) -> dict[str, Any]:
        giver, receiver = SEAT.label(self.giver), SEAT.label(self.receiver)
        return {"giver": giver, "receiver": receiver, "card": t.agreed.box.ids[self.card]}

    def pack(self) -> list[Any]:
        return [self.giver, self.receiver, self.card, self.asked, self.proposal]


# -- giving up -------------------------------------------------------------------------------------------


class Concession(Frame[Table]):
    """The group gives up only if everybody agrees (SZ-R51, SZ-R38)."""

    clause: ClassVar[str] = "SZ-R51"
    ask: ClassVar[str] = _("{proposer} proposes to give up this game: do you agree?")
    wait: ClassVar[str] = _("{seat} is asked whether the group gives up.")

    def __init__(self, proposer: int, asked: int) -> None:
        self.proposer = proposer
        self.asked = asked

    def deciders(self, t: Table) -> int:
        return 1 << self.asked

    def legal(self, t: Table, seat: int) -> list[int]:
        return [AGREE, REFUSE]

    def play(self, t: Table, seat: int, move: int) -> None:
        if move == REFUSE:
            t.done()
            t.refused |= 1 << CONCEDING
            t.tell(REFUSED, PUBLIC, seat)
            return
        t.tell(AGREED, PUBLIC, seat)
        following = (self.asked + 1) % int(t.seats)
        if following == self.proposer:
            t.end(BY_CONCEDING)
        else:
            t.become(Concession(self.proposer, following))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        return Refusal(self.clause, _("You are asked to agree or to refuse."))

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"proposer": SEAT.titles[self.proposer]}

    def pack(self) -> list[Any]:
        return [self.proposer, self.asked]


# -- Assemble Team, Identify Target City -----------------------------------------------------------------


def assemble_cost(t: Table, seat: int) -> int:
    """How many City cards a team costs this seat."""
    return ASSEMBLE_COST - 1 if t.ability[seat] == FORWARDER else ASSEMBLE_COST


def identify_cost(t: Table, seat: int) -> int:
    """How many City cards it costs this seat to identify a target."""
    return IDENTIFY_COST - 1 if t.traits[seat] >> MINIATURE_CAMERA & 1 else IDENTIFY_COST


def of_side(t: Table, seat: int, affiliation: int) -> list[int]:
    """The City cards of an affiliation in a hand."""
    return [card for card in t.hands[seat] if card < CITIES and t.side[card] == affiliation]


def of_region(t: Table, seat: int, region: int) -> list[int]:
    """The City cards of a region in a hand."""
    regions = t.agreed.box.region
    return [card for card in t.hands[seat] if card < CITIES and regions[card] == region]


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
    region = t.agreed.box.region[city]
    if not hidden_targets(t, region):
        return False
    return len(of_region(t, seat, region)) >= identify_cost(t, seat)


def hidden_targets(t: Table, region: int) -> list[int]:
    """The objectives of a region that are open and not identified (SZ-R17)."""
    found: list[int] = []
    for number in range(len(t.status)):
        if t.status[number] == OPEN and t.target[number] >= 0 and not t.revealed[number]:
            if t.agreed.objectives[number].region == region:
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
                found.append(FROM + t.teams[team])
        return found

    def deciders(self, t: Table) -> int:
        return 1 << self.seat if len(self.sources(t)) > 1 else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        return self.sources(t)

    def play(self, t: Table, seat: int, move: int) -> None:
        side = t.side[t.pawn[seat]]
        for team in range(side * EACH_TEAMS, side * EACH_TEAMS + EACH_TEAMS):
            if t.teams[team] == move - FROM:
                t.become(PlaceTeam(seat, team))
                t.push(Pay(seat, assemble_cost(t, seat), side, -1))
                return

    def resolve(self, t: Table) -> None:
        self.play(t, self.seat, self.sources(t)[0])

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if FROM <= move < FROM + CITIES:
            return Refusal(self.clause, _("There is no team of this affiliation in another city there."))
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
        t.tell(TEAM_ASSEMBLED, PUBLIC, self.seat, self.team, t.pawn[self.seat])

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
        return [DISCARD + card for card in self.cards(t)]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.become(Pay(self.seat, self.left - 1, self.side, self.region))
        pay(t, seat, move - DISCARD)

    def resolve(self, t: Table) -> None:
        t.done()
        if self.left:
            for card in self.cards(t):
                pay(t, self.seat, card)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if DISCARD <= move < DISCARD + CARDS:
            if move - DISCARD in t.hands[seat]:
                return Refusal(self.clause, _("This card does not count for it."))
            return Refusal(self.clause, NOT_IN_HAND)
        return Refusal(self.clause, NOT_ASKED)

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"left": str(self.left)}

    def look(self, t: Table, seat: int) -> dict[str, Any]:
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
        region = t.agreed.box.region[t.pawn[self.seat]]
        return [CHOOSE_OBJECTIVE + number for number in hidden_targets(t, region)]

    def deciders(self, t: Table) -> int:
        return 1 << self.seat if len(self.choices(t)) > 1 else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        return self.choices(t)

    def play(self, t: Table, seat: int, move: int) -> None:
        t.become(Reveal(seat, move - CHOOSE_OBJECTIVE))
        t.push(Pay(seat, identify_cost(t, seat), -1, t.agreed.box.region[t.pawn[seat]]))

    def resolve(self, t: Table) -> None:
        self.play(t, self.seat, self.choices(t)[0])

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if CHOOSE_OBJECTIVE <= move < DISCARD:
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
        t.tell(TARGET_IDENTIFIED, PUBLIC, self.seat, self.objective, t.target[self.objective])

    def pack(self) -> list[Any]:
        return [self.seat, self.objective]


# -- SZ-11: objectives -----------------------------------------------------------------------------------


def possible(t: Table, number: int) -> list[int]:
    """The cities that the hidden target can be: listed, and not seen anywhere (SZ-11.4, SZ-R15)."""
    shown = t.shown
    listed = t.agreed.objectives[number].unknown
    return [city for city in listed if not shown >> city & 1 and city not in other_targets(t, number)]


def other_targets(t: Table, number: int) -> list[int]:
    """Cards that lie face up at other objectives."""
    found: list[int] = []
    for other in range(len(t.target)):
        if other != number and t.revealed[other]:
            found.append(t.target[other])
    return found


def needs(t: Table, number: int) -> tuple[tuple[int, int], ...]:
    """The cities of a known target with the number of active teams; empty if it is not known."""
    if t.target[number] < 0:
        return t.agreed.objectives[number].known
    if t.revealed[number]:
        return ((t.target[number], 1),)
    return ()


def can_acquire(t: Table, seat: int, number: int) -> bool:
    """Whether an objective can be attempted (SZ-11.1, SZ-11.2, SZ-11.5, SZ-R11, SZ-R12)."""
    wanted = needs(t, number)
    pawn_there = not t.agreed.pawn_in_city
    if wanted:
        for city, count in wanted:
            if t.active_in(city) < count:
                return False
            if t.pawn[seat] == city:
                pawn_there = True
        return pawn_there
    found = False
    for team in range(TEAMS):
        if t.is_active(team):
            city = t.teams[team]
            if city in possible(t, number):
                found = True
                if t.pawn[seat] == city:
                    pawn_there = True
    return found and pawn_there


def acquire(t: Table, seat: int, number: int) -> None:
    """Attempt an objective: it gets its token, and its entry is read (SZ-11.1, SZ-11.5, SZ-11.6)."""
    success = True
    target = t.target[number]
    if target >= 0 and not t.revealed[number]:
        t.revealed = replaced(t.revealed, number, 1)
        t.tell(TARGET_SHOWN, PUBLIC, number, target)
        success = t.active_in(target) > 0
    card = t.agreed.objectives[number]
    t.status = replaced(t.status, number, COMPLETE if success else FAILED)
    t.done_by = replaced(t.done_by, number, seat)
    if success:
        t.tell(OBJECTIVE_COMPLETE, PUBLIC, seat, number, card.complete)
    else:
        t.tell(OBJECTIVE_FAILED, PUBLIC, number, card.failed)
    if t.campaign is not None:
        frames: Any = t.game.frames
        t.push(frames["ReadEntry"](number))
    elif OPEN not in t.status:
        t.end(BY_OBJECTIVES)


# -- why an action is not possible -----------------------------------------------------------------------


def why_no_action(t: Table, seat: int, move: int) -> Refusal:
    """The clause and the reason why the active seat cannot do this now."""
    if move < FLY_UNRECORDED:
        return why_no_trip(t, seat, move)
    if move < DRIVE_TEAM:
        if move - FLY_UNRECORDED == t.pawn[seat]:
            return Refusal("SZ-R10", _("You are in this city already."))
        if t.traits[seat] >> GROUNDED & 1:
            return Refusal("SZ-7.5", _("A weakness of your alias forbids it."))
        return Refusal("SZ-10.5", _("You do not hold the card of the city you are in."))
    if move < NEUTRALIZE:
        return why_no_drive(t, (move - DRIVE_TEAM) // CITIES)
    if move == NEUTRALIZE:
        if t.agents[t.pawn[seat]]:
            return Refusal("SZ-7.5", _("A weakness of your alias forbids it."))
        return Refusal("SZ-10.6", _("There is no agent in your city."))
    if move < BUILD:
        return why_no_sharing(t, seat, move)
    if move < ACQUIRE:
        return why_no_safehouse(t, seat, move)
    if move < ESCORT_PAWN:
        return why_no_attempt(t, move - ACQUIRE)
    if move < CALL:
        if move >= ESCORT_TEAM and t.ability[seat] == COORDINATOR:
            return Refusal("SZ-15.5", _("Such a team is not on the board, or it is named by another number."))
        return Refusal("SZ-P18", _("Your alias cannot do this."))
    if move < END:
        return Refusal("SZ-6.8", _("Your alias has no contact that could do this now."))
    if move == CONCEDE:
        if t.agreed.concede:
            return Refusal("SZ-R51", _("Somebody refused to give up in this turn."))
        return Refusal("SZ-R51", _("A game is played to one of its ends."))
    return Refusal("SZ-9.4", NOT_ASKED)


def why_no_trip(t: Table, seat: int, move: int) -> Refusal:
    """Drive/Ferry and Commercial Flight."""
    city = move % CITIES
    if city == t.pawn[seat]:
        return Refusal("SZ-R10", _("You are in this city already."))
    if move < FLY:
        return Refusal("SZ-10.1", _("No line leads there from your city."))
    if city not in t.hands[seat]:
        return Refusal("SZ-R28", NOT_IN_HAND)
    return Refusal("SZ-10.4", _("No Commercial Flight goes to a Soviet city."))


def why_no_drive(t: Table, team: int) -> Refusal:
    """Drive/Ferry Team."""
    if t.teams[team] < 0:
        return Refusal("SZ-10.16", _("This team is not on the board."))
    if team not in first_of_their_kind(t):
        return Refusal("SZ-10.17", _("Of teams alike in one city, move the one with the lowest number."))
    return Refusal("SZ-10.16", _("No line leads there from the city of the team."))


def why_no_sharing(t: Table, seat: int, move: int) -> Refusal:
    """Share Intel."""
    city = t.pawn[seat]
    if move >= ASK_FOR:
        other, bit = (move - ASK_FOR) // CITIES, ASKING_FOR
    elif move >= HAND_OVER:
        other, bit = (move - HAND_OVER) // CITIES, HANDING_OVER
    elif move >= TAKE:
        other, bit = move - TAKE, TAKING
    else:
        other, bit = move - GIVE, GIVING
    if other >= t.seats or other == seat or t.pawn[other] != city:
        return Refusal("SZ-10.7", _("You share intel with another seat in your city."))
    if t.refused >> (bit + other) & 1:
        return Refusal("SZ-P9", _("This was refused in this turn."))
    receiver = seat if bit in (TAKING, ASKING_FOR) else other
    if t.traits[receiver] >> DISTRUSTED & 1:
        return Refusal("SZ-7.5", _("A weakness of the receiver's alias forbids it."))
    any_card = bit in (HANDING_OVER, ASKING_FOR)
    if any_card and t.ability[seat if bit == HANDING_OVER else other] != BOOK_DEALER:
        return Refusal("SZ-10.7", _("Only the card of the city where you both are can be shared."))
    if any_card and (move - HAND_OVER) % CITIES == city:
        return Refusal("SZ-10.7", _("The card of this very city is simply given."))
    return Refusal("SZ-10.7", _("Nobody of you holds that card."))


def why_no_safehouse(t: Table, seat: int, move: int) -> Refusal:
    """Build, Identify, Assemble."""
    city = t.pawn[seat]
    if move == BUILD:
        if t.safe[city]:
            return Refusal("SZ-10.10", _("There is a safehouse already."))
        return Refusal("SZ-10.9", _("You do not hold the card of the city you are in."))
    if not t.safe[city]:
        clause = "SZ-10.12" if move == IDENTIFY else "SZ-10.14"
        return Refusal(clause, _("This can only be done at a safehouse."))
    if move == IDENTIFY:
        if not hidden_targets(t, t.agreed.box.region[city]):
            return Refusal("SZ-10.12", _("No target of this region is unknown."))
        return Refusal("SZ-R25", _("You do not hold enough City cards of this region."))
    if len(of_side(t, seat, t.side[city])) < assemble_cost(t, seat):
        return Refusal("SZ-R25", _("You do not hold enough City cards of this affiliation."))
    return Refusal("SZ-10.15", _("All teams of this affiliation are here already."))


def why_no_attempt(t: Table, number: int) -> Refusal:
    """Acquire Targets."""
    if number >= len(t.status):
        return Refusal("SZ-10.19", _("There is no such objective this month."))
    if t.status[number] != OPEN:
        return Refusal("SZ-R13", _("This objective has its token already."))
    if needs(t, number):
        return Refusal("SZ-11.1", _("It needs active teams where the objective says."))
    return Refusal("SZ-R12", _("It needs an active team in a possible city."))


FRAMES: Final[tuple[type[Frame[Any]], ...]] = (
    TakeAction,
    ShareIntel,
    Concession,
    ChooseTeam,
    PlaceTeam,
    Pay,
    ChooseTarget,
    Reveal,
)
