"""SZ-15: the Events that a campaign brings."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import Frame, Refusal
from spyring.engine.seats import PUBLIC
from spyring.engine.words import _
from spyring.games.season0.box import (
    BURN_BAG,
    CITIES,
    DEAD_DROP,
    ESCORT_LINES,
    EXPENSE_ACCOUNT,
    FALSE_ALARM,
    GOING_TWICE,
    NIGHT_PORTER,
    NIGHT_TRAIN,
    OLD_FRIENDS,
    OPEN_LINE,
    STAGE_DOOR,
    THREE_CANDLES,
)
from spyring.games.season0.notation import (
    ACTIONS_GAINED,
    AGENTS_REMOVED,
    ASK_FOR,
    CARD_RECOVERED,
    CHOOSE_PAWN,
    CHOOSE_TEAM,
    CONTINUE,
    FROM,
    HAND_OVER,
    INTEL_SHARED,
    ORDER,
    PAWN_MOVED,
    PAWNS_SWAPPED,
    RECOVER,
    SEAT,
    TO,
    TOKEN_REMOVED,
)
from spyring.games.season0.rules.events import LATER, LATER_POSSIBLE, LATER_REFUSED, HandLimit
from spyring.games.season0.rules.refusals import NO_AGENT, NO_SAFEHOUSE, NO_SEAT, NOT_ASKED, SAME_CITY
from spyring.games.season0.rules.starting_events import BringTeam, first_of_their_kind, why_no_team
from spyring.games.season0.rules.turn import MANY_TURNED, TurnThreats
from spyring.games.season0.table import ACTING, NO_ALIAS, START, Table

FALSE_ALARM_AGENTS: Final = 2
GOING_TWICE_CITIES: Final = 3
MORE_ACTIONS: Final = 2

# -- Night Porter, Stage Door, Open Line: pawns ----------------------------------------------------------


def destinations(t: Table, event: int, pawn: int) -> list[int]:
    """Where an Event can bring a pawn."""
    here = t.pawn[pawn]
    if event == NIGHT_PORTER:
        return [city for city in range(CITIES) if t.safe[city] and city != here]
    return sorted({city for city in t.pawn if city != here})


def can_bring(t: Table, event: int) -> bool:
    """Whether there is a pawn that the Event can bring somewhere."""
    for pawn in range(t.seats):
        if destinations(t, event, pawn):
            return True
    return False


class PickPawn(Frame[Table]):
    """Which pawn an Event brings somewhere."""

    clause: ClassVar[str] = "SZ-15.2"
    ask: ClassVar[str] = _("Choose a pawn.")
    wait: ClassVar[str] = _("{seat} chooses a pawn.")

    def __init__(self, seat: int, event: int) -> None:
        self.seat = seat
        self.event = event

    def deciders(self, t: Table) -> int:
        return 1 << self.seat

    def legal(self, t: Table, seat: int) -> list[int]:
        return [CHOOSE_PAWN + pawn for pawn in range(t.seats) if destinations(t, self.event, pawn)]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.become(SendPawn(seat, self.event, move - CHOOSE_PAWN))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if CHOOSE_PAWN + t.seats <= move < CHOOSE_TEAM:
            return Refusal("SZ-1.1", NO_SEAT)
        if CHOOSE_PAWN <= move < CHOOSE_TEAM:
            return Refusal("SZ-15.5", _("This pawn has nowhere to go."))
        return Refusal(self.clause, NOT_ASKED)

    def pack(self) -> list[Any]:
        return [self.seat, self.event]


class SendPawn(Frame[Table]):
    """Where the pawn goes; Open Line brings the other pawn back in exchange."""

    clause: ClassVar[str] = "SZ-15.2"
    ask: ClassVar[str] = _("Choose the city to which {piece} goes.")
    wait: ClassVar[str] = _("{seat} chooses a city for {piece}.")

    def __init__(self, seat: int, event: int, pawn: int) -> None:
        self.seat = seat
        self.event = event
        self.pawn = pawn

    def deciders(self, t: Table) -> int:
        return 1 << self.seat

    def legal(self, t: Table, seat: int) -> list[int]:
        if self.event == OPEN_LINE:
            here = t.pawn[self.pawn]
            return [CHOOSE_PAWN + other for other in range(t.seats) if t.pawn[other] != here]
        return [TO + city for city in destinations(t, self.event, self.pawn)]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        if self.event == OPEN_LINE:
            other = move - CHOOSE_PAWN
            t.pawn[self.pawn], t.pawn[other] = t.pawn[other], t.pawn[self.pawn]
            t.tell(PAWNS_SWAPPED, PUBLIC, self.pawn, other)
        else:
            t.pawn[self.pawn] = move - TO
            t.tell(PAWN_MOVED, PUBLIC, self.pawn, move - TO)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if self.event == OPEN_LINE:
            if CHOOSE_PAWN + t.seats <= move < CHOOSE_TEAM:
                return Refusal("SZ-1.1", NO_SEAT)
            if CHOOSE_PAWN <= move < CHOOSE_TEAM:
                return Refusal("SZ-15.5", _("This pawn is in the same city."))
        elif TO <= move < ORDER:
            if move - TO == t.pawn[self.pawn]:
                return Refusal("SZ-R10", SAME_CITY)
            if self.event == NIGHT_PORTER:
                return Refusal(self.clause, NO_SAFEHOUSE)
            return Refusal(self.clause, _("There is no pawn in this city."))
        return Refusal(self.clause, NOT_ASKED)

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"piece": SEAT.titles[self.pawn]}

    def pack(self) -> list[Any]:
        return [self.seat, self.event, self.pawn]


# -- Dead Drop -------------------------------------------------------------------------------------------


def givers(t: Table) -> list[int]:
    """The seats that hold a City card."""
    return [seat for seat in range(t.seats) if any(card < CITIES for card in t.hands[seat])]


class DropFrom(Frame[Table]):
    """Dead Drop: whose City card is given away."""

    clause: ClassVar[str] = "SZ-15.2"
    ask: ClassVar[str] = _("Dead Drop: who gives a City card?")
    wait: ClassVar[str] = _("Dead Drop: {seat} chooses who gives a City card.")

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def deciders(self, t: Table) -> int:
        return 1 << self.seat

    def legal(self, t: Table, seat: int) -> list[int]:
        return [CHOOSE_PAWN + giver for giver in givers(t)]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.become(DropTo(seat, move - CHOOSE_PAWN))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if CHOOSE_PAWN + t.seats <= move < CHOOSE_TEAM:
            return Refusal("SZ-1.1", NO_SEAT)
        if CHOOSE_PAWN <= move < CHOOSE_TEAM:
            return Refusal("SZ-15.5", _("This seat holds no City card."))
        return Refusal(self.clause, NOT_ASKED)

    def pack(self) -> list[Any]:
        return [self.seat]


class DropTo(Frame[Table]):
    """Dead Drop: which card, and who gets it."""

    clause: ClassVar[str] = "SZ-15.2"
    ask: ClassVar[str] = _("Dead Drop: which City card goes to whom?")
    wait: ClassVar[str] = _("Dead Drop: {seat} chooses a City card and who gets it.")

    def __init__(self, seat: int, giver: int) -> None:
        self.seat = seat
        self.giver = giver

    def deciders(self, t: Table) -> int:
        return 1 << self.seat

    def legal(self, t: Table, seat: int) -> list[int]:
        moves: list[int] = []
        for receiver in range(t.seats):
            if receiver != self.giver:
                for card in t.hands[self.giver]:
                    if card < CITIES:
                        moves.append(HAND_OVER + receiver * CITIES + card)
        return moves

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        receiver, card = (move - HAND_OVER) // CITIES, (move - HAND_OVER) % CITIES
        t.hands[self.giver].remove(card)
        t.hands[receiver].append(card)
        t.tell(INTEL_SHARED, PUBLIC, self.giver, receiver, card)
        if len(t.hands[receiver]) > t.limit(receiver):
            t.push(HandLimit(receiver))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if not HAND_OVER <= move < ASK_FOR:
            return Refusal(self.clause, NOT_ASKED)
        receiver = (move - HAND_OVER) // CITIES
        if receiver >= t.seats:
            return Refusal("SZ-1.1", NO_SEAT)
        if receiver == self.giver:
            return Refusal(self.clause, _("This seat is the one that gives."))
        return Refusal(self.clause, _("The seat that gives does not hold this card."))

    def look(self, t: Table, seat: int) -> dict[str, Any]:
        return {"giver": SEAT.label(self.giver)}

    def pack(self) -> list[Any]:
        return [self.seat, self.giver]


# -- Night Train: a team ---------------------------------------------------------------------------------


class PickTeam(Frame[Table]):
    """Night Train: which team travels up to three lines."""

    clause: ClassVar[str] = "SZ-15.2"
    ask: ClassVar[str] = _("Night Train: choose a team.")
    wait: ClassVar[str] = _("Night Train: {seat} chooses a team.")

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def deciders(self, t: Table) -> int:
        return 1 << self.seat

    def legal(self, t: Table, seat: int) -> list[int]:
        return [CHOOSE_TEAM + team for team in first_of_their_kind(t)]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.become(BringTeam(seat, move - CHOOSE_TEAM, ESCORT_LINES))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if CHOOSE_TEAM <= move < TO:
            return why_no_team(t, move - CHOOSE_TEAM)
        return Refusal(self.clause, NOT_ASKED)

    def pack(self) -> list[Any]:
        return [self.seat]


# -- Burn Bag, False Alarm, Going Twice: something leaves cities -----------------------------------------


class Clear(Frame[Table]):
    """A city is relieved of a token (Burn Bag) or of agents (False Alarm, Going Twice); ``done`` are the
    cities that had their turn.
    """

    clause: ClassVar[str] = "SZ-15.2"
    ask: ClassVar[str] = _("Choose a city.")
    wait: ClassVar[str] = _("{seat} chooses a city.")

    def __init__(self, seat: int, event: int, done: list[int]) -> None:
        self.seat = seat
        self.event = event
        self.done = done

    def cities(self, t: Table) -> list[int]:
        counts = t.tokens if self.event == BURN_BAG else t.agents
        return [city for city in range(CITIES) if counts[city] and city not in self.done]

    def deciders(self, t: Table) -> int:
        most = GOING_TWICE_CITIES if self.event == GOING_TWICE else 1
        return 1 << self.seat if len(self.done) < most and self.cities(t) else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        moves = [FROM + city for city in self.cities(t)]
        return [*moves, CONTINUE] if self.done else moves

    def play(self, t: Table, seat: int, move: int) -> None:
        if move == CONTINUE:
            t.done()
            return
        city = move - FROM
        t.become(Clear(self.seat, self.event, [*self.done, city]))
        if self.event == BURN_BAG:
            t.tokens[city] -= 1
            t.tokens_left += 1
            t.tell(TOKEN_REMOVED, PUBLIC, city)
        else:
            count = min(t.agents[city], FALSE_ALARM_AGENTS if self.event == FALSE_ALARM else 1)
            t.remove_agents(city, count)
            t.tell(AGENTS_REMOVED, PUBLIC, city, count)

    def resolve(self, t: Table) -> None:
        t.done()

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if FROM <= move < FROM + CITIES:
            if move - FROM in self.done:
                return Refusal("SZ-15.5", _("This city has had its turn."))
            if self.event == BURN_BAG:
                return Refusal("SZ-15.5", _("There is no incident token in this city."))
            return Refusal("SZ-15.5", NO_AGENT)
        return Refusal(self.clause, NOT_ASKED)

    def pack(self) -> list[Any]:
        return [self.seat, self.event, self.done[:]]


# -- Old Friends -----------------------------------------------------------------------------------------


def discarded(t: Table) -> list[int]:
    """The City cards in the player discard pile."""
    return sorted(card for card in t.discard if card < CITIES)


class Recover(Frame[Table]):
    """Old Friends: a City card comes back from the discard pile."""

    clause: ClassVar[str] = "SZ-15.2"
    ask: ClassVar[str] = _("Old Friends: choose a City card of the discard pile.")
    wait: ClassVar[str] = _("Old Friends: {seat} chooses a City card of the discard pile.")

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def deciders(self, t: Table) -> int:
        return 1 << self.seat

    def legal(self, t: Table, seat: int) -> list[int]:
        return [RECOVER + card for card in discarded(t)]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        t.discard.remove(move - RECOVER)
        t.hands[seat].append(move - RECOVER)
        t.tell(CARD_RECOVERED, PUBLIC, seat, move - RECOVER)
        if len(t.hands[seat]) > t.limit(seat):
            t.push(HandLimit(seat))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if RECOVER <= move < RECOVER + CITIES:
            return Refusal("SZ-15.6", _("This card is not in the player discard pile."))
        return Refusal(self.clause, NOT_ASKED)

    def pack(self) -> list[Any]:
        return [self.seat]


# -- what each Event does --------------------------------------------------------------------------------


def night_porter(t: Table, seat: int) -> None:
    """One pawn goes to any city with a safehouse."""
    t.push(PickPawn(seat, NIGHT_PORTER))


def stage_door(t: Table, seat: int) -> None:
    """One pawn goes to the city of another pawn."""
    t.push(PickPawn(seat, STAGE_DOOR))


def open_line(t: Table, seat: int) -> None:
    """Two pawns change places."""
    t.push(PickPawn(seat, OPEN_LINE))


def dead_drop(t: Table, seat: int) -> None:
    """One seat gives a City card to another, wherever they are."""
    t.push(DropFrom(seat))


def night_train(t: Table, seat: int) -> None:
    """One team travels up to three lines."""
    t.push(PickTeam(seat))


def burn_bag(t: Table, seat: int) -> None:
    """One incident token leaves the board."""
    t.push(Clear(seat, BURN_BAG, []))


def false_alarm(t: Table, seat: int) -> None:
    """Up to two agents leave one city."""
    t.push(Clear(seat, FALSE_ALARM, []))


def going_twice(t: Table, seat: int) -> None:
    """One agent leaves each of up to three cities."""
    t.push(Clear(seat, GOING_TWICE, []))


def old_friends(t: Table, seat: int) -> None:
    """A City card of the discard pile into the own hand."""
    t.push(Recover(seat))


def expense_account(t: Table, seat: int) -> None:
    """The seat on turn has two more actions."""
    t.actions += MORE_ACTIONS
    t.tell(ACTIONS_GAINED, PUBLIC, t.active, MORE_ACTIONS)


def can_pay_for_actions(t: Table) -> bool:
    """Up to the end of step 2, also after the last action; who is burned has lost its actions (SZ-7.7)."""
    return t.step == START or (t.step <= ACTING and t.alias[t.active] != NO_ALIAS)


def three_candles(t: Table, seat: int) -> None:
    """No more than one Threat card is turned in this turn's step 5."""
    t.notes = {**t.notes, "candles": int(t.month_turn)}


