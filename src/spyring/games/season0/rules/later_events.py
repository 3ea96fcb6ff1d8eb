"""SZ-15: the Events that a campaign brings."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import Frame, Refusal
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import NO_ALIAS
from spyring.games.season0.box import ESCORT_LINES
from spyring.games.season0.made import Table
from spyring.games.season0.pieces import hand_limit, remove_agents
from spyring.games.season0.rules.events import LATER, LATER_POSSIBLE, LATER_REFUSED, HandLimit
from spyring.games.season0.rules.refusals import NO_AGENT, NO_SAFEHOUSE, NO_SEAT, NOT_ASKED, SAME_CITY
from spyring.games.season0.rules.starting_events import BringTeam, first_of_their_kind, why_no_team
from spyring.games.season0.rules.turn import MANY_TURNED, TurnThreats

FALSE_ALARM_AGENTS: Final = 2
GOING_TWICE_CITIES: Final = 3
MORE_ACTIONS: Final = 2

# -- Night Porter, Stage Door, Open Line: pawns ----------------------------------------------------------


def destinations(t: Table, event: int, pawn: int) -> list[int]:
    """Where an Event can bring a pawn."""
    here = t.pawn[pawn]
    if event == w.NIGHT_PORTER:
        return [city for city in range(w.CITIES) if t.safe[city] and city != here]
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
        return [w.CHOOSE_PAWN + pawn for pawn in range(t.seats) if destinations(t, self.event, pawn)]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.replace(SendPawn(seat, self.event, move - w.CHOOSE_PAWN))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.CHOOSE_PAWN and move - w.CHOOSE_PAWN >= t.seats:
            return Refusal("SZ-1.1", NO_SEAT)
        if w.family(move) == w.CHOOSE_PAWN:
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
        if self.event == w.OPEN_LINE:
            here = t.pawn[self.pawn]
            return [w.CHOOSE_PAWN + other for other in range(t.seats) if t.pawn[other] != here]
        return [w.TO + city for city in destinations(t, self.event, self.pawn)]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        if self.event == w.OPEN_LINE:
            other = move - w.CHOOSE_PAWN
            t.pawn[self.pawn], t.pawn[other] = t.pawn[other], t.pawn[self.pawn]
            t.emit(w.PAWNS_SWAPPED, PUBLIC, self.pawn, other)
        else:
            t.pawn[self.pawn] = move - w.TO
            t.emit(w.PAWN_MOVED, PUBLIC, self.pawn, move - w.TO)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if self.event == w.OPEN_LINE:
            if w.family(move) == w.CHOOSE_PAWN and move - w.CHOOSE_PAWN >= t.seats:
                return Refusal("SZ-1.1", NO_SEAT)
            if w.family(move) == w.CHOOSE_PAWN:
                return Refusal("SZ-15.5", _("This pawn is in the same city."))
        elif w.family(move) == w.TO:
            if move - w.TO == t.pawn[self.pawn]:
                return Refusal("SZ-R10", SAME_CITY)
            if self.event == w.NIGHT_PORTER:
                return Refusal(self.clause, NO_SAFEHOUSE)
            return Refusal(self.clause, _("There is no pawn in this city."))
        return Refusal(self.clause, NOT_ASKED)

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"piece": w.SEAT.titles[self.pawn]}

    def pack(self) -> list[Any]:
        return [self.seat, self.event, self.pawn]


# -- Dead Drop -------------------------------------------------------------------------------------------


def givers(t: Table) -> list[int]:
    """The seats that hold a City card."""
    return [seat for seat in range(t.seats) if any(card < w.CITIES for card in t.hands[seat])]


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
        return [w.CHOOSE_PAWN + giver for giver in givers(t)]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.replace(DropTo(seat, move - w.CHOOSE_PAWN))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.CHOOSE_PAWN and move - w.CHOOSE_PAWN >= t.seats:
            return Refusal("SZ-1.1", NO_SEAT)
        if w.family(move) == w.CHOOSE_PAWN:
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
                    if card < w.CITIES:
                        moves.append(w.hand_over(receiver, card))
        return moves

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        receiver, card = w.seat_of_hand_over(move), w.city_of_hand_over(move)
        t.hands[self.giver].remove(card)
        t.hands[receiver].append(card)
        t.emit(w.INTEL_SHARED, PUBLIC, self.giver, receiver, card)
        if len(t.hands[receiver]) > hand_limit(t, receiver):
            t.push(HandLimit(receiver))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) != w.HAND_OVER:
            return Refusal(self.clause, NOT_ASKED)
        receiver = w.seat_of_hand_over(move)
        if receiver >= t.seats:
            return Refusal("SZ-1.1", NO_SEAT)
        if receiver == self.giver:
            return Refusal(self.clause, _("This seat is the one that gives."))
        return Refusal(self.clause, _("The seat that gives does not hold this card."))

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"giver": w.SEAT.label(self.giver)}

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
        return [w.CHOOSE_TEAM + team for team in first_of_their_kind(t)]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.replace(BringTeam(seat, move - w.CHOOSE_TEAM, ESCORT_LINES))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.CHOOSE_TEAM:
            return why_no_team(t, move - w.CHOOSE_TEAM)
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
        counts = t.tokens if self.event == w.BURN_BAG else tuple(t.agents)
        return [city for city in range(w.CITIES) if counts[city] and city not in self.done]

    def deciders(self, t: Table) -> int:
        most = GOING_TWICE_CITIES if self.event == w.GOING_TWICE else 1
        return 1 << self.seat if len(self.done) < most and self.cities(t) else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        moves = [w.FROM + city for city in self.cities(t)]
        return [*moves, w.CONTINUE] if self.done else moves

    def play(self, t: Table, seat: int, move: int) -> None:
        if move == w.CONTINUE:
            t.done()
            return
        city = move - w.FROM
        t.replace(Clear(self.seat, self.event, [*self.done, city]))
        if self.event == w.BURN_BAG:
            t.tokens = replaced(t.tokens, city, t.tokens[city] - 1)
            t.tokens_left += 1
            t.emit(w.TOKEN_REMOVED, PUBLIC, city)
        else:
            count = min(t.agents[city], FALSE_ALARM_AGENTS if self.event == w.FALSE_ALARM else 1)
            remove_agents(t, city, count)
            t.emit(w.AGENTS_REMOVED, PUBLIC, city, count)

    def resolve(self, t: Table) -> None:
        t.done()

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.FROM:
            if move - w.FROM in self.done:
                return Refusal("SZ-15.5", _("This city has had its turn."))
            if self.event == w.BURN_BAG:
                return Refusal("SZ-15.5", _("There is no incident token in this city."))
            return Refusal("SZ-15.5", NO_AGENT)
        return Refusal(self.clause, NOT_ASKED)

    def pack(self) -> list[Any]:
        return [self.seat, self.event, self.done[:]]


# -- Old Friends -----------------------------------------------------------------------------------------


def discarded(t: Table) -> list[int]:
    """The City cards in the player discard pile."""
    return sorted(card for card in t.discard if card < w.CITIES)


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
        return [w.RECOVER + card for card in discarded(t)]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        t.discard.remove(move - w.RECOVER)
        t.hands[seat].append(move - w.RECOVER)
        t.emit(w.CARD_RECOVERED, PUBLIC, seat, move - w.RECOVER)
        if len(t.hands[seat]) > hand_limit(t, seat):
            t.push(HandLimit(seat))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.RECOVER:
            return Refusal("SZ-15.6", _("This card is not in the player discard pile."))
        return Refusal(self.clause, NOT_ASKED)

    def pack(self) -> list[Any]:
        return [self.seat]


# -- what each Event does --------------------------------------------------------------------------------


def night_porter(t: Table, seat: int) -> None:
    """One pawn goes to any city with a safehouse."""
    t.push(PickPawn(seat, w.NIGHT_PORTER))


def stage_door(t: Table, seat: int) -> None:
    """One pawn goes to the city of another pawn."""
    t.push(PickPawn(seat, w.STAGE_DOOR))


def open_line(t: Table, seat: int) -> None:
    """Two pawns change places."""
    t.push(PickPawn(seat, w.OPEN_LINE))


def dead_drop(t: Table, seat: int) -> None:
    """One seat gives a City card to another, wherever they are."""
    t.push(DropFrom(seat))


def night_train(t: Table, seat: int) -> None:
    """One team travels up to three lines."""
    t.push(PickTeam(seat))


def burn_bag(t: Table, seat: int) -> None:
    """One incident token leaves the board."""
    t.push(Clear(seat, w.BURN_BAG, []))


def false_alarm(t: Table, seat: int) -> None:
    """Up to two agents leave one city."""
    t.push(Clear(seat, w.FALSE_ALARM, []))


def going_twice(t: Table, seat: int) -> None:
    """One agent leaves each of up to three cities."""
    t.push(Clear(seat, w.GOING_TWICE, []))


def old_friends(t: Table, seat: int) -> None:
    """A City card of the discard pile into the own hand."""
    t.push(Recover(seat))


def expense_account(t: Table, seat: int) -> None:
    """The seat on turn has two more actions."""
    t.actions += MORE_ACTIONS
    t.emit(w.ACTIONS_GAINED, PUBLIC, t.active, MORE_ACTIONS)


def can_pay_for_actions(t: Table) -> bool:
    """Up to the end of step 2, also after the last action; who is burned has lost its actions (SZ-7.7)."""
    return t.step == w.STEP_START or (t.step <= w.STEP_ACTIONS and t.alias[t.active] != NO_ALIAS)


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
        w.NIGHT_PORTER: night_porter,
        w.DEAD_DROP: dead_drop,
        w.NIGHT_TRAIN: night_train,
        w.BURN_BAG: burn_bag,
        w.FALSE_ALARM: false_alarm,
        w.OLD_FRIENDS: old_friends,
        w.OPEN_LINE: open_line,
        w.EXPENSE_ACCOUNT: expense_account,
        w.GOING_TWICE: going_twice,
        w.THREE_CANDLES: three_candles,
        w.STAGE_DOOR: stage_door,
    }
)
LATER_POSSIBLE.update(
    {
        w.NIGHT_PORTER: lambda t: can_bring(t, w.NIGHT_PORTER),
        w.DEAD_DROP: lambda t: len(givers(t)) > 0,
        w.NIGHT_TRAIN: lambda t: len(first_of_their_kind(t)) > 0,
        w.BURN_BAG: lambda t: max(t.tokens) > 0,
        w.FALSE_ALARM: _some_agents,
        w.OLD_FRIENDS: lambda t: len(discarded(t)) > 0,
        w.OPEN_LINE: lambda t: can_bring(t, w.OPEN_LINE),
        w.EXPENSE_ACCOUNT: can_pay_for_actions,
        w.GOING_TWICE: _some_agents,
        w.THREE_CANDLES: can_light_candles,
        w.STAGE_DOOR: lambda t: can_bring(t, w.STAGE_DOOR),
    }
)
LATER_REFUSED.update(
    {
        w.NIGHT_PORTER: _("No pawn can go to another city with a safehouse."),
        w.DEAD_DROP: _("Nobody holds a City card."),
        w.NIGHT_TRAIN: _("There is no team on the board."),
        w.BURN_BAG: _("There is no incident token on the board."),
        w.FALSE_ALARM: _("There is no agent on the board."),
        w.OLD_FRIENDS: _("There is no City card in the player discard pile."),
        w.OPEN_LINE: _("All pawns are in the same city."),
        w.EXPENSE_ACCOUNT: _("The actions of this turn are over."),
        w.GOING_TWICE: _("There is no agent on the board."),
        w.THREE_CANDLES: _("Two Threat cards are turned already, or no other is to come."),
        w.STAGE_DOOR: _("All pawns are in the same city."),
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