def can_light_candles(t: Table) -> bool:
    """As long as no more than one Threat card has been turned in step 5, and another is to come."""
    for frame in t.stack:
        if isinstance(frame, TurnThreats):
            return frame.turned < MANY_TURNED and frame.left > 0
    return True


def _some_agents(t: Table) -> bool:
    return max(t.agents) > 0


LATER.update(
    {
        NIGHT_PORTER: night_porter,
        DEAD_DROP: dead_drop,
        NIGHT_TRAIN: night_train,
        BURN_BAG: burn_bag,
        FALSE_ALARM: false_alarm,
        OLD_FRIENDS: old_friends,
        OPEN_LINE: open_line,
        EXPENSE_ACCOUNT: expense_account,
        GOING_TWICE: going_twice,
        THREE_CANDLES: three_candles,
        STAGE_DOOR: stage_door,
    }
)
LATER_POSSIBLE.update(
    {
        NIGHT_PORTER: lambda t: can_bring(t, NIGHT_PORTER),
        DEAD_DROP: lambda t: len(givers(t)) > 0,
        NIGHT_TRAIN: lambda t: len(first_of_their_kind(t)) > 0,
        BURN_BAG: lambda t: max(t.tokens) > 0,
        FALSE_ALARM: _some_agents,
        OLD_FRIENDS: lambda t: len(discarded(t)) > 0,
        OPEN_LINE: lambda t: can_bring(t, OPEN_LINE),
        EXPENSE_ACCOUNT: can_pay_for_actions,
        GOING_TWICE: _some_agents,
        THREE_CANDLES: can_light_candles,
        STAGE_DOOR: lambda t: can_bring(t, STAGE_DOOR),
    }
)
LATER_REFUSED.update(
    {
        NIGHT_PORTER: _("No pawn can go to another city with a safehouse."),
        DEAD_DROP: _("Nobody holds a City card."),
        NIGHT_TRAIN: _("There is no team on the board."),
        BURN_BAG: _("There is no incident token on the board."),
        FALSE_ALARM: _("There is no agent on the board."),
        OLD_FRIENDS: _("There is no City card in the player discard pile."),
        OPEN_LINE: _("All pawns are in the same city."),
        EXPENSE_ACCOUNT: _("The actions of this turn are over."),
        GOING_TWICE: _("There is no agent on the board."),
        THREE_CANDLES: _("Two Threat cards are turned already, or no other is to come."),
        STAGE_DOOR: _("All pawns are in the same city."),
    }
)

FRAMES: Final[tuple[type[Frame[Any]], ...]] = (
    PickPawn,
    SendPawn,
    DropFrom,
    DropTo,
    PickTeam,
    Clear,
    Recover,
)
